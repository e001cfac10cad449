// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/call.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Expr callIn(Expr value) {
  if (value->kind == Kind::Item) value = ReduceView(value->args[0]).values[value->value];
  return value->kind == Kind::Call ? value : nullptr;
}

Expr callIn(const Formula &formula) { return callIn(formula.results.front().value); }

Expr expr::call(Pool &pool, Expr like, ArrayRef<Expr> loads, ArrayRef<int64_t> numbers) {
  Node node{.kind = Kind::Call, .type = like->type, .value = like->value, .number = like->number};
  node.args.append(loads.begin(), loads.end());
  node.numbers.append(numbers.begin(), numbers.end());
  return pool.intern(std::move(node));
}

// Behind a call's own numbers there are the count, and for each argument how many it has and which.

CallPositions positionsIn(Expr call) {
  CallPositions positions;
  positions.operands.resize(call->args.size());
  ArrayRef<int64_t> rest = ArrayRef(call->numbers).drop_front(2);
  if (rest.empty()) return positions;
  positions.count = static_cast<int>(rest.front());
  rest = rest.drop_front();
  for (auto &own : positions.operands) {
    const ArrayRef<int64_t> numbers = rest.drop_front().take_front(rest.front());
    own.append(numbers.begin(), numbers.end());
    rest = rest.drop_front(numbers.size() + 1);
  }
  return positions;
}

Expr withPositions(Expr call, ArrayRef<Expr> loads, const CallPositions &around) {
  const CallPositions own = positionsIn(call);
  SmallVector<int64_t> numbers(ArrayRef(call->numbers).take_front(2));
  numbers.push_back(own.count + around.count);
  for (auto [outer, inner] : llvm::zip_equal(around.operands, own.operands)) {
    numbers.push_back(static_cast<int64_t>(outer.size() + inner.size()));
    llvm::append_range(numbers, outer);
    for (const int each : inner)
      numbers.push_back(around.count + each);
  }
  return expr::call(*call->pool, call, loads, numbers);
}

double turnsOf(Expr call, llvm::function_ref<int64_t(int)> extentOf) {
  double turns = 1;
  for (const int loop : freeLoops(call))
    turns *= static_cast<double>(extentOf(loop));
  return turns;
}

double flopsOf(Expr call, llvm::function_ref<int64_t(int)> extentOf) {
  return call->number.real * turnsOf(call, extentOf);
}

} // namespace shardc
