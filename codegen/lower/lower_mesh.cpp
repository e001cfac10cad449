// SPDX-License-Identifier: Apache-2.0
// The collective mode's way to the plan.
#include "codegen/lower/lower.h"

#include "codegen/lower/graph/mesh_graph.h"
#include "codegen/lower/lower_graph.h"
#include "codegen/plan/names.h"
#include "frontend/config/shardings/mesh.h"
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
        plan(plan), text(program) {}

  void run(ModuleOp program, const LowerOptions &options) {
    plan.name = program.getSymName().value_or("main").str();
    plan.id = programIdentifier(plan.name);
    plan.mode = PlanMode::collective;
    plan.machine = options.machine;
    plan.otherWay = partitioned.otherWay;
    plan.pool = std::make_unique<Pool>();
    plan.meshes.push_back(propagation.mesh);
    addTensors(plan, entry, config);
    addShardings();
    addPlanValues();
    addFunction();
    WorkTally tally;
    lowerGraph(graphOf(entry, propagation, partitioned, text, plan), plan, options, tally);
    finishPlan(plan, std::move(text.text));
    plan.repeated = tally.repeated();
    plan.repeated.inputBytes.assign(plan.inputs.size(), 0);
  }

private:
  void addShardings() {
    for (auto [tensor, input] : llvm::zip(plan.inputs, entry.getArguments()))
      addSharding(tensor, propagation.sharding(input));
    for (auto [tensor, sharding] : llvm::zip(plan.outputs, propagation.outputs))
      addSharding(tensor, propagation.table[sharding]);
  }

  void addSharding(PlanTensor &tensor, const Sharding &sharding) {
    tensor.sharding = shortText(sharding, propagation.mesh);
    if (sharding.unreduced.empty()) return;
    tensor.unreduced = Unreduced{coordinatesOf(sharding.unreduced, partitioned.grid),
                                 combinerOf(sharding.unreducedBy)};
  }

  /// As they lie when all is propagated: nothing is open any more.
  int numberOf(ShardingId id) {
    const auto [known, fresh] = shardings.try_emplace(id, static_cast<int>(plan.shardings.size()));
    if (fresh) {
      Sharding closed = propagation.table[id];
      for (DimSharding &dim : closed.dims)
        dim = {dim.axes};
      closed.replicated.clear();
      plan.shardings.push_back(config::writtenAs(closed, propagation.mesh));
    }
    return known->second;
  }

  void addPlanValue(PlanValue::Kind kind, std::string name, Value value, ShardingId id) {
    plan.values.push_back({kind, std::move(name),
                           llvm::to_vector<4>(cast<RankedTensorType>(value.getType()).getShape()),
                           numberOf(id)});
  }

  void addPlanValues() {
    const auto idOf = [&](Value value) {
      return propagation.lies[propagation.values.numberOf(value)];
    };
    for (auto [tensor, input] : llvm::zip(plan.inputs, entry.getArguments()))
      addPlanValue(PlanValue::Kind::input, tensor.name, input, idOf(input));
    forEachOp(entry.front(), [&](Operation *op) {
      for (Value value : op->getResults())
        if (!propagation.isConstantLike(value))
          addPlanValue(PlanValue::Kind::made, text.nameOf(value), value, idOf(value));
    });
    for (auto [number, tensor] : llvm::enumerate(plan.outputs))
      addPlanValue(PlanValue::Kind::output, tensor.name,
                   entry.front().getTerminator()->getOperand(number), propagation.outputs[number]);
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

  func::FuncOp entry;
  const Config &config;
  const Propagation &propagation;
  const Partitioned &partitioned;
  Plan &plan;
  ProgramText text;
  std::map<ShardingId, int> shardings; // in the plan's list
};

} // namespace

Plan lowerMesh(ModuleOp program, const Config &config, const Propagation &propagation,
               const Partitioned &partitioned, const LowerOptions &options) {
  Plan plan;
  MeshLowering(program, config, propagation, partitioned, plan).run(program, options);
  return plan;
}

} // namespace shardc
