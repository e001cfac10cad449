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
#include "codegen/lower/graph/reduction_parts.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>

namespace shardc {

// Rows that are looked for.
constexpr int64_t kMostRows = 1 << 16;
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
    const Parts parts = partsOf(graph, value.formula, view, effort, isGpu());
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
    return rows < kMostRows ? std::max<int64_t>(static_cast<int64_t>(rows), 1) : 1;
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
    Expr made = inParts(formula, reduce, parts, of);
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
