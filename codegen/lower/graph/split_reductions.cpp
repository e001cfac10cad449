// SPDX-License-Identifier: Apache-2.0
// A reduction over loops i, j is one over i of those over j. So what is inside may be a value of
// its own, [i, the result's dimensions]: one more kernel, whose results are many. The rest is a
// reduction over i of that value. What is inside may be split once more. Which i there are:
//
//   a sum over several loops   the first ones, where a loop inside has a tree of its own: a plain
//                              loop goes on with the sum around it
//   a sum over a long one      equal groups of its leaves, which are whole subtrees: leaf k of L
//                              begins at term ceil(k N / L) of N, so in P groups, if P divides
//                              both, at the first term of a group and a leaf's first of those
//                              within it; else its leaves themselves, of which some have a term
//                              less than others. Where devices share the loop and their shares end
//                              within parts, what each has of a part is one of its own, in a
//                              dimension of devices
//   what may be grouped freely equal parts: integers, maxima, pairs of what is largest and where;
//                              of a length that has none, parts that differ by an index, if some
//                              number changes nothing, or parts that have some indices twice, if
//                              that changes nothing. Where its order is free, too, the loop that
//                              has most to share out comes first
//
// Values are numbered anew, since what is inside comes before what uses it.
#include "codegen/lower/graph/split_reductions.h"

#include "analysis/reshard/associative.h"
#include "codegen/lower/graph/reduction_effort.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/sum_order.h"
#include "runtime/device/sum_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>

namespace shardc {

// Terms of a part that are worth a value in memory, of what teams reduce and of what a thread does
// alone; parts that are looked for.
constexpr int64_t kTermsOfPart = 1024, kTermsOfThread = 16, kMostParts = 1 << 16;
// Leaves whose starts are computed of 32 bits; terms of one that are worth a value in memory.
constexpr int64_t kMostLeaves = 1 << 15, kTermsOfLeaf = 16;
// Indices of a loop that are few for threads to share out.
constexpr int64_t kFewToShare = 16;

/// The reduction that a value is, as it is or converted; null where it is none that may be grouped.
static Expr reductionOf(const GraphValue &value) {
  if (value.kind != GraphValue::Kind::computed || value.formula->results.size() != 1)
    return nullptr;
  Expr root = value.formula->results.front().value;
  if (root->kind == Kind::Scalar && info(static_cast<Fn>(root->value)).conversion)
    root = root->args[0];
  if (root->kind != Kind::Item || callIn(root) || pullOf(root)) return nullptr;
  const ReduceView reduce(root->args[0]);
  return isOrdered(reduce) || isAssociative(reduce.combine) ? root->args[0] : nullptr;
}

/// How many of its loops are outside: those up to the first of several indices, if one of the
/// others has a tree of its own, so that its sums stand alone; else 0.
static size_t loopsOutside(const ReduceView &reduce) {
  if (!isOrdered(reduce)) return 0;
  const auto *first = llvm::find_if(reduce.loops, [](Expr loop) { return loop->numbers[0] > 1; });
  if (first == reduce.loops.end()) return 0;
  const size_t outside = static_cast<size_t>(first - reduce.loops.begin()) + 1;
  // What is plain goes on with the sum around it.
  return outside < reduce.loops.size() && !reduce.order[outside].isPlain() ? outside : 0;
}

namespace {

class Splitter {
public:
  Splitter(Graph &graph, Pool &pool, const Machine &machine, bool keepsProducts)
      : graph(graph), pool(pool), machine(machine), keepsProducts(keepsProducts) {}

  void run() {
    std::vector<GraphValue> old = std::move(graph.values);
    graph.values.clear();
    std::vector<int> now; // where each has gone
    for (GraphValue &value : old) {
      renumber(value, now);
      now.push_back(add(std::move(value)));
    }
    now.push_back(static_cast<int>(graph.values.size()));
    for (GraphControl &control : graph.controls)
      renumber(control, now);
  }

private:
  bool isGpu() const { return machine.cores > 1; }

  /// Adds a value, and before it what is inside of its reduction. Its number.
  int add(GraphValue value) {
    while (split(value)) {
    }
    graph.values.push_back(std::move(value));
    return static_cast<int>(graph.values.size()) - 1;
  }

  /// Makes what is inside of a value's reduction a value of its own, if that is worth it.
  bool split(GraphValue &value) {
    Expr reduce = value.parts.size() == 1 ? reductionOf(value) : nullptr;
    if (!reduce) return false;
    if (isGpu()) reduce = longestFirst(value, reduce);
    const Key key(reduce, value.operands, value.region);
    const size_t outside = outsideOf(value, reduce);
    if (outside == 0) return false;
    const auto [known, fresh] = inside.try_emplace(key);
    if (fresh) known->second = addInside(value, ReduceView(reduce), outside);
    setOutside(value, reduce, outside, known->second);
    return true;
  }

  /// The reduction of a value, with its loops in the order in which they are shared out best, if
  /// any order gives the same bits: the longest first, but for a loop along memory, whose indices
  /// stay neighbours, unless the others are short.
  Expr longestFirst(GraphValue &value, Expr reduce) const {
    const ReduceView view(reduce);
    if (view.loops.size() < 2 || isOrdered(view) || !isCommutative(view.combine)) return reduce;
    SmallVector<Expr, 4> loops(view.loops);
    const auto isBefore = [&](Expr a, Expr b) {
      const int64_t ofA = mostOf(value, a), ofB = mostOf(value, b);
      const bool isAlong = readsAlong(view, a), otherIs = readsAlong(view, b);
      if (isAlong == otherIs) return ofA > ofB;
      return isAlong ? ofB < kFewToShare : ofA >= kFewToShare;
    };
    llvm::stable_sort(loops, isBefore);
    if (ArrayRef<Expr>(loops) == view.loops) return reduce;
    Expr sorted = expr::reduce(loops, view.values, view.combine, view.inits);
    Formula formula = value.formula;
    Result &result = formula.results.front();
    result.value = inPlaceOf(result.value, reduce, sorted);
    value.formula = std::move(formula);
    return sorted;
  }
  /// Of a loop's indices, those of the device that has most.
  int64_t mostOf(const GraphValue &value, Expr loop) const {
    const int number = value.formula->loops[loop->value].split;
    if (number < 0) return loop->numbers[0];
    int64_t most = 0;
    for (const Interval &own : graph.splits[number].values)
      most = std::max(most, own.extent());
    return most;
  }

  /// How many loops of a reduction are outside; 0: it stays whole. If it is to be cut for that,
  /// `reduce` is the one that is.
  size_t outsideOf(GraphValue &value, Expr &reduce) {
    const ReduceView view(reduce);
    const size_t outside = loopsOutside(view);
    if (isTerm(view.values[0])) {
      if (keepsProducts) return 0;
      if (outside > 0) return outside; // a product of matrices has the leaves of one loop
      if (!isGpu()) return 0;
    }
    const Effort effort = effortOf(graph, value, view, outside, machine);
    if (effort.isSharedAsItIs()) return 0;
    if (outside > 0) {
      const int64_t parts = mostOf(value, view.loops[outside - 1]);
      return parts > 1 && effort.inParts(parts) < effort.inParts(1) ? outside : 0;
    }
    const Parts parts = partsOf(value, view, effort);
    const int64_t rows = rowsOf(value, view);
    if (rows > 1 && effort.inParts(rows) < effort.inParts(parts.ofDevice()))
      return view.loops.size() - 1;
    if (parts.count < 2) return 0;
    if (parts.count < view.loops[0]->numbers[0]) reduce = cut(value, reduce, parts);
    return parts.loops();
  }

  /// How many rows along memory are reduced over several loops: those of one loop are its parts. 1:
  /// they are none that threads would share out, or too many to be in memory.
  int64_t rowsOf(const GraphValue &value, const ReduceView &reduce) const {
    const bool isOfRows = isGpu() && reduce.loops.size() > 2 && !isOrdered(reduce) &&
                          !isOfThreads(reduce) && readsAlong(reduce, reduce.loops.back()) &&
                          mostOf(value, reduce.loops.back()) >= kFewToShare;
    double rows = isOfRows ? 1 : 0;
    for (Expr loop : reduce.loops.drop_back())
      rows *= static_cast<double>(mostOf(value, loop));
    return rows < kMostParts ? std::max<int64_t>(static_cast<int64_t>(rows), 1) : 1;
  }

  /// Of a loop: equal ones, or by the cut rule, as a sum's leaves are; those of devices' shares,
  /// which may end within one.
  struct Parts {
    int64_t count = 1;
    bool areEqual = true;
    bool lap = false;    // they are equal, and have indices that their neighbours have
    int64_t devices = 0; // that have shares of the loop, which may end within a part

    /// How many of them a device has.
    int64_t ofDevice() const { return devices > 0 ? count / devices : count; }
    /// Loops that stand for them.
    size_t loops() const { return devices > 0 ? 2 : 1; }
  };

  /// The parts of the first loop that take the least time; one: it stays whole.
  Parts partsOf(const GraphValue &value, const ReduceView &reduce, const Effort &effort) const {
    double least = effort.inParts(1);
    Parts best;
    const auto consider = [&](const Parts &parts) {
      if (parts.ofDevice() < 2) return;
      const double seconds = effort.inParts(parts.ofDevice());
      if (seconds < least) least = seconds, best = parts;
    };
    const int64_t most = mostParts(reduce);
    for (int64_t about = 2; about <= most; about *= 2) {
      Parts parts = {partsUpTo(about, reduce)};
      if (!canBeCut(value.formula, reduce, parts.count)) {
        if (!isGpu()) continue;
        if (mayLap(value.formula, reduce, about)) consider({about, true, true});
        if (isOrdered(reduce))
          parts = {about, false, false, devicesOf(value.formula, reduce, about)};
        else if (mayBeUnequal(value.formula, reduce, about))
          parts = {about, false};
        if (parts.areEqual || (isOrdered(reduce) && parts.devices == 0)) continue;
      }
      consider(parts);
    }
    if (isGpu() && isOrdered(reduce) && mayBeUnequal(value.formula, reduce, reduce.order[0].leaves))
      consider({reduce.order[0].leaves, false});
    return best;
  }

  /// Whether parts may have indices of their neighbours: of a loop that no devices split, of which
  /// the parts that are equal differ too much from what is wanted.
  static bool mayLap(const Formula &formula, const ReduceView &reduce, int64_t parts) {
    return parts > 1 && isOfThreads(reduce) && reduce.loops.size() == 1 &&
           reduce.loops[0]->numbers[0] / parts >= kTermsOfThread &&
           formula.loops[reduce.loops[0]->value].split < 0 && isRepeatable(reduce.combine);
  }

  /// Whether operands are read at the loop's index, all of a dimension.
  static bool isReadWhole(const Formula &formula, Expr value, Expr loop) {
    return !anyUnder(value, [&](Expr part) {
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
  static bool mayBeUnequal(const Formula &formula, const ReduceView &reduce, int64_t parts) {
    const auto isNothing = [&](size_t k) { return identity(reduce, static_cast<int>(k)); };
    if (!llvm::all_of(llvm::seq(reduce.values.size()), isNothing)) return false;
    const int64_t extent = reduce.loops[0]->numbers[0];
    return parts > 1 && parts <= kMostLeaves && extent / parts >= kTermsOfLeaf &&
           extent % parts != 0 && formula.loops[reduce.loops[0]->value].split < 0 &&
           isReadWhole(formula, reduce.values[0], reduce.loops[0]);
  }

  /// How many devices share the first loop of a sum, if they do so by the cut rule, and their
  /// shares may be cut into equal parts of the whole; else 0. Lanes of a leaf are counted from the
  /// first term that a device has of it, so those of rows stay as they are.
  int64_t devicesOf(const Formula &formula, const ReduceView &reduce, int64_t parts) const {
    const int64_t extent = reduce.loops[0]->numbers[0];
    const int number = formula.loops[reduce.loops[0]->value].split;
    if (number < 0 || reduce.order[0].lanes > 1 || parts > kMostLeaves || extent % parts != 0 ||
        extent / parts < kTermsOfLeaf || !isReadWhole(formula, reduce.values[0], reduce.loops[0]))
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

  static int64_t mostParts(const ReduceView &reduce) {
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
  static int64_t partsUpTo(int64_t most, const ReduceView &reduce) {
    int64_t parts = most;
    if (isOrdered(reduce)) return parts;
    while (2 * parts > most && reduce.loops[0]->numbers[0] % parts != 0)
      --parts;
    return parts;
  }

  /// Whether parts are as long as each other, and devices that split the loop have whole ones.
  bool canBeCut(const Formula &formula, const ReduceView &reduce, int64_t parts) const {
    const int64_t extent = reduce.loops[0]->numbers[0], unit = extent / parts;
    if (extent % parts != 0) return false;
    if (parts == extent && reduce.loops.size() == 1) return false;
    const int number = formula.loops[reduce.loops[0]->value].split;
    return number < 0 || llvm::all_of(graph.splits[number].values, [&](const Interval &own) {
             return own.lo % unit == 0 && own.hi % unit == 0 && own.step == 1;
           });
  }

  /// Cuts the first loop of a value's reduction; returns the reduction that it then is.
  Expr cut(GraphValue &value, Expr reduce, const Parts &parts) {
    Formula formula = value.formula;
    Result &result = formula.results.front();
    const Loop whole = formula.loops[ReduceView(reduce).loops[0]->value];
    // What threads reduce alone they read side by side, if the order of terms may be another.
    const ArrayRef<Expr> combine = ReduceView(reduce).combine;
    const bool mayMix =
        isGpu() && isOfThreads(ReduceView(reduce)) && whole.split < 0 && isCommutative(combine);
    const PartsOf of = mayMix ? PartsOf::all : PartsOf::neighbours;
    Expr made = cut(formula, reduce, parts, of);
    if (whole.split >= 0) {
      Loop &over = formula.loops[ReduceView(made).loops[0]->value];
      over.split = static_cast<int>(graph.splits.size());
      const Varying<Interval> split = graph.splits[whole.split];
      graph.splits.push_back(parts.devices > 0 ? numbered(split)
                                               : inUnits(split, whole.extent / parts.count));
    }
    result.value = inPlaceOf(result.value, reduce, made);
    value.formula = std::move(formula);
    return made;
  }

  static Expr cut(Formula &formula, Expr reduce, const Parts &parts, PartsOf of) {
    const ReduceView view(reduce);
    const std::string name = formula.loops[view.loops[0]->value].name;
    if (parts.devices > 0) return inShares(formula, reduce, parts.devices, parts.count, name);
    if (parts.lap) return inLappingParts(formula, reduce, parts.count, name + "_part");
    if (parts.areEqual) return inParts(formula, reduce, parts.count, name + "_part", of);
    return inUnequalParts(formula, reduce, parts.count,
                          name + (isOrdered(view) ? "_leaf" : "_part"));
  }

  /// Devices that share a loop, one after the other.
  static Varying<Interval> numbered(const Varying<Interval> &split) {
    std::vector<Interval> made;
    for (const size_t k : llvm::seq(split.values.size()))
      made.push_back({static_cast<int64_t>(k), static_cast<int64_t>(k) + 1, 1});
    return {split.over, std::move(made)};
  }

  static Varying<Interval> inUnits(const Varying<Interval> &split, int64_t unit) {
    std::vector<Interval> made;
    for (const Interval &own : split.values)
      made.push_back({own.lo / unit, own.hi / unit, 1});
    return {split.over, std::move(made)};
  }

  static Expr inPlaceOf(Expr e, Expr reduce, Expr other) {
    Memo memo;
    return rewrite(
        e, [&](Expr part) { return part == reduce ? other : nullptr; }, memo);
  }

  /// Adds what is inside of a reduction, a value for each that it reduces. Their numbers.
  std::vector<int> addInside(const GraphValue &value, const ReduceView &reduce, size_t outside) {
    std::vector<GraphValue> made;
    for (size_t k = 0; k < reduce.values.size(); ++k)
      made.push_back(insideOf(value, reduce, outside, static_cast<int>(k)));
    std::vector<int> numbers;
    for (GraphValue &each : made)
      numbers.push_back(add(std::move(each)));
    return numbers;
  }

  /// Element `number` of what is inside: [the loops outside, the result's dimensions].
  GraphValue insideOf(const GraphValue &value, const ReduceView &reduce, size_t outside,
                      int number) {
    GraphValue made = value;
    made.name += reduce.values.size() > 1 ? "_inner" + std::to_string(number) : "_inner";
    made.of = nullptr;
    made.output = -1;
    made.into = -1;
    made.isNext = false;
    made.isKept = true;
    Formula formula = value.formula;
    Result &result = formula.results.front();
    result.value =
        expr::item(expr::reduce(reduce.loops.drop_front(outside), reduce.values, reduce.combine, {},
                                ArrayRef(reduce.order).drop_front(outside)),
                   number);
    result.type.type = result.value->type;
    ShardBoxes boxes = value.parts.front().windows;
    for (Expr loop : llvm::reverse(reduce.loops.take_front(outside))) {
      result.type.shape.insert(result.type.shape.begin(), loop->numbers[0]);
      result.index.insert(result.index.begin(), loop);
      boxes.dims.insert(boxes.dims.begin(), intervalOf(formula.loops[loop->value]));
      formula.loops[loop->value].split = -1; // a loop of the result now
    }
    made.type = result.type;
    made.formula = std::move(formula);
    const SharedBoxes held = std::move(boxes);
    made.parts = {{held, held}};
    dropUnused(made);
    return made;
  }

  Varying<Interval> intervalOf(const Loop &loop) const {
    return loop.split >= 0 ? graph.splits[loop.split] : uniform(Interval{0, loop.extent, 1});
  }

  /// What is inside are operands now.
  void setOutside(GraphValue &value, Expr whole, size_t outside, ArrayRef<int> numbers) {
    const ReduceView reduce(whole);
    Formula formula = value.formula;
    Result &result = formula.results.front();
    SmallVector<Expr, 4> index(reduce.loops.take_front(outside)), loads;
    llvm::append_range(index, result.index);
    for (const int number : numbers) {
      const TensorSpec &type = graph.values[number].type;
      loads.push_back(
          expr::load(pool, type.type, static_cast<int>(formula.operands.size()), index));
      formula.operands.push_back(type);
      value.operands.push_back(number);
    }
    Expr outer = expr::reduce(reduce.loops.take_front(outside), loads, reduce.combine, reduce.inits,
                              ArrayRef(reduce.order).take_front(outside));
    result.value = inPlaceOf(result.value, whole, outer);
    value.formula = std::move(formula);
    value.isTotal = true;
    value.isKept = false; // what is left is small: where it is added to others it may be one kernel
    dropUnused(value);
  }

  static void renumber(GraphValue &value, ArrayRef<int> now) {
    for (int &operand : value.operands)
      operand = now[operand];
    if (value.into >= 0) value.into = now[value.into];
  }
  static void renumber(GraphControl &control, ArrayRef<int> now) {
    control.at = now[control.at];
    if (control.decider >= 0) control.decider = now[control.decider];
    for (auto &[cell, next] : control.next) {
      cell = now[cell];
      next = now[next];
    }
    for (int &cell : control.cells)
      cell = now[cell];
  }

  Graph &graph;
  Pool &pool;
  const Machine &machine;
  bool keepsProducts;
  /// A reduction, what it is of, and the region that it is in.
  using Key = std::tuple<Expr, std::vector<int>, int>;
  std::map<Key, std::vector<int>> inside; // which results of one reduction share
};

} // namespace

void splitReductions(Graph &graph, Pool &pool, const Machine &machine, bool keepsProducts) {
  Splitter(graph, pool, machine, keepsProducts).run();
}

} // namespace shardc
