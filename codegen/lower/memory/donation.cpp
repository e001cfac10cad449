// SPDX-License-Identifier: Apache-2.0
// Of which step an output may lie over an input follows from lifetimes, which are set for that as
// if there were no pairs. The kernel of a step that is both the last to read and the first to write
// is marked, for its text to say that two of its parameters may be the same memory.
#include "codegen/lower/memory/donation.h"

#include "codegen/lower/memory/lifetimes.h"
#include "codegen/lower/memory/memory.h"
#include "codegen/plan/in_place.h"
#include "runtime/io/lookup.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

namespace {

class Donation {
public:
  Donation(const Plan &plan, Function &function)
      : plan(plan), function(function), inputs(plan.inputs.size(), kNone),
        outputs(plan.outputs.size(), kNone), isFed(inputs.size()), isTaken(inputs.size()),
        isFeeding(outputs.size()) {}

  void run() {
    for (Buffer &buffer : function.buffers)
      buffer.donated = buffer.role == Role::input && plan.inputs[buffer.index].donated;
    setLifetimes(function, /*ofOutputs=*/true);
    addSteps(function.steps);
    findBuffers();
    pairAll();
    setLifetimes(function);
    function.arenaBytes = 0;
    assignMemory(function);
  }

private:
  void findBuffers() {
    for (const auto &[number, buffer] : llvm::enumerate(function.buffers)) {
      if (buffer.role != Role::input && buffer.role != Role::output) continue;
      int &own = (buffer.role == Role::input ? inputs : outputs)[buffer.index];
      own = own == kNone ? static_cast<int>(number) : kSeveral;
    }
    // Between calls an output moves to an input: both are there then.
    for (const Feed &feed : function.feeds)
      isFed[feed.input] = isFeeding[feed.output] = true;
  }

  void addSteps(ArrayRef<Step> list) {
    for (const Step &step : list) {
      steps.push_back(&step);
      isRead.insert(step.ins.begin(), step.ins.end());
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
    pairOthers(inputOf, outputOf);
  }

  /// Each with the first output that fits, of those of its type and shape.
  void pairOthers(ArrayRef<int> inputOf, ArrayRef<int> outputOf) {
    std::map<std::pair<ElementType, std::vector<int64_t>>, std::vector<int>> free;
    const auto listOf = [&](const Buffer &buffer) -> std::vector<int> & {
      return free[{buffer.type, {buffer.shape.begin(), buffer.shape.end()}}];
    };
    for (const auto &[output, buffer] : llvm::enumerate(outputs))
      if (inputOf[output] < 0 && buffer >= 0)
        listOf(function.buffers[buffer]).push_back(static_cast<int>(output));
    for (const auto &[input, buffer] : llvm::enumerate(inputs)) {
      if (outputOf[input] >= 0 || buffer < 0 || !plan.inputs[input].donated) continue;
      std::vector<int> &list = listOf(function.buffers[buffer]);
      llvm::erase_if(list, [&](int output) { return function.buffers[outputs[output]].over >= 0; });
      for (const int output : list)
        if (pair(static_cast<int>(input), output)) break;
    }
  }

  static std::vector<runtime::Signature> namesOf(ArrayRef<PlanTensor> tensors) {
    std::vector<runtime::Signature> names;
    for (const PlanTensor &tensor : tensors)
      names.push_back({tensor.id, {}, {}, tensor.name});
    return names;
  }

  /// Lets an output lie over an input, if it can.
  bool pair(int input, int output) {
    if (!plan.inputs[input].donated || isFed[input] || isFeeding[output]) return false;
    const int from = inputs[input], to = outputs[output];
    if (from < 0 || to < 0 || function.buffers[to].over >= 0 || isTaken[input]) return false;
    const Buffer &old = function.buffers[from], &made = function.buffers[to];
    if (old.lastStep > made.firstStep) return false;
    const bool areAlike = old.type == made.type && old.shape == made.shape &&
                          old.window == made.window && !plan.inputs[input].unreduced &&
                          !plan.outputs[output].unreduced;
    if (!areAlike) return false;
    if (old.lastStep == made.firstStep && isRead.contains(from) && !overwrites(from, to))
      return false;
    function.buffers[to].over = from;
    return isTaken[input] = true;
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
  static constexpr int kNone = -1, kSeveral = -2;
  std::vector<int> inputs, outputs; // the buffer of each
  std::vector<bool> isFed, isTaken; // per input: by an output, between calls or over it
  std::vector<bool> isFeeding;      // per output
  std::vector<const Step *> steps;  // as they are numbered
  llvm::DenseSet<int> isRead;       // buffers
};

} // namespace

void useDonated(Plan &plan) {
  if (llvm::none_of(plan.inputs, [](const PlanTensor &input) { return input.donated; })) return;
  for (Function &function : plan.functions)
    Donation(plan, function).run();
}

} // namespace shardc
