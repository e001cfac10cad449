// SPDX-License-Identifier: Apache-2.0
// Code of a user's that is a function for each member of a batch: which batch, for a call.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// Says of a routine that has such code what the members of a call's batch are: those of the
/// parallel factors of its rule that are dimensions of their own wherever they stand. Reported is
/// what cannot be; `loc`: where the code is named.
mlir::LogicalResult addEachBatch(mlir::Operation *call, const Rule &rule,
                                 mlir::DictionaryAttr given, mlir::Location loc, Routine &routine);

/// What the function is called that calls such code: as that of a routine with the same code and
/// numbers, if there is one.
std::string symbolOfEach(const Routine &routine, llvm::ArrayRef<Routine> others);

} // namespace shardc
