// SPDX-License-Identifier: Apache-2.0
// The inputs and outputs of a program as configs speak of them, and entries that name them.
#pragma once

#include "frontend/json/document/document.h"
#include "frontend/messages/error_limit.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc::config {

/// An input or an output of the program.
struct Tensor {
  const char *what;     // "input", "output"
  std::string name;     // the program's; "" where another has the same
  std::string numbered; // "arg0", "out0"
  std::vector<int64_t> shape;
  std::vector<std::string> dims; // names of dimensions; "" where they have none
  mlir::Location loc;

  /// "input 'x'", for messages.
  std::string shownName() const;
};

std::vector<Tensor> inputsOf(mlir::func::FuncOp entry);
std::vector<Tensor> outputsOf(mlir::func::FuncOp entry);

/// What a config says about a tensor.
struct Entry {
  json::Value value;
  mlir::Location loc; // of the key; of the value in a list
};

/// The entry of each tensor in `entries`: an object by names and patterns, of which the most
/// specific counts, or a list with one per tensor. Reports unknown names, ties, entries that
/// nothing uses and wrong counts.
std::vector<std::optional<Entry>> matchEntries(json::Value entries, llvm::ArrayRef<Tensor> tensors,
                                               llvm::StringRef what, const ErrorLimit &errors);

/// Which tensors the names and patterns of a list stand for; unknown ones are reported.
std::vector<bool> findTensors(json::Value list, llvm::ArrayRef<Tensor> tensors,
                              const ErrorLimit &errors);

/// The dimension that a key names: index, negative index or name. Reports one that is not there.
std::optional<int64_t> findDimension(json::Value key, const Tensor &tensor);

} // namespace shardc::config
