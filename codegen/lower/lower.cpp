// SPDX-License-Identifier: Apache-2.0
// The independent mode's way to the plan.
#include "codegen/lower/lower.h"

#include "analysis/slices/sources.h"
#include "analysis/slices/why_cut.h"
#include "codegen/lower/graph/slices_graph.h"
#include "codegen/lower/lower_graph.h"
#include "codegen/plan/names.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

namespace {

class Lowering {
public:
  Lowering(func::FuncOp entry, const Config &config, const Independent &shards, Plan &plan)
      : entry(entry), config(config), shards(shards), plan(plan) {}

  void run(ModuleOp program, const LowerOptions &options) {
    plan.name = program.getSymName().value_or("main").str();
    plan.id = programIdentifier(plan.name);
    plan.mode = config.mode == Mode::independent ? PlanMode::independent : PlanMode::oneDevice;
    plan.machine = options.machine;
    plan.pool = std::make_unique<Pool>();
    addTensors(plan, entry, config);
    addSlices();
    ProgramText text(program);
    Names functionNames;
    PlanConstants constants(plan);
    for (const ShardFunction &function : shards.functions) {
      addFunction(function, functionNames);
      lowerGraph(graphOf(entry, function, text, plan, constants), plan, options, tally);
    }
    finishPlan(plan, std::move(text.text));
    addRepeated();
  }

private:
  /// How the user cut the inputs.
  void addSlices() {
    for (auto [tensor, input] : llvm::zip(plan.inputs, entry.getArguments()))
      if (const auto cuts = shards.flow.cuts.find(input); cuts != shards.flow.cuts.end())
        for (auto [dim, ways] : llvm::enumerate(cuts->second))
          if (!ways.empty()) tensor.slices.push_back({dim, *ways.front().at});
  }

  void addFunction(const ShardFunction &from, Names &names) {
    Function function;
    if (!plan.functions.empty())
      function.firstShard = plan.functions.back().firstShard + plan.functions.back().shards();
    const PlanTensor &first = plan.outputs[from.outputs.front()];
    function.name = names.fresh("for_" + first.id);
    for (const ShardCoordinate &coordinate : from.coordinates)
      function.coordinates.push_back({coordinate.name, coordinate.at,
                                      sourceSpelling(coordinate.sources.front(), config),
                                      fromText(coordinate)});
    for (auto [position, output] : llvm::enumerate(from.outputs))
      addSlices(plan.outputs[output], from, position);
    plan.functions.push_back(std::move(function));
  }

  std::string fromText(const ShardCoordinate &coordinate) const {
    std::vector<std::string> texts;
    for (const CutSource &source : coordinate.sources) {
      const PlanTensor &tensor =
          source.isOutput ? plan.outputs[source.index] : plan.inputs[source.index];
      texts.push_back("dimension " + std::to_string(source.dimension) + " of " + tensor.id);
    }
    return llvm::join(texts, " and ");
  }

  /// The cuts of an output, read off its boxes.
  static void addSlices(PlanTensor &tensor, const ShardFunction &from, size_t position) {
    for (auto [dim, slices] : llvm::enumerate(from.outputBoxes[position].dims)) {
      std::vector<int64_t> at = {0};
      for (const Interval &slice : slices.values)
        if (slice.hi > at.back()) at.push_back(slice.hi);
      if (at.size() > 2) tensor.slices.push_back({static_cast<int64_t>(dim), at});
    }
  }

  void addRepeated() {
    plan.repeated = tally.repeated();
    plan.whyCut = whyCut(shards, entry, config);
    for (auto [tensor, held] : llvm::zip(plan.inputs, shards.held))
      plan.repeated.inputBytes.push_back((held.first - held.second) * info(tensor.type.type).bytes);
  }

  func::FuncOp entry;
  const Config &config;
  const Independent &shards;
  Plan &plan;
  WorkTally tally;
};

} // namespace

Plan lower(ModuleOp program, const Config &config, const Independent &shards,
           const LowerOptions &options) {
  Plan plan;
  Lowering(entryOf(program), config, shards, plan).run(program, options);
  return plan;
}

} // namespace shardc
