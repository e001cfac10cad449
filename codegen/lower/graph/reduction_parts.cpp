// SPDX-License-Identifier: Apache-2.0
// Numbers of parts are tried by powers of two. Those of a sum are groups of its leaves, or the
// leaves; what may be grouped freely has equal ones of about that number, or else those that differ
// by an index, or have some indices twice.
#include "codegen/lower/graph/reduction_parts.h"

#include "analysis/reshard/associative.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/sum_order.h"
#include "runtime/device/sum_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace shardc {

// Terms of a part that are worth a value in memory, of what teams reduce and of what a thread does
// alone; parts that are looked for.
constexpr int64_t kTermsOfPart = 1024, kTermsOfThread = 16, kMostParts = 1 << 16;
// Leaves whose starts are computed of 32 bits; terms of one that are worth a value in memory.
constexpr int64_t kMostLeaves = 1 << 15, kTermsOfLeaf = 16;

namespace {

class PartsFinder {
public:
  PartsFinder(const Graph &graph, const Formula &formula, const ReduceView &reduce, bool isGpu)
      : graph(graph), formula(formula), reduce(reduce), isGpu(isGpu) {}

  Parts best(const Effort &effort) const {
    double least = effort.inParts(1);
    Parts found;
    const auto consider = [&](const Parts &parts) {
      if (parts.ofDevice() < 2) return;
      const double seconds = effort.inParts(parts.ofDevice());
      if (seconds < least) least = seconds, found = parts;
    };
    const int64_t most = mostParts();
    for (int64_t about = 2; about <= most; about *= 2) {
      Parts parts = {partsUpTo(about)};
      if (!canBeCut(parts.count)) {
        if (!isGpu) continue;
        if (mayLap(about)) consider({about, true, true});
        if (isOrdered(reduce))
          parts = {about, false, false, devicesOf(about)};
        else if (mayBeUnequal(about))
          parts = {about, false};
        if (parts.areEqual || (isOrdered(reduce) && parts.devices == 0)) continue;
      }
      consider(parts);
    }
    if (isGpu && isOrdered(reduce) && mayBeUnequal(reduce.order[0].leaves))
      consider({reduce.order[0].leaves, false});
    return found;
  }

private:
  /// Whether parts may have indices of their neighbours: of a loop that no devices split, of which
  /// the parts that are equal differ too much from what is wanted.
  bool mayLap(int64_t parts) const {
    return parts > 1 && isOfThreads(reduce) && reduce.loops.size() == 1 &&
           reduce.loops[0]->numbers[0] / parts >= kTermsOfThread &&
           formula.loops[reduce.loops[0]->value].split < 0 && isRepeatable(reduce.combine);
  }

  /// Whether operands are read at the loop's index, all of a dimension.
  bool isReadWhole() const {
    Expr loop = reduce.loops[0];
    return !anyUnder(reduce.values[0], [&](Expr part) {
      if (part->kind != Kind::Load) return false;
      const ArrayRef<int64_t> shape = formula.operands[part->value].shape;
      return llvm::any_of(llvm::zip_equal(part->args, shape), [&](const auto &at) {
        const auto &[index, extent] = at;
        return index != loop ? llvm::is_contained(freeLoops(index), static_cast<int>(loop->value))
                             : extent != loop->numbers[0];
      });
    });
  }

  /// Whether parts by the cut rule may be some: of a loop that is a dimension, which no devices
  /// split: a shorter part ends with the next one's term, and the last one behind all.
  bool mayBeUnequal(int64_t parts) const {
    const auto isNothing = [&](size_t k) { return identity(reduce, static_cast<int>(k)); };
    if (!llvm::all_of(llvm::seq(reduce.values.size()), isNothing)) return false;
    const int64_t extent = reduce.loops[0]->numbers[0];
    return parts > 1 && parts <= kMostLeaves && extent / parts >= kTermsOfLeaf &&
           extent % parts != 0 && formula.loops[reduce.loops[0]->value].split < 0 && isReadWhole();
  }

  /// How many devices share the first loop of a sum, if they do so by the cut rule, and their
  /// shares may be cut into equal parts of the whole; else 0. Lanes of a leaf are counted from the
  /// first term that a device has of it, so those of rows stay as they are.
  int64_t devicesOf(int64_t parts) const {
    const int64_t extent = reduce.loops[0]->numbers[0];
    const int number = formula.loops[reduce.loops[0]->value].split;
    if (number < 0 || reduce.order[0].lanes > 1 || parts > kMostLeaves || extent % parts != 0 ||
        extent / parts < kTermsOfLeaf || !isReadWhole())
      return 0;
    const ArrayRef<Interval> own = *graph.splits[number].values;
    const auto count = static_cast<int64_t>(own.size());
    for (const auto &[k, each] : llvm::enumerate(own))
      if (each != shareOf(extent, count, static_cast<int64_t>(k))) return 0;
    return count;
  }

  static Interval shareOf(int64_t extent, int64_t count, int64_t number) {
    return {runtime::leaf_start(count, extent, number),
            runtime::leaf_start(count, extent, number + 1), 1};
  }

  int64_t mostParts() const {
    if (isOrdered(reduce)) return reduce.order[0].leaves;
    double terms = 1; // there may be too many for an integer
    for (Expr loop : reduce.loops)
      terms *= static_cast<double>(loop->numbers[0]);
    const int64_t ofEach = isOfThreads(reduce) ? kTermsOfThread : kTermsOfPart;
    const double most = std::min<double>(kMostParts, terms / static_cast<double>(ofEach));
    return std::min(reduce.loops[0]->numbers[0], static_cast<int64_t>(most));
  }

  /// The most parts that are equal and no more than `most`: of a sum as many as its leaves allow, a
  /// power of two.
  int64_t partsUpTo(int64_t most) const {
    int64_t parts = most;
    if (isOrdered(reduce)) return parts;
    while (2 * parts > most && reduce.loops[0]->numbers[0] % parts != 0)
      --parts;
    return parts;
  }

  /// Whether parts are as long as each other, and devices that split the loop have whole ones.
  bool canBeCut(int64_t parts) const {
    const int64_t extent = reduce.loops[0]->numbers[0], unit = extent / parts;
    if (extent % parts != 0) return false;
    if (parts == extent && reduce.loops.size() == 1) return false;
    const int number = formula.loops[reduce.loops[0]->value].split;
    return number < 0 || llvm::all_of(graph.splits[number].values, [&](const Interval &own) {
             return own.lo % unit == 0 && own.hi % unit == 0 && own.step == 1;
           });
  }

  const Graph &graph;
  const Formula &formula;
  const ReduceView &reduce;
  bool isGpu;
};

} // namespace

Parts partsOf(const Graph &graph, const Formula &formula, const ReduceView &reduce,
              const Effort &effort, bool isGpu) {
  return PartsFinder(graph, formula, reduce, isGpu).best(effort);
}

Expr inParts(Formula &formula, Expr reduce, const Parts &parts, PartsOf of) {
  const ReduceView view(reduce);
  const std::string name = formula.loops[view.loops[0]->value].name;
  if (parts.devices > 0) return inShares(formula, reduce, parts.devices, parts.count, name);
  if (parts.lap) return inLappingParts(formula, reduce, parts.count, name + "_part");
  if (parts.areEqual) return inParts(formula, reduce, parts.count, name + "_part", of);
  return inUnequalParts(formula, reduce, parts.count, name + (isOrdered(view) ? "_leaf" : "_part"));
}

} // namespace shardc
