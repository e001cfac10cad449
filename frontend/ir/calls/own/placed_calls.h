// SPDX-License-Identifier: Apache-2.0
// Code that works with given shardings of its operands and results, in place of a rule.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// The rule of a call whose values lie so: dimensions with the same axes are a factor, all others
/// are whole. What cannot be is reported: another number of values or dimensions than the call has,
/// axes that two dimensions of different sizes have, or that some results lack.
mlir::FailureOr<Rule> ruleOfPlaces(mlir::Operation *call, const CustomOpEntry &entry,
                                   const OpCase &places);

/// How a value lies, as a config writes it: [["p"], []].
std::string textOf(const Places::value_type &dims);

} // namespace shardc
