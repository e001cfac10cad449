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
// GPUs the updates of an element are one thread's, in their order; a block whose turn some elements
// are lists the updates that hit them first.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/grid.h"

#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

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

/// Whether no thread has nothing to do.
static bool haveWholeBlocks(const KernelView &view, const Threads &threads) {
  return llvm::all_of(view.cases, [&](const Case &each) {
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

/// The loops over updates that can be counted as one, from the innermost outwards, where a block is
/// to list those whose turn it is: what says so is the same for all of its threads.
SmallVector<int, 4> BodyBuilder::listedLoops(ArrayRef<int> order, ArrayRef<Expr> conditions,
                                             const Threads &threads) const {
  constexpr int64_t kMany = 64;
  const auto isAlike = [&](Expr e) { return isReady(e, threads.loops); };
  const bool mayList = threads.own() % kWarp == 0 && haveWholeBlocks(view, threads) &&
                       isAlike(ownTurn.index) && llvm::all_of(conditions, isAlike) &&
                       !isTerm(results.front().value);
  SmallVector<int, 4> made;
  if (!mayList) return made;
  int64_t updates = 1;
  for (const int loop : llvm::reverse(order)) {
    const bool canBeCounted =
        !view.loops[loop].isLooped() || (view.loops[loop].extent && view.startsAtZero(loop));
    if (!canBeCounted && updates > 1) break;
    made.insert(made.begin(), loop);
    updates *= mostIndices(view, loop);
    if (!canBeCounted) break;
  }
  if (updates < kMany) made.clear();
  return made;
}

KernelTree BodyBuilder::buildPush(ArrayRef<int> order, const Threads *threads) {
  statements = &body.statements;
  const Result &result = results.front();
  const SmallVector<Expr, 4> conditions = neededOf(result, view);
  if (threads && threads->team * threads->z > 1) {
    ownTurn.index = picksOf(result).front()->args[0];
    ownTurn.of = threads->team * threads->z;
    listed = listedLoops(order, conditions, *threads);
    if (listed.empty()) {
      const Count slot = Count::groups(threads->own(), threads->team);
      ownTurn.slot = scope.fresh("slot");
      add(LetPosition{ownTurn.slot, {slot, 0, threads->z > 1 ? threads->team : 0}});
    }
  }
  for (int loop : order)
    returnIfEmpty(loop);
  for (Expr pick : picksOf(result))
    returnIfEmpty(static_cast<int>(pick->args[1]->value));
  teams = threads ? threads->team : 1;
  push(order, conditions);
  return std::move(body);
}

void BodyBuilder::push(ArrayRef<int> order, ArrayRef<Expr> conditions) {
  if (!listed.empty() && order.size() == listed.size()) return pushListed(conditions);
  const Asked asked(conditions, order);
  if (!asked.now.empty()) return pushWhere(asked.now, order, asked.later);
  const bool hasTurn = ownTurn.index && listed.empty();
  if (hasTurn && isReady(ownTurn.index, order)) return pushInTurn(order, conditions);
  SmallVector<Expr, 4> addresses;
  for (Expr index : results.front().index)
    if (contains(index, Kind::At) && isReady(index, order)) addresses.push_back(index);
  share(addresses);
  if (order.empty()) return pushOne();
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

/// Loads of several updates are under way together so.
void BodyBuilder::pushListed(ArrayRef<Expr> conditions) {
  const Result &result = results.front();
  nameInvariants({result.value}, listed);
  for (const int loop : listed)
    if (view.loops[loop].form == LoopView::Form::declared) add(OneIndex{loop});
  PushOwn own;
  own.loops = listed;
  own.teams = teams;
  own.blocks = ownTurn.of / teams;
  own.condition = allOf(conditions);
  own.names.found = scope.fresh("found");
  own.names.element = scope.fresh("element");
  own.names.value = scope.fresh("value");
  own.names.combine = scope.fresh("combine");
  const auto isLooped = [&](int loop) { return view.loops[loop].isLooped(); };
  own.names.update = llvm::count_if(listed, isLooped) > 1
                         ? scope.fresh("update")
                         : view.loops[*llvm::find_if(listed, isLooped)].name;
  SmallVector<Expr, 4> parts = partsOf(conditions), addresses;
  parts.push_back(ownTurn.index);
  for (Expr index : result.index)
    if (contains(index, Kind::At)) addresses.push_back(index);
  const auto function = [&](Statements &into, llvm::function_ref<void()> make) {
    const State before = save();
    inside(into, make);
    restore(before);
  };
  function(own.find.body, [&] { share(parts); });
  own.find.value = ownTurn.index;
  function(own.address, [&] {
    share(parts);
    share(addresses);
  });
  own.to = placeOfResult(0);
  own.pushed = functionOf(result.value);
  if (readsArgument({result.combine}, 0)) own.names.there = scope.fresh("there");
  if (readsArgument({result.combine}, 1)) own.names.more = scope.fresh("more");
  arguments = {own.names.there, own.names.more};
  own.combined = functionOf(result.combine);
  arguments.clear();
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
