// SPDX-License-Identifier: Apache-2.0
// Whatever changes in an expression, it is built again by the constructors, from the leaves up, and
// so simplified again. A memo knows what has been rewritten: expressions are graphs, and parts that
// they share are looked at once.
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/rewriting/loops.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace shardc {

/// A reduction over those of `loops` that still are loops: one that became a number is the one
/// value that it had.
static Expr rebuildReduce(Expr reduce, ArrayRef<Expr> args) {
  const ReduceView view(reduce);
  const size_t count = view.values.size(), inits = view.inits.size();
  SmallVector<Expr, 4> loops;
  SmallVector<SumOrder, 2> order;
  for (auto [loop, own] : llvm::zip_equal(args.drop_front(2 * count + inits), view.order)) {
    if (loop->kind != Kind::Loop) continue;
    loops.push_back(loop);
    order.push_back(own);
  }
  return expr::reduce(loops, args.take_front(count), args.slice(count, count),
                      args.slice(2 * count, inits), order);
}

/// `e` with other parts.
static Expr rebuild(Pool &pool, Expr e, ArrayRef<Expr> args) {
  switch (e->kind) {
  case Kind::Linear: {
    SmallVector<Term, 4> list;
    for (size_t k = 0; k < args.size(); ++k)
      list.push_back({e->numbers[k], args[k]});
    return expr::linear(pool, e->value, list);
  }
  case Kind::Loop:
    return pool.loop(static_cast<int>(e->value), e->numbers[0]);
  case Kind::Trip:
    return pool.trip(static_cast<int>(e->value), e->numbers[0]);
  case Kind::Digit:
    return expr::digit(args[0], e->numbers[0], e->numbers[1]);
  case Kind::At:
    return expr::at(args[0], e->numbers[0], e->numbers[1]);
  case Kind::Pick:
    return expr::pick(args[0], args[1]);
  case Kind::Literal:
    return pool.literal(e->number);
  case Kind::Cast:
    return expr::cast(e->type, args[0]);
  case Kind::Load:
    return expr::load(pool, e->type, static_cast<int>(e->value), args);
  case Kind::Scalar:
    return expr::scalar(static_cast<Fn>(e->value), e->type, args);
  case Kind::Select:
    return expr::select(args[0], args[1], args[2]);
  case Kind::Within:
    return expr::within(args[0], e->numbers[0], e->numbers[1]);
  case Kind::Held:
    return expr::held(args[0], args[1]);
  case Kind::Arg:
    return pool.arg(e->type, static_cast<int>(e->value));
  case Kind::Call:
    return expr::call(pool, e, args, e->numbers);
  case Kind::Item:
    return expr::item(args[0], static_cast<int>(e->value));
  case Kind::Reduce:
    return rebuildReduce(e, args);
  }
  llvm_unreachable("unknown kind");
}

static Expr rewriteInto(Pool &pool, Expr e, llvm::function_ref<Expr(Expr)> leaf, Memo &memo) {
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  Expr result = leaf(e);
  if (result == nullptr) {
    SmallVector<Expr, 8> args;
    bool same = e->pool == &pool;
    for (Expr arg : e->args) {
      args.push_back(rewriteInto(pool, arg, leaf, memo));
      same &= args.back() == arg;
    }
    result = same ? e : rebuild(pool, e, args);
  }
  memo[e] = result;
  return result;
}

Expr rewrite(Expr e, llvm::function_ref<Expr(Expr)> leaf, Memo &memo) {
  return rewriteInto(*e->pool, e, leaf, memo);
}

Expr copyInto(Pool &pool, Expr e) {
  Memo memo;
  return rewriteInto(
      pool, e, [](Expr) -> Expr { return nullptr; }, memo);
}

Formula copyInto(Pool &pool, const Formula &formula) {
  Formula copy = formula;
  Memo memo;
  const auto into = [&](Expr e) {
    return rewriteInto(
        pool, e, [](Expr) -> Expr { return nullptr; }, memo);
  };
  for (Result &result : copy.results) {
    for (Expr &index : result.index)
      index = into(index);
    result.value = into(result.value);
    if (result.combine) result.combine = into(result.combine);
    if (result.where) result.where = into(result.where);
  }
  return copy;
}

// Looking.

namespace {
/// Which loops expressions use, as sets.
class FreeLoops {
public:
  const llvm::BitVector &of(Expr e) {
    if (auto it = memo.find(e); it != memo.end()) return it->second;
    llvm::BitVector loops;
    if (e->kind == Kind::Loop) {
      loops.resize(e->value + 1);
      loops.set(e->value);
    }
    for (Expr arg : valuesOf(e))
      loops |= of(arg);
    if (e->kind == Kind::Reduce)
      for (Expr loop : ReduceView(e).loops)
        loops.reset(loop->value);
    return memo[e] = std::move(loops);
  }

private:
  llvm::DenseMap<Expr, llvm::BitVector> memo;
};

/// Calls `look` on every expression under `e`, once, parts before wholes; stops when it is true.
class Walker {
public:
  explicit Walker(llvm::function_ref<bool(Expr)> look) : look(look) {}
  bool walk(Expr e) {
    if (!seen.insert(e).second) return false;
    for (Expr arg : e->args)
      if (walk(arg)) return true;
    return look(e);
  }

private:
  llvm::function_ref<bool(Expr)> look;
  llvm::DenseSet<Expr> seen;
};
} // namespace

SmallVector<int, 8> freeLoops(Expr e) {
  FreeLoops loops;
  SmallVector<int, 8> numbers;
  for (unsigned number : loops.of(e).set_bits())
    numbers.push_back(static_cast<int>(number));
  return numbers;
}

Expr overLoop(Expr e, int loop, Expr other) {
  const auto leaf = [&](Expr part) -> Expr {
    if (part->kind == Kind::Loop && part->value == loop) return other;
    const bool isOther = part->kind == Kind::Reduce && !llvm::is_contained(freeLoops(part), loop);
    return isOther ? part : nullptr;
  };
  Memo memo;
  return rewrite(e, leaf, memo);
}

bool contains(Expr e, Kind kind) {
  return anyUnder(e, [&](Expr x) { return x->kind == kind; });
}

bool anyUnder(Expr e, llvm::function_ref<bool(Expr)> isOne) { return Walker(isOne).walk(e); }

bool anyAfterReductions(Expr e, llvm::function_ref<bool(Expr)> isOne) {
  llvm::DenseSet<Expr> seen;
  SmallVector<Expr, 8> open{e};
  while (!open.empty()) {
    Expr part = open.pop_back_val();
    if (part->kind == Kind::Item || !seen.insert(part).second) continue;
    if (isOne(part)) return true;
    open.append(part->args.begin(), part->args.end());
  }
  return false;
}

bool isGiven(Expr index) {
  return anyUnder(index, [](Expr e) { return e->kind == Kind::At || e->kind == Kind::Trip; });
}

SmallVector<Expr, 1> tripsIn(const Formula &formula) {
  SmallVector<Expr, 1> trips;
  forEachExpr(formula, [&](Expr e) {
    if (e->kind == Kind::Trip) trips.push_back(e);
  });
  llvm::sort(trips, [](Expr a, Expr b) { return a->value < b->value; });
  return trips;
}

SmallVector<Expr, 4> loadsOf(Expr e, int operand) {
  SmallVector<Expr, 4> loads;
  const auto look = [&](Expr x) {
    if (x->kind == Kind::Load && x->value == operand) loads.push_back(x);
    return false;
  };
  Walker(look).walk(e);
  return loads;
}

Formula reassignLoads(const Formula &formula, const llvm::DenseMap<Expr, int> &numbers,
                      ArrayRef<TensorSpec> operands) {
  Memo memo;
  const auto leaf = [&](auto &&self, Expr e) -> Expr {
    if (e->kind != Kind::Load) return nullptr;
    const auto found = numbers.find(e);
    if (found == numbers.end()) return nullptr;
    SmallVector<Expr, 4> index;
    for (Expr arg : e->args)
      index.push_back(rewrite(
          arg, [&](Expr inner) { return self(self, inner); }, memo));
    return expr::load(*e->pool, e->type, found->second, index);
  };
  Formula made = formula;
  for (Result &result : made.results)
    result.value = rewrite(
        result.value, [&](Expr e) { return leaf(leaf, e); }, memo);
  made.operands.assign(operands.begin(), operands.end());
  return made;
}

} // namespace shardc
