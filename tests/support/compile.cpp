// SPDX-License-Identifier: Apache-2.0
#include "tests/support/compile.h"

#include "analysis/gathers/gathers.h"
#include "analysis/program/normalise.h"
#include "analysis/reshard/reshard.h"
#include "analysis/slices/repeated.h"
#include "frontend/config/calls/custom_ops.h"
#include "frontend/config/map.h"
#include "frontend/frontend.h"
#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {

static std::string lineFor(const Told &told) {
  static constexpr const char *severities[] = {"note", "warning", "error", "remark"};
  return std::string(severities[static_cast<int>(told.severity)]) + " " +
         std::to_string(told.line) + ":" + std::to_string(told.column) + " [" + told.id + "] " +
         told.message + "\n";
}

std::vector<std::string> Compiled::ids() const {
  std::vector<std::string> ids;
  for (const Told &one : told)
    if (one.severity != mlir::DiagnosticSeverity::Remark) ids.push_back(one.id);
  return ids;
}

std::string Compiled::messages() const {
  std::string text;
  for (const Told &one : told) {
    text += lineFor(one);
    for (const Told &note : one.notes)
      text += lineFor(note);
  }
  return text;
}

namespace {

/// Keeps what a compile tells.
struct Listener {
  explicit Listener(Compiled &c)
      : handler(c.context.get(), [&c](mlir::Diagnostic &diagnostic) {
          c.told.push_back(shardc::told(diagnostic));
          return mlir::success();
        }) {}
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace

Compiled readOnly(llvm::StringRef program, llvm::StringRef folder, llvm::StringRef config) {
  Compiled c;
  c.context = makeContext();
  c.pool = std::make_unique<Pool>();
  const Listener listener(c);
  Files files;
  files.folder = folder.str();
  c.customOps = std::make_unique<CustomOps>();
  files.customOps = c.customOps.get();
  if (config.contains("custom_ops")) {
    auto ops = readCustomOps(*c.context, config, "config", files);
    if (!ops) return c;
    *c.customOps = std::move(*ops);
  }
  if (config.contains("\"map\"")) {
    auto map = readMapAxes(*c.context, config, "config");
    if (!map) return c;
    c.map = std::move(*map);
    files.map = &c.map;
  }
  c.program = readProgram(*c.context, program, "program", files);
  return c;
}

static llvm::ArrayRef<Routine> routinesOf(const Compiled &c) {
  return c.customOps ? llvm::ArrayRef<Routine>(c.customOps->routines) : llvm::ArrayRef<Routine>();
}

static void lowerAll(Compiled &c, bool fuse, llvm::function_ref<void(const char *)> stage) {
  stage("normalise");
  if (failed(normalise(*c.program))) return;
  if (c.config.mode == Mode::collective) {
    OpRules rules(*c.pool);
    stage("propagate");
    c.propagation = propagate(*c.program, c.config, rules, c.machine);
    if (!c.propagation) return;
    stage("reshard");
    c.partitioned = reshard(*c.program, *c.propagation, rules, c.machine, c.passOn, c.mayRound);
    warnOfGathers(entryOf(*c.program), *c.propagation, *c.partitioned, rules);
    stage("plan");
    c.plan = lowerMesh(
        *c.program, c.config, *c.propagation, *c.partitioned,
        {.machine = c.machine, .fuse = fuse, .rowBlocks = c.rowBlocks, .routines = routinesOf(c)});
    return;
  }
  stage("independent");
  c.shards = shardIndependently(*c.program, c.config, *c.pool);
  if (!c.shards) return;
  stage("plan");
  c.plan = lower(
      *c.program, c.config, *c.shards,
      {.machine = c.machine, .fuse = fuse, .rowBlocks = c.rowBlocks, .routines = routinesOf(c)});
  warnOfRepetition(*c.shards, entryOf(*c.program), c.config, c.plan->repeated.workRatio, *c.pool);
}

static void runStages(Compiled &c, bool fuse, llvm::function_ref<void(const char *)> stage) {
  lowerAll(c, fuse, stage);
  if (c.plan) c.plan->routines = c.customOps->routines;
}

void compileRead(Compiled &c, llvm::StringRef text, bool fuse,
                 llvm::function_ref<void(const char *)> stage) {
  const Listener listener(c);
  stage("config");
  auto config = text.empty() ? defaultConfig(*c.program) : readConfig(text, "config", *c.program);
  if (!config) return;
  c.config = std::move(*config);
  runStages(c, fuse, stage);
}

Compiled compile(llvm::StringRef program, llvm::StringRef config, bool fuse,
                 llvm::StringRef folder) {
  Compiled c = readOnly(program, folder, config);
  if (!c.program) return c;
  if (!config.empty()) {
    compileRead(c, config, fuse);
    return c;
  }
  const Listener listener(c);
  c.config = oneDeviceConfig(*c.program);
  runStages(c, fuse, [](const char *) {});
  return c;
}

HostTensor iota(const TensorSpec &type, double start) {
  HostTensor made = HostTensor::zeros(type);
  for (int64_t element = 0; element < type.elements(); ++element)
    made.set(element, Number::of(type.type, start + static_cast<double>(element)));
  return made;
}

HostTensor tensor(const TensorSpec &type, llvm::ArrayRef<double> values) {
  HostTensor made = HostTensor::zeros(type);
  for (auto [element, value] : llvm::enumerate(values))
    made.set(static_cast<int64_t>(element), Number::of(type.type, value));
  return made;
}

std::vector<double> valuesOf(const HostTensor &tensor) {
  std::vector<double> values;
  for (int64_t element = 0; element < tensor.type.elements(); ++element)
    values.push_back(tensor.at(element).asDouble());
  return values;
}

std::vector<HostTensor> runOn(const Plan &plan, llvm::ArrayRef<HostTensor> inputs, bool reversed) {
  std::vector<HostTensor> outputs;
  const auto fault = runPlan(plan, inputs, outputs, {.reversed = reversed});
  EXPECT_FALSE(fault.has_value()) << fault->what;
  return outputs;
}

static std::string boxesText(const Plan &plan, const Function &function, Role role,
                             ArrayRef<int64_t> coordinates) {
  const auto &tensors = role == Role::input ? plan.inputs : plan.outputs;
  std::string text;
  for (const Buffer &buffer : function.buffers)
    if (buffer.role == role)
      text += " " + tensors[buffer.index].name + str(boxAt(buffer.box, function, coordinates));
  return text;
}

std::string movesOf(const Plan &plan) {
  const Function &function = plan.functions[0];
  std::string moves;
  for (const Collective &collective : function.collectives) {
    if (collective.times == 0) continue; // between calls
    moves += std::string(name(collective.pattern)) + " over";
    for (int coordinate : collective.over)
      moves += " " + function.coordinates[coordinate].name;
    moves += ", " + std::to_string(static_cast<int64_t>(collective.payloadBytes)) + " bytes; ";
  }
  return moves;
}

std::string shardsText(const Plan &plan) {
  std::string text;
  for (const Function &function : plan.functions)
    for (int64_t shard = 0; shard < function.shards(); ++shard) {
      const auto at = coordinatesOf(function, shard);
      text += std::to_string(function.firstShard + shard) + ":" +
              boxesText(plan, function, Role::input, at) + " ->" +
              boxesText(plan, function, Role::output, at) + "\n";
    }
  return text;
}

} // namespace shardc::test
