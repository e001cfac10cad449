// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/json/form/form.h"

namespace shardc::json {

/// Whether a program may use this mnemonic or spelling.
bool isKnownOp(llvm::StringRef mnemonic);

/// Reports an op that it may not: not supported yet where it is published, else unknown, with the
/// closest name.
mlir::LogicalResult reportUnknownOp(const NameForm &mnemonic);

/// Reports the ops and element types of a scope that are not there, for a program whose ops cannot
/// be read because its inputs are wrong.
void reportUnknownOps(const ScopeForm &scope);

} // namespace shardc::json
