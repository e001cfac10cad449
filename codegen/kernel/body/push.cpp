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

/// Whether it depends on none of the loops.
static bool isReady(Expr e, ArrayRef<int> loops) {
  return llvm::none_of(freeLoops(e), [&](int loop) { return llvm::is_contained(loops, loop); });
}

namespace {
/// Conditions that can be asked before these loops, and those that cannot.
struct Asked {
  SmallVector<Expr, 4> now, later;

  Asked(ArrayRef<Expr> conditions, ArrayRef<int> before) {
    for (Expr condition : conditions)
      (isReady(condition, before) ? now : later).push_back(condition);
  }
};
} // namespace

/// What conditions ask of.
static SmallVector<Expr, 4> partsOf(ArrayRef<Expr> conditions) {
  SmallVector<Expr, 4> parts;
  for (Expr condition : conditions)
    if (!condition->args.empty()) parts.push_back(condition->args.front());
  return parts;
}

static Expr allOf(ArrayRef<Expr> conditions) {
  Expr all = nullptr;
  for (Expr condition : conditions)
    all = expr::both(all, condition);
  return all;
}

KernelTree BodyBuilder::buildPush(ArrayRef<int> order, const Threads *threads) {
  statements = &body.statements;
  const Result &result = results.front();
  if (threads && threads->team > 1) {
    const Count slot = Count::groups(threads->own(), threads->team);
    const LetPosition place{scope.fresh("slot"), {slot, 0, threads->z > 1 ? threads->team : 0}};
    add(place);
    ownTurn = {picksOf(result).front()->args[0], threads->team * threads->z, place.name};
    if (haveWholeWarps(view, *threads)) loopsOfWarps = threads->loops;
  }
  for (int loop : order)
    returnIfEmpty(loop);
  for (Expr pick : picksOf(result))
    returnIfEmpty(static_cast<int>(pick->args[1]->value));
  push(order, neededOf(result, view));
  return std::move(body);
}

void BodyBuilder::push(ArrayRef<int> order, ArrayRef<Expr> conditions) {
  const Asked asked(conditions, order);
  if (!asked.now.empty()) return pushWhere(asked.now, order, asked.later);
  if (ownTurn.index && isReady(ownTurn.index, order)) return pushInTurn(order, conditions);
  SmallVector<Expr, 4> addresses;
  for (Expr index : results.front().index)
    if (contains(index, Kind::At) && isReady(index, order)) addresses.push_back(index);
  share(addresses);
  if (order.empty()) return pushOne();
  if (isTurnOf(order)) return pushOwn(order, conditions);
  nameInvariants({results.front().value}, order);
  loop(order.front(), [&] { push(order.drop_front(), conditions); });
}

void BodyBuilder::pushWhere(ArrayRef<Expr> conditions, ArrayRef<int> order, ArrayRef<Expr> later) {
  share(partsOf(conditions));
  If either;
  either.condition = allOf(conditions);
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

/// The loops that what a warp asks of the next loop's index may not depend on: others, and those of
/// which its threads have an index each.
SmallVector<int, 8> BodyBuilder::loopsNotAsked(ArrayRef<int> order) const {
  SmallVector<int, 8> loops(order.drop_front());
  llvm::append_range(loops, loopsOfWarps);
  return loops;
}

/// Whether the turn follows from the next loop's index, and warps may look at many of it at once.
bool BodyBuilder::isTurnOf(ArrayRef<int> order) const {
  constexpr int64_t kMany = 64;
  const LoopView &next = view.loops[order.front()];
  return ownTurn.index && !loopsOfWarps.empty() && next.isLooped() && next.largest >= kMany &&
         isReady(ownTurn.index, loopsNotAsked(order));
}

void BodyBuilder::pushOwn(ArrayRef<int> order, ArrayRef<Expr> conditions) {
  const Asked asked(conditions, loopsNotAsked(order));
  ForOwn own;
  own.loop = order.front();
  own.isOwn = scope.fresh("is_own");
  own.take = scope.fresh("take");
  own.turn = std::exchange(ownTurn, {});
  own.condition = allOf(asked.now);
  SmallVector<Expr, 4> parts = partsOf(asked.now);
  parts.push_back(own.turn.index);
  const Scope names = scope;
  const Known before = known;
  inside(own.find, [&] { share(parts); });
  scope = names; // its variables end with it
  known = before;
  inside(own.body, [&] {
    share(parts);
    push(order.drop_front(), asked.later);
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
