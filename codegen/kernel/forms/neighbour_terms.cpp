// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/neighbour_terms.h"

#include "codegen/kernel/forms/in_chunks.h"
#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/leaves.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// What the terms read.
class Reads {
public:
  Reads(const KernelView &view, ArrayRef<Expr> loops, int along, int64_t width,
        SmallVectorImpl<NeighbourTerms::Read> &made)
      : view(view), loops(loops), along(along), width(width), made(made) {}

  /// Whether all of it is there for neighbours at once, under a condition that may be null.
  bool find(Expr e, Expr where = nullptr) {
    if (e->kind == Kind::Item) return false;
    if (e->kind == Kind::Load) return find(e, e, where);
    if (e->kind != Kind::Select || !contains(e, Kind::Load))
      return llvm::all_of(e->args, [&](Expr part) { return find(part, where); });
    Expr condition = e->args[0];
    if (where || varies(condition) || contains(condition, Kind::Load)) return false;
    if (loadOrZeros(e, along)) return find(e->args[1], e, condition);
    return !contains(e->args[2], Kind::Load) && find(e->args[1], condition);
  }

private:
  const KernelView &view;
  const ArrayRef<Expr> loops; // of terms
  const int along;
  const int64_t width;
  SmallVectorImpl<NeighbourTerms::Read> &made;

  bool varies(Expr e) const { return llvm::is_contained(freeLoops(e), along); }

  /// Of all terms, and so before them.
  bool isOfAll(Expr load) const {
    const SmallVector<int, 8> used = freeLoops(load);
    return isHeld(view, load) && llvm::none_of(loops, [&](Expr loop) {
             return llvm::is_contained(used, static_cast<int>(loop->value));
           });
  }

  bool find(Expr load, Expr value, Expr where) {
    if (llvm::any_of(load->args, [](Expr index) { return contains(index, Kind::Load); }))
      return false;
    if (!varies(load)) return true;
    if (isOfAll(load)) return accessOf(view, load).walks[along].width >= width;
    const auto isAgain = [&](const NeighbourTerms::Read &each) { return each.load == load; };
    const auto *const again = llvm::find_if(made, isAgain);
    if (again != made.end()) return again->value == value && again->where == where;
    made.push_back({load, value, where});
    return accessOf(view, load).walks[along].width >= width;
  }
};

/// The reduction of all results, if there is one.
Expr onlyReduction(const KernelView &view) {
  llvm::DenseSet<Expr> found;
  for (const Result &result : view.formula.results)
    forEach(result.value, [&](Expr e) {
      if (e->kind == Kind::Item) found.insert(e->args[0]);
    });
  return found.size() == 1 ? *found.begin() : nullptr;
}

} // namespace

bool NeighbourTerms::has(Expr load) const {
  return llvm::any_of(reads, [&](const Read &each) { return each.load == load; });
}

std::optional<NeighbourTerms> neighbourTermsOf(const KernelView &view, int along, int64_t width) {
  Expr e = onlyReduction(view);
  if (!e) return std::nullopt;
  const ReduceView reduce(e);
  const ReductionPlan plan = planOf(reduce);
  using Start = ReductionPlan::Start;
  const bool isOne = plan.fn && !plan.initAtEnd &&
                     (plan.start == Start::identity ||
                      (plan.start == Start::init && reduce.inits[0]->kind == Kind::Literal));
  const auto isLooped = [&](Expr loop) { return view.loops[loop->value].isLooped(); };
  if (!isOne || hasTree(reduce) || reduce.values.size() != 1 ||
      !llvm::all_of(reduce.loops, isLooped) || !llvm::is_contained(freeLoops(e), along))
    return std::nullopt;
  NeighbourTerms terms{e, {}};
  if (!Reads(view, reduce.loops, along, width, terms.reads).find(reduce.values[0]) ||
      terms.reads.empty())
    return std::nullopt;
  return terms;
}

} // namespace shardc
