// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/kept_terms.h"

#include "codegen/kernel/forms/alike.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

namespace shardc {

/// Elements of a row: more would not stay in a processor's nearest cache.
static constexpr int64_t kMostOfRow = 4096;

/// Whether both loops run over the same indices of every shard.
static bool areSame(const KernelView &view, int a, int b) {
  const auto &spans = view.kernel.loops;
  return view.loops[a].form == view.loops[b].form &&
         view.loops[a].isLocal == view.loops[b].isLocal && spans[a].lo == spans[b].lo &&
         spans[a].hi == spans[b].hi;
}

/// The part of the reduction that is this value, over that one's loop; null where there is none.
static Expr partLike(Expr value, int loop, const ReduceView &other, int otherLoop) {
  Alike alike({{loop, otherLoop}});
  Expr found = nullptr;
  for (Expr whole : other.values)
    forEach(whole, [&](Expr part) {
      if (!found && part->kind == value->kind && alike.are(value, part)) found = part;
    });
  return found;
}

std::optional<KeptTerms> keptTermsOf(const KernelView &view, Expr reduce, ArrayRef<Expr> others) {
  const ReduceView own(reduce);
  const int loop = static_cast<int>(own.loops[0]->value);
  if (own.loops.size() != 1 || view.loops[loop].largest > kMostOfRow) return std::nullopt;
  for (Expr each : others) {
    const ReduceView other(each);
    if (hasTree(other)) continue; // whose loops are over leaves
    for (Expr otherLoop : other.loops) {
      const int number = static_cast<int>(otherLoop->value);
      if (number == loop || !areSame(view, loop, number)) continue;
      if (Expr later = partLike(own.values[0], loop, other, number))
        return KeptTerms{reduce, later, number};
    }
  }
  return std::nullopt;
}

} // namespace shardc
