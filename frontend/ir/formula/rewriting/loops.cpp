// SPDX-License-Identifier: Apache-2.0
// Reductions bind loops as functions bind variables, so a renaming stops at a reduction that hides
// the loop, and equal reductions over other loops are different expressions. Giving each the first
// loops that nothing around it and nothing inside it uses makes them the same one.
#include "frontend/ir/formula/rewriting/loops.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

static void walk(Expr e, llvm::DenseSet<Expr> &seen, llvm::function_ref<void(Expr)> look) {
  if (!seen.insert(e).second) return;
  for (Expr arg : e->args)
    walk(arg, seen, look);
  look(e);
}

void forEachExpr(const Formula &formula, llvm::function_ref<void(Expr)> look) {
  llvm::DenseSet<Expr> seen;
  for (const Result &result : formula.results) {
    for (Expr index : result.index)
      walk(index, seen, look);
    for (Expr e : {result.value, result.where, result.combine})
      if (e) walk(e, seen, look);
  }
}

void rewriteFormula(Formula &formula, llvm::function_ref<Expr(Expr)> leaf, Memo &memo) {
  for (Result &result : formula.results) {
    for (Expr &index : result.index)
      index = rewrite(index, leaf, memo);
    result.value = rewrite(result.value, leaf, memo);
    if (result.where) result.where = rewrite(result.where, leaf, memo);
  }
}

/// A reduction that binds some of the loops to rename, and so hides them.
static Expr renameInReduce(Expr reduce, ArrayRef<Expr> to) {
  const ReduceView view(reduce);
  SmallVector<Expr, 8> inside(to);
  for (Expr loop : view.loops)
    if (static_cast<size_t>(loop->value) < inside.size()) inside[loop->value] = nullptr;
  SmallVector<Expr, 4> values, inits;
  for (Expr value : view.values)
    values.push_back(renameLoops(value, inside));
  for (Expr init : view.inits)
    inits.push_back(renameLoops(init, to));
  return expr::reduce(view.loops, values, view.combine, inits, view.order);
}

Expr renameLoops(Expr e, ArrayRef<Expr> to) {
  Memo memo;
  const auto newName = [&](Expr loop) {
    return static_cast<size_t>(loop->value) < to.size() ? to[loop->value] : nullptr;
  };
  const auto leaf = [&](Expr part) -> Expr {
    if (part->kind == Kind::Loop) return newName(part) != nullptr ? newName(part) : part;
    if (part->kind != Kind::Reduce) return nullptr;
    const bool hides = llvm::any_of(ReduceView(part).loops, newName);
    return hides ? renameInReduce(part, to) : nullptr;
  };
  return rewrite(e, leaf, memo);
}

/// A loop more, in place of the first one of a reduction.
static Expr addLoop(Formula &formula, const ReduceView &view, std::string name, int64_t extent) {
  Loop loop = formula.loops[view.loops[0]->value];
  loop.name = std::move(name);
  loop.extent = extent;
  loop.split = -1;
  formula.loops.push_back(std::move(loop));
  return view.loops[0]->pool->loop(static_cast<int>(formula.loops.size()) - 1, extent);
}

namespace {

/// The loops that stand for the first one of a reduction.
struct PartLoops {
  Expr part, own;
};

} // namespace

static PartLoops addParts(Formula &formula, const ReduceView &view, const std::string &name,
                          int64_t parts, int64_t extent) {
  const std::string own = formula.loops[view.loops[0]->value].name;
  Expr part = addLoop(formula, view, name, parts);
  return {part, addLoop(formula, view, own, extent)};
}

/// What is reduced, at another index of its first loop.
static SmallVector<Expr, 4> valuesAt(const ReduceView &view, Expr index) {
  SmallVector<Expr, 8> to(view.loops[0]->value + 1, nullptr);
  to[view.loops[0]->value] = index;
  SmallVector<Expr, 4> values;
  for (Expr value : view.values)
    values.push_back(renameLoops(value, to));
  return values;
}

/// The orders of a sum's loops, the first of which is cut into so many parts.
static SmallVector<SumOrder, 2> ordersOfParts(const ReduceView &view, int64_t parts) {
  SmallVector<SumOrder, 2> order = view.order;
  if (order[0].isPlain()) {
    order.insert(order.begin(), SumOrder());
    return order;
  }
  order[0].leaves /= parts;
  order.insert(order.begin(), {parts, 1});
  return order;
}

/// Value `number` of a reduction where a condition holds; else one that changes nothing: of a sum
/// +0, of a product that is not rounded before it is added -0 times +0.
static Expr valueWhere(Expr condition, const ReduceView &view, Expr value, int number) {
  const auto orElse = [&](Expr e, const Number &other) {
    return expr::select(condition, e, e->pool->literal(other));
  };
  if (isTerm(value))
    return expr::scalar(Fn::term, value->type,
                        {orElse(value->args[0], Number::of(value->args[0]->type, -0.0)),
                         orElse(value->args[1], Number::of(value->args[1]->type, 0.0))});
  if (isOrdered(view)) return orElse(value, Number::of(value->type, 0.0));
  return orElse(value, *identity(view, number));
}

/// Where part `number` of `extent` indices begins, by the cut rule: ceil(number * extent / parts),
/// of numbers that stay small.
static Expr startOfPart(Expr number, int64_t extent, int64_t parts) {
  Expr longer = expr::div(expr::add(expr::mul(number, extent % parts), parts - 1), parts);
  return expr::add(expr::mul(number, extent / parts), longer);
}

/// The values of a reduction at another index of its first loop, where a condition holds.
static SmallVector<Expr, 4> valuesWhere(Expr condition, const ReduceView &view, Expr index) {
  SmallVector<Expr, 4> values = valuesAt(view, index);
  for (auto [number, value] : llvm::enumerate(values))
    value = valueWhere(condition, view, value, static_cast<int>(number));
  return values;
}

Expr inUnequalParts(Formula &formula, Expr reduce, int64_t parts, const std::string &name) {
  const ReduceView view(reduce);
  const int64_t extent = view.loops[0]->numbers[0];
  const auto [part, own] = addParts(formula, view, name, parts, extent / parts + 1);
  Expr start = startOfPart(part, extent, parts);
  Expr end = startOfPart(expr::add(part, 1), extent, parts);
  Expr isThere = expr::within(expr::sub(expr::sub(end, start), own), 1, extent + 1);
  SmallVector<Expr, 4> loops = {part, own};
  llvm::append_range(loops, view.loops.drop_front());
  return expr::reduce(loops, valuesWhere(isThere, view, expr::add(start, own)), view.combine,
                      view.inits, ordersOfParts(view, parts));
}

Expr inLappingParts(Formula &formula, Expr reduce, int64_t parts, const std::string &name) {
  const ReduceView view(reduce);
  const int64_t extent = view.loops[0]->numbers[0], length = (extent + parts - 1) / parts;
  const auto [part, own] = addParts(formula, view, name, parts, length);
  // The first begins at 0, the last ends with the loop; floor of what lies between.
  const int64_t steps = parts - 1, rest = (extent - length) % steps;
  Expr start = expr::add(expr::mul(part, (extent - length) / steps),
                         expr::div(expr::mul(part, rest), steps));
  SmallVector<Expr, 4> loops = {part, own};
  llvm::append_range(loops, view.loops.drop_front());
  return expr::reduce(loops, valuesAt(view, expr::add(start, own)), view.combine, view.inits,
                      ordersOfParts(view, parts));
}

Expr inShares(Formula &formula, Expr reduce, int64_t devices, int64_t parts,
              const std::string &name) {
  const ReduceView view(reduce);
  const int64_t extent = view.loops[0]->numbers[0], length = extent / parts;
  Expr share = addLoop(formula, view, name + "_share", devices);
  const auto [part, own] = addParts(formula, view, name + "_part", parts, length);
  Expr index = expr::add(expr::mul(part, length), own);
  Expr end = startOfPart(expr::add(share, 1), extent, devices);
  Expr isOwn =
      expr::both(expr::within(expr::sub(index, startOfPart(share, extent, devices)), 0, extent),
                 expr::within(expr::sub(end, index), 1, extent + 1));
  SmallVector<Expr, 4> loops = {share, part, own};
  llvm::append_range(loops, view.loops.drop_front());
  SmallVector<SumOrder, 2> order = ordersOfParts(view, parts);
  order.insert(order.begin(), SumOrder()); // a device has one
  return expr::reduce(loops, valuesWhere(isOwn, view, index), view.combine, view.inits, order);
}

Expr inParts(Formula &formula, Expr reduce, int64_t parts, const std::string &name, PartsOf of) {
  const ReduceView view(reduce);
  const int64_t extent = view.loops[0]->numbers[0] / parts;
  const auto [part, own] = addParts(formula, view, name, parts, extent);
  SmallVector<Expr, 4> loops = {part, own};
  const SmallVector<Expr, 4> values =
      valuesAt(view, of == PartsOf::neighbours ? expr::add(expr::mul(part, extent), own)
                                               : expr::add(expr::mul(own, parts), part));
  llvm::append_range(loops, view.loops.drop_front());
  return expr::reduce(loops, values, view.combine, view.inits, ordersOfParts(view, parts));
}

namespace {

class ReductionMerger {
public:
  explicit ReductionMerger(Formula &formula) : formula(formula) {
    const auto keep = [&](Expr e) {
      if (namesLoop(e)) reserve(e->args[1]);
    };
    forEachExpr(formula, keep);
    for (const Result &result : formula.results)
      for (Expr index : result.index)
        for (int loop : freeLoops(index))
          mark(reserved, loop);
  }

  void run() {
    for (Result &result : formula.results)
      result.value = visit(result.value);
  }

private:
  Formula &formula;
  llvm::BitVector reserved; // loops of results and picks
  Memo memo;
  llvm::DenseMap<Expr, llvm::BitVector> bound;

  static void mark(llvm::BitVector &set, int64_t number) {
    if (set.size() <= number) set.resize(number + 1);
    set.set(number);
  }
  static bool has(const llvm::BitVector &set, int64_t number) {
    return number < set.size() && set[number];
  }
  void reserve(Expr loop) { mark(reserved, loop->value); }

  Expr visit(Expr e) {
    return rewrite(
        e, [&](Expr part) { return part->kind == Kind::Reduce ? merged(part) : nullptr; }, memo);
  }

  /// The loops of all reductions under `e`.
  const llvm::BitVector &boundUnder(Expr e) {
    if (auto it = bound.find(e); it != bound.end()) return it->second;
    llvm::BitVector all;
    if (e->kind == Kind::Reduce)
      for (Expr loop : ReduceView(e).loops)
        mark(all, loop->value);
    for (Expr arg : e->args)
      all |= boundUnder(arg);
    return bound[e] = std::move(all);
  }

  Expr merged(Expr reduce) {
    const ReduceView view(reduce);
    SmallVector<Expr, 4> values, inits;
    for (Expr value : view.values)
      values.push_back(visit(value));
    for (Expr init : view.inits)
      inits.push_back(visit(init));
    llvm::BitVector taken = takenBy(values, view.loops);
    SmallVector<Expr, 8> to(formula.loops.size(), nullptr);
    SmallVector<Expr, 4> loops;
    for (Expr loop : view.loops) {
      Expr chosen = choose(loop, taken);
      mark(taken, chosen->value);
      loops.push_back(chosen);
      to[loop->value] = chosen;
    }
    for (Expr &value : values)
      value = renameLoops(value, to);
    return expr::reduce(loops, values, view.combine, inits, view.order);
  }

  /// Loops that the reduction of `values` over `own` cannot have: those of its surroundings, and
  /// those of reductions inside.
  llvm::BitVector takenBy(ArrayRef<Expr> values, ArrayRef<Expr> own) {
    llvm::BitVector taken = reserved;
    for (Expr value : values) {
      taken |= boundUnder(value);
      for (int loop : freeLoops(value))
        if (llvm::none_of(own, [&](Expr l) { return l->value == loop; })) mark(taken, loop);
    }
    return taken;
  }

  Expr choose(Expr loop, const llvm::BitVector &taken) {
    const int64_t extent = loop->numbers[0];
    const int split = formula.loops[loop->value].split;
    for (size_t k = 0; k < formula.loops.size(); ++k)
      if (formula.loops[k].extent == extent && formula.loops[k].split == split &&
          !has(taken, static_cast<int64_t>(k)))
        return loop->pool->loop(static_cast<int>(k), extent);
    formula.loops.push_back(formula.loops[loop->value]);
    return loop->pool->loop(static_cast<int>(formula.loops.size()) - 1, extent);
  }
};

} // namespace

void mergeReductions(Formula &formula) { ReductionMerger(formula).run(); }

} // namespace shardc
