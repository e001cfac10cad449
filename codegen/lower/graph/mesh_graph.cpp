// SPDX-License-Identifier: Apache-2.0
// The partition has said what there is on devices, and in what order: each placed value becomes one
// of the graph, with the one part that devices hold of it, and what it moves a collective. Loops
// and branches are open while their regions are filled.
#include "codegen/lower/graph/mesh_graph.h"

#include "analysis/boxes/shard_reads.h"
#include "analysis/mesh/causes.h"
#include "codegen/lower/graph/loop_counters.h"
#include "codegen/plan/names.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;

namespace shardc {

namespace {

class MeshGraph {
public:
  MeshGraph(func::FuncOp entry, const Propagation &propagation, const Partitioned &partitioned,
            ProgramText &text, Plan &plan)
      : entry(entry), propagation(propagation), partitioned(partitioned), plan(plan), text(text),
        constants(plan) {}

  Graph run() && {
    graph.values.reserve(partitioned.placed.size() + partitioned.outputs.size());
    numbers.resize(partitioned.placed.size(), -1);
    for (const PlacedItem &item : partitioned.items)
      addItem(item);
    for (size_t output = 0; output < partitioned.outputs.size(); ++output)
      addOutput(output);
    graph.splits = partitioned.splits;
    return std::move(graph);
  }

private:
  void addItem(const PlacedItem &item) {
    switch (item.kind) {
    case PlacedItem::Kind::value:
      return addValue(item.number);
    case PlacedItem::Kind::control:
      return beginControl(partitioned.controls[item.number]);
    case PlacedItem::Kind::region:
      region = addRegion(graph, open.back());
      return;
    case PlacedItem::Kind::regionEnd:
      return endRegion(partitioned.controls[item.number], item.region);
    case PlacedItem::Kind::controlEnd:
      return endControl(partitioned.controls[item.number]);
    }
  }

  void beginControl(const PlacedControl &control) {
    DataFlowOp op = control.op;
    const Source source = sourceOf(op);
    const bool isLoop = op.turns() == Turns::loop;
    for (auto [cell, begin] : llvm::zip(control.cells, control.begin))
      computeInto(graph, *plan.pool, numbers[cell], numbers[begin], region, source);
    open.push_back(static_cast<int>(graph.controls.size()));
    GraphControl &made = graph.controls.emplace_back();
    made.kind = isLoop ? GraphControl::Kind::loop : GraphControl::Kind::branch;
    made.region = region;
    made.at = static_cast<int>(graph.values.size());
    made.source = source;
    made.trips = control.trips;
    const auto counters = countersOf(op, control.trips, *plan.pool);
    for (auto [cell, counter] : llvm::zip_equal(control.cells, counters)) {
      made.cells.push_back(numbers[cell]);
      graph.values[numbers[cell]].counter = counter;
    }
    if (!isLoop) made.decider = numbers[control.decider];
    const auto trips = static_cast<uint64_t>(control.trips.value_or(1));
    times.push_back(llvm::SaturatingMultiply(times.back(), trips));
  }

  void endRegion(const PlacedControl &control, int number) {
    DataFlowOp op = control.op;
    Region &inside = op->getRegion(number);
    const Source end = sourceOf(inside.front().getTerminator());
    const bool isLoop = op.turns() == Turns::loop;
    for (auto [cell, value] : llvm::zip(control.cells, control.ends[number]))
      if (isLoop)
        takeNext(graph, *plan.pool, open.back(), numbers[cell], numbers[value], end);
      else
        computeInto(graph, *plan.pool, numbers[cell], numbers[value], region, end);
    region = graph.controls[open.back()].region;
  }

  void endControl(const PlacedControl &control) {
    GraphControl &made = graph.controls[open.back()];
    if (!made.trips && control.decider >= 0) made.decider = numbers[control.decider];
    times.pop_back();
    open.pop_back();
  }

  GraphValue start(const Placed &placed) {
    GraphValue value;
    value.region = region;
    value.type = typeOf(placed);
    // A partial sum, and what is made of combined ones, are computed from other formulas.
    value.of = placed.suffix.empty() ? placed.value.getAsOpaquePointer()
                                     : static_cast<const void *>(&placed);
    auto input = dyn_cast<BlockArgument>(placed.value);
    if (input && input.getOwner() == &entry.front())
      value.name = inputName(entry, input.getArgNumber());
    else
      value.name = text.nameOf(placed.value);
    if (!placed.suffix.empty()) value.name += "_" + placed.suffix;
    const bool isSplit = placed.kind == Placed::Kind::computed && placed.because;
    Operation *op = isSplit ? placed.because : placed.value.getDefiningOp();
    if (op) value.source = sourceOf(op);
    return value;
  }

  void setOperands(const Placed &placed, GraphValue &value) const {
    for (int operand : placed.operands)
      value.operands.push_back(numbers[operand]);
  }

  void addValue(int number) {
    const Placed &placed = partitioned.placed[number];
    GraphValue value = start(placed);
    value.parts.push_back({placed.boxes, placed.boxes});
    switch (placed.kind) {
    case Placed::Kind::input:
      value.kind = GraphValue::Kind::input;
      value.index = static_cast<int>(cast<BlockArgument>(placed.value).getArgNumber());
      break;
    case Placed::Kind::constant:
      value.kind = GraphValue::Kind::constant;
      value.index = constants.numberOf(placed.value.getDefiningOp(), value.name);
      break;
    case Placed::Kind::computed:
      value.formula = formulaOf(placed.formula);
      setOperands(placed, value);
      value.parts.front().windows = windowsOf(placed);
      break;
    case Placed::Kind::moved:
      addMove(number, value);
      break;
    case Placed::Kind::cell:
      value.kind = GraphValue::Kind::cell;
      break;
    }
    numbers[number] = static_cast<int>(graph.values.size());
    graph.values.push_back(std::move(value));
  }

  /// In the plan's pool.
  Shared<Formula> formulaOf(const Shared<Formula> &formula) {
    const auto [known, fresh] = formulas.try_emplace(formula.get());
    if (fresh) known->second = copyInto(*plan.pool, formula);
    return known->second;
  }

  /// What kernels write: at least the boxes.
  SharedBoxes windowsOf(const Placed &placed) {
    const auto [known, fresh] = windows.try_emplace({placed.formula.get(), placed.boxes.get()});
    if (!fresh) return known->second;
    const Formula &formula = placed.formula;
    const ShardBoxes &boxes = placed.boxes;
    const ShardLoops loops = loopsFor(formula, boxes, partitioned.splits);
    ShardBoxes made = hull(resultBoxes(formula, loops, boxes.grid), boxes);
    known->second = made == *placed.boxes ? placed.boxes : SharedBoxes(std::move(made));
    return known->second;
  }

  static std::string suffixOf(Pattern pattern) {
    if (pattern == Pattern::allGather) return "_all";
    return pattern == Pattern::exchange ? "_near" : "_moved";
  }

  /// A value may move several times: u_near, u_near_2.
  std::string movedName(const std::string &name) {
    const int count = ++moved[name];
    return count == 1 ? name : name + "_" + std::to_string(count);
  }

  void addMove(int number, GraphValue &value) {
    const Placed &placed = partitioned.placed[number];
    value.kind = GraphValue::Kind::moved;
    setOperands(placed, value);
    const auto given = partitioned.given.find(number);
    value.move.held = given == partitioned.given.end()
                          ? partitioned.placed[placed.operands.front()].boxes
                          : given->second;
    Collective &collective = value.move.collective;
    collective.id = "c" + std::to_string(collectives++);
    collective.pattern = placed.move.pattern;
    collective.value = value.name;
    if (!placed.reduces) value.name = movedName(value.name + suffixOf(placed.move.pattern));
    collective.over = placed.move.over;
    if (placed.reduces) collective.combine = placed.combine;
    collective.asBits = placed.asBits;
    collective.times = static_cast<int64_t>(std::min<uint64_t>(times.back(), INT64_MAX));
    for (int coordinate : placed.move.over)
      collective.groupSize *= partitioned.grid.coordinates[coordinate].size;
    const double bytes = info(value.type.type).bytes;
    collective.payloadBytes = collective.wireBytes = placed.move.payload * bytes;
    collective.boundBytes = placed.move.bound * bytes;
    if (Operation *op = placed.value.getDefiningOp()) collective.maker = sourceOf(op);
    Operation *reader = readerOf(placed);
    Operation *user = reader ? reader : entry.front().getTerminator();
    if (user != placed.value.getDefiningOp()) collective.user = sourceOf(user);
    collective.cause = causeOf(propagation, partitioned, entry, number,
                               [&](Value value) { return text.nameOf(value); });
    if (const WeighedReduction *weighed = weighedFor(partitioned, placed))
      collective.weighed = *weighed;
  }

  /// An output is a value of its own: what is an input, a constant or an output already is copied.
  void addOutput(size_t output) {
    int number = numbers[partitioned.outputs[output]];
    const SharedBoxes boxes = boxesOn(propagation.table[propagation.outputs[output]],
                                      plan.outputs[output].type.shape, partitioned.grid);
    const GraphValue &value = graph.values[number];
    const bool isMade =
        value.kind == GraphValue::Kind::computed || value.kind == GraphValue::Kind::moved;
    if (!isMade || value.output >= 0)
      number = copyForOutput(graph, *plan.pool, number, plan.outputs[output].name, boxes,
                             sourceOf(entry.front().getTerminator()));
    graph.values[number].output = static_cast<int>(output);
    graph.values[number].outputBoxes = boxes;
  }

  func::FuncOp entry;
  const Propagation &propagation;
  const Partitioned &partitioned;
  Plan &plan;
  ProgramText &text;
  PlanConstants constants;
  Graph graph;
  llvm::DenseMap<const Formula *, Shared<Formula>> formulas;
  llvm::DenseMap<std::pair<const Formula *, const ShardBoxes *>, SharedBoxes> windows;
  std::vector<int> numbers; // of the graph, per placed value
  int region = 0;
  std::vector<int> open; // loops and branches around, in the graph
  /// How often what is done here is done in a call, as far as that is known; outside of every loop,
  /// and within each that is open.
  SmallVector<uint64_t> times = {1};
  int collectives = 0;
  llvm::StringMap<int> moved;
};

} // namespace

Graph graphOf(func::FuncOp entry, const Propagation &propagation, const Partitioned &partitioned,
              ProgramText &text, Plan &plan) {
  return MeshGraph(entry, propagation, partitioned, text, plan).run();
}

} // namespace shardc
