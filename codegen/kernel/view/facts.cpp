// SPDX-License-Identifier: Apache-2.0
// An access is along a loop where the loop is the index of its last dimension that has several
// elements, plus a constant and even multiples of other loops, and of no other. So many neighbours
// then always begin at a multiple of their number if the first of a row does, on every shard, and
// rows of its window have a multiple of that many elements; a single row may have any number.
#include "codegen/kernel/view/facts.h"

#include "codegen/kernel/view/choices.h"
#include "codegen/kernel/view/view.h"
#include "frontend/ir/formula/bounds/intervals.h"
#include "frontend/ir/formula/bounds/refine.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

constexpr int64_t kWidest = 16;

/// The window that an access is in, in one case.
using WindowOf = llvm::function_ref<const Box &(const Case &)>;

class WalkFinder {
public:
  WalkFinder(const KernelView &view, ArrayRef<Expr> index, WindowOf window)
      : view(view), window(window) {
    for (auto [number, each] : llvm::enumerate(index)) {
      const auto extent = [&, number = number](const Case &c) {
        return window(c)[number].extent();
      };
      dims.push_back({indexSum(each), common(view.cases, extent),
                      common(view.busy, [&](const Case *c) { return extent(*c); })});
    }
  }

  SmallVector<Walk, 8> find() {
    walks.resize(view.formula.loops.size());
    int64_t pitch = 1;
    bool isMinor = true;
    for (size_t dim = dims.size(); dim-- > 0;) {
      if (dims[dim].busyExtent == 1) continue;
      for (const Term &term : dims[dim].sum.terms)
        addTerm(term, pitch, isMinor);
      pitch *= std::max<int64_t>(window(*view.busy.front())[dim].extent(), 1);
      isMinor = false;
    }
    for (size_t dim = 0; dim < dims.size(); ++dim)
      findWidth(dim);
    return std::move(walks);
  }

private:
  struct Dim {
    IndexSum sum;
    std::optional<int64_t> extent, busyExtent; // of the window, where all, or all busy, agree

    bool uses(int loop) const {
      return llvm::any_of(sum.terms, [&](const Term &term) {
        return llvm::is_contained(freeLoops(term.second), loop);
      });
    }
  };
  const KernelView &view;
  WindowOf window;
  SmallVector<Dim, 4> dims;
  SmallVector<Walk, 8> walks;

  void addTerm(const Term &term, int64_t pitch, bool isMinor) {
    for (const int loop : freeLoops(term.second)) {
      Walk &walk = walks[loop];
      if (walk.stride == Stride::unknown) continue;
      if (term.second->kind != Kind::Loop) {
        walk = {Stride::unknown};
        continue;
      }
      walk.stride = isMinor && term.first == 1 ? Stride::one : Stride::several;
      walk.elements += term.first * pitch;
    }
  }

  /// Along the loop that is all of the dimension's index but for multiples.
  void findWidth(size_t dim) {
    const ArrayRef<Term> terms = dims[dim].sum.terms;
    const auto isAlone = [](const Term &term) { return term.first == 1; };
    const Term *const own = llvm::find_if(terms, isAlone);
    if (own == terms.end() || own->second->kind != Kind::Loop) return;
    const auto loop = static_cast<int>(own->second->value);
    int64_t most = kWidest; // that others are multiples of
    for (const Term &other : terms) {
      if (&other == own) continue;
      if (llvm::is_contained(freeLoops(other.second), loop)) return;
      while (other.first % most != 0)
        most /= 2;
    }
    if (most == 1) return;
    const ArrayRef<Dim> outer = ArrayRef(dims).take_front(dim),
                        inner = ArrayRef(dims).drop_front(dim + 1);
    const auto usesIt = [&](const Dim &other) { return other.uses(loop); };
    if (llvm::any_of(outer, usesIt) || llvm::any_of(inner, usesIt) || !areSingle(inner)) return;
    walks[loop].width = std::min(most, widthOf(loop, dim, areSingle(outer)));
  }

  static bool areSingle(ArrayRef<Dim> dims) {
    return llvm::all_of(dims, [](const Dim &dim) { return dim.extent == 1; });
  }

  int64_t widthOf(int loop, size_t dim, bool isOneRow) const {
    const std::optional<int64_t> row = isOneRow ? 0 : dims[dim].extent;
    const auto firstOf = [&](const Case *each) {
      return each->loops[loop].lo + dims[dim].sum.constant - window(*each)[dim].lo;
    };
    if (!row || !(view.allCases || common(view.busy, firstOf))) return 1;
    int64_t width = kWidest;
    while (width > 1 && *row % width != 0)
      width /= 2;
    for (const Case *each : view.busy)
      while (width > 1 && firstOf(each) % width != 0)
        width /= 2;
    return width;
  }
};

AccessFacts accessOfLoad(const KernelView &view, Expr load, bool always) {
  const auto window = [&](const Case &each) -> const Box & { return each.ins[load->value]; };
  return {load, static_cast<int>(load->value), always, WalkFinder(view, load->args, window).find()};
}

class FactsFinder {
public:
  explicit FactsFinder(const KernelView &view) : view(view) {}

  Facts find() {
    const bool onCondition = isPushed(view.formula);
    for (const Result &result : view.formula.results)
      if (!onCondition) inAnyCase(result.value);
    for (const Result &result : view.formula.results) {
      forEach(result.value, [&](Expr e) { add(e, false); });
      if (result.where) forEach(result.where, [&](Expr e) { add(e, false); });
    }
    for (auto [number, result] : llvm::enumerate(view.formula.results))
      facts.stores.push_back(accessOf(view, static_cast<int>(number), result.index));
    return std::move(facts);
  }

private:
  const KernelView &view;
  Facts facts;
  llvm::DenseSet<Expr> seen, added;

  void inAnyCase(Expr e) {
    if (!seen.insert(e).second) return;
    if (e->kind == Kind::Load) return add(e, true);
    for (Expr part : computedParts(view, e))
      inAnyCase(part);
  }

  void add(Expr e, bool always) {
    if (e->kind == Kind::Load && added.insert(e).second)
      facts.loads.push_back(accessOfLoad(view, e, always));
  }
};

} // namespace

Facts factsOf(const KernelView &view) { return FactsFinder(view).find(); }

AccessFacts accessOf(const KernelView &view, Expr load) {
  const auto known =
      llvm::find_if(view.facts.loads, [&](const AccessFacts &each) { return each.load == load; });
  return known != view.facts.loads.end() ? *known : accessOfLoad(view, load, false);
}

AccessFacts accessOf(const KernelView &view, int result, ArrayRef<Expr> index) {
  const auto window = [&](const Case &each) -> const Box & { return each.outs[result]; };
  return {nullptr, result, true, WalkFinder(view, index, window).find()};
}

namespace {

/// Conditions are on sums without their constants.
Interval rangeOf(Expr index, const Env &env) {
  const Interval all = range(index, env);
  const int64_t constant = constantOf(index);
  if (constant == 0 || env.known.empty()) return all;
  const Interval rest = range(expr::add(index, -constant), env);
  return intersection(all, {rest.lo + constant, rest.hi + constant});
}

bool isInside(const Case &shard, Expr load, const Env &env) {
  return llvm::all_of(llvm::enumerate(load->args), [&](const auto &index) {
    const Interval window = shard.ins[load->value][index.index()];
    const Interval read = rangeOf(index.value(), env);
    return read.empty() || (read.lo >= window.lo && read.hi <= window.hi);
  });
}

/// Follows conditions on the way down, so many that no formula takes long.
class HeldReads {
public:
  explicit HeldReads(const Case &shard) : shard(shard) {}

  bool areHeld(Expr e, const Env &env) {
    llvm::DenseSet<Expr> seen;
    return areHeld(e, env, seen);
  }

private:
  const Case &shard;
  int conditionsLeft = 64;

  bool areHeld(Expr e, const Env &env, llvm::DenseSet<Expr> &seen) {
    if (!seen.insert(e).second) return true;
    if (e->kind == Kind::Load && !isInside(shard, e, env)) return false;
    if (e->kind == Kind::Select && canRefine(e->args[0]) && conditionsLeft-- > 0)
      return areHeld(e->args[0], env, seen) && areHeld(e->args[1], refine(env, e->args[0], true)) &&
             areHeld(e->args[2], refine(env, e->args[0], false));
    return llvm::all_of(e->args, [&](Expr part) { return areHeld(part, env, seen); });
  }
};

} // namespace

bool isHeld(const KernelView &view, Expr load) {
  return llvm::all_of(view.busy,
                      [&](const Case *each) { return isInside(*each, load, Env{each->loops}); });
}

bool areReadsHeld(const KernelView &view, Expr value) {
  return llvm::all_of(view.busy, [&](const Case *each) {
    return HeldReads(*each).areHeld(value, Env{each->loops});
  });
}

} // namespace shardc
