// SPDX-License-Identifier: Apache-2.0
// Steps are a tree like that of the graph's regions. Each region's kernels stand in the order of
// their values, and its loops and branches between them; a loop's body ends with swaps, as what a
// trip computes becomes what is carried. Numbers are given on the way, bodies one after the other.
#include "codegen/lower/steps/make_steps.h"

#include "codegen/lower/kernels/function_kernels.h"
#include "codegen/lower/text/step_text.h"
#include "codegen/text/literal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

namespace {

class StepMaker {
public:
  StepMaker(const Graph &graph, const PlacedKernels &placed, Function &function)
      : graph(graph), placed(placed), function(function), allSpans(gridOf(function)),
        buffers(graph, placed.needed, function, allSpans),
        kernels(graph, buffers, function, allSpans) {}

  std::vector<ComputedStep> run() && {
    sortIntoRegions();
    function.steps = stepsOf(0, "");
    return std::move(computed);
  }

private:
  void sortIntoRegions() {
    regions.resize(graph.regions.size());
    for (auto [number, kernel] : llvm::enumerate(placed.kernels))
      regions[graph.values[kernel.parts.front().value].region].kernels.push_back(number);
    for (auto [number, control] : llvm::enumerate(graph.controls))
      if (placed.needed.controls.contains(static_cast<int>(number)))
        regions[control.region].controls.push_back(number);
  }

  /// `before`: steps that have been numbered with this prefix.
  std::vector<Step> stepsOf(int region, const std::string &prefix, size_t before = 0) {
    std::vector<Step> steps;
    ArrayRef<size_t> controls = regions[region].controls;
    const auto number = [&] { return prefix + std::to_string(before + steps.size() + 1); };
    const auto addControls = [&](int value) {
      for (; !controls.empty(); controls = controls.drop_front()) {
        const GraphControl &next = graph.controls[controls.front()];
        if (next.at > value) return;
        steps.push_back(controlStep(next, number()));
      }
    };
    for (const size_t own : regions[region].kernels) {
      const PlacedKernel &kernel = placed.kernels[own];
      addControls(kernel.parts.front().value);
      if (kernel.fusions.empty())
        steps.push_back(collectiveStep(kernel, number()));
      else
        addComputed(steps, kernel, number);
    }
    addControls(static_cast<int>(graph.values.size()));
    return steps;
  }

  Step controlStep(const GraphControl &control, const std::string &number) {
    Step step;
    const bool isLoop = control.kind == GraphControl::Kind::loop;
    step.kind = isLoop ? Step::Kind::loop : Step::Kind::branch;
    step.label = number + " " + control.source.op;
    if (control.decider >= 0) step.decider = buffers.of({control.decider, 0});
    step.trips = control.trips.value_or(1);
    const double around = std::exchange(times, times * static_cast<double>(step.trips));
    step.text = controlText(control, step);
    size_t before = 0; // bodies are numbered on
    for (int region : control.regions) {
      step.bodies.push_back(stepsOf(region, number + ".", before));
      before += step.bodies.back().size();
    }
    if (isLoop) addSwaps(control, step.bodies.back(), number + ".", before);
    times = around;
    return step;
  }

  std::string controlText(const GraphControl &control, const Step &step) const {
    std::string cells;
    for (int cell : control.cells)
      if (buffers.contains({cell, 0}))
        cells += (cells.empty() ? "" : ", ") + identifier(graph.values[cell].name);
    if (control.kind == GraphControl::Kind::branch)
      return cells + " = one of " + std::to_string(control.regions.size()) + ", by " +
             buffers[step.decider].name;
    if (control.trips)
      return std::to_string(*control.trips) + (*control.trips == 1 ? " time: " : " times: ") +
             cells;
    return "while " + buffers[step.decider].name + ": " + cells;
  }

  /// What is computed in a trip becomes what is carried.
  void addSwaps(const GraphControl &control, std::vector<Step> &body, const std::string &prefix,
                size_t number) {
    for (const auto &[cell, value] : control.next)
      for (int part = 0; part < static_cast<int>(graph.values[cell].parts.size()); ++part) {
        if (!placed.needed.parts.contains({cell, part})) continue;
        Step step;
        step.kind = Step::Kind::swap;
        step.outs = {buffers.of({cell, part})};
        step.ins = {buffers.of({value, part})};
        const std::string &name = buffers[step.outs[0]].name;
        step.label = prefix + std::to_string(++number) + " " + name;
        step.text = name + " = " + buffers[step.ins[0]].name + ", trading places";
        body.push_back(std::move(step));
      }
  }

  Step collectiveStep(const PlacedKernel &move, const std::string &number) {
    const PartRef part = move.parts.front();
    const GraphValue &value = graph.values[part.value];
    Collective collective = value.move.collective;
    collective.held = buffers.spans(value.move.held);
    collective.needed = buffers.spans(value.parts[part.part].boxes);
    Step step;
    step.kind = Step::Kind::collective;
    step.ins.push_back(buffers.of(move.kernel.ins.front()));
    step.outs.push_back(buffers.of(part));
    const std::string &made = buffers[step.outs[0]].name;
    step.label = number + " " + made;
    step.text = made + " = " + name(collective.pattern) + "(" + buffers[step.ins[0]].name + ")";
    step.collective = static_cast<int>(function.collectives.size());
    function.collectives.push_back(std::move(collective));
    return step;
  }

  /// One step; or two, of a kernel that pulls: what elements begin as, and what is pushed.
  void addComputed(std::vector<Step> &steps, const PlacedKernel &made,
                   llvm::function_ref<std::string()> number) {
    Step step;
    std::vector<std::string> names;
    for (const PartRef &part : made.parts) {
      step.outs.push_back(buffers.of(part));
      names.push_back(buffers[step.outs.back()].name);
    }
    for (const PartRef &in : made.kernel.ins)
      step.ins.push_back(buffers.of(in));
    step.text =
        stepText(graph, made.fusions, names, [&](int value) { return nameIn(step, made, value); });
    for (const FunctionKernels::Made &kernel : kernels.of(made, step.ins, step.outs)) {
      Step own = step;
      own.label = number() + " " + llvm::join(names, ", ");
      own.kernel = kernel.number;
      own.ins.clear();
      for (int operand : kernel.ins)
        own.ins.push_back(step.ins[operand]);
      if (kernel.isStart) own.text = names.front() + " = " + startText(own);
      computed.push_back({own.kernel, &made.fusions, own.label, times});
      std::vector<Source> sources = sourcesOf(graph, made.fusions);
      if (sources != kernels[own.kernel].sources) own.sources = std::move(sources);
      steps.push_back(std::move(own));
    }
  }

  /// What updates are pushed into.
  std::string startText(const Step &step) const {
    Expr value = kernels[step.kernel].formula.results.front().value;
    if (value->kind == Kind::Load) return buffers[step.ins[value->value]].name;
    return value->kind == Kind::Literal ? numberText(value->number) : "what it begins as";
  }

  /// The buffers in which a step reads a value: "x", or "{x, x_2}" where it does in several.
  std::string nameIn(const Step &step, const PlacedKernel &made, int value) const {
    std::vector<std::string> read;
    for (auto [in, buffer] : llvm::zip_equal(made.kernel.ins, step.ins))
      if (in.value == value || in.value == homeOf(graph, {value, 0}).value)
        read.push_back(buffers[buffer].name);
    if (read.empty()) return identifier(graph.values[value].name); // nothing of it is read
    return read.size() == 1 ? read.front() : "{" + llvm::join(read, ", ") + "}";
  }

  /// What stands in a region, in order.
  struct RegionContent {
    std::vector<size_t> kernels, controls;
  };

  const Graph &graph;
  const PlacedKernels &placed;
  Function &function;
  Spans allSpans;
  FunctionBuffers buffers;
  FunctionKernels kernels;
  std::vector<ComputedStep> computed;
  std::vector<RegionContent> regions;
  double times = 1; // that what is numbered now is done
};

} // namespace

std::vector<ComputedStep> makeSteps(const Graph &graph, const PlacedKernels &placed,
                                    Function &function) {
  return StepMaker(graph, placed, function).run();
}

} // namespace shardc
