// SPDX-License-Identifier: Apache-2.0
#include "cli/plugin_ops.h"

#include "frontend/frontend.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace shardc {

static Places::value_type axesOf(const Propagation &propagation, Value value) {
  Places::value_type dims;
  for (const DimSharding &dim : propagation.sharding(value).dims) {
    std::vector<std::string> &axes = dims.emplace_back();
    for (const AxisRef &axis : dim.axes)
      axes.push_back(str(axis, propagation.mesh));
  }
  return dims;
}

static CallPlaces placesOf(const OwnCall &call, const Propagation &propagation) {
  CallPlaces places{call.number, {}, {}, {}};
  for (Value operand : call.op->getOperands())
    places.operands.push_back(axesOf(propagation, operand));
  for (Value result : call.op->getResults())
    places.results.push_back(axesOf(propagation, result));
  for (const MeshAxis &axis : propagation.mesh.axes)
    places.mesh.emplace_back(axis.name, axis.size);
  return places;
}

/// How values of calls lie that nothing flows through; none without a mesh, or where something is
/// wrong, which is told when the program is compiled.
static std::vector<CallPlaces> placesOfCalls(const Compilation &c, ArrayRef<std::string> targets) {
  const CommandOptions options = optionsOfTrial(c, "propagate");
  Compilation trial(options);
  beTrialOf(c, trial);
  trial.unknownOps = targets;
  std::vector<CallPlaces> places;
  if (failed(read(trial)) || trial.config.mode != Mode::collective || failed(runStages(trial)))
    return places;
  for (const OwnCall &call : ownCallsOf(*trial.program))
    places.push_back(placesOf(call, *trial.propagation));
  return places;
}

LogicalResult readPluginsOps(Compilation &c) {
  if (c.options.plugins.empty()) return success();
  addUnknown(*c.context, c.unknownOps, c.customOps);
  if (!c.unknownOps.empty()) return success();
  const auto clock = c.timings.start("plugins");
  const auto read = [&](CustomOps &ops) {
    Files files;
    files.folder = c.files.folder;
    files.customOps = &ops;
    return readProgram(*c.context, c.programText->getBuffer(), shownName(c.options.program), files);
  };
  if (!c.isTrial) {
    const auto propagate = [&](ArrayRef<std::string> targets) { return placesOfCalls(c, targets); };
    PluginLimits limits;
    if (c.options.pluginTimeout)
      limits.time = std::chrono::duration<double>(*c.options.pluginTimeout);
    auto entries =
        askPlugins(c.options.plugins, {*c.context, c.customOps, limits, read, propagate});
    if (!entries) return failure();
    c.pluginEntries = std::move(*entries);
  }
  for (const PluginEntry &entry : c.pluginEntries)
    for (const EntryPart &part : entry.parts) {
      c.diagnostics->addFile(part.name, part.json);
      c.diagnostics->tellElsewhere(part.name, placeOf(*c.context, entry),
                                   "plug-in '" + entry.library + "': '" + part.function + "' of '" +
                                       entry.target + "'");
    }
  return addEntries(*c.context, c.pluginEntries, c.customOps, c.files.read);
}

} // namespace shardc
