// SPDX-License-Identifier: Apache-2.0
// What is known of the functions that numbers are combined by: combiners.def.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// Adds up. Sums have an order (sum_order.h), and partial ones go through what is linear.
constexpr Fn kSum = Fn::add;

/// One line of combiners.def. Words are empty where it has none.
struct CombinerInfo {
  Fn fn;
  std::optional<Number> (*nothing)(ElementType type);
  bool idempotent;
  StringRef word, collective, numbers, booleans;
};
ArrayRef<CombinerInfo> combiners();
/// Null where it is none.
const CombinerInfo *combinerInfo(Fn fn);
/// What configs, rules of custom ops and plans call so.
std::optional<Fn> combinerNamed(StringRef word);

/// The function of a single-value combiner fn(arg 0, arg 1), in either order of the arguments for
/// commutative ones.
std::optional<Fn> combiner(const ReduceView &reduce);

/// What combines to nothing: `identity op x == x` bit for bit (add: -0.0). None where the combiner
/// is not one function of two arguments that has one.
std::optional<Number> identity(const ReduceView &reduce, int value);
std::optional<Number> identity(Fn fn, ElementType type);

/// Whether it combines, and how often a number enters changes nothing.
bool isIdempotent(Fn fn);
/// Whether numbers of a type combine in any order to the same bits.
bool isExact(Fn fn, ElementType type);

} // namespace shardc
