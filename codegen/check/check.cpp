// SPDX-License-Identifier: Apache-2.0
// A plan is followed step by step, on all devices at once: what is known of a buffer are the boxes
// that have been filled, and whether devices hold partial sums in it. A kernel may read what is
// filled, and what it reads of partial sums it has to be linear in; a collective gives what is held
// and brings what is needed; what an output says must be filled at the end. A loop's body is
// followed until what is known before it no longer changes (it only gets less), a branch leaves
// what all of its bodies leave. Nothing here sees how the plan was made, so what it proves does not
// lean on that.
#include "codegen/check/check.h"

#include "codegen/check/check_access.h"
#include "codegen/check/check_groups.h"
#include "codegen/check/check_linear.h"
#include "codegen/check/check_memory.h"
#include "codegen/check/check_rows.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/updates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

#include <map>
#include <set>

namespace shardc {

namespace {

/// What is known of a buffer at a step: the boxes that have been filled, none yet; and whether
/// devices hold partial sums of it.
struct Content {
  std::optional<SharedBoxes> filled;
  PartialSum partial;
  bool isZero = false;    // in all bits: it adds up, as a partial sum of anything
  Expr literal = nullptr; // what it is throughout; null: that is not known
  bool operator==(const Content &other) const = default;
};

class Checker {
public:
  Checker(const Plan &plan, const Function &function)
      : plan(plan), function(function), grid(gridOf(function)), memory(function),
        contents(function.buffers.size()), lostTo(contents.size(), -1) {}

  std::optional<std::string> run() {
    checkMemory();
    start();
    if (problem.empty()) steps(function.steps);
    for (const Feed &each : function.feeds)
      if (problem.empty()) feed(each);
    for (size_t number = 0; number < function.buffers.size() && problem.empty(); ++number)
      end(static_cast<int>(number));
    if (problem.empty()) return std::nullopt;
    return problem;
  }

private:
  void fail(const Step &step, const std::string &what) {
    if (problem.empty()) problem = "step '" + step.label + "': " + what;
  }
  std::string nameOf(int buffer) const { return "'" + function.buffers[buffer].name + "'"; }
  /// Spans of the same numbers have the same boxes.
  const SharedBoxes &boxesOf(ArrayRef<Span> spans) {
    std::vector<const void *> key;
    for (const Span &span : spans)
      key.insert(key.end(), {span.lo.values.get(), span.hi.values.get()});
    const auto [known, fresh] = knownBoxes.try_emplace(std::move(key));
    if (!fresh) return known->second;
    ShardBoxes boxes{grid, {}};
    for (const Span &span : spans)
      boxes.dims.push_back(intervalsOf(grid, span));
    return known->second = std::move(boxes);
  }
  bool covers(const SharedBoxes &outer, const SharedBoxes &inner) {
    if (outer.get() == inner.get()) return true;
    const auto [known, fresh] = knownCovers.try_emplace({outer.get(), inner.get()});
    if (fresh) known->second = coversEverywhere(outer, inner);
    return known->second;
  }

  // What is known of buffers.

  void know(int buffer, Content content) {
    memory.setUsed(buffer, content.filled.has_value());
    contents[buffer] = std::move(content);
  }
  /// What lay there is gone.
  void makeRoom(int buffer) {
    for (const int lost : memory.lieUnder(buffer)) {
      know(lost, {});
      lostTo[lost] = buffer;
    }
  }
  void fill(int buffer, Content content) {
    makeRoom(buffer);
    know(buffer, std::move(content));
  }
  /// ", which 'y' lies over", if that is why it is not held.
  std::string whyLost(int buffer) const {
    if (contents[buffer].filled || lostTo[buffer] < 0) return "";
    return ", as " + nameOf(lostTo[buffer]) + " lies where it lay";
  }

  static bool isThereAtStart(const Buffer &buffer) {
    return buffer.role == Role::input || buffer.role == Role::constant;
  }
  void start() {
    for (const auto &[number, buffer] : llvm::enumerate(function.buffers)) {
      if (!isThereAtStart(buffer)) continue;
      const int own = static_cast<int>(number);
      if (const auto others = memory.lieUnder(own); !others.empty() && problem.empty())
        problem = "buffers " + nameOf(others.front()) + " and " + nameOf(own) + " share memory";
      Content content{boxesOf(buffer.box), {}};
      if (buffer.role == Role::input) content.partial = partialSumOf(plan.inputs[buffer.index]);
      fill(own, std::move(content));
    }
  }

  /// Outputs are made, and what the next call reads is there.
  void end(int number) {
    const Buffer &buffer = function.buffers[number];
    if (buffer.role == Role::output) return output(number);
    if (isThereAtStart(buffer) && !buffer.donated && !holds(number, boxesOf(buffer.box)))
      problem = nameOf(number) + " is not there for the next call" + whyLost(number);
  }

  /// Windows fit into their memory.
  void checkMemory() {
    if (const auto wrong = memory.wrongSwap()) problem = *wrong;
    for (const Buffer &buffer : function.buffers) {
      if (buffer.ofBlock) continue;
      const SharedBoxes &window = boxesOf(buffer.window);
      const auto [elements, fresh] = knownElements.try_emplace(window.get());
      if (fresh) elements->second = largestVolume(window);
      if (elements->second * info(buffer.type).bytes > buffer.bytes && problem.empty())
        problem = "the window of '" + buffer.name + "' is larger than its memory";
    }
  }

  // Steps.

  void steps(ArrayRef<Step> list) {
    const size_t before = begun.size();
    for (size_t first = 0; first < list.size() && problem.empty();) {
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
        if (shareMemory(uses, other.outs) || shareMemory(writes, other.ins))
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
    for (size_t place = 0; place < list.size() && problem.empty(); ++place) {
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
      if (shareMemory(list.back().outs, step.ins))
        fail(step, "it reads what step '" + list.back().label + "' writes rows of");
  }

  /// Nothing that is done at once writes what another reads or writes, on devices of one group.
  void atOnce(ArrayRef<Step> others, const Step &step) {
    const auto collectiveOf = [&](const Step &of) { return &function.collectives[of.collective]; };
    for (const Step &other : others) {
      if (step.kind != Step::Kind::collective || other.kind != Step::Kind::collective ||
          collectiveOf(step)->over != collectiveOf(other)->over)
        return fail(step, "it is done at once with a step that has other groups");
      if (shareMemory(step.outs, other.outs) || shareMemory(step.outs, other.ins) ||
          shareMemory(step.ins, other.outs))
        return fail(step,
                    "it is done at once with step '" + other.label + "', which it depends on");
    }
    if (step.together && others.empty()) fail(step, "it is done at once with nothing");
  }

  bool shareMemory(ArrayRef<int> some, ArrayRef<int> others) const {
    return llvm::any_of(some, [&](int one) {
      return llvm::any_of(others, [&](int other) { return memory.isShared(one, other); });
    });
  }

  /// No result lies over another, or over what the step reads, unless its kernel can do with that.
  void apart(const Step &step) {
    for (const auto &[result, out] : llvm::enumerate(step.outs)) {
      if (shareMemory(out, ArrayRef<int>(step.outs).drop_front(result + 1)))
        fail(step, nameOf(out) + " lies over another result");
      for (const int in : step.ins)
        if (memory.isShared(in, out) && !isOverwritten(function, step, in, out))
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
    if (shareMemory({step.scratch}, step.ins) || shareMemory({step.scratch}, step.outs))
      fail(step, "its scratch memory is that of what it reads or writes");
    makeRoom(step.scratch);
  }

  void one(const Step &step) {
    const bool writes = step.kind == Step::Kind::compute || step.kind == Step::Kind::collective;
    if (writes) apart(step);
    if (step.kind == Step::Kind::compute) scratch(step);
    switch (step.kind) {
    case Step::Kind::compute:
      return compute(step);
    case Step::Kind::collective:
      return function.collectives[step.collective].combine ? reduce(step) : exchange(step);
    case Step::Kind::swap:
      return swap(step.ins.front(), step.outs.front());
    case Step::Kind::loop:
      return loop(step);
    case Step::Kind::branch:
      return branch(step);
    case Step::Kind::wait:
      return wait(step);
    }
  }

  void swap(int a, int b) {
    Content ofB = std::exchange(contents[b], {});
    Content ofA = std::exchange(contents[a], {});
    know(a, std::move(ofB));
    know(b, std::move(ofA));
  }

  // Loops and branches. Only what their bodies write, and what lies there, can change in them.

  std::vector<int> changedBy(ArrayRef<Step> list) const {
    std::vector<int> changed = writtenBy(list);
    llvm::append_range(changed, memory.losing(changed));
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

  /// What is known of some buffers.
  using State = std::vector<Content>;
  State stateOf(ArrayRef<int> buffers) const {
    State state;
    for (int buffer : buffers)
      state.push_back(contents[buffer]);
    return state;
  }
  void setState(ArrayRef<int> buffers, const State &state) {
    for (const int buffer : buffers)
      memory.setUsed(buffer, false);
    for (auto [buffer, content] : llvm::zip_equal(buffers, state))
      know(buffer, content);
  }

  /// Boxes of no elements are alike wherever they are.
  bool sameElements(const std::optional<SharedBoxes> &a, const std::optional<SharedBoxes> &b) {
    return a == b || (a && b && covers(*a, *b) && covers(*b, *a));
  }

  /// After a body that may not run, only what is the same either way is known.
  Content common(Content a, const Content &b) {
    if (!sameElements(a.filled, b.filled)) a.filled = std::nullopt;
    a.partial.over.insert(b.partial.over.begin(), b.partial.over.end());
    a.isZero = a.isZero && b.isZero;
    if (a.literal != b.literal) a.literal = nullptr;
    return a;
  }

  void loop(const Step &step) {
    trips.push_back(step.decider < 0 ? step.trips : -1);
    rounds(step);
    trips.pop_back();
  }

  /// Ends, as every round that is not the last leaves less known of a buffer.
  void rounds(const Step &step) {
    const std::vector<int> changed = changedBy(step);
    State before = stateOf(changed);
    while (problem.empty()) {
      steps(step.bodies[0]);
      if (step.decider >= 0) decide(step);
      const State atDecision = stateOf(changed);
      steps(step.bodies[1]);
      State next = before;
      for (auto [content, buffer] : llvm::zip_equal(next, changed))
        content = common(content, contents[buffer]);
      if (step.decider >= 0) setState(changed, atDecision);
      if (next == before) return;
      before = std::move(next);
      setState(changed, before);
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
      const State before = stateOf(changed);
      steps(body);
      for (int buffer : changed) {
        const auto [known, fresh] = after.try_emplace(buffer, After{contents[buffer], 0});
        known->second = {common(known->second.content, contents[buffer]), known->second.bodies + 1};
      }
      setState(changed, before);
    }
    for (const auto &[buffer, made] : after)
      know(buffer, made.bodies == step.bodies.size() ? made.content
                                                     : common(made.content, contents[buffer]));
  }

  /// Every device has to hold what decides, and none a partial sum.
  void decide(const Step &step) {
    const Content &decider = contents[step.decider];
    if (!decider.partial.over.empty()) fail(step, nameOf(step.decider) + " is not combined yet");
    if (!decider.filled) fail(step, nameOf(step.decider) + " is not there on every device");
  }

  /// These boxes of a buffer have been filled.
  bool holds(int buffer, const SharedBoxes &boxes) {
    const auto &filled = contents[buffer].filled;
    return filled ? covers(*filled, boxes) : emptyEverywhere(boxes);
  }

  /// A kernel of several results is so many kernels at once, of one result each.
  void compute(const Step &step) {
    checkTrips(step);
    checkWhole(step);
    std::vector<Content> made;
    for (size_t result = 0; result < step.outs.size(); ++result)
      made.push_back(isUpdate(step, result) ? updated(step, static_cast<int>(result))
                                            : computed(step, static_cast<int>(result)));
    for (auto [out, content] : llvm::zip_equal(step.outs, made))
      fill(out, std::move(content));
  }

  /// What a kernel is told the loops around have made is what it was made for.
  void checkTrips(const Step &step) {
    const auto [known, fresh] = knownTrips.try_emplace(step.kernel);
    if (fresh) known->second = tripsIn(function.kernels[step.kernel].formula);
    for (Expr trip : known->second) {
      const auto depth = static_cast<size_t>(trip->value);
      if (depth >= trips.size() || trips[depth] != trip->numbers[0])
        fail(step, "it counts " + std::to_string(trip->numbers[0]) +
                       " trips of a loop that is not around it");
    }
  }

  /// What is made all at once is made whole wherever it is made.
  void checkWhole(const Step &step) {
    const Kernel &kernel = function.kernels[step.kernel];
    for (auto [loop, span] : llvm::zip_equal(kernel.formula.loops, kernel.loops)) {
      if (!loop.isWhole) continue;
      const Varying<Interval> all = intervalsOf(grid, span);
      for (const Interval &own : *all.values)
        if (!own.empty() && (own.lo != 0 || own.hi != loop.extent))
          return fail(step, "a device does a part of '" + loop.name + "', which is to be whole");
    }
  }

  bool isUpdate(const Step &step, size_t result) const {
    return updates(function.kernels[step.kernel].formula.results[result]);
  }

  Content updated(const Step &step, int result) {
    const int out = step.outs[result];
    const Content before = contents[out];
    const Content update = computed(step, result);
    if (!holds(out, *update.filled))
      fail(step, nameOf(out) + " is updated, of which not all is there");
    if (!before.partial.over.empty() ||
        (!update.partial.over.empty() && !mayEnterEach(before, update.partial, step, result)))
      fail(step, nameOf(out) + " is updated, and a partial sum");
    return {before.filled, update.partial};
  }

  /// Whether what updates of several devices are pushed into counts once, though each has it.
  bool mayEnterEach(const Content &before, const PartialSum &update, const Step &step,
                    int result) const {
    const Result &pushed = function.kernels[step.kernel].formula.results[result];
    if (!isPushed(pushed)) return false;
    const auto fn = combinerOfBody(pushed.combine);
    if (!fn || *fn != update.combine) return false;
    if (*fn == Fn::max || *fn == Fn::min || *fn == Fn::bitAnd || *fn == Fn::bitOr) return true;
    const bool isSum = *fn == Fn::add || *fn == Fn::bitXor;
    return (isSum && before.isZero) ||
           (before.literal && before.literal->number.sameBits(*identity(*fn, pushed.type.type)));
  }

  Content computed(const Step &step, int result) {
    const Access &access = accessOf(step.kernel, result);
    const int out = step.outs[result];
    for (const auto &[operand, boxes] : access.reads) {
      const int in = step.ins[operand];
      if (!holds(in, boxes))
        fail(step, "device " + first(boxes, contents[in].filled) + " of " + nameOf(in) +
                       " is read, which is not held" + whyLost(in));
    }
    const SharedBoxes &window = windowOf(out);
    if (!covers(window, access.written))
      fail(step, "device " + first(access.written, window) + " of " + nameOf(out) +
                     " is written, beside its window");
    Content made{access.written, partialSumIn(step, result)};
    const Content copied = copiedBy(step, result);
    made.isZero = access.partial.isZero || copied.isZero || emptyEverywhere(access.written);
    made.literal = access.partial.literal ? access.partial.literal : copied.literal;
    return made;
  }

  /// What is known of the buffer whose elements a result has; nothing where it has others, too.
  Content copiedBy(const Step &step, int result) const {
    Expr value = function.kernels[step.kernel].formula.results[result].value;
    return value->kind == Kind::Load ? contents[step.ins[value->value]] : Content();
  }

  const Access &accessOf(int number, int result) {
    const auto [known, fresh] = accesses.try_emplace({number, result});
    if (!fresh) return known->second;
    known->second = shardc::accessOf(function.kernels[number], result, grid);
    if (!known->second.isProven)
      problem = "kernel '" + function.kernels[number].name +
                "' reads or writes other boxes than all devices together";
    return known->second;
  }
  const SharedBoxes &windowOf(int buffer) { return boxesOf(function.buffers[buffer].window); }

  /// "3: [0:2]": the first device whose box is not in the outer one.
  std::string first(const SharedBoxes &inner, const std::optional<SharedBoxes> &outer) const {
    int64_t device = 0;
    while (device + 1 < inner.size() &&
           (isEmpty(inner[device]) || (outer && shardc::covers((*outer)[device], inner[device]))))
      ++device;
    return std::to_string(function.firstShard + device) + ": " + str(inner[device]);
  }

  /// Loops that devices do a share of make partial sums; so do operands that are some, in which the
  /// result has to be linear.
  PartialSum partialSumIn(const Step &step, int result) {
    const Kernel &kernel = function.kernels[step.kernel];
    const Access &access = accessOf(step.kernel, result);
    const KernelPartials &own = access.partial;
    if (!own.problem.empty()) fail(step, own.problem);
    PartialSum sum = own.made;
    Expr value = kernel.formula.results[result].value;
    if (sum.over.empty() && value->kind == Kind::Load) { // a copy is combined as what it is of
      sum = contents[step.ins[value->value]].partial;
      sum.over.clear();
    }
    SmallVector<bool, 4> marked(step.ins.size(), false), areZero = marked;
    for (const auto &[operand, boxes] : access.reads) {
      const int in = step.ins[operand];
      const PartialSum &given = contents[in].partial;
      areZero[operand] = given.over.empty() && contents[in].isZero;
      if (given.over.empty()) continue;
      marked[operand] = true;
      sum.over.insert(given.over.begin(), given.over.end());
      if (given != sum)
        fail(step, nameOf(in) + " is a partial sum, of another sum than the result");
    }
    if (placesByPartial(kernel.formula.results[result], marked))
      fail(step, "where it writes depends on partial sums that have not been combined");
    const bool isReduction = own.isResult && !llvm::is_contained(marked, true);
    // Zero, as sums that loops carry begin, is a partial sum of any.
    if (!sum.over.empty() && !sum.asBits && !isReduction &&
        !hasOnePartialPerTerm(kernel, result, marked, areZero, plan.isFast))
      fail(step, "it is not linear in partial sums that have not been combined");
    return sum;
  }

  /// Whether a computed index, or the condition of an update, reads one of the operands.
  static bool placesByPartial(const Result &result, ArrayRef<bool> marked) {
    const auto isMarked = [&](Expr e) { return e->kind == Kind::Load && marked[e->value]; };
    return (result.where && anyUnder(result.where, isMarked)) ||
           llvm::any_of(result.index, [&](Expr index) { return anyUnder(index, isMarked); });
  }

  // Collectives.

  /// Of both kinds: what is given is held, and what is brought fits.
  bool endsHold(const Step &step, const SharedBoxes &held, const SharedBoxes &needed) {
    const int from = step.ins.front(), to = step.outs.front();
    if (!holds(from, held)) {
      fail(step, "device " + first(held, contents[from].filled) + " of " + nameOf(from) +
                     " is given, which is not held" + whyLost(from));
      return false;
    }
    if (!covers(windowOf(to), needed)) {
      fail(step, "device " + first(needed, windowOf(to)) + " is brought to " + nameOf(to) +
                     ", which has no room for it");
      return false;
    }
    return true;
  }

  void exchange(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    const SharedBoxes held = boxesOf(collective.held), needed = boxesOf(collective.needed);
    if (!endsHold(step, held, needed)) return;
    const PartialSum sum = contents[step.ins.front()].partial;
    for (int coordinate : collective.over)
      if (sum.over.count(coordinate))
        return fail(step, nameOf(step.ins.front()) + " is a partial sum on every member");
    if (checked.insert({held.get(), needed.get(), collective.over}).second) {
      if (pairVolume(held, held, collective.over) != countOfAll(held))
        return fail(step,
                    "members of a group have the same elements of " + nameOf(step.ins.front()));
      if (pairVolume(needed, held, collective.over) != countOfAll(needed))
        return fail(step, "a device needs elements of " + nameOf(step.ins.front()) +
                              " that no member of its group has");
    }
    const Content &from = contents[step.ins.front()];
    fill(step.outs.front(), {needed, sum, from.isZero, from.literal});
  }

  void reduce(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    const SharedBoxes held = boxesOf(collective.held), needed = boxesOf(collective.needed);
    if (!endsHold(step, held, needed)) return;
    const Content &from = contents[step.ins.front()];
    for (int coordinate : collective.over) {
      const std::string axis = "'" + function.coordinates[coordinate].name + "'";
      if (!from.isZero && !from.partial.over.count(coordinate))
        return fail(step, nameOf(step.ins.front()) + " is combined over " + axis +
                              ", where all members hold the same");
      if (llvm::any_of(held->dims,
                       [&](const auto &dim) { return llvm::is_contained(dim.over, coordinate); }))
        return fail(step, "members of a group over " + axis +
                              " have partial sums of different boxes of " +
                              nameOf(step.ins.front()));
    }
    const bool isSum = collective.asBits || collective.combine == Fn::add;
    const ElementType type = function.buffers[step.ins.front()].type;
    const bool isAsMade = collective.asBits
                              ? from.partial.asBits && collective.combine == from.partial.combine
                              : isAs(from.partial, {from.partial.over, *collective.combine}, type);
    if (from.isZero ? !isSum : !isAsMade)
      return fail(step, "it does not combine " + nameOf(step.ins.front()) +
                            " as its partial sums are made");
    if (!covers(held, needed))
      return fail(step, "device " + first(needed, held) +
                            " is needed, of which members have no partial sums");
    PartialSum left = from.partial;
    for (int coordinate : collective.over)
      left.over.erase(coordinate);
    if (left.over.empty()) left = {};
    fill(step.outs.front(), {needed, std::move(left)});
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
      problem = "output " + nameOf(number) +
                (content.partial.over.empty() ? " is whole" : " is a partial sum") +
                " on every device" +
                (wanted.over.empty() ? "" : ", not the one that it is left as");
    const SharedBoxes boxes = boxesOf(buffer.box);
    if (!holds(number, boxes) && problem.empty())
      problem = "output " + nameOf(number) + " is not made on device " +
                first(boxes, content.filled) + whyLost(number);
    const uint64_t total = countOfDistinct(boxes);
    if (total != whole && problem.empty())
      problem = "the devices' parts of output " + nameOf(number) + " have " +
                std::to_string(total) + " elements, not " + std::to_string(whole);
  }

  /// All of an input is brought, of the output that becomes it.
  void feed(const Feed &feed) {
    const int from = feed.step.ins.front(), into = feed.step.outs.front();
    const Buffer &source = function.buffers[from], &target = function.buffers[into];
    if (source.role != Role::output || source.index != feed.output || target.role != Role::input ||
        target.index != feed.input)
      return fail(feed.step, "it is between other memory than the output's and the input's");
    know(into, {});
    one(feed.step);
    if (problem.empty() && !holds(into, boxesOf(target.box)))
      fail(feed.step, nameOf(into) + " is not brought to every device");
    if (!contents[into].partial.over.empty())
      fail(feed.step, nameOf(into) + " is a partial sum on every device");
  }

  const Plan &plan;
  const Function &function;
  const ShardGrid grid;
  UsedMemory memory;
  std::vector<Content> contents;                  // per buffer
  std::vector<int> lostTo;                        // per buffer, what was written over it
  std::map<std::pair<int, int>, Access> accesses; // per kernel and result
  std::map<int, SmallVector<Expr, 1>> knownTrips; // per kernel
  SmallVector<int64_t, 2> trips;                  // of the loops around; -1: not known
  std::map<std::vector<const void *>, SharedBoxes> knownBoxes;
  std::map<std::pair<const void *, const void *>, bool> knownCovers;
  std::map<const void *, int64_t> knownElements;
  /// Exchanges, by their boxes and groups.
  std::set<std::tuple<const void *, const void *, SmallVector<int, 2>>> checked;
  std::vector<ArrayRef<Step>> begun; // collectives that run on
  std::string problem;
};

} // namespace

std::optional<std::string> check(const Plan &plan) {
  for (const Function &function : plan.functions)
    if (auto problem = Checker(plan, function).run()) return problem;
  return std::nullopt;
}

} // namespace shardc
