// SPDX-License-Identifier: Apache-2.0
// Of which step an output may lie over an input follows from lifetimes, which are set for that as
// if there were no pairs. The kernel of a step that is both the last to read and the first to write
// is marked, for its text to say that two of its parameters may be the same memory.
#include "codegen/lower/memory/donation.h"

#include "codegen/lower/memory/lifetimes.h"
#include "codegen/lower/memory/memory.h"
#include "codegen/lower/steps/buffer_uses.h"
#include "codegen/plan/in_place.h"
#include "runtime/io/lookup.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Donation {
public:
  Donation(const Plan &plan, Function &function) : plan(plan), function(function) {}

  void run() {
    for (Buffer &buffer : function.buffers)
      buffer.donated = buffer.role == Role::input && plan.inputs[buffer.index].donated;
    setLifetimes(function, /*ofOutputs=*/true);
    addSteps(function.steps);
    pairAll();
    setLifetimes(function);
    function.arenaBytes = 0;
    assignMemory(function);
  }

private:
  void addSteps(ArrayRef<Step> list) {
    for (const Step &step : list) {
      steps.push_back(&step);
      for (const std::vector<Step> &body : step.bodies)
        addSteps(body);
    }
  }

  void pairAll() {
    const runtime::Lookup names(namesOf(plan.inputs), runtime::Side::input);
    std::vector<int> inputOf(plan.outputs.size(), -1), outputOf(plan.inputs.size(), -1);
    for (const auto &[output, tensor] : llvm::enumerate(plan.outputs))
      if (const runtime::Found found = names.find(tensor.name); found.index >= 0) {
        inputOf[output] = found.index;
        outputOf[found.index] = static_cast<int>(output);
      }
    for (const auto &[number, input] : llvm::enumerate(plan.inputs))
      if (input.becomes >= 0) pair(static_cast<int>(number), input.becomes);
    for (const auto &[input, output] : llvm::enumerate(outputOf))
      if (output >= 0) pair(static_cast<int>(input), output);
    for (size_t input = 0; input < plan.inputs.size(); ++input)
      for (size_t output = 0; output < plan.outputs.size(); ++output)
        if (outputOf[input] < 0 && inputOf[output] < 0)
          pair(static_cast<int>(input), static_cast<int>(output));
  }

  static std::vector<runtime::Signature> namesOf(ArrayRef<PlanTensor> tensors) {
    std::vector<runtime::Signature> names;
    for (const PlanTensor &tensor : tensors)
      names.push_back({tensor.id, {}, {}, tensor.name});
    return names;
  }

  /// Lets an output lie over an input, if it can.
  void pair(int input, int output) {
    if (!plan.inputs[input].donated || isFed(input, output)) return;
    const int from = bufferOf(function, Role::input, input),
              to = bufferOf(function, Role::output, output);
    if (from < 0 || to < 0 || function.buffers[to].over >= 0 || isTaken(from)) return;
    const Buffer &old = function.buffers[from], &made = function.buffers[to];
    const bool areAlike = old.type == made.type && old.shape == made.shape &&
                          old.window == made.window && !plan.inputs[input].unreduced &&
                          !plan.outputs[output].unreduced;
    if (!areAlike || old.lastStep > made.firstStep) return;
    if (old.lastStep == made.firstStep && isUsed(from) && !overwrites(from, to)) return;
    function.buffers[to].over = from;
  }

  /// Between calls an output moves to that input, or from that output: both are there then.
  bool isFed(int input, int output) const {
    return llvm::any_of(function.feeds, [&](const Feed &feed) {
      return feed.input == input || feed.output == output;
    });
  }
  bool isTaken(int buffer) const {
    return llvm::any_of(function.buffers, [&](const Buffer &b) { return b.over == buffer; });
  }
  bool isUsed(int buffer) const {
    return llvm::any_of(steps,
                        [&](const Step *step) { return llvm::is_contained(step->ins, buffer); });
  }

  /// Whether the step that reads the one and writes the other may do so in one memory.
  bool overwrites(int from, int to) {
    const Step &step = *steps[function.buffers[to].firstStep];
    if (step.kind != Step::Kind::compute || step.together) return false;
    const auto *in = llvm::find(step.ins, from), *out = llvm::find(step.outs, to);
    if (in == step.ins.end() || out == step.outs.end() || llvm::count(step.ins, from) != 1)
      return false;
    const std::pair<int, int> both = {static_cast<int>(in - step.ins.begin()),
                                      static_cast<int>(out - step.outs.begin())};
    Kernel &kernel = function.kernels[step.kernel];
    if (!mayOverwrite(kernel, both.first, both.second)) return false;
    if (!llvm::is_contained(kernel.overwrites, both)) kernel.overwrites.push_back(both);
    return true;
  }

  const Plan &plan;
  Function &function;
  std::vector<const Step *> steps; // as they are numbered
};

} // namespace

void useDonated(Plan &plan) {
  if (llvm::none_of(plan.inputs, [](const PlanTensor &input) { return input.donated; })) return;
  for (Function &function : plan.functions)
    Donation(plan, function).run();
}

} // namespace shardc
