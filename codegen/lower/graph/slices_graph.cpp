// SPDX-License-Identifier: Apache-2.0
// Values become the graph's in the order of the program: inputs first, then what the function needs
// of each op. What a loop carries or a branch gives is a cell, computed into before the loop, or in
// each region. An output is a value of its own, so what cannot be one is copied.
#include "codegen/lower/graph/slices_graph.h"

#include "analysis/program/data_flow.h"
#include "codegen/lower/graph/loop_counters.h"
#include "codegen/plan/names.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace shardc {

namespace {

class SlicesGraph {
public:
  SlicesGraph(func::FuncOp entry, const ShardFunction &function, ProgramText &text, Plan &plan,
              PlanConstants &constants)
      : entry(entry), function(function), text(text), plan(plan), constants(constants) {}

  Graph run() && {
    for (BlockArgument input : neededInputs())
      addInput(input);
    for (Operation *op : neededOps())
      addOp(*op);
    for (auto [position, output] : llvm::enumerate(function.outputs))
      addOutput(output, function.outputBoxes[position]);
    return std::move(graph);
  }

private:
  GraphValue &add(Value value, std::string name) {
    numbers[value] = static_cast<int>(graph.values.size());
    GraphValue &added = graph.values.emplace_back();
    added.name = unused(std::move(name));
    added.of = value.getAsOpaquePointer();
    added.type = *typeOf(value.getType());
    for (const Part &part : function.parts.find(value)->second)
      added.parts.push_back({part.boxes, part.windows});
    return added;
  }

  /// Regions beside each other have the same names, and so have functions that are called twice.
  std::string unused(std::string name) {
    unsigned &number = numberOf.try_emplace(name, 1).first->second;
    std::string tried = name;
    while (!names.insert(tried).second)
      tried = name + "_" + std::to_string(++number);
    return tried;
  }

  // Of the program itself only what the function needs is looked at: there may be as many functions
  // as outputs.

  SmallVector<BlockArgument> neededInputs() {
    SmallVector<BlockArgument> needed;
    for (const auto &[value, parts] : function.parts)
      if (auto input = dyn_cast<BlockArgument>(value); input && input.getOwner() == &entry.front())
        needed.push_back(input);
    llvm::sort(needed, [](BlockArgument a, BlockArgument b) {
      return a.getArgNumber() < b.getArgNumber();
    });
    return needed;
  }

  SmallVector<Operation *> neededOps() {
    llvm::SetVector<Operation *> needed;
    for (const auto &[value, parts] : function.parts)
      if (Operation *op = value.getDefiningOp())
        needed.insert(entry.front().findAncestorOpInBlock(*op));
    SmallVector<Operation *> ordered(needed.takeVector());
    llvm::sort(ordered, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return ordered;
  }

  void addInput(BlockArgument input) {
    GraphValue &added = add(input, inputName(entry, input.getArgNumber()));
    added.kind = GraphValue::Kind::input;
    added.index = static_cast<int>(input.getArgNumber());
  }

  void addBlock(Block &block) {
    for (Operation &op : block.without_terminator())
      addOp(op);
  }

  void addOp(Operation &op) {
    if (auto control = dyn_cast<DataFlowOp>(op)) return addControl(control);
    for (OpResult result : op.getResults())
      if (function.parts.contains(result)) addResult(result);
  }

  /// A loop or branch with the positions that are needed: each is a cell.
  void addControl(DataFlowOp op) {
    const bool isLoop = op.turns() == Turns::loop;
    std::vector<std::pair<int, DataFlowEdge>> cells;
    const auto trips = isLoop ? tripsOf(op, *plan.pool) : std::nullopt;
    const auto counters = countersOf(op, trips, *plan.pool);
    for (auto [result, edge, counter] : llvm::zip_equal(op->getResults(), op.edges(), counters)) {
      if (!function.parts.contains(result)) continue;
      cells.push_back({addCell(op, result, edge), edge});
      graph.values[cells.back().first].counter = counter;
    }
    if (cells.empty()) return;
    const Source source = sourceOf(op);
    if (isLoop)
      for (const auto &[cell, edge] : cells)
        computeInto(graph, *plan.pool, cell, operandNumber(edge.sources[0]), region, source);
    const int number = static_cast<int>(graph.controls.size());
    if (!isLoop)
      for (const auto &[cell, edge] : cells)
        givenByBranch.insert(cell);
    GraphControl &control = graph.controls.emplace_back();
    control.kind = isLoop ? GraphControl::Kind::loop : GraphControl::Kind::branch;
    control.region = region;
    control.at = static_cast<int>(graph.values.size());
    control.source = source;
    control.trips = trips;
    for (const auto &[cell, edge] : cells)
      control.cells.push_back(cell);
    if (!isLoop) control.decider = operandNumber(op.decider());
    addRegions(op, number, cells);
    if (isLoop && !graph.controls[number].trips)
      graph.controls[number].decider = operandNumber(op.decider());
  }

  void addRegions(DataFlowOp op, int control, ArrayRef<std::pair<int, DataFlowEdge>> cells) {
    const bool isLoop = op.turns() == Turns::loop;
    const int around = region;
    for (auto [position, inner] : llvm::enumerate(op->getRegions())) {
      region = addRegion(graph, control);
      if (isLoop && position == 0 && graph.controls[control].trips) continue;
      addBlock(inner.front());
      const Source end = sourceOf(inner.front().getTerminator());
      for (const auto &[cell, edge] : cells) {
        if (!isLoop)
          computeInto(graph, *plan.pool, cell, operandNumber(edge.sources[position]), region, end);
        else if (position == 1)
          takeNext(graph, *plan.pool, control, cell, operandNumber(edge.sources[1]), end);
      }
    }
    region = around;
  }

  int addCell(DataFlowOp op, OpResult result, const DataFlowEdge &edge) {
    // Inside a loop people gave it a name; outside it may be one of many results.
    const Value inside = edge.targets.back();
    GraphValue &cell = add(result, valueName(result).value_or(text.nameOf(inside)));
    cell.kind = GraphValue::Kind::cell;
    cell.region = region;
    cell.source = sourceOf(op);
    for (Value target : edge.targets)
      numbers[target] = numbers[result];
    return numbers[result];
  }

  void addResult(OpResult result) {
    Operation *op = result.getOwner();
    GraphValue &added = add(result, text.nameOf(result));
    added.source = sourceOf(op);
    added.region = region;
    if (cast<ShardableOp>(op).constantData()) {
      added.kind = GraphValue::Kind::constant;
      added.index = constants.numberOf(op, added.name);
      return;
    }
    added.formula = onlyResult(*formulaOf(op, *plan.pool), result.getResultNumber());
    for (Value operand : op->getOperands())
      added.operands.push_back(operandNumber(operand));
    dropUnused(added);
  }

  /// Operands that no shard reads have no parts and no number.
  int operandNumber(Value operand) const {
    const auto found = numbers.find(operand);
    return found == numbers.end() ? -1 : found->second;
  }

  /// An output is computed by a group of its own: what is an input, a constant or an output already
  /// is copied.
  void addOutput(unsigned output, const ShardBoxes &boxes) {
    Operation *end = entry.front().getTerminator();
    int number = numbers[end->getOperand(output)];
    const GraphValue &value = graph.values[number];
    const bool isMade = value.kind == GraphValue::Kind::computed || isGiven(number, boxes);
    if (!isMade || value.output >= 0)
      number = copyForOutput(graph, *plan.pool, number, unused(plan.outputs[output].name), boxes,
                             sourceOf(end));
    graph.values[number].output = static_cast<int>(output);
    graph.values[number].outputBoxes = boxes;
  }

  /// Whether a branch gives a value just as it is put out. What a loop carries moves about.
  bool isGiven(int number, const ShardBoxes &boxes) const {
    const std::vector<GraphPart> &parts = graph.values[number].parts;
    return givenByBranch.contains(number) && parts.size() == 1 && *parts.front().windows == boxes;
  }

  func::FuncOp entry;
  const ShardFunction &function;
  ProgramText &text;
  Plan &plan;
  PlanConstants &constants;
  Graph graph;
  int region = 0; // that values are added to
  llvm::StringSet<> names;
  llvm::StringMap<unsigned> numberOf; // that a name got last
  llvm::DenseMap<Value, int> numbers;
  llvm::DenseSet<int> givenByBranch; // cells
};

} // namespace

Graph graphOf(func::FuncOp entry, const ShardFunction &function, ProgramText &text, Plan &plan,
              PlanConstants &constants) {
  return SlicesGraph(entry, function, text, plan, constants).run();
}

} // namespace shardc
