// SPDX-License-Identifier: Apache-2.0
// Random configs for any program that was read.
#pragma once

#include "tests/fuzz/dice.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace shardc::test {

/// A config in JSON by the names and shapes that the program has: slices, or a mesh with shardings
/// of inputs, outputs and values between. Most are right; in some a value or a token is changed.
std::string randomConfig(Dice &dice, mlir::ModuleOp program);

/// A config in which a value or a token is another.
std::string changedConfig(Dice &dice, const std::string &config);

} // namespace shardc::test
