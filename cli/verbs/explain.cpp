// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/explain_mesh.h"
#include "analysis/slices/sources.h"
#include "cli/driver.h"
#include "cli/find_value.h"
#include "cli/notate.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "codegen/report/causes.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"
#include "frontend/ir/names.h"

using namespace mlir;

namespace shardc {

/// Of what could be meant, so many are listed.
static constexpr size_t kListed = 20;

static int notOneValue(const CommandOptions &options, const FoundValues &meant) {
  const llvm::ArrayRef<NamedValue> near = meant.near;
  std::vector<Told> notes;
  for (const NamedValue &value : near.take_front(kListed))
    notes.push_back(noteOf(value));
  const std::string typed = "'" + options.value + "'";
  std::string what = meant.several
                         ? std::to_string(near.size()) + " values may be meant by " + typed
                         : "the program has no value " + typed;
  if (near.empty()) what += "; 'shardc plan -v' has their names";
  if (near.size() > kListed) what += "; the first " + std::to_string(kListed);
  return fail(options, Exit::usage, what, std::move(notes));
}

static int unknownCollective(const CommandOptions &options) {
  return fail(options, Exit::usage,
              "there is no collective '" + options.collective + "'; 'plan -v' lists them");
}

/// "c3": the collective's number.
static std::optional<int> collectiveNumber(llvm::StringRef id) {
  int number = 0;
  if (!id.consume_front("c") || id.getAsInteger(10, number) || number < 0) return std::nullopt;
  return number;
}

/// The text, unless there is something in it that the notation cannot say.
static int give(Compilation &c, const Notator &notator, StringRef text) {
  return notator.code() != 0 ? notator.code() : giveText(c, text);
}

/// What the plan says of it: "all_reduce, because dot_general sums over dimension 1 of h".
static std::string reasonOf(const Compilation &c, StringRef id) {
  if (!c.plan) return "";
  for (const Function &function : c.plan->functions)
    for (const Collective &collective : function.collectives) {
      if (collective.id != id) continue;
      const std::string cause = reports::causeText(collective.cause);
      return name(collective.pattern) + (cause.empty() ? "" : ", because " + cause);
    }
  return "";
}

/// A move between two calls, with how both sides lie; "" where there is none of that name.
static std::string explainFeed(const Compilation &c, StringRef id, const ShardingWriter &writer) {
  if (!c.plan || !c.propagation) return "";
  func::FuncOp entry = entryOf(*c.program);
  for (const Function &function : c.plan->functions)
    for (const Feed &feed : function.feeds) {
      const Collective &moved = function.collectives[feed.step.collective];
      if (moved.id != id) continue;
      return moved.id + ": " + name(moved.pattern) + " between calls (--steps), because output '" +
             shown(c.plan->outputs[feed.output].name) +
             "' becomes an input that lies otherwise; a " + "device receives " +
             facts::bytesText(moved.payloadBytes) + "\n" +
             explainOutputOnMesh(*c.propagation, entry, feed.output, writer) +
             explainOnMesh(*c.propagation, entry, entry.getArgument(feed.input), writer);
    }
  return "";
}

static int explainCollective(Compilation &c, StringRef id) {
  if (id.starts_with("f")) {
    Notator notator(c);
    const std::string text = explainFeed(c, id, notator.writer());
    return text.empty() ? unknownCollective(c.options) : give(c, notator, text);
  }
  const auto number = collectiveNumber(id);
  if (!c.partitioned || !number) return unknownCollective(c.options);
  Notator notator(c);
  const std::string text = explainMove(*c.propagation, *c.partitioned, entryOf(*c.program), *number,
                                       reasonOf(c, id), notator.writer());
  return text.empty() ? unknownCollective(c.options) : give(c, notator, text);
}

/// An output that lies as the value of its name does is explained with it.
static bool isExplainedAlready(const NamedValue &output, const Propagation &propagation,
                               func::FuncOp entry) {
  return ownName(output.value, entry) == output.name &&
         propagation.sharding(output.value) ==
             propagation.table[propagation.outputs[*output.output]];
}

static std::string explanationOf(const NamedValue &value, const Compilation &c, func::FuncOp entry,
                                 const ShardingWriter &writer) {
  if (!c.propagation) return explainValue(*c.shards, entry, c.config, value.value);
  if (!value.output) return explainOnMesh(*c.propagation, entry, value.value, writer);
  return explainOutputOnMesh(*c.propagation, entry, *value.output, writer);
}

static int explainAll(llvm::ArrayRef<NamedValue> values, Compilation &c) {
  func::FuncOp entry = entryOf(*c.program);
  Notator notator(c);
  const ShardingWriter writer = notator.writer();
  std::string text;
  llvm::SmallPtrSet<void *, 8> explained;
  for (const NamedValue &value : values) {
    const bool fresh = explained.insert(value.value.getAsOpaquePointer()).second;
    const bool skipped = value.output && c.propagation
                             ? !fresh && isExplainedAlready(value, *c.propagation, entry)
                             : !fresh;
    if (!skipped) text += explanationOf(value, c, entry, writer);
  }
  if (c.options.value.empty())
    for (const std::string &why : c.whyCases)
      text += text::wrapped("", why);
  return give(c, notator, text);
}

/// The collective that gives or takes what the plan alone calls so: "c3" of "h_all"; "" if none
/// does.
static std::string collectiveOf(StringRef named, ArrayRef<Step> steps, const Function &function) {
  const auto isNamed = [&](int buffer) { return function.buffers[buffer].name == named; };
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::collective &&
        (llvm::any_of(step.outs, isNamed) || llvm::any_of(step.ins, isNamed)))
      return function.collectives[step.collective].id;
    for (const std::vector<Step> &body : step.bodies)
      if (std::string id = collectiveOf(named, body, function); !id.empty()) return id;
  }
  return "";
}

/// The step that makes what the plan alone calls so: "4.2 h"; "" if none does.
static std::string makerOf(StringRef named, ArrayRef<Step> steps, const Function &function) {
  for (const Step &step : steps) {
    if (llvm::any_of(step.outs, [&](int out) { return function.buffers[out].name == named; }))
      return step.label;
    for (const std::vector<Step> &body : step.bodies)
      if (std::string label = makerOf(named, body, function); !label.empty()) return label;
  }
  return "";
}

/// Of a name that the plan alone has, what moves there.
static int explainPlanned(Compilation &c, const FoundValues &meant) {
  if (c.plan && c.partitioned)
    for (const Function &function : c.plan->functions)
      if (const std::string id = collectiveOf(c.options.value, function.steps, function);
          !id.empty())
        return explainCollective(c, id);
  for (const Function &function : c.plan ? ArrayRef(c.plan->functions) : ArrayRef<Function>())
    if (const std::string step = makerOf(c.options.value, function.steps, function); !step.empty())
      return fail(c.options, Exit::usage,
                  "'" + c.options.value + "' is what step '" + step +
                      "' of the plan makes, and no value of the program; 'shardc explain' "
                      "without --value names these");
  return notOneValue(c.options, meant);
}

static int explainValues(Compilation &c) {
  std::vector<NamedValue> values = valuesOf(*c.program);
  if (c.options.value.empty()) {
    llvm::erase_if(values, [](const NamedValue &value) { return !value.ownName; });
    return explainAll(values, c);
  }
  const FoundValues meant = findValues(c.options.value, values);
  if (!meant.found.empty()) return explainAll(meant.found, c);
  return explainPlanned(c, meant);
}

int explain(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &c) {
    if (const Notator notator(c); notator.code() != 0) return notator.code();
    return options.collective.empty() ? explainValues(c)
                                      : explainCollective(c, c.options.collective);
  });
}

} // namespace shardc
