// SPDX-License-Identifier: Apache-2.0
// Programs with ops that have no definition here, read all the same: so that everything that is
// missing can be told at once.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <optional>
#include <string>

namespace shardc {

struct CustomOps;

/// The text with every published op that has no definition here, and a syntax of its own that
/// nobody here knows, in generic form and without operands: `%0 = stablehlo.fft %x, type = FFT,
/// length = [8] : (A) -> B` as `%0 = "stablehlo.fft"() : () -> (B)`. Lines stay where they are.
/// None where there is no such op, or one whose end or type cannot be made out. Calls of targets
/// that `ops` declares, if given, have a definition.
std::optional<std::string> withMissingOps(llvm::StringRef text, mlir::MLIRContext &context,
                                          const CustomOps *ops = nullptr);

} // namespace shardc
