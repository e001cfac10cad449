// SPDX-License-Identifier: Apache-2.0
#include "tests/support/compile.h"

#include "frontend/frontend.h"

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

Compiled compile(llvm::StringRef program, llvm::StringRef config, bool fuse,
                 llvm::StringRef folder) {
  Compiled c;
  c.context = makeContext();
  c.pool = std::make_unique<Pool>();
  mlir::ScopedDiagnosticHandler handler(c.context.get(), [&](mlir::Diagnostic &diagnostic) {
    c.told.push_back(shardc::told(diagnostic));
    return mlir::success();
  });
  Files files{folder.str(), {}};
  c.program = readProgram(*c.context, program, "program", files);
  if (!c.program) return c;
  if (config.empty())
    c.config = oneDeviceConfig(*c.program);
  else if (auto read = readConfig(config, "config", *c.program))
    c.config = std::move(*read);
  else
    return c;
  if (failed(normalise(*c.program))) return c;
  if (c.config.mode == Mode::collective) {
    OpRules rules(*c.pool);
    c.propagation = propagate(*c.program, c.config, rules);
    if (c.propagation) c.partitioned = reshard(*c.program, *c.propagation, rules);
    if (c.partitioned)
      c.plan = lowerMesh(*c.program, c.config, *c.propagation, *c.partitioned, {.fuse = fuse});
    return c;
  }
  c.shards = shardIndependently(*c.program, c.config, *c.pool);
  if (c.shards) c.plan = lower(*c.program, c.config, *c.shards, {.fuse = fuse});
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
