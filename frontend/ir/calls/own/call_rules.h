// SPDX-License-Identifier: Apache-2.0
// How a call of somebody's code may be sharded: as its entry says, or the program, or both.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

inline constexpr llvm::StringLiteral kSdyRule = "sdy.sharding_rule";
/// Where XLA has it, as a string.
inline constexpr llvm::StringLiteral kFrontendAttributes = "mhlo.frontend_attributes";
inline constexpr llvm::StringLiteral kXlaSdyRule = "xla.sdy.sharding_rule";

/// The shardings that the code of an entry works with; null where a rule says how it is sharded.
const OpCase *placesOf(const CustomOpEntry &entry);

/// What messages call it: "custom_call @own".
std::string nameOfCall(mlir::Operation *call);

/// The rule of a call: that of the shardings that its code works with, else the entry's, else the
/// program's. Where two say something they have to agree; what does not is reported.
mlir::FailureOr<Rule> ruleOfCall(mlir::Operation *call, const CustomOpEntry &entry);

/// A rule that somebody wrote for a call; reported where it does not fit. `from`: where it is
/// written, if it is not at the call.
mlir::FailureOr<Rule> ruleAsWritten(mlir::Operation *call, const WrittenRule &rule,
                                    std::optional<mlir::Location> from = {});

/// The rule of an sdy.custom_op that was printed once it was bound. What its entry says has to be
/// what it was bound by, else that is reported. Takes the case that it was bound as.
mlir::FailureOr<Rule> ruleAsPrinted(mlir::Operation *bound, CustomOpEntry &entry);

} // namespace shardc
