// SPDX-License-Identifier: Apache-2.0
// A sum over loops i, j is the sum over i of the sums over j, by the definition of its order. So
// the sums over j may be a value of their own, [i, the result's dimensions]: one more kernel, whose
// results are many. The rest is a sum over i of that value. What is inside may be split once more.
// It is there only where a loop inside has a tree of its own: a plain loop goes on with the sum
// around it. Values are numbered anew, since what is inside comes before what uses it.
#include "codegen/lower/graph/split_sums.h"

#include "analysis/program/cost.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// The reduction that a value is; null where it is none of one sum.
static Expr sumOf(const GraphValue &value) {
  if (value.kind != GraphValue::Kind::computed || value.formula->results.size() != 1)
    return nullptr;
  Expr root = value.formula->results.front().value;
  if (root->kind != Kind::Item || callIn(root)) return nullptr;
  const ReduceView reduce(root->args[0]);
  const bool isSum = reduce.values.size() == 1 && isOrdered(reduce) && !isTerm(reduce.values[0]);
  return isSum ? root->args[0] : nullptr;
}

/// How many of its loops are outside: those up to the first of several indices, if one of the
/// others has a tree of its own, so that its sums stand alone; else 0.
static size_t loopsOutside(const ReduceView &reduce) {
  const auto *first = llvm::find_if(reduce.loops, [](Expr loop) { return loop->numbers[0] > 1; });
  if (first == reduce.loops.end()) return 0;
  const size_t outside = static_cast<size_t>(first - reduce.loops.begin()) + 1;
  // What is plain goes on with the sum around it.
  return outside < reduce.loops.size() && !reduce.order[outside].isPlain() ? outside : 0;
}

/// Whether two kernels take less time than one, in which a thread has each result.
static bool isWorthIt(const Formula &formula, const Machine &machine) {
  const double elements = static_cast<double>(formula.results.front().type.elements());
  const double read = termsOf(formula, wholeLoops(formula)) *
                      static_cast<double>(formula.results.front().type.bytes()) / elements;
  return elements < machine.cores * machine.threadsPerCore / 2 &&
         read / machine.memoryBandwidth > machine.launch / 2;
}

namespace {

class Splitter {
public:
  Splitter(Graph &graph, Pool &pool, const Machine &machine)
      : graph(graph), pool(pool), machine(machine) {}

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
  /// Adds a value, and before it the sums inside of its sum. Its number.
  int add(GraphValue value) {
    Expr sum = sumOf(value);
    const size_t outside = sum && value.parts.size() == 1 ? loopsOutside(ReduceView(sum)) : 0;
    if (outside != 0 && isWorthIt(value.formula, machine)) {
      GraphValue inside = insideOf(value, ReduceView(sum), outside);
      setOutside(value, ReduceView(sum), outside, inside.type);
      value.operands.push_back(add(std::move(inside)));
      dropUnused(value);
    }
    graph.values.push_back(std::move(value));
    return static_cast<int>(graph.values.size()) - 1;
  }

  GraphValue insideOf(const GraphValue &value, const ReduceView &reduce, size_t outside) {
    GraphValue made = value;
    made.name += "_inner";
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
                   0);
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

  /// What is inside is one more operand.
  void setOutside(GraphValue &value, const ReduceView &reduce, size_t outside,
                  const TensorSpec &type) {
    Formula formula = value.formula;
    Result &result = formula.results.front();
    SmallVector<Expr, 4> index(reduce.loops.take_front(outside));
    llvm::append_range(index, result.index);
    Expr load = expr::load(pool, type.type, static_cast<int>(formula.operands.size()), index);
    formula.operands.push_back(type);
    result.value =
        expr::item(expr::reduce(reduce.loops.take_front(outside), {load}, reduce.combine,
                                reduce.inits, ArrayRef(reduce.order).take_front(outside)),
                   0);
    value.formula = std::move(formula);
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
};

} // namespace

void splitSums(Graph &graph, Pool &pool, const Machine &machine) {
  Splitter(graph, pool, machine).run();
}

} // namespace shardc
