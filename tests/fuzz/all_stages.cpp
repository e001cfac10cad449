// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/all_stages.h"

#include "tests/fuzz/cases.h"
#include "tests/support/arena.h"
#include "tests/support/compile.h"

#include "analysis/mesh/explain_mesh.h"
#include "analysis/mesh/partition_text.h"
#include "analysis/program/data_flow.h"
#include "cli/running/values.h"
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "codegen/plan/sum_bits.h"
#include "codegen/report/facts.h"
#include "frontend/ir/names.h"
#include "runtime/io/values.h"

#include "mlir/IR/Verifier.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace mlir;

namespace shardc::test {

/// Runs take a time that nothing bounds: loops may be endless.
constexpr int64_t kMostElements = 10000, kMostFlops = 300000, kMostShards = 64;
constexpr double kMostSeconds = 0.5;
/// Of sums in another order, which functions may make worse.
constexpr double kTolerance = 1e-3;

static bool isError(const Told &one) { return one.severity == DiagnosticSeverity::Error; }

/// What is wrong with a refusal: it must say why, and where.
static std::string wrongRefusal(const Compiled &c) {
  if (llvm::none_of(c.told, isError)) return "refused without an error\n" + c.messages();
  const auto placed = [](const Told &one) { return !isError(one) || one.line > 0; };
  return llvm::all_of(c.told, placed) ? "" : "an error without a place\n" + c.messages();
}

static std::string reports(const Compiled &c, Progress &progress) {
  progress.start("check");
  if (const auto wrong = check(*c.plan)) return "the plan is not right: " + *wrong;
  progress.start("table");
  if (planTable(*c.plan).empty()) return "an empty table";
  progress.start("json");
  if (!nlohmann::json::accept(planJson(*c.plan))) return "plan.json is no JSON";
  progress.start("bundle");
  if (bundleFiles(*c.plan, {}).size() < 10) return "a bundle without files";
  return "";
}

static std::string explanations(const Compiled &c, Progress &progress) {
  progress.start("explain");
  func::FuncOp entry = entryOf(*c.program);
  const auto explain = [&](Value value) {
    return c.propagation ? explainOnMesh(*c.propagation, entry, value)
                         : explainValue(*c.shards, entry, c.config, value);
  };
  for (Value input : entry.getArguments())
    if (explain(input).empty()) return "nothing explains an input";
  forEachOp(entry.front(), [&](Operation *op) {
    for (Value result : op->getResults())
      explain(result);
  });
  if (!c.partitioned) return "";
  for (int number = 0; !explainMove(*c.propagation, *c.partitioned, entry, number, "").empty();)
    ++number;
  (void)propagatedText(*c.program, *c.propagation);
  (void)partitionText(*c.propagation, *c.partitioned, entry);
  return "";
}

static bool isSmall(const Plan &plan) {
  int64_t elements = 0;
  for (const Function &function : plan.functions)
    for (const Buffer &buffer : function.buffers)
      elements += buffer.bytes;
  for (const auto *tensors : {&plan.inputs, &plan.outputs})
    for (const PlanTensor &tensor : *tensors)
      elements += tensor.type.elements();
  return elements <= kMostElements && facts::flopsPerDevice(plan) <= kMostFlops &&
         plan.devices() <= kMostShards;
}
/// The reference evaluates formulas, and knows no routine's code.
static bool mayRun(const Plan &plan) { return isSmall(plan) && plan.routines.empty(); }

/// Where a step reads what another has written over.
static std::string memoryFault(const Plan &plan, unsigned seed) {
  for (const Function &function : plan.functions)
    if (auto fault = ArenaWalk(function, seed).run(); !fault.empty()) return fault;
  return "";
}

/// Runs both plans on the same inputs; what differs, or a fault.
static std::string compareRuns(const Plan &plan, const Plan &other, unsigned seed,
                               Progress &progress) {
  progress.mayBeCutShort(kMostSeconds);
  const auto inputs = randomInputs(other, seed);
  std::vector<HostTensor> expected, got;
  if (const auto fault = runPlan(other, inputs, expected)) return "the other: " + fault->what;
  if (const auto fault = runPlan(plan, inputs, got, {.reversed = seed % 2 == 1}))
    return fault->what;
  if (auto fault = memoryFault(plan, seed); !fault.empty()) return fault;
  progress.start("compare");
  const bool rounds = !keepsBits(plan) || !keepsBits(other);
  const auto signatures = signaturesOf(plan.outputs);
  for (auto [signature, mine, theirs] : llvm::zip(signatures, got, expected))
    if (const auto differs =
            runtime::findDifference(signature, runtimeArray(std::move(mine)),
                                    runtimeArray(std::move(theirs)), rounds ? kTolerance : 0))
      return *differs;
  return "";
}

/// Beside the program on one device, op by op.
static std::string runs(const std::string &program, const Compiled &c, unsigned seed,
                        Progress &progress) {
  progress.start("run");
  const Compiled whole = compile(program, "", false);
  const bool needsMesh = llvm::any_of(
      whole.told, [](const Told &one) { return one.id == "missing-mesh"; }); // the config's
  if (!whole.plan) return needsMesh ? "" : "not accepted on one device\n" + whole.messages();
  return compareRuns(*c.plan, *whole.plan, seed, progress);
}

static std::string textOf(const Compiled &c) {
  std::string text;
  llvm::raw_string_ostream out(text);
  c.program.get().print(out, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

/// The program after `normalise` can be read, and computes the same.
static std::string throughItsText(const Compiled &c, unsigned seed, Progress &progress) {
  progress.start("text");
  const std::string text = textOf(c);
  Compiled again = readOnly(text);
  if (!again.program) return "its text is refused\n" + again.messages() + text;
  compileRead(again, "");
  if (!again.plan) return "its text is not accepted\n" + again.messages() + text;
  return mayRun(*c.plan) ? compareRuns(*again.plan, *c.plan, seed, progress) : "";
}

static void leaveFile(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string throughAllStages(Dice &dice, const Mutant &mutant, const std::string &leave,
                             Progress &progress, Reached &reached) {
  ++reached.cases;
  const std::string &program = mutant.program;
  const bool isJson = llvm::StringRef(program).ltrim().starts_with("{");
  if (!leave.empty()) leaveFile(leave + (isJson ? ".json" : ".mlir"), program);
  progress.start("read");
  Compiled c = readOnly(program);
  if (!c.program) return wrongRefusal(c);
  ++reached.read;
  const std::string config = mutantConfig(dice, mutant.config, *c.program);
  if (!leave.empty() && !config.empty()) leaveFile(leave + ".config.json", config);
  compileRead(c, config, true, [&](const char *stage) { progress.start(stage); });
  if (!c.plan || llvm::any_of(c.told, isError)) return wrongRefusal(c);
  if (failed(verify(*c.program))) return "the program is not valid after the stages";
  ++reached.planned;
  reached.onMesh += c.plan->mode == PlanMode::collective;
  reached.onSlices += c.plan->mode == PlanMode::independent;
  const auto seed = static_cast<unsigned>(dice.random());
  std::string wrong = reports(c, progress);
  if (wrong.empty()) wrong = explanations(c, progress);
  if (wrong.empty() && mayRun(*c.plan)) {
    wrong = runs(program, c, seed, progress);
    ++reached.run;
  }
  if (wrong.empty() && config.empty()) {
    wrong = throughItsText(c, seed, progress);
    ++reached.readAgain;
  }
  return wrong;
}

} // namespace shardc::test
