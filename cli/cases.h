// SPDX-License-Identifier: Apache-2.0
// Ops that are one of several programs, or whose code works with one of several shardings
// ("cases"): the one with which devices receive the fewest bytes, of equal ones the first.
#pragma once

#include "cli/driver.h"

namespace shardc {

/// Makes ops the cases that the compilation says.
mlir::LogicalResult takeCases(Compilation &compilation);
/// Compiles the program with each case, op after op, and keeps the best. One that cannot be is
/// taken, with a note to its errors; so is the first where none compiles, whatever is wrong. Ops
/// that were printed as a case are that case. Refused, reported, where that takes too many
/// compiles.
mlir::LogicalResult chooseCases(Compilation &compilation);

} // namespace shardc
