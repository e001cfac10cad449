// SPDX-License-Identifier: Apache-2.0
// What values are called: by the program where it names them, by number where not.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace shardc {

/// The program's entry: the public function `main`, else the only public function.
mlir::func::FuncOp entryOf(mlir::ModuleOp module);

/// The name of an input: what a reader has set, else from its location, else `argN`.
std::string inputName(mlir::func::FuncOp entry, unsigned input);
/// Sets a name that is no word, such as a path.
void setInputName(mlir::func::FuncOp entry, unsigned input, llvm::StringRef name);
/// The name of an output: what a reader has set, else its path by `jax.result_info`, y for
/// "result['y']" and result/0/params/w for "result[0]['params']['w']"; else `outN`, as for the N-th
/// of "result[N]".
std::string outputName(mlir::func::FuncOp entry, unsigned output);
/// The attribute by which a reader names an output.
mlir::NamedAttribute outputNameAttr(mlir::MLIRContext *context, llvm::StringRef name);
/// The name of any value: from its location (NameLoc), else none.
std::optional<std::string> valueName(mlir::Value value);

/// Names of an input's dimensions ("dims" of the JSON); empty where it has none.
llvm::SmallVector<std::string> dimensionNames(mlir::func::FuncOp entry, unsigned input);
void setDimensionNames(mlir::func::FuncOp entry, unsigned input,
                       llvm::ArrayRef<llvm::StringRef> names);

/// File, line and column of a location, through names, fusions and call sites; none if unknown. Of
/// several the nearest of the user's own files: a place in an installed package counts where there
/// is no other, and one in the program's text (locationInText) where there is none at all.
std::optional<mlir::FileLineColLoc> fileLocation(mlir::Location loc);
/// The location of what a program's text gives no place but its own, though it has places in other
/// files.
mlir::Location locationInText(mlir::FileLineColLoc place);

/// The location of an op that a config asks for, or a key of a JSON program: what the user calls it
/// there, as "used".
mlir::Location withUserWord(mlir::Location loc, llvm::StringRef word);
/// That word; none for ops of programs.
std::optional<llvm::StringRef> userWordOf(mlir::Location loc);

} // namespace shardc
