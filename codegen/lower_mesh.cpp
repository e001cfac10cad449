// SPDX-License-Identifier: Apache-2.0
// The collective mode's way to the plan: placed values become the values of one function's graph.
#include "codegen/lower.h"

#include "codegen/names.h"
#include "codegen/program_text.h"
#include "codegen/schedule.h"
#include "frontend/ir/builder.h"
#include "frontend/ir/formula/rewrite.h"
#include "frontend/ir/names.h"

#include <map>

using namespace mlir;

namespace shardc {

namespace {

class MeshLowering {
public:
  MeshLowering(ModuleOp program, const Config &config, const Propagation &propagation,
               const Partitioned &partitioned, Plan &plan)
      : entry(entryOf(program)), config(config), propagation(propagation), partitioned(partitioned),
        plan(plan), text(program), constants(plan) {}

  void run(ModuleOp program, const LowerOptions &options) {
    plan.name = program.getSymName().value_or("main").str();
    plan.id = programIdentifier(plan.name);
    plan.mode = PlanMode::collective;
    plan.pool = std::make_unique<Pool>();
    plan.meshes.push_back(propagation.mesh);
    addTensors();
    addFunction();
    graph.values.reserve(partitioned.placed.size() + partitioned.outputs.size());
    for (size_t number = 0; number < partitioned.placed.size(); ++number)
      addValue(static_cast<int>(number));
    for (size_t output = 0; output < partitioned.outputs.size(); ++output)
      addOutput(output);
    graph.splits = partitioned.splits;
    graph.shards = partitioned.grid.devices();
    schedule(graph, plan.functions.back(), options.fuse);
    plan.program = std::move(text.text);
    numberKernels(plan);
    plan.repeated.inputBytes.assign(plan.inputs.size(), 0);
  }

private:
  void addTensors() {
    Names ids;
    for (BlockArgument input : entry.getArguments()) {
      const unsigned number = input.getArgNumber();
      PlanTensor tensor{inputName(entry, number), "", *typeOf(input.getType()), {}, false};
      tensor.id = ids.fresh(identifier(tensor.name));
      tensor.sharding = shortText(propagation.sharding(input), propagation.mesh);
      if (number < config.donated.size()) tensor.donated = config.donated[number];
      plan.inputs.push_back(std::move(tensor));
    }
    const auto results = entry.front().getTerminator()->getOperandTypes();
    for (auto [number, type] : llvm::enumerate(results)) {
      PlanTensor tensor{outputName(entry, number), "", *typeOf(type), {}, false};
      tensor.id = ids.fresh(identifier(tensor.name));
      tensor.sharding = shortText(propagation.table[propagation.outputs[number]], propagation.mesh);
      plan.outputs.push_back(std::move(tensor));
    }
  }

  void addFunction() {
    Function function;
    function.name = "for_" + (plan.outputs.empty() ? plan.id : plan.outputs.front().id);
    for (const AxisRef &axis : partitioned.grid.coordinates) {
      Coordinate coordinate;
      coordinate.name = str(axis, propagation.mesh);
      coordinate.from = "axis " + coordinate.name;
      coordinate.size = axis.size;
      function.coordinates.push_back(std::move(coordinate));
    }
    plan.functions.push_back(std::move(function));
  }

  GraphValue start(const Placed &placed) {
    GraphValue value;
    value.type = *typeOf(placed.value.getType());
    if (auto input = dyn_cast<BlockArgument>(placed.value))
      value.name = inputName(entry, input.getArgNumber());
    else
      value.name = text.nameOf(placed.value);
    if (!placed.suffix.empty()) value.name += "_" + placed.suffix;
    if (Operation *op = placed.value.getDefiningOp()) value.source = text.sourceOf(op);
    return value;
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
      value.operands.assign(placed.operands.begin(), placed.operands.end());
      value.parts.front().windows = windowsOf(placed);
      break;
    case Placed::Kind::moved:
      addMove(placed, value);
      break;
    }
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
    ShardBoxes made;
    for (const Box &box : placed.boxes)
      made.push_back(hull(dense(resultBox(formula, 0, loopsFor(formula, 0, box))), box));
    known->second = made == *placed.boxes ? placed.boxes : SharedBoxes(std::move(made));
    return known->second;
  }

  static std::string suffixOf(Pattern pattern) {
    if (pattern == Pattern::allGather) return "_all";
    return pattern == Pattern::exchange ? "_near" : "_moved";
  }

  void addMove(const Placed &placed, GraphValue &value) {
    value.kind = GraphValue::Kind::moved;
    value.operands.assign(placed.operands.begin(), placed.operands.end());
    value.move.held = partitioned.placed[placed.operands.front()].boxes;
    Collective &collective = value.move.collective;
    collective.id = "c" + std::to_string(collectives++);
    collective.pattern = placed.move.pattern;
    collective.value = value.name;
    if (!placed.reduces) value.name += suffixOf(placed.move.pattern);
    collective.over = placed.move.over;
    if (placed.reduces) collective.combine = placed.combine;
    collective.asBits = placed.asBits;
    for (int coordinate : placed.move.over)
      collective.groupSize *= partitioned.grid.coordinates[coordinate].size;
    const double bytes = info(value.type.type).bytes;
    collective.payloadBytes = collective.wireBytes = placed.move.payload * bytes;
    collective.boundBytes = placed.move.bound * bytes;
    if (Operation *op = placed.value.getDefiningOp())
      collective.because.push_back(text.sourceOf(op));
    Operation *user = placed.because ? placed.because : entry.front().getTerminator();
    if (user != placed.value.getDefiningOp()) collective.because.push_back(text.sourceOf(user));
  }

  /// An output is a value of its own: what is an input, a constant or an output already is copied.
  void addOutput(size_t output) {
    const int number = partitioned.outputs[output];
    const SharedBoxes boxes = boxesOfOutput(output);
    GraphValue &value = graph.values[number];
    const bool isMade =
        value.kind == GraphValue::Kind::computed || value.kind == GraphValue::Kind::moved;
    if (isMade && value.output < 0) {
      value.output = static_cast<int>(output);
      value.outputBoxes = boxes;
      return;
    }
    GraphValue copy;
    copy.name = plan.outputs[output].name;
    copy.type = value.type;
    copy.formula = identityOf(*plan.pool, value.type);
    copy.operands = {number};
    copy.source = text.sourceOf(entry.front().getTerminator());
    copy.parts.push_back({boxes, boxes});
    copy.output = static_cast<int>(output);
    copy.outputBoxes = boxes;
    graph.values.push_back(std::move(copy));
  }

  ShardBoxes boxesOfOutput(size_t output) const {
    const Mesh &mesh = propagation.mesh;
    ShardBoxes boxes;
    for (int64_t device = 0; device < mesh.devices(); ++device)
      boxes.push_back(boxOn(propagation.table[propagation.outputs[output]],
                            plan.outputs[output].type.shape, mesh, coordinatesAt(mesh, device)));
    return boxes;
  }

  func::FuncOp entry;
  const Config &config;
  const Propagation &propagation;
  const Partitioned &partitioned;
  Plan &plan;
  ProgramText text;
  PlanConstants constants;
  Graph graph;
  llvm::DenseMap<const Formula *, Shared<Formula>> formulas;
  llvm::DenseMap<std::pair<const Formula *, const ShardBoxes *>, SharedBoxes> windows;
  int collectives = 0;
};

} // namespace

Plan lowerMesh(ModuleOp program, const Config &config, const Propagation &propagation,
               const Partitioned &partitioned, const LowerOptions &options) {
  Plan plan;
  MeshLowering(program, config, propagation, partitioned, plan).run(program, options);
  return plan;
}

} // namespace shardc
