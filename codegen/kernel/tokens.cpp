// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/tokens.h"

#include "frontend/ir/formula/expressions/scalars.h"

namespace shardc {

size_t TokenCounter::of(Expr e) {
  if (isVariable(e)) return 1;
  if (const auto found = known.find(e); found != known.end()) return found->second;
  const size_t count = std::min(kUnreadable, countOf(e));
  return known[e] = count;
}

size_t TokenCounter::ofAll(ArrayRef<Expr> parts) {
  size_t count = 0;
  for (Expr part : parts)
    count += of(part);
  return count;
}

/// Loops that do not appear are no part of it, and a constant of an address mostly cancels.
size_t TokenCounter::ofIndex(Expr index) {
  if (isVariable(index)) return 1;
  size_t count = 0;
  for (auto [factor, term] : indexSum(index).terms) {
    const bool isLoop = term->kind == Kind::Loop;
    if (isLoop && view.loops[term->value].form == LoopView::Form::absent) continue;
    count += (isLoop ? 1 : of(term)) + (factor == 1 || factor == -1 ? 0 : 1);
  }
  return count;
}

/// Between two dimensions an offset has the extent of the second.
size_t TokenCounter::ofLoad(Expr load) {
  size_t count = 1, dimensions = 0;
  for (Expr index : load->args) {
    const size_t here = ofIndex(index);
    count += here;
    dimensions += here > 0;
  }
  return count + (view.windows || dimensions == 0 ? 0 : dimensions - 1);
}

size_t TokenCounter::countOf(Expr e) {
  switch (e->kind) {
  case Kind::Load:
    return ofLoad(e);
  case Kind::Linear:
  case Kind::Loop:
    return ofIndex(e);
  case Kind::Digit:
    return ofIndex(e->args[0]) + (e->numbers[0] == 1 ? 0 : 1) + (e->numbers[1] == 0 ? 0 : 1);
  case Kind::Within:
    return ofIndex(e->args[0]) + 2;
  case Kind::Held:
    return 2 * ofIndex(e->args[0]) + 3;
  case Kind::At:
    return of(e->args[0]) + 4; // two functions, two bounds
  case Kind::Pick:
    return of(e->args[0]);
  case Kind::Cast:
    return ofIndex(e->args[0]) + 1;
  case Kind::Scalar: {
    const bool isCall = !cppFunction(static_cast<Fn>(e->value), e->type, e->args[0]->type).empty();
    return ofAll(e->args) + (isCall ? 2 : 1); // with its parentheses
  }
  case Kind::Select:
    return ofAll(e->args) + 2;
  case Kind::Trip:
  case Kind::Literal:
  case Kind::Arg:
  case Kind::Item:
  case Kind::Reduce:
  case Kind::Call:
    return 1;
  }
  return 1;
}

} // namespace shardc
