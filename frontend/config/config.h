// SPDX-License-Identifier: Apache-2.0
// A sharding config, read and resolved against a program: names are numbers, slices are cuts.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc {

using llvm::SmallVector;
using llvm::StringRef;

/// How a dimension is cut: slice k is [cuts[k], cuts[k + 1]); cuts.front() is 0, cuts.back() the
/// extent. At least one slice.
struct DimensionCuts {
  int64_t dimension;
  std::vector<int64_t> cuts;
  std::vector<std::string> spelled; // per slice as the user wrote it ("0..1"), for people
  mlir::Location loc;               // of the entry
};

/// What dimensions without an entry do.
enum class Unspecified : uint8_t { sharded, whole };

struct TensorCuts {
  SmallVector<DimensionCuts, 4> dims; // by dimension; those with an entry
  Unspecified unspecified = Unspecified::sharded;
  mlir::Location loc; // of the entry of this tensor, else of the config
};

enum class Mode : uint8_t { oneDevice, independent, collective };
enum class Conflict : uint8_t { error, refine };

struct Config {
  Mode mode = Mode::oneDevice;
  std::vector<TensorCuts> inputs;                 // one per input of the program
  std::vector<std::optional<TensorCuts>> outputs; // one per output; those with an entry
  Conflict conflict = Conflict::error;
  int64_t maxShards = 1024;
  std::vector<bool> donated;         // one per input
  std::optional<mlir::Location> loc; // of the file; none without one
};

/// The config of a program without one: one device holds everything.
Config defaultConfig(mlir::ModuleOp program);

/// Reads a config for a program. Reports every error that it finds; none is returned then.
std::optional<Config> readConfig(StringRef text, StringRef fileName, mlir::ModuleOp program);

/// A config to fill in: every input and output, with shapes and names as comments.
std::string configToFillIn(mlir::ModuleOp program);

} // namespace shardc
