// SPDX-License-Identifier: Apache-2.0
#include "cli/notate.h"

#include "cli/telling/tell.h"
#include "frontend/config/shardings/mesh.h"
#include "frontend/config/shardings/notation_text.h"

namespace shardc {

using config::Notation;

/// The command line takes no others.
static Notation notationOf(const CommandOptions &options) {
  return *config::notationNamed(options.notation);
}

/// When all is propagated, nothing is open any more.
static Sharding closed(Sharding sharding) {
  for (DimSharding &dim : sharding.dims)
    dim = {dim.axes};
  sharding.replicated.clear();
  return sharding;
}

Notator::Notator(Compilation &c) : c(c) {
  if (notationOf(c.options) == Notation::spec || c.propagation) return;
  failure = fail(c.options, Exit::usage,
                 "--notation is for shardings on a mesh, and there is no mesh here");
}

void Notator::cannotSay(llvm::StringRef name, llvm::StringRef why) {
  if (failure != 0) return;
  failure = fail(c.options, Exit::usage,
                 "the sharding of '" + shown(name) + "' cannot be written so: " + why.str());
}

ShardingWriter Notator::writer() {
  if (notationOf(c.options) == Notation::spec) return nullptr;
  return [this](llvm::StringRef name, const Sharding &sharding) {
    NotationProblem problem;
    const auto text =
        config::notedText(closed(sharding), c.propagation->mesh, notationOf(c.options), problem);
    if (!text) cannotSay(name, problem.what);
    return text.value_or("");
  };
}

/// `tensor`: that it is in the table of inputs and outputs.
void Notator::notate(const PlanValue &value, PlanTensor *tensor) {
  WrittenSharding &written = c.plan->shardings[value.sharding];
  const Mesh &mesh = c.plan->meshes.front();
  const Sharding sharding = config::readBack(written, mesh);
  NotationProblem problem;
  const auto text = config::notedText(sharding, mesh, notationOf(c.options), problem);
  const auto asJson = config::notedJson(sharding, mesh, notationOf(c.options), problem);
  if (!text || !asJson) return cannotSay(value.name, problem.what);
  if (tensor) tensor->sharding = *text;
  written.inNotation = *asJson;
}

void Notator::notatePlan() {
  if (failure != 0 || notationOf(c.options) == Notation::spec) return;
  size_t input = 0, output = 0;
  for (const PlanValue &value : c.plan->values) {
    PlanTensor *tensor = nullptr;
    if (value.kind == PlanValue::Kind::input) tensor = &c.plan->inputs[input++];
    if (value.kind == PlanValue::Kind::output) tensor = &c.plan->outputs[output++];
    if (tensor || c.options.json) notate(value, tensor);
  }
}

} // namespace shardc
