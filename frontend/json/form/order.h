// SPDX-License-Identifier: Apache-2.0
// Names of a scope, and an order of its ops in which values come before their uses.
#pragma once

#include "frontend/json/form/form.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace shardc::json {

/// Ops may stand in any order; those in place belong to the op that they stand in.
struct Order {
  std::vector<const OpForm *> ops;                     // operands first; else as in the file
  llvm::DenseMap<const OpForm *, std::string> unnamed; // "%0", "%1", ...: those without a name
  llvm::StringMap<mlir::Location> names;               // every name, and where it is given
};

/// Duplicate names and cycles are reported; none comes back then. Names that nobody gives are left
/// to who looks them up.
std::optional<Order> orderOf(const ScopeForm &scope);

} // namespace shardc::json
