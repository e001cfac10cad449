// SPDX-License-Identifier: Apache-2.0
// Conditions that compare one loop's index with numbers cut that loop: between two of these numbers
// each of them holds everywhere or nowhere, so what is computed there has no such choice. Loops are
// cut from the innermost outwards, as long as all pieces together can be read: a condition on an
// outer loop is at least the same for all neighbours in memory.
#include "codegen/kernel/forms/pieces.h"

#include "codegen/kernel/tokens.h"
#include "frontend/ir/formula/bounds/intervals.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using Form = LoopView::Form;

// Names, numbers and operators of all pieces: where the innermost loop is cut, and where others
// are, too.
constexpr size_t kMostInner = 400, kMost = 160;

SmallVector<Env, 4> envsIn(ArrayRef<Env> envs, int loop, Interval piece) {
  SmallVector<Env, 4> inside;
  for (const Env &env : envs) {
    const Interval both = intersection(env.loops[loop], piece);
    if (both.empty()) continue;
    inside.push_back(env);
    inside.back().loops[loop] = both;
  }
  return inside;
}

/// All indices that some shard has.
static Interval hullOf(ArrayRef<Env> envs, int loop) {
  Interval all = {INT64_MAX, INT64_MIN};
  for (const Env &env : envs) {
    if (env.loops[loop].empty()) continue;
    all.lo = std::min(all.lo, env.loops[loop].lo);
    all.hi = std::max(all.hi, env.loops[loop].hi);
  }
  return all;
}

SmallVector<Interval, 4> Pieces::of(const KernelView &view, int loop) const {
  const Interval all = hullOf(view.envs, loop);
  SmallVector<Interval, 4> pieces;
  int64_t from = all.lo;
  if (const auto found = begins.find(loop); found != begins.end())
    for (const int64_t begin : found->second) {
      pieces.push_back({from, begin});
      from = begin;
    }
  pieces.push_back({from, all.hi});
  return pieces;
}

namespace {

class Cutter {
public:
  Cutter(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  Pieces cut() {
    for (const Result &result : view.formula.results)
      if (contains(result.value, Kind::Reduce)) return Pieces();
    collectCuts();
    bool isInner = true;
    for (const int loop : llvm::reverse(nest.order)) {
      if (view.loops[loop].form != Form::looped) continue;
      const auto found = cuts.find(loop);
      if (found != cuts.end()) {
        pieces.begins[loop] = SmallVector<int64_t, 4>(found->second.begin(), found->second.end());
        if (tokensOf(nest.order, values(), view.envs) > (isInner ? kMostInner : kMost))
          pieces.begins.erase(loop);
      }
      isInner = false;
    }
    return std::move(pieces);
  }

private:
  const KernelView &view;
  const Nest &nest;
  std::map<int, std::set<int64_t>> cuts;
  Pieces pieces;

  SmallVector<Expr, 2> values() const {
    SmallVector<Expr, 2> all;
    for (const Result &result : view.formula.results)
      all.push_back(result.value);
    return all;
  }

  void collectCuts() {
    for (const Result &result : view.formula.results)
      forEach(result.value, [&](Expr e) {
        if (e->kind == Kind::Select)
          forEach(e->args[0], [&](Expr condition) {
            if (condition->kind == Kind::Within) addCuts(condition);
          });
      });
  }

  /// Where the sides of lo <= +-i + constant < hi are, of a loop's index i.
  void addCuts(Expr condition) {
    int64_t constant = constantOf(condition->args[0]), factor = 0;
    int loop = -1;
    for (auto [by, term] : terms(condition->args[0])) {
      if (term->kind != Kind::Loop) return;
      const int number = static_cast<int>(term->value);
      if (view.loops[number].form == Form::absent) {
        constant += by * view.base(number, *view.busy.front());
        continue;
      }
      if (factor != 0) return;
      factor = by;
      loop = number;
    }
    if (std::abs(factor) != 1) return;
    for (const int64_t bound : condition->numbers)
      add(loop, factor > 0 ? bound - constant : constant - bound + 1);
  }
  void add(int loop, int64_t begin) {
    const Interval all = hullOf(view.envs, loop);
    if (begin > all.lo && begin < all.hi) cuts[loop].insert(begin);
  }

  /// How long the results of all pieces read.
  size_t tokensOf(ArrayRef<int> loops, ArrayRef<Expr> values, ArrayRef<Env> envs) const {
    if (loops.empty()) {
      size_t count = 0;
      for (Expr value : values)
        count += TokenCounter(view, [](Expr) { return false; }).of(simplify(value, envs));
      return count;
    }
    const int loop = loops.front();
    if (!pieces.begins.count(loop)) return tokensOf(loops.drop_front(), values, envs);
    size_t count = 0;
    for (const Interval &piece : pieces.of(view, loop))
      if (const auto inside = envsIn(envs, loop, piece); !inside.empty())
        count += tokensOf(loops.drop_front(), values, inside);
    return count;
  }
};

} // namespace

Pieces piecesOf(const KernelView &view, const Nest &nest) {
  return view.allCases ? Cutter(view, nest).cut() : Pieces();
}

} // namespace shardc
