// SPDX-License-Identifier: Apache-2.0
// Results that updates are pushed into (frontend/ir/formula/push.h). Under the loops over updates
// an element is found, and where it is one of the device's it takes the value:
//   for (int n = 0; n < 512; ++n) {
//     const int at = clamp(ids[n], -1, 1000);
//     if (at >= 0 && at < 1000)
//       for (int j = 0; j < 64; ++j)
//         y[at * 64 + j] += u[n * 64 + j];
//   }
// A condition stands outside of the loops that it does not use, so what is inside runs on rows. On
// GPUs the updates of an element are one thread's, in their order; a warp whose turn some elements
// are looks at 32 updates at once for those that hit them.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/grid.h"

#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Those of an update's conditions that do not hold in any case.
static SmallVector<Expr, 4> neededOf(const Result &result, const KernelView &view) {
  const auto isInside = [](Expr held, const Case *each) {
    Env env;
    env.loops.assign(each->loops.begin(), each->loops.end());
    const Interval own = env.loops[held->args[1]->value], at = range(held->args[0], env);
    return own.lo <= at.lo && at.hi <= own.hi;
  };
  SmallVector<Expr, 4> conditions;
  for (Expr condition : conditionsOf(result)) {
    const bool holds = condition->kind == Kind::Held && llvm::all_of(view.busy, [&](const Case *c) {
                         return isInside(condition, c);
                       });
    if (!holds) conditions.push_back(condition);
  }
  return conditions;
}

/// Whether warps have turns, and no thread of one has nothing to do.
static bool haveWholeWarps(const KernelView &view, const Threads &threads) {
  return threads.own() % kWarp == 0 && llvm::all_of(view.cases, [&](const Case &each) {
           int64_t own = 1;
           for (const int loop : threads.loops)
             own *= std::max<int64_t>(each.loops[loop].extent(), 0);
           return own % threads.own() == 0;
         });
}

KernelTree BodyBuilder::buildPush(ArrayRef<int> order, const Threads *threads) {
  statements = &body.statements;
  const Result &result = results.front();
  if (threads && threads->team > 1) {
    const Count slot = Count::groups(threads->own(), threads->team);
    const LetPosition place{scope.fresh("slot"), {slot, 0, threads->z > 1 ? threads->team : 0}};
    add(place);
    ownTurn = {picksOf(result).front()->args[0], threads->team * threads->z, place.name};
    turnIsOfWarps = haveWholeWarps(view, *threads);
  }
  for (int loop : order)
    returnIfEmpty(loop);
  for (Expr pick : picksOf(result))
    returnIfEmpty(static_cast<int>(pick->args[1]->value));
  push(order, neededOf(result, view));
  return std::move(body);
}

void BodyBuilder::push(ArrayRef<int> order, ArrayRef<Expr> conditions) {
  const auto isReady = [&](Expr e) {
    return llvm::none_of(freeLoops(e), [&](int loop) { return llvm::is_contained(order, loop); });
  };
  SmallVector<Expr, 4> ready, later;
  for (Expr condition : conditions)
    (isReady(condition) ? ready : later).push_back(condition);
  if (!ready.empty()) return pushWhere(ready, order, later);
  if (ownTurn.index && isReady(ownTurn.index)) return pushInTurn(order, later);
  SmallVector<Expr, 4> addresses;
  for (Expr index : results.front().index)
    if (contains(index, Kind::At) && isReady(index)) addresses.push_back(index);
  share(addresses);
  if (order.empty()) return pushOne();
  if (isTurnOf(order)) return pushOwn(order, later);
  nameInvariants({results.front().value}, order);
  loop(order.front(), [&] { push(order.drop_front(), later); });
}

void BodyBuilder::pushWhere(ArrayRef<Expr> conditions, ArrayRef<int> order, ArrayRef<Expr> later) {
  SmallVector<Expr, 4> parts;
  for (Expr condition : conditions)
    if (!condition->args.empty()) parts.push_back(condition->args.front());
  share(parts);
  If either;
  for (Expr condition : conditions)
    either.condition = expr::both(either.condition, condition);
  inside(either.then, [&] { push(order, later); });
  add(std::move(either));
}

/// All updates of an element are one thread's, so they keep their order.
void BodyBuilder::pushInTurn(ArrayRef<int> order, ArrayRef<Expr> conditions) {
  share({ownTurn.index});
  If either;
  either.turn = std::exchange(ownTurn, {});
  inside(either.then, [&] { push(order, conditions); });
  add(std::move(either));
}

/// Whether the turn follows from the next loop's index, and warps may look at many of it at once.
bool BodyBuilder::isTurnOf(ArrayRef<int> order) const {
  constexpr int64_t kMany = 64;
  const auto isOfOthers = [&](int loop) { return llvm::is_contained(order.drop_front(), loop); };
  return ownTurn.index && turnIsOfWarps && llvm::none_of(freeLoops(ownTurn.index), isOfOthers) &&
         view.loops[order.front()].isLooped() && view.loops[order.front()].largest >= kMany;
}

void BodyBuilder::pushOwn(ArrayRef<int> order, ArrayRef<Expr> conditions) {
  const ArrayRef<int> rest = order.drop_front();
  const auto isReady = [&](Expr e) {
    return llvm::none_of(freeLoops(e), [&](int loop) { return llvm::is_contained(rest, loop); });
  };
  ForOwn own;
  own.loop = order.front();
  own.isOwn = scope.fresh("is_own");
  own.take = scope.fresh("take");
  own.turn = std::exchange(ownTurn, {});
  SmallVector<Expr, 4> parts = {own.turn.index}, later;
  for (Expr condition : conditions) {
    if (!isReady(condition)) {
      later.push_back(condition);
      continue;
    }
    own.condition = expr::both(own.condition, condition);
    if (!condition->args.empty()) parts.push_back(condition->args.front());
  }
  const Scope names = scope;
  const Known before = known;
  inside(own.find, [&] { share(parts); });
  scope = names; // its variables end with it
  known = before;
  inside(own.body, [&] {
    share(parts);
    push(rest, later);
  });
  add(std::move(own));
}

/// The element takes the value: y[at] = value, y[at] += value, or what the body says.
void BodyBuilder::pushOne() {
  const Result &result = results.front();
  const Place place = placeOfResult(0);
  Expr combine = result.combine;
  prepare({result.value});
  const auto isArgument = [](Expr e, int64_t number) {
    return e->kind == Kind::Arg && e->value == number;
  };
  if (isArgument(combine, 1)) return assign({Store{place, nullptr}}, result.value);
  if (combine->kind == Kind::Scalar && combine->args.size() == 2)
    for (const bool valueFirst : {false, true})
      if (isArgument(combine->args[0], valueFirst) && isArgument(combine->args[1], !valueFirst))
        return assign({Accumulate{place, static_cast<Fn>(combine->value), nullptr, valueFirst}},
                      result.value);
  const std::string there = scope.fresh("there");
  const std::string update = variableOf(result.value, "update");
  add(Declare{there, combine->type});
  add(Copy{Place::of(there), place});
  Combine combined{{there, update}, {}};
  arguments = combined.arguments;
  inside(combined.body, [&] {
    prepare({combine});
    assign({Store{place, nullptr}}, combine);
  });
  arguments.clear();
  add(std::move(combined));
}

} // namespace shardc
