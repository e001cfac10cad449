// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/combiners.h"

#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

using Nothing = std::optional<Number>;

/// Of the numbers that leave others as they are, by their words in combiners.def.
struct Numbers {
  static Nothing zero(ElementType type) {
    if (info(type).isComplex) return Number::complex(type, -0.0, -0.0);
    if (!Number::of(type, int64_t{0}).is(0)) return {}; // it has no zero
    return Number::of(type, info(type).isFloat ? -0.0 : 0.0);
  }
  static Nothing one(ElementType type) {
    if (info(type).isComplex) return {}; // 0 * inf in the other part
    return Number::of(type, int64_t{1});
  }
  static Nothing lowest(ElementType type) { return shardc::lowest(type); }
  static Nothing highest(ElementType type) { return shardc::highest(type); }
  static Nothing ones(ElementType type) { return Number::of(type, int64_t{-1}); }
};

} // namespace

static StringRef wordOf(StringRef word) { return word == "none" ? StringRef() : word; }

ArrayRef<CombinerInfo> combiners() {
  static const CombinerInfo table[] = {
#define COMBINER(function, nothing, idempotent, word, collective, numbers, booleans)               \
  {Fn::function,        Numbers::nothing, idempotent, wordOf(#word),                               \
   wordOf(#collective), #numbers,         #booleans},
#include "frontend/ir/formula/expressions/combiners.def"
#undef COMBINER
  };
  return table;
}

const CombinerInfo *combinerInfo(Fn fn) {
  const auto *found = llvm::find_if(combiners(), [&](const auto &row) { return row.fn == fn; });
  return found == combiners().end() ? nullptr : found;
}

std::optional<Fn> combinerNamed(StringRef word) {
  for (const CombinerInfo &row : combiners())
    if (!word.empty() && row.word == word) return row.fn;
  return std::nullopt;
}

std::optional<Fn> combiner(const ReduceView &reduce) {
  if (reduce.values.size() != 1) return {};
  Expr combine = reduce.combine[0];
  if (combine->kind != Kind::Scalar || combine->args.size() != 2) return {};
  Expr left = combine->args[0], right = combine->args[1];
  if (left->kind != Kind::Arg || right->kind != Kind::Arg) return {};
  const Fn fn = static_cast<Fn>(combine->value);
  const bool inOrder = left->value == 0 && right->value == 1;
  const bool swapped = left->value == 1 && right->value == 0;
  if (inOrder || (swapped && info(fn).commutative)) return fn;
  return {};
}

std::optional<Number> identity(const ReduceView &reduce, int value) {
  const std::optional<Fn> fn = combiner(reduce);
  if (!fn || value != 0) return {};
  return identity(*fn, reduce.values[0]->type);
}

std::optional<Number> identity(Fn fn, ElementType type) {
  const CombinerInfo *const row = combinerInfo(fn);
  return row && supports(fn, type) ? row->nothing(type) : std::nullopt;
}

bool isIdempotent(Fn fn) {
  const CombinerInfo *const row = combinerInfo(fn);
  return row && row->idempotent;
}

bool isExact(Fn fn, ElementType type) {
  return isIdempotent(fn) || (combinerInfo(fn) && !info(type).isRounded);
}

} // namespace shardc
