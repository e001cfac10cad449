// SPDX-License-Identifier: Apache-2.0
// Fusing is tried until every kernel finds what it reads: a load has to read one part of a value
// that holds it on every shard, and a fusion that reads what no part holds is kept apart, member by
// member, and all is fused again. Each try keeps at least one more value in memory, so this ends.
// What only unneeded reads wanted is dropped, and kernels that make results of one reduction are
// joined (siblings.h), which may keep more in memory, too. Then parts that are read or written
// become buffers, and the regions of the graph become a tree of steps, each numbered as it is made.
// Kernels that do the same are one: kernels of one body are found by its address, others by their
// formula and windows.
#include "codegen/lower/schedule.h"

#include "analysis/boxes/shard_reads.h"
#include "codegen/kernel/forms/attention.h"
#include "codegen/lower/fusion/by_library.h"
#include "codegen/lower/fusion/fuse_attention.h"
#include "codegen/lower/fusion/fuse_epilogues.h"
#include "codegen/lower/fusion/needed.h"
#include "codegen/lower/fusion/same_elements.h"
#include "codegen/lower/fusion/siblings.h"
#include "codegen/lower/fusion/tensor_products.h"
#include "codegen/lower/memory/lifetimes.h"
#include "codegen/lower/memory/memory.h"
#include "codegen/lower/part_kernel.h"
#include "codegen/lower/push_kernels.h"
#include "codegen/lower/spans.h"
#include "codegen/lower/steps/overlap.h"
#include "codegen/lower/steps/push_in_place.h"
#include "codegen/lower/steps/row_blocks.h"
#include "codegen/lower/steps/scratch.h"
#include "codegen/lower/steps/together.h"
#include "codegen/lower/steps/update_in_place.h"
#include "codegen/lower/text/kernel_names.h"
#include "codegen/lower/text/step_text.h"
#include "codegen/plan/names.h"
#include "codegen/text/literal.h"
#include "frontend/bug.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

namespace shardc {

namespace {

class Scheduler {
public:
  Scheduler(const Graph &graph, Function &function, const LowerOptions &options,
            bool fusesAttention)
      : graph(graph), function(function), options(options), fusesAttention(fusesAttention),
        apart(graph.values.size(), false), unjoined(apart), partKernels(graph),
        siblings(graph, options.machine), allSpans(gridOf(function)) {}

  /// Whether the runtime has room for every attention.
  bool hasRoom() const {
    const DeviceLayout layout = deviceLayout(function);
    return llvm::all_of(function.kernels, [&](const Kernel &kernel) {
      if (!kernel.isAttention) return true;
      const KernelView view(kernel, layout);
      return attentionOf(view, nestOf(view)).has_value();
    });
  }

  void run(WorkTally &tally) {
    if (!options.fuse) apart.assign(apart.size(), true);
    keepForLibraries(graph, options.libraries, apart);
    while (!tryOnce() || !joinSiblings()) {
    }
    setSteps();
    if (options.fuse && updateInPlace(function)) numberDone();
    if (options.fuse && pushInPlace(function)) numberDone();
    const std::vector<KernelWork> work = countWork();
    if (options.rowBlocks && options.fuse) blockRows(function);
    addScratch(function, options.routines, options.checkCalls);
    if (options.overlap) overlap();
    count(work, tally);
    setLifetimes(function);
    assignMemory(function);
  }

private:
  /// Whether every read found a part that holds it; if not, what stood between is kept apart.
  bool tryOnce() {
    kernels.clear();
    const llvm::SmallVector<bool> keep(apart.begin(), apart.end());
    fusions = fuse(graph, options.machine, keep);
    if (fusesAttention) fusions = fuseAttention(graph, std::move(fusions), keep);
    const llvm::SmallVector<bool> stay(unjoined.begin(), unjoined.end());
    fusions = fuseEpilogues(graph, std::move(fusions), options.libraries, stay);
    auto fusion = fusions.begin();
    for (int value = 0; value < static_cast<int>(graph.values.size()); ++value) {
      if (graph.values[value].kind == GraphValue::Kind::moved) addMove(value);
      if (fusion == fusions.end() || fusion->value != value) continue;
      for (size_t part = 0; part < graph.values[value].parts.size(); ++part) {
        auto kernel = partKernels.of(*fusion, part);
        if (!kernel) return keepApart(*fusion);
        kernels.push_back({{{value, static_cast<int>(part)}}, {&*fusion}, std::move(*kernel)});
      }
      ++fusion;
    }
    return true;
  }

  /// A move has no kernel: it reads the only part of the value that it comes from.
  void addMove(int value) {
    PartKernel move;
    move.ins.push_back({graph.values[value].operands.front(), 0});
    kernels.push_back({{{value, 0}}, {}, std::move(move)});
  }

  bool keepApart(const Fusion &fusion) {
    if (fusion.members.size() == 1)
      internalError("'" + graph.values[fusion.value].name + "' reads what no part holds");
    for (int member : fusion.members)
      apart[member] = unjoined[member] = true;
    return false;
  }

  /// Simplified formulas may read less than their ops: what only those wanted is not computed.
  void dropUnneeded() {
    std::vector<PartReads> computed;
    SmallVector<PartRef, 4> outputs;
    for (const PlacedKernel &kernel : kernels) {
      computed.push_back({kernel.parts.front(), kernel.kernel.ins});
      const PartRef part = homeOf(kernel.parts.front());
      const GraphValue &value = graph.values[part.value];
      if (value.output >= 0 && &value.parts[part.part] == outputPart(value))
        outputs.push_back(part);
    }
    needed = neededFor(graph, outputs, computed);
    llvm::erase_if(kernels, [&](const PlacedKernel &kernel) {
      return !needed.parts.contains(kernel.parts.front());
    });
  }

  /// Whether what results of one op have in common is done once, or better done again.
  bool joinSiblings() {
    dropUnneeded();
    siblings.join(kernels);
    const std::vector<int> values = siblings.toKeepApart(kernels);
    for (int value : values)
      apart[value] = true;
    if (!values.empty()) return false;
    if (options.fuse) joinSameElements(graph, kernels, joined);
    for (const PartRef &part : joined.gone)
      needed.parts.erase(part);
    return true;
  }

  // From here on the kernels are final.

  void setSteps() {
    nameBuffers();
    sortIntoRegions();
    function.steps = stepsOf(0, "");
    joinCollectives(function);
  }

  /// Kernels have other numbers, and steps may be gone.
  void numberDone() {
    const auto numberOf = [](StringRef label) { return label.split(' ').first; };
    std::map<StringRef, int> numbers;
    forEachComputed(function.steps,
                    [&](const Step &step) { numbers[numberOf(step.label)] = step.kernel; });
    llvm::erase_if(done, [&](Done &each) {
      const auto found = numbers.find(numberOf(each.label));
      if (found == numbers.end()) return true;
      each.kernel = found->second;
      return false;
    });
  }
  static void forEachComputed(ArrayRef<Step> steps, llvm::function_ref<void(const Step &)> visit) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::compute) visit(step);
      for (const std::vector<Step> &body : step.bodies)
        forEachComputed(body, visit);
    }
  }

  std::vector<KernelWork> countWork() {
    std::vector<KernelWork> work = workOfKernels(function);
    for (auto [kernel, here] : llvm::zip_equal(function.kernels, work))
      kernel.flops = static_cast<int64_t>(here.most);
    return work;
  }

  /// Collectives run beside kernels. What was done before has its number now.
  void overlap() {
    const std::map<std::string, std::string> numbers = orderForOverlap(function, options.machine);
    for (Done &each : done) {
      const auto [old, name] = StringRef(each.label).split(' ');
      if (const auto now = numbers.find(old.str()); now != numbers.end())
        each.label = now->second + " " + name.str();
    }
    waitLate(function, options.machine);
  }

  void count(ArrayRef<KernelWork> work, WorkTally &tally) const {
    for (const Done &each : done)
      tally.add(graph, *each.fusions, each.label, work[each.kernel].all, each.times);
  }

  /// Where a part is in memory: in its own, or a cell's.
  PartRef homeOf(PartRef part) const {
    const int into = graph.values[part.value].into;
    return into < 0 ? part : PartRef{into, part.part};
  }

  const SmallVector<Span, 4> &spans(const SharedBoxes &perShard) {
    const auto [known, fresh] = knownSpans.try_emplace(perShard.get());
    if (fresh) known->second = allSpans.of(perShard->dims);
    return known->second;
  }

  /// Buffers of all parts that are read or written, inputs and constants first.
  void nameBuffers() {
    for (const char *word : {"d", "shards", "machine", "slot", "buffers", "stream", "step"})
      names.reserve(word);
    std::set<PartRef> used;
    for (const PartRef &part : needed.parts)
      used.insert(homeOf(part));
    std::map<int, int> parts;
    for (const PartRef &part : used)
      ++parts[part.value];
    std::map<int, int> next;
    for (const PartRef &part : used)
      addBuffer(part, parts[part.value], next[part.value]++);
  }

  void addBuffer(PartRef part, int count, int number) {
    const GraphValue &value = graph.values[part.value];
    Buffer buffer;
    const std::string suffix = count > 1 ? "_" + std::to_string(number) : "";
    buffer.name = names.fresh(identifier(value.name) + suffix);
    buffer.value = value.name;
    buffer.type = value.type.type;
    buffer.shape = value.type.shape;
    const GraphPart &boxes = value.parts[part.part];
    buffer.role = roleOf(value, boxes);
    buffer.box = spans(buffer.role == Role::output ? value.outputBoxes : boxes.boxes);
    buffer.window = spans(boxes.windows);
    buffer.index = value.output >= 0 ? value.output : value.index;
    if (buffer.role == Role::temporary) buffer.index = -1;
    buffer.part = number;
    buffer.bytes = mostElements(boxes.windows) * info(buffer.type).bytes;
    buffers[part] = static_cast<int>(function.buffers.size());
    windows.push_back(boxes.windows);
    function.buffers.push_back(std::move(buffer));
  }

  /// Of the shard that has most.
  int64_t mostElements(const SharedBoxes &boxes) {
    const auto [known, fresh] = knownElements.try_emplace(boxes.get(), 0);
    if (fresh) known->second = largestVolume(boxes);
    return known->second;
  }

  /// The part of an output value that holds the output's box is the output.
  Role roleOf(const GraphValue &value, const GraphPart &part) const {
    if (value.kind == GraphValue::Kind::input) return Role::input;
    if (value.kind == GraphValue::Kind::constant) return Role::constant;
    if (value.output < 0 || &part != outputPart(value)) return Role::temporary;
    return Role::output;
  }

  static const GraphPart *outputPart(const GraphValue &value) {
    for (const GraphPart &part : value.parts)
      if (coversEverywhere(part.boxes, value.outputBoxes)) return &part;
    return nullptr;
  }

  // Steps: a tree like that of the regions, numbered "2", "2.1".

  void sortIntoRegions() {
    regions.resize(graph.regions.size());
    for (auto [number, placed] : llvm::enumerate(kernels))
      regions[graph.values[placed.parts.front().value].region].kernels.push_back(number);
    for (auto [number, control] : llvm::enumerate(graph.controls))
      if (needed.controls.contains(static_cast<int>(number)))
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
      const PlacedKernel &placed = kernels[own];
      addControls(placed.parts.front().value);
      if (placed.fusions.empty())
        steps.push_back(collectiveStep(placed, number()));
      else
        addComputed(steps, placed, number);
    }
    addControls(static_cast<int>(graph.values.size()));
    return steps;
  }

  Step controlStep(const GraphControl &control, const std::string &number) {
    Step step;
    const bool isLoop = control.kind == GraphControl::Kind::loop;
    step.kind = isLoop ? Step::Kind::loop : Step::Kind::branch;
    step.label = number + " " + control.source.op;
    if (control.decider >= 0) step.decider = buffers.at({control.decider, 0});
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
             function.buffers[step.decider].name;
    if (control.trips)
      return std::to_string(*control.trips) + (*control.trips == 1 ? " time: " : " times: ") +
             cells;
    return "while " + function.buffers[step.decider].name + ": " + cells;
  }

  /// What is computed in a trip becomes what is carried.
  void addSwaps(const GraphControl &control, std::vector<Step> &body, const std::string &prefix,
                size_t number) {
    for (const auto &[cell, value] : control.next)
      for (int part = 0; part < static_cast<int>(graph.values[cell].parts.size()); ++part) {
        if (!needed.parts.contains({cell, part})) continue;
        Step step;
        step.kind = Step::Kind::swap;
        step.outs = {buffers.at({cell, part})};
        step.ins = {buffers.at({value, part})};
        const std::string &name = function.buffers[step.outs[0]].name;
        step.label = prefix + std::to_string(++number) + " " + name;
        step.text = name + " = " + function.buffers[step.ins[0]].name + ", trading places";
        body.push_back(std::move(step));
      }
  }

  Step collectiveStep(const PlacedKernel &move, const std::string &number) {
    const PartRef part = move.parts.front();
    const GraphValue &value = graph.values[part.value];
    Collective collective = value.move.collective;
    collective.held = spans(value.move.held);
    collective.needed = spans(value.parts[part.part].boxes);
    Step step;
    step.kind = Step::Kind::collective;
    step.ins.push_back(buffers[homeOf(move.kernel.ins.front())]);
    step.outs.push_back(buffers[part]);
    const std::string &made = function.buffers[step.outs[0]].name;
    step.label = number + " " + made;
    step.text =
        made + " = " + name(collective.pattern) + "(" + function.buffers[step.ins[0]].name + ")";
    step.collective = static_cast<int>(function.collectives.size());
    function.collectives.push_back(std::move(collective));
    return step;
  }

  /// One step; or two, of a kernel that pulls: what elements begin as, and what is pushed.
  void addComputed(std::vector<Step> &steps, const PlacedKernel &placed,
                   llvm::function_ref<std::string()> number) {
    Step step;
    std::vector<std::string> made;
    for (const PartRef &part : placed.parts) {
      step.outs.push_back(buffers[homeOf(part)]);
      made.push_back(function.buffers[step.outs.back()].name);
    }
    for (const PartRef &in : placed.kernel.ins)
      step.ins.push_back(buffers[in]);
    step.text = stepText(graph, placed.fusions, made,
                         [&](int value) { return nameIn(step, placed, value); });
    for (const MadeKernel &kernel : kernelsOf(step, placed)) {
      Step own = step;
      own.label = number() + " " + llvm::join(made, ", ");
      own.kernel = kernel.number;
      own.ins.clear();
      for (int operand : kernel.ins)
        own.ins.push_back(step.ins[operand]);
      if (kernel.isStart) own.text = made.front() + " = " + startText(own);
      done.push_back({own.kernel, &placed.fusions, own.label, times});
      std::vector<Source> sources = sourcesOf(graph, placed.fusions);
      if (sources != function.kernels[own.kernel].sources) own.sources = std::move(sources);
      steps.push_back(std::move(own));
    }
  }

  /// What updates are pushed into.
  std::string startText(const Step &step) const {
    Expr value = function.kernels[step.kernel].formula.results.front().value;
    if (value->kind == Kind::Load) return function.buffers[step.ins[value->value]].name;
    return value->kind == Kind::Literal ? numberText(value->number) : "what it begins as";
  }

  /// The buffers in which a step reads a value: "x", or "{x, x_2}" where it does in several.
  std::string nameIn(const Step &step, const PlacedKernel &placed, int value) const {
    std::vector<std::string> read;
    for (auto [in, buffer] : llvm::zip_equal(placed.kernel.ins, step.ins))
      if (in.value == value || in.value == homeOf({value, 0}).value)
        read.push_back(function.buffers[buffer].name);
    if (read.empty()) return identifier(graph.values[value].name); // nothing of it is read
    return read.size() == 1 ? read.front() : "{" + llvm::join(read, ", ") + "}";
  }

  Kernel describe(const Step &step, const PlacedKernel &placed) {
    const PartKernel &made = placed.kernel;
    Kernel kernel;
    kernel.formula = made.body->formula;
    for (const auto &loop : made.body->loops)
      kernel.loops.push_back(allSpans.of(loop));
    for (int in : step.ins)
      kernel.ins.push_back(windowOf(in));
    for (int out : step.outs)
      kernel.outs.push_back(windowOf(out));
    kernel.sources = sourcesOf(graph, placed.fusions);
    kernel.isAttention =
        llvm::any_of(placed.fusions, [](const Fusion *fusion) { return fusion->isAttention; });
    kernel.bytes = bytesOf(kernel, gridOf(function));
    if (callIn(kernel.formula)) kernel.call = describeCall(*made.body);
    return kernel;
  }

  /// What a routine reads and writes on each shard.
  Kernel::Call describeCall(const KernelBody &body) {
    const ShardGrid grid = gridOf(function);
    llvm::DenseMap<Expr, SmallVector<Span, 4>> boxes;
    for (const ShardRead &read : readsOf(body.formula, body.loops, grid))
      boxes[read.load] = allSpans.of(read.boxes.dims);
    Kernel::Call call;
    const Expr own = callIn(body.formula);
    call.routine = routineOf(own);
    call.resultCount = static_cast<int>(own->numbers[1]);
    for (Expr load : own->args)
      call.operands.push_back({static_cast<int>(load->value), boxes.lookup(load)});
    for (size_t result = 0; result < body.formula.results.size(); ++result) {
      const Formula made = onlyResult(body.formula, static_cast<int>(result));
      call.results.push_back({static_cast<int>(callIn(made)->value),
                              allSpans.of(resultBoxes(made, body.loops, grid).dims)});
    }
    return call;
  }

  Kernel::Window windowOf(int buffer) const {
    const Buffer &b = function.buffers[buffer];
    return {b.name, b.type, b.shape, b.window};
  }

  /// A kernel by its number, and which of the operands that were given it reads.
  struct MadeKernel {
    int number;
    SmallVector<int, 8> ins;
    bool isStart = false;
  };
  using MadeKernels = SmallVector<MadeKernel, 2>;

  /// One; or two, in their order. Those that do the same are used again.
  const MadeKernels &kernelsOf(const Step &step, const PlacedKernel &placed) {
    Key key;
    addTo(key, placed.kernel.body);
    for (int buffer : step.outs)
      addTo(key, windows[buffer].get());
    const auto [known, fresh] = knownKernels.try_emplace(key);
    if (fresh) known->second = addKernels(describe(step, placed), placed.fusions);
    return known->second;
  }

  MadeKernels addKernels(Kernel kernel, ArrayRef<const Fusion *> made) {
    const auto parts = pushKernelsOf(kernel, gridOf(function));
    if (!parts) {
      const auto operands = llvm::seq<int>(0, static_cast<int>(kernel.ins.size()));
      SmallVector<int, 8> all(operands.begin(), operands.end());
      return {{addKernel(std::move(kernel), made), std::move(all)}};
    }
    MadeKernels numbers = {{addKernel(parts->start.kernel, made), parts->start.ins, true}};
    if (parts->push) numbers.push_back({addKernel(parts->push->kernel, made), parts->push->ins});
    return numbers;
  }

  int addKernel(Kernel kernel, ArrayRef<const Fusion *> made) {
    auto &alike = kernelsByValue[kernel.formula.results.front().value];
    for (int number : alike)
      if (doTheSame(function.kernels[number], kernel)) return number;
    alike.push_back(static_cast<int>(function.kernels.size()));
    // Numbered over all functions by the caller.
    const std::string word = isPushed(kernel.formula) ? "" : wordFor(kernel.formula);
    kernel.name = word.empty() ? mnemonicOf(graph, made) + kernel.name : word;
    function.kernels.push_back(std::move(kernel));
    return alike.back();
  }

  static bool sameWindows(ArrayRef<Kernel::Window> a, ArrayRef<Kernel::Window> b) {
    return llvm::equal(a, b, [](const Kernel::Window &x, const Kernel::Window &y) {
      return x.type == y.type && x.shape == y.shape && x.window == y.window;
    });
  }
  static bool doTheSame(const Kernel &a, const Kernel &b) {
    const auto sameLoop = [](const Loop &x, const Loop &y) { return x.extent == y.extent; };
    const auto sameResult = [](const Result &x, const Result &y) {
      return x.type == y.type && x.index == y.index && x.value == y.value &&
             x.combine == y.combine && x.where == y.where;
    };
    return a.loops == b.loops && sameWindows(a.ins, b.ins) && sameWindows(a.outs, b.outs) &&
           llvm::equal(a.formula.loops, b.formula.loops, sameLoop) &&
           llvm::equal(a.formula.results, b.formula.results, sameResult);
  }

  /// What stands in a region, in order.
  struct RegionContent {
    std::vector<size_t> kernels, controls;
  };

  /// A step that computes, and how often it is done in a call.
  struct Done {
    int kernel;
    const SmallVector<const Fusion *, 1> *fusions;
    std::string label;
    double times;
  };

  const Graph &graph;
  Function &function;
  const LowerOptions &options;
  const bool fusesAttention;
  std::vector<Done> done;
  double times = 1; // that what is numbered now is done
  std::vector<bool> apart;
  std::vector<bool> unjoined; // products that get no epilogue
  std::vector<Fusion> fusions;
  std::vector<PlacedKernel> kernels; // by value
  Needed needed;
  std::vector<RegionContent> regions;
  std::map<PartRef, int> buffers;
  std::vector<SharedBoxes> windows; // of the buffers
  PartKernels partKernels;
  Siblings siblings;
  MadeByJoining joined;
  Spans allSpans;
  llvm::DenseMap<const ShardBoxes *, SmallVector<Span, 4>> knownSpans;
  llvm::DenseMap<const ShardBoxes *, int64_t> knownElements;
  std::unordered_map<Key, MadeKernels, KeyHash> knownKernels;
  llvm::DenseMap<Expr, SmallVector<int, 1>> kernelsByValue;
  Names names;
};

} // namespace

/// Whether attention could be done in one kernel wherever it was found.
static bool scheduleWithAttention(const Graph &graph, Function &function,
                                  const LowerOptions &options, WorkTally &tally) {
  Function tried = function;
  WorkTally own = tally;
  Scheduler scheduler(graph, tried, options, true);
  scheduler.run(own);
  if (!scheduler.hasRoom()) return false;
  function = std::move(tried);
  tally = std::move(own);
  return true;
}

void schedule(const Graph &graph, Function &function, const LowerOptions &options,
              WorkTally &tally) {
  if (!options.fast || !scheduleWithAttention(graph, function, options, tally))
    Scheduler(graph, function, options, false).run(tally);
  if (options.fast) useTensorCores(function);
  useLibraries(function, options.libraries);
}

} // namespace shardc
