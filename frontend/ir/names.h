// SPDX-License-Identifier: Apache-2.0
// What values are called: by the program where it names them, by number where not.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace shardc {

/// The program's entry: the public function `main`, else the only public function.
mlir::func::FuncOp entryOf(mlir::ModuleOp module);

/// The name of an input: from its location, else `argN`.
std::string inputName(mlir::func::FuncOp entry, unsigned input);
/// The name of an output: `jax.result_info` without decoration where it is a name, else `outN`.
std::string outputName(mlir::func::FuncOp entry, unsigned output);
/// The name of any value: from its location (NameLoc), else none.
std::optional<std::string> valueName(mlir::Value value);

/// Names of an input's dimensions ("dims" of the JSON); empty where it has none.
llvm::SmallVector<std::string> dimensionNames(mlir::func::FuncOp entry, unsigned input);

/// File, line and column of a location, through names, fusions and call sites; none if unknown.
std::optional<mlir::FileLineColLoc> fileLocation(mlir::Location loc);

} // namespace shardc
