// SPDX-License-Identifier: Apache-2.0
// If a reduction of several values is the same expression in the results of two kernels that are
// written as one, it is done once. What cannot be joined so, because one kernel reads what the
// other makes or has elements of another shape, may still be worth keeping in memory: then all is
// fused again without it.
#include "codegen/lower/fusion/siblings.h"

#include "analysis/program/cost.h"
#include "frontend/ir/formula/call.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardc {

// Reductions.

static void addTuples(Expr e, llvm::DenseSet<Expr> &seen, llvm::DenseSet<Expr> &tuples) {
  if (!seen.insert(e).second) return;
  if (e->kind == Kind::Reduce) {
    if (ReduceView(e).values.size() > 1) tuples.insert(e);
    return; // what is inside is done for every term, and is nobody else's
  }
  for (Expr arg : e->args)
    addTuples(arg, seen, tuples);
}

/// The outermost reductions of several values at once.
static llvm::DenseSet<Expr> tuplesOf(Expr value) {
  llvm::DenseSet<Expr> seen, tuples;
  addTuples(value, seen, tuples);
  return tuples;
}

/// A kernel is compared with so many before it, the last ones.
static constexpr size_t kMostOpen = 64;

/// Whether the last result has such a reduction in common with another.
static bool sharesTuple(const Formula &formula) {
  const llvm::DenseSet<Expr> own = tuplesOf(formula.results.back().value);
  return llvm::any_of(ArrayRef(formula.results).drop_back(), [&](const Result &other) {
    return llvm::any_of(tuplesOf(other.value), [&](Expr tuple) { return own.contains(tuple); });
  });
}

static bool hasSplitLoop(const Formula &formula) {
  return llvm::any_of(formula.loops, [](const Loop &loop) { return loop.split >= 0; });
}

// Joining.

/// Adds the second kernel's loops that the call itself does not have, of its result's elements, to
/// those of both; returns what each loop is there. None where shares of the call are others.
static std::optional<SmallVector<Expr, 8>> addLoops(const KernelBody &next, KernelBody &both) {
  const ArrayRef<Loop> own = next.formula.loops;
  Expr call = callIn(next.formula);
  SmallVector<Expr, 8> to(own.size());
  for (const int loop : freeLoops(call)) {
    const Loop &a = both.formula.loops[loop], &b = own[loop];
    if (a.extent != b.extent || a.split != b.split || both.loops[loop] != next.loops[loop])
      return std::nullopt;
    to[loop] = call->pool->loop(loop, b.extent);
  }
  for (size_t loop = 0; loop < own.size(); ++loop) {
    if (to[loop]) continue;
    to[loop] = call->pool->loop(static_cast<int>(both.formula.loops.size()), own[loop].extent);
    both.formula.loops.push_back(own[loop]);
    both.loops.push_back(next.loops[loop]);
  }
  return to;
}

/// What both make, where they are results of one call, of the same shares.
static std::optional<Joined> joinedCalls(const PartKernel &first, const PartKernel &next) {
  const Formula &a = first.body->formula, &b = next.body->formula;
  Expr own = callIn(a), other = callIn(b);
  if (!own || !other || own->numbers != other->numbers || own->args != other->args ||
      first.ins != next.ins)
    return std::nullopt;
  // A call makes one part of each result.
  if (llvm::any_of(a.results,
                   [&](const Result &each) { return callIn(each.value)->value == other->value; }))
    return std::nullopt;
  const auto sameLoop = [](const Loop &x, const Loop &y) {
    return x.extent == y.extent && x.split == y.split;
  };
  Joined made{*first.body, first.ins};
  if (first.body->loops == next.body->loops && llvm::equal(a.loops, b.loops, sameLoop)) {
    made.body.formula.results.push_back(b.results.front());
    return made;
  }
  const auto loops = addLoops(*next.body, made.body);
  if (!loops) return std::nullopt;
  made.body.formula.results.push_back(adopted(b.results.front(), *loops, 0));
  return made;
}

/// A kernel that computes into a cell is the end of a branch or the beginning of a loop; a part of
/// a sum is followed by what combines it.
bool Siblings::mayJoin(const PlacedKernel &kernel) const {
  if (kernel.fusions.empty() || graph.values[kernel.parts.front().value].into >= 0) return false;
  const Formula &formula = kernel.kernel.body->formula;
  if (callIn(formula)) return true;
  return !hasSplitLoop(formula) && !tuplesOf(formula.results.front().value).empty();
}

/// Whether a kernel can be done where one before it is: all that it reads is there already.
bool Siblings::mayMove(const PlacedKernel &kernel, const PlacedKernel &before) const {
  const int from = kernel.parts.front().value, to = before.parts.front().value;
  const int region = graph.values[from].region;
  if (graph.values[to].region != region) return false;
  const auto isBetween = [&](const GraphControl &control) {
    return control.region == region && to < control.at && control.at <= from;
  };
  return llvm::none_of(graph.controls, isBetween) &&
         llvm::all_of(kernel.kernel.ins, [&](const PartRef &in) {
           const GraphValue::Kind kind = graph.values[in.value].kind;
           return in.value < to || kind == GraphValue::Kind::input ||
                  kind == GraphValue::Kind::constant;
         });
}

bool Siblings::joins(PlacedKernel &first, const PlacedKernel &next) {
  const auto isShared = [&](const PartRef &in) { return llvm::is_contained(first.kernel.ins, in); };
  if (!mayMove(next, first) || llvm::none_of(next.kernel.ins, isShared)) return false;
  const bool isCall = callIn(first.kernel.body->formula) != nullptr;
  auto both = isCall ? joinedCalls(first.kernel, next.kernel) : joined(first, next);
  if (!both || !isReadable(both->body.formula)) return false;
  if (!isCall && !sharesTuple(both->body.formula)) return false;
  if (!isCall) setLoops(both->body, graph, first.parts.front());
  become(first, next, std::move(*both), bodies);
  return true;
}

void Siblings::join(std::vector<PlacedKernel> &kernels) {
  std::vector<PlacedKernel> left;
  SmallVector<size_t, 8> open; // places in `left`
  for (PlacedKernel &kernel : kernels) {
    const bool may = mayJoin(kernel);
    if (may && llvm::any_of(open, [&](size_t place) { return joins(left[place], kernel); }))
      continue;
    if (may && open.size() == kMostOpen) open.erase(open.begin());
    if (may) open.push_back(left.size());
    left.push_back(std::move(kernel));
  }
  kernels = std::move(left);
}

// What could not be joined.

/// The kernels that results of one op are computed in.
struct Siblings::Makers {
  std::set<int> results;
  /// Per kernel, called by the first value that it makes, the results that were substituted.
  std::vector<std::pair<int, std::vector<int>>> kernels;

  void add(int kernel, int result, bool isSubstituted) {
    results.insert(result);
    if (kernels.empty() || kernels.back().first != kernel) kernels.push_back({kernel, {}});
    if (isSubstituted) kernels.back().second.push_back(result);
  }

  /// Where the first kernel has its result in memory, those of the others join it; else the first
  /// joins them.
  std::vector<int> next() const {
    std::vector<int> later;
    for (const auto &[kernel, substituted] : ArrayRef(kernels).drop_front())
      later.insert(later.end(), substituted.begin(), substituted.end());
    return later.empty() ? kernels.front().second : later;
  }
};

/// In memory they are one kernel only where the same boxes of each are needed.
bool Siblings::isWorthIt(const Makers &makers, ArrayRef<int> apart) const {
  const GraphValue &first = graph.values[*makers.results.begin()];
  const auto isLike = [&](int other) { return sameParts(first, graph.values[other]); };
  if (!llvm::all_of(makers.results, isLike)) return false;
  const Formula &formula = *first.formula;
  const double again = secondsWithLoads(formula, wholeLoops(formula), machine);
  double bytes = 0;
  for (int value : std::set<int>(apart.begin(), apart.end()))
    bytes += 2 * static_cast<double>(graph.values[value].type.bytes()); // written and read
  return static_cast<double>(makers.kernels.size() - 1) * again > bytes / machine.memoryBandwidth;
}

std::vector<int> Siblings::toKeepApart(ArrayRef<PlacedKernel> kernels) const {
  std::map<std::pair<uint32_t, std::vector<int>>, Makers> ops; // by reduction and operands
  for (const PlacedKernel &kernel : kernels)
    for (const Fusion *fusion : kernel.fusions)
      for (int member : fusion->members) {
        const GraphValue &value = graph.values[member];
        if (Expr tuple = tupleOf(value))
          ops[{tuple->id, value.operands}].add(kernel.fusions.front()->value, member,
                                               member != fusion->value);
      }
  std::vector<int> apart;
  for (const auto &[op, makers] : ops) {
    if (makers.results.size() < 2 || makers.kernels.size() < 2) continue;
    const std::vector<int> next = makers.next();
    if (!next.empty() && isWorthIt(makers, next)) llvm::append_range(apart, next);
  }
  return apart;
}

} // namespace shardc
