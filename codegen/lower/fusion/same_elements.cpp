// SPDX-License-Identifier: Apache-2.0
// Kernels are looked at in their order, each beside a few of the last ones that read or make what
// it reads, so all takes a time that grows with their number alone. Two that become one stand where
// the first was, if all that the second reads is made before; else where the second was, if nobody
// reads what the first makes before that. So no kernel ever reads what comes behind it.
#include "codegen/lower/fusion/same_elements.h"

#include "codegen/lower/fusion/shared_terms.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>
#include <set>

namespace shardc {

// Formulas.

/// With more results nobody reads a kernel.
static constexpr size_t kMostResults = 8;
/// A kernel is compared with so many that read the same operand, the last ones.
static constexpr size_t kMostReaders = 4;

/// Whether one number of each element is made of loads.
static bool isOfElements(const Formula &formula) {
  return !callIn(formula) && !isPushed(formula) && formula.results.size() == 1 &&
         !pullOf(formula.results.front().value) && !formula.results.front().combine &&
         !formula.results.front().where;
}

/// Whether elements are made of reductions.
static bool reduces(const Formula &formula) {
  return contains(formula.results.front().value, Kind::Reduce);
}

/// Whether a condition says where an element is, and nothing else.
static bool saysWhere(Expr condition) {
  if (isConjunction(condition)) return llvm::all_of(condition->args, saysWhere);
  return condition->kind == Kind::Within;
}

/// Whether it is something new in a box, and what was there elsewhere.
static bool isUpdate(const Formula &formula) {
  Expr value = formula.results.front().value;
  return value->kind == Kind::Select && saysWhere(value->args[0]);
}

/// What decides whether neighbours are taken at once: the widths of what is read and written, and
/// whether what is read depends on where an element is.
struct Vectors {
  std::set<size_t> widths;
  bool hasPieces = false;
  bool operator==(const Vectors &) const = default;
};

static Vectors vectorsOf(const Formula &formula) {
  Vectors vectors;
  const auto add = [&](ElementType type) {
    const auto &own = info(type);
    vectors.widths.insert(own.isNarrow ? info(own.computed).bytes : own.bytes);
  };
  for (const Result &result : formula.results) {
    add(result.type.type);
    anyUnder(result.value, [&](Expr e) {
      if (e->kind == Kind::Load && !freeLoops(e).empty()) add(e->type);
      vectors.hasPieces |= e->kind == Kind::Within;
      return false;
    });
  }
  return vectors;
}

/// What is another number for every element: loads and functions over all loops of a result that
/// have more than one index. Others are of picked indices.
static llvm::DenseSet<Expr> ownOfElements(const Formula &formula, ArrayRef<Result> results) {
  llvm::DenseSet<Expr> found;
  const auto isOwn = [&](Expr e) {
    if (e->kind != Kind::Load && e->kind != Kind::Scalar) return false;
    const auto used = freeLoops(e);
    for (Expr index : results.front().index)
      for (const int loop : freeLoops(index))
        if (formula.loops[loop].extent > 1 && !llvm::is_contained(used, loop)) return false;
    return true;
  };
  for (const Result &result : results)
    anyUnder(result.value, [&](Expr e) {
      if (isOwn(e)) found.insert(e);
      return false;
    });
  return found;
}

/// Whether the last result has something in common with the others.
static bool sharesElements(const Formula &formula) {
  const ArrayRef<Result> results = formula.results;
  const llvm::DenseSet<Expr> others = ownOfElements(formula, results.drop_back());
  return llvm::any_of(ownOfElements(formula, results.take_back()),
                      [&](Expr e) { return others.contains(e); });
}

// Places.

namespace {

class Joining {
public:
  Joining(const Graph &graph, std::vector<PlacedKernel> &kernels, MadeByJoining &made)
      : graph(graph), kernels(kernels), made(made), kept(keptInMemory(graph)),
        slots(kernels.size()), segments(kernels.size()) {
    for (size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      slots[kernel] = kernel;
      segments[kernel] = segmentOf(kernels[kernel]);
      for (const PartRef &part : kernels[kernel].parts)
        makers[part] = kernel;
      for (const PartRef &in : kernels[kernel].kernel.ins)
        readers[in].push_back(kernel);
    }
  }

  void run() {
    for (size_t kernel = 0; kernel < kernels.size(); ++kernel)
      if (mayJoin(kernels[kernel])) findFirst(kernel);
    std::vector<PlacedKernel> left;
    std::vector<size_t> groups(kernels.size(), kNone); // by slot
    for (const auto &[kernel, slot] : llvm::enumerate(slots))
      if (!isGone(kernel)) groups[slot] = kernel;
    for (const size_t kernel : groups)
      if (kernel != kNone && kernels[kernel].parts.size() > 1) dropOwn(kernel);
    for (const size_t kernel : groups)
      if (kernel != kNone) left.push_back(std::move(kernels[kernel]));
    kernels = std::move(left);
  }

private:
  static constexpr size_t kNone = -1;

  /// Which straight sequence of steps a kernel is in: the region, and how many of its controls come
  /// before.
  std::pair<int, size_t> segmentOf(const PlacedKernel &kernel) {
    const int value = kernel.parts.front().value, region = graph.values[value].region;
    if (controls.empty()) {
      controls.resize(graph.regions.size());
      for (const GraphControl &control : graph.controls)
        controls[control.region].push_back(control.at);
    }
    const ArrayRef<int> own = controls[region];
    return {region,
            static_cast<size_t>(std::upper_bound(own.begin(), own.end(), value) - own.begin())};
  }

  bool mayJoin(const PlacedKernel &kernel) const {
    if (kernel.fusions.empty() || kernel.parts.size() != 1) return false;
    const GraphValue &value = graph.values[kernel.parts.front().value];
    const Formula &formula = kernel.kernel.body->formula;
    if (!isOfElements(formula) || kernel.fusions.front()->isAttention) return false;
    if (reduces(formula)) return mayShareTerms(formula);
    // Of what a loop carries it may become one of its box alone.
    return !value.isNext || !isUpdate(formula);
  }

  /// Joins a kernel with one before it, if it can.
  void findFirst(size_t kernel) {
    SmallVector<size_t, 8> tried;
    const auto joinsWith = [&](size_t first) {
      if (first == kernel || llvm::is_contained(tried, first)) return false;
      tried.push_back(first);
      return joins(first, kernel);
    };
    const std::vector<PartRef> ins = kernels[kernel].kernel.ins;
    for (const PartRef &in : ins) {
      const auto maker = makers.find(in);
      if (maker != makers.end() && open.contains(groupOf(maker->second)) &&
          joinsWith(groupOf(maker->second)))
        return addOpen(ins, groupOf(kernel));
    }
    for (const PartRef &in : ins)
      for (const size_t other : llvm::reverse(SmallVector<size_t, 4>(openOf[in])))
        if (joinsWith(groupOf(other))) return addOpen(ins, groupOf(kernel));
    open.insert(kernel);
    addOpen(ins, kernel);
  }

  void addOpen(ArrayRef<PartRef> ins, size_t kernel) {
    for (const PartRef &in : ins) {
      SmallVector<size_t, 4> &list = openOf[in];
      llvm::erase(list, kernel);
      if (list.size() == kMostReaders) list.erase(list.begin());
      list.push_back(kernel);
    }
  }

  size_t groupOf(size_t kernel) const {
    const auto found = into.find(kernel);
    return found == into.end() ? kernel : found->second;
  }
  bool isGone(size_t kernel) const { return into.count(kernel) != 0; }
  size_t slotOf(size_t kernel) const { return slots[groupOf(kernel)]; }

  bool joins(size_t first, size_t next) {
    PlacedKernel &group = kernels[first];
    const PlacedKernel &own = kernels[next];
    const Formula &a = group.kernel.body->formula, &b = own.kernel.body->formula;
    if (segments[first] != segments[next] || group.parts.size() == kMostResults ||
        reduces(a) != reduces(b) || !sameElements(*group.kernel.body, *own.kernel.body) ||
        (!reduces(a) && vectorsOf(a) != vectorsOf(b)))
      return false;
    const bool isEarly = comesBefore(own, first);
    if (!isEarly && isReadBefore(group, first, next)) return false;
    std::optional<Joined> both = joined(group, own);
    if (!both || !isReadable(both->body.formula)) return false;
    setLoops(both->body, graph, group.parts.front());
    if (!(reduces(a) ? sharesTerms(both->body) : sharesElements(both->body.formula))) return false;
    become(group, own, std::move(*both), made.bodies);
    into[next] = first;
    if (!isEarly) slots[first] = slots[next];
    return true;
  }

  /// Whether all that a kernel reads is made before a place, or there.
  bool comesBefore(const PlacedKernel &kernel, size_t first) const {
    return llvm::all_of(kernel.kernel.ins, [&](const PartRef &in) {
      const auto maker = makers.find(in);
      return maker == makers.end() || groupOf(maker->second) == first ||
             slotOf(maker->second) < slots[first];
    });
  }

  /// Whether anybody reads what a kernel makes before the place of the next.
  bool isReadBefore(const PlacedKernel &kernel, size_t first, size_t next) const {
    return llvm::any_of(kernel.parts, [&](const PartRef &part) {
      const auto found = readers.find(part);
      return found != readers.end() && llvm::any_of(found->second, [&](size_t reader) {
               return groupOf(reader) != first && slotOf(reader) < slots[next];
             });
    });
  }

  // Results that nobody else reads.

  bool isForOthers(PartRef part, size_t kernel) const {
    const GraphValue &value = graph.values[part.value];
    if (kept[part.value] || value.output >= 0 || value.into >= 0) return true;
    const auto found = readers.find(part);
    return found == readers.end() ||
           llvm::any_of(found->second, [&](size_t reader) { return groupOf(reader) != kernel; });
  }

  /// Results that go into others of the kernel alone are not stored.
  void dropOwn(size_t number) {
    PlacedKernel &kernel = kernels[number];
    PlacedKernel left;
    Formula formula = kernel.kernel.body->formula;
    formula.results.clear();
    SmallVector<const Fusion *, 4> gone; // the first comes first
    for (auto [part, fusion, result] :
         llvm::zip_equal(kernel.parts, kernel.fusions, kernel.kernel.body->formula.results)) {
      if (!isForOthers(part, number)) {
        gone.push_back(fusion);
        made.gone.push_back(part);
        continue;
      }
      left.parts.push_back(part);
      left.fusions.push_back(fusion);
      formula.results.push_back(result);
    }
    if (gone.empty()) return;
    for (const Fusion *&fusion : left.fusions)
      fusion = withAll(*fusion, gone);
    SmallVector<int, 8> used;
    const auto same = llvm::seq<int>(0, static_cast<int>(formula.operands.size()));
    made.bodies.push_back(
        {compact(formula, SmallVector<int, 8>(same.begin(), same.end()), used), {}});
    setLoops(made.bodies.back(), graph, left.parts.front());
    left.kernel.body = &made.bodies.back();
    for (const int operand : used)
      left.kernel.ins.push_back(kernel.kernel.ins[operand]);
    kernel = std::move(left);
  }

  const Fusion *withAll(const Fusion &user, ArrayRef<const Fusion *> producers) {
    Fusion all = user;
    for (const Fusion *producer : llvm::reverse(producers))
      if (llvm::is_contained(all.operands, producer->value)) all = inlined(all, *producer);
    made.fusions.push_back(std::move(all));
    return &made.fusions.back();
  }

  const Graph &graph;
  std::vector<PlacedKernel> &kernels;
  MadeByJoining &made;
  const std::vector<bool> kept;
  std::vector<SmallVector<int, 2>> controls; // by region: where they stand
  std::vector<size_t> slots;                 // of kernels that are not gone
  std::vector<std::pair<int, size_t>> segments;
  std::map<PartRef, size_t> makers;
  std::map<PartRef, SmallVector<size_t, 2>> readers;
  std::map<PartRef, SmallVector<size_t, 4>> openOf; // by what they read
  llvm::DenseSet<size_t> open;                      // that others may join
  llvm::DenseMap<size_t, size_t> into;              // what is gone, and the group that it is in
};

} // namespace

void joinSameElements(const Graph &graph, std::vector<PlacedKernel> &kernels, MadeByJoining &made) {
  Joining(graph, kernels, made).run();
}

} // namespace shardc
