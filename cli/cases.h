// SPDX-License-Identifier: Apache-2.0
// Ops of a config that are one of several programs ("cases"): the one with which devices receive
// the fewest bytes, of equal ones the first.
#pragma once

#include "cli/driver.h"

namespace shardc {

/// Makes ops the cases that the compilation says.
mlir::LogicalResult takeCases(Compilation &compilation);
/// Compiles the program with each case, op after op, and keeps the best. One that does not compile
/// is none; where none does, the first is taken, and its errors are told.
mlir::LogicalResult chooseCases(Compilation &compilation);

} // namespace shardc
