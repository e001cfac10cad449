// SPDX-License-Identifier: Apache-2.0
// A plan is followed step by step, on all devices at once: what is known of a buffer are the boxes
// that have been filled, and whether devices hold partial sums in it. A kernel may read what is
// filled, and what it reads of partial sums it has to be linear in; a collective gives what is held
// and brings what is needed; what an output says must be filled at the end. A loop's body is
// followed until what is known before it no longer changes (it only gets less), a branch leaves
// what all of its bodies leave. Nothing here sees how the plan was made, so what it proves does not
// lean on that.
#include "codegen/check/check.h"

#include "codegen/check/check_collectives.h"
#include "codegen/check/check_groups.h"
#include "codegen/check/check_kernels.h"
#include "codegen/check/check_rows.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

namespace {

class Checker {
public:
  Checker(const Plan &plan, const Function &function) : plan(plan), function(function) {}

  std::optional<std::string> run() {
    checkMemory();
    start();
    if (isRight()) steps(function.steps);
    for (const Feed &each : function.feeds)
      if (isRight()) feed(each);
    for (size_t number = 0; number < function.buffers.size() && isRight(); ++number)
      end(static_cast<int>(number));
    if (isRight()) return std::nullopt;
    return state.problem;
  }

private:
  void fail(const Step &step, const std::string &what) { state.fail(step, what); }
  bool isRight() const { return state.problem.empty(); }
  std::string nameOf(int buffer) const { return state.nameOf(buffer); }

  static bool isThereAtStart(const Buffer &buffer) {
    return buffer.role == Role::input || buffer.role == Role::constant;
  }
  void start() {
    for (const auto &[number, buffer] : llvm::enumerate(function.buffers)) {
      if (!isThereAtStart(buffer)) continue;
      const int own = static_cast<int>(number);
      if (const auto others = contents.memory.lieUnder(own); !others.empty())
        state.fail("buffers " + nameOf(others.front()) + " and " + nameOf(own) + " share memory");
      Content content{state.boxesOf(buffer.box), {}};
      if (buffer.role == Role::input) content.partial = partialSumOf(plan.inputs[buffer.index]);
      contents.fill(own, std::move(content));
    }
  }

  /// Outputs are made, and what the next call reads is there.
  void end(int number) {
    const Buffer &buffer = function.buffers[number];
    if (buffer.role == Role::output) return output(number);
    if (isThereAtStart(buffer) && !buffer.donated &&
        !contents.holds(number, state.boxesOf(buffer.box)))
      state.fail(nameOf(number) + " is not there for the next call" + contents.whyLost(number));
  }

  /// Windows fit into their memory.
  void checkMemory() {
    if (const auto wrong = contents.memory.wrongSwap()) state.fail(*wrong);
    for (const Buffer &buffer : function.buffers) {
      if (buffer.ofBlock) continue;
      const SharedBoxes &window = state.boxesOf(buffer.window);
      if (contents.boxes.largest(window) * info(buffer.type).bytes > buffer.bytes)
        state.fail("the window of '" + buffer.name + "' is larger than its memory");
    }
  }

  // Steps.

  void steps(ArrayRef<Step> list) {
    const size_t before = begun.size();
    for (size_t first = 0; first < list.size() && isRight();) {
      const size_t end = endOfJoined(list, first);
      joined(list.slice(first, end - first));
      first = end;
    }
    if (begun.size() > before) fail(begun.back().front(), "nothing waits for it");
  }

  // Collectives that run on.

  /// While one does, nobody writes what it reads, or uses what it writes.
  void beside(const Step &step) {
    SmallVector<int, 8> writes(step.outs.begin(), step.outs.end());
    SmallVector<int, 8> uses(step.ins.begin(), step.ins.end());
    llvm::append_range(step.kind == Step::Kind::swap ? writes : uses, step.ins);
    if (step.scratch >= 0) writes.push_back(step.scratch);
    if (step.decider >= 0) uses.push_back(step.decider);
    llvm::append_range(uses, writes);
    for (ArrayRef<Step> each : begun)
      for (const Step &other : each)
        if (contents.shareMemory(uses, other.outs) || contents.shareMemory(writes, other.ins))
          fail(step, "step '" + other.label + "' has not been waited for, and moves what it uses");
  }

  void begin(ArrayRef<Step> list) {
    const auto runsOn = [](const Step &step) { return step.runsOn; };
    if (llvm::none_of(list, runsOn)) return;
    if (!llvm::all_of(list, runsOn))
      fail(list.front(), "only a part of what is done at once runs on");
    begun.push_back(list);
  }

  void wait(const Step &step) {
    const auto own = llvm::find_if(
        begun, [&](ArrayRef<Step> each) { return each.front().collective == step.collective; });
    if (own == begun.end()) return fail(step, "what it waits for has not begun");
    begun.erase(own);
  }

  /// Steps that are done at once, or by rows; or one alone.
  void joined(ArrayRef<Step> list) {
    const bool areRows = list.size() > 1 && list.front().kind == Step::Kind::compute;
    if (areRows) byRows(list);
    for (size_t place = 0; place < list.size() && isRight(); ++place) {
      if (!areRows) atOnce(list.slice(0, place), list[place]);
      if (!areRows && usesBlocks(function, list[place]))
        fail(list[place], "it uses rows of a block, and is not done by rows");
      if (list[place].kind != Step::Kind::wait) beside(list[place]);
      one(list[place]);
    }
    begin(list);
  }

  /// A step's rows are made again and again, before and behind those of the others.
  void byRows(ArrayRef<Step> list) {
    if (const auto wrong = wrongRows(function, list)) return fail(list.front(), *wrong);
    for (const Step &step : list.drop_back())
      if (contents.shareMemory(list.back().outs, step.ins))
        fail(step, "it reads what step '" + list.back().label + "' writes rows of");
  }

  /// Nothing that is done at once writes what another reads or writes, on devices of one group.
  void atOnce(ArrayRef<Step> others, const Step &step) {
    const auto collectiveOf = [&](const Step &of) { return &function.collectives[of.collective]; };
    for (const Step &other : others) {
      if (step.kind != Step::Kind::collective || other.kind != Step::Kind::collective ||
          collectiveOf(step)->over != collectiveOf(other)->over)
        return fail(step, "it is done at once with a step that has other groups");
      if (contents.shareMemory(step.outs, other.outs) ||
          contents.shareMemory(step.outs, other.ins) || contents.shareMemory(step.ins, other.outs))
        return fail(step,
                    "it is done at once with step '" + other.label + "', which it depends on");
    }
    if (step.together && others.empty()) fail(step, "it is done at once with nothing");
  }

  /// No result lies over another, or over what the step reads, unless its kernel can do with that.
  void apart(const Step &step) {
    for (const auto &[result, out] : llvm::enumerate(step.outs)) {
      if (contents.shareMemory(out, ArrayRef<int>(step.outs).drop_front(result + 1)))
        fail(step, nameOf(out) + " lies over another result");
      for (const int in : step.ins)
        if (contents.memory.isShared(in, out) && !isOverwritten(function, step, in, out))
          fail(step, nameOf(out) + " lies over " + nameOf(in) + ", which it reads");
    }
  }

  /// A call has as much memory for itself as it needs, and none that it reads or writes for others.
  void scratch(const Step &step) {
    const auto &call = function.kernels[step.kernel].call;
    const int64_t wanted = call ? call->memoryBytes() : 0;
    if (step.scratch < 0 && wanted > 0) return fail(step, "it has no scratch memory");
    if (step.scratch < 0) return;
    if (function.buffers[step.scratch].bytes < wanted)
      fail(step, "its scratch memory is too small");
    if (contents.shareMemory({step.scratch}, step.ins) ||
        contents.shareMemory({step.scratch}, step.outs))
      fail(step, "its scratch memory is that of what it reads or writes");
    contents.makeRoom(step.scratch);
  }

  /// Code that communicates: all devices come to it with nothing else on its way between them, and
  /// it talks to those that have the other parts.
  void talk(const Step &step) {
    const Kernel &kernel = function.kernels[step.kernel];
    SmallVector<int, 2> over, own;
    for (auto [loop, span] : llvm::zip_equal(kernel.formula.loops, kernel.loops))
      if (loop.hasCommunicator) over = eitherOf(over, eitherOf(span.lo.over, span.hi.over));
    const auto isOne = [](const Loop &loop) { return loop.hasCommunicator; };
    const bool talks = llvm::any_of(kernel.formula.loops, isOne);
    if (kernel.call && kernel.call->talksOver) llvm::append_range(own, *kernel.call->talksOver);
    llvm::sort(own);
    if (talks != (kernel.call && kernel.call->talksOver) || own != over)
      return fail(step, "it has a communicator of other devices than those that have its parts");
    if (talks && !begun.empty())
      fail(step, "it has a communicator, and step '" + begun.back().front().label +
                     "' has not been waited for");
  }

  void one(const Step &step) {
    const bool writes = step.kind == Step::Kind::compute || step.kind == Step::Kind::collective;
    if (writes) apart(step);
    if (step.kind == Step::Kind::compute) scratch(step);
    if (step.kind == Step::Kind::compute) talk(step);
    switch (step.kind) {
    case Step::Kind::compute:
      return kernels.compute(step, trips);
    case Step::Kind::collective:
      return collectives.move(step);
    case Step::Kind::swap:
      return contents.swap(step.ins.front(), step.outs.front());
    case Step::Kind::loop:
      return loop(step);
    case Step::Kind::branch:
      return branch(step);
    case Step::Kind::wait:
      return wait(step);
    }
  }

  // Loops and branches. Only what their bodies write, and what lies there, can change in them.

  std::vector<int> changedBy(ArrayRef<Step> list) const {
    std::vector<int> changed = writtenBy(list);
    llvm::append_range(changed, contents.memory.losing(changed));
    return changed;
  }

  /// The buffers that steps write, or that trade places, each once.
  std::vector<int> writtenBy(ArrayRef<Step> list) const {
    std::vector<int> written;
    for (const Step &step : list) {
      written.insert(written.end(), step.outs.begin(), step.outs.end());
      if (step.scratch >= 0) written.push_back(step.scratch);
      if (step.kind == Step::Kind::swap)
        written.insert(written.end(), step.ins.begin(), step.ins.end());
      for (const std::vector<Step> &body : step.bodies)
        llvm::append_range(written, writtenBy(body));
    }
    llvm::sort(written);
    written.erase(llvm::unique(written), written.end());
    return written;
  }

  void loop(const Step &step) {
    trips.push_back(step.decider < 0 ? step.trips : -1);
    rounds(step);
    trips.pop_back();
  }

  /// Ends, as every round that is not the last leaves less known of a buffer.
  void rounds(const Step &step) {
    const std::vector<int> changed = changedBy(step);
    Contents::State before = contents.of(changed);
    while (isRight()) {
      steps(step.bodies[0]);
      if (step.decider >= 0) decide(step);
      const Contents::State atDecision = contents.of(changed);
      steps(step.bodies[1]);
      Contents::State next = before;
      for (auto [content, buffer] : llvm::zip_equal(next, changed))
        content = contents.common(content, contents[buffer]);
      if (step.decider >= 0) contents.set(changed, atDecision);
      if (next == before) return;
      before = std::move(next);
      contents.set(changed, before);
    }
  }

  void branch(const Step &step) {
    decide(step);
    struct After {
      Content content; // in all bodies so far that change it
      size_t bodies;
    };
    std::map<int, After> after;
    for (const std::vector<Step> &body : step.bodies) {
      const std::vector<int> changed = changedBy(body);
      const Contents::State before = contents.of(changed);
      steps(body);
      for (int buffer : changed) {
        const auto [known, fresh] = after.try_emplace(buffer, After{contents[buffer], 0});
        known->second = {contents.common(known->second.content, contents[buffer]),
                         known->second.bodies + 1};
      }
      contents.set(changed, before);
    }
    for (const auto &[buffer, made] : after)
      contents.know(buffer, made.bodies == step.bodies.size()
                                ? made.content
                                : contents.common(made.content, contents[buffer]));
  }

  /// Every device has to hold what decides, and none a partial sum.
  void decide(const Step &step) {
    const Content &decider = contents[step.decider];
    if (!decider.partial.over.empty()) fail(step, nameOf(step.decider) + " is not combined yet");
    if (!decider.filled) fail(step, nameOf(step.decider) + " is not there on every device");
  }

  // Outputs.

  void output(int number) {
    const Buffer &buffer = function.buffers[number];
    const Content &content = contents[number];
    uint64_t whole = 1;
    for (int64_t extent : buffer.shape)
      whole *= static_cast<uint64_t>(extent);
    const PartialSum wanted = partialSumOf(plan.outputs[buffer.index]);
    const bool isSame = content.partial.over.empty() && staysSame(content.literal, wanted);
    if (whole > 0 && !isSame && !isAs(content.partial, wanted, buffer.type))
      state.fail("output " + nameOf(number) +
                 (content.partial.over.empty() ? " is whole" : " is a partial sum") +
                 " on every device" +
                 (wanted.over.empty() ? "" : ", not the one that it is left as"));
    const SharedBoxes boxes = state.boxesOf(buffer.box);
    if (!contents.holds(number, boxes))
      state.fail("output " + nameOf(number) + " is not made on device " +
                 contents.boxes.first(boxes, content.filled) + contents.whyLost(number));
    const uint64_t total = countOfDistinct(boxes);
    if (total != whole)
      state.fail("the devices' parts of output " + nameOf(number) + " have " +
                 std::to_string(total) + " elements, not " + std::to_string(whole));
  }

  /// All of an input is brought, of the output that becomes it.
  void feed(const Feed &feed) {
    const int from = feed.step.ins.front(), into = feed.step.outs.front();
    const Buffer &source = function.buffers[from], &target = function.buffers[into];
    if (source.role != Role::output || source.index != feed.output || target.role != Role::input ||
        target.index != feed.input)
      return fail(feed.step, "it is between other memory than the output's and the input's");
    contents.know(into, {});
    one(feed.step);
    if (isRight() && !contents.holds(into, state.boxesOf(target.box)))
      fail(feed.step, nameOf(into) + " is not brought to every device");
    if (!contents[into].partial.over.empty())
      fail(feed.step, nameOf(into) + " is a partial sum on every device");
  }

  const Plan &plan;
  const Function &function;
  CheckState state = {plan, function};
  Contents &contents = state.contents;
  KernelChecker kernels{state};
  CollectiveChecker collectives{state};
  SmallVector<int64_t, 2> trips;     // of the loops around; -1: not known
  std::vector<ArrayRef<Step>> begun; // collectives that run on
};

} // namespace

std::optional<std::string> check(const Plan &plan) {
  for (const Function &function : plan.functions)
    if (auto problem = Checker(plan, function).run()) return problem;
  return std::nullopt;
}

} // namespace shardc
