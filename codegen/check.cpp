// SPDX-License-Identifier: Apache-2.0
#include "codegen/check.h"

#include "analysis/partial.h"
#include "frontend/ir/formula/loops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

#include <map>
#include <set>

namespace shardc {

namespace {

/// Coordinates over which devices have a part each of a sum, and what makes it whole.
struct Parts {
  std::set<int> over;
  Fn combine = Fn::add;
  bool asBits = false; // of what is picked: all parts but one are zero
  bool operator==(const Parts &other) const = default;
};

/// What is known of a buffer at a step: per device the box that has been filled, none yet; and
/// whether devices hold parts of it.
struct Content {
  std::vector<std::optional<Box>> filled;
  Parts parts;
  bool operator==(const Content &other) const = default;
};

class Checker {
public:
  explicit Checker(const Function &function) : function(function) {
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      places.push_back(coordinatesOf(function, shard));
  }

  std::optional<std::string> run() {
    for (const Buffer &buffer : function.buffers)
      contents.push_back(start(buffer));
    checkMemory();
    steps(function.steps);
    for (size_t number = 0; number < function.buffers.size() && problem.empty(); ++number)
      if (function.buffers[number].role == Role::output) output(static_cast<int>(number));
    if (problem.empty()) return std::nullopt;
    return problem;
  }

private:
  using State = std::vector<Content>;

  void fail(const Step &step, const std::string &what) {
    if (problem.empty()) problem = "step '" + step.label + "': " + what;
  }
  std::string nameOf(int buffer) const { return "'" + function.buffers[buffer].name + "'"; }
  Box boxOf(ArrayRef<Span> spans, size_t device) const {
    return boxAt(spans, function, places[device]);
  }

  Content start(const Buffer &buffer) const {
    Content content;
    content.filled.resize(places.size());
    if (buffer.role != Role::input && buffer.role != Role::constant) return content;
    for (size_t device = 0; device < places.size(); ++device)
      content.filled[device] = boxOf(buffer.box, device);
    return content;
  }

  // Memory.

  void checkMemory() {
    std::vector<const Buffer *> order;
    for (const Buffer &buffer : function.buffers)
      order.push_back(&buffer);
    llvm::sort(order, [](const Buffer *a, const Buffer *b) { return a->firstStep < b->firstStep; });
    std::vector<const Buffer *> live;
    for (const Buffer *buffer : order) {
      llvm::erase_if(live, [&](const Buffer *b) { return b->lastStep < buffer->firstStep; });
      for (const Buffer *other : live)
        if (buffer->offset < other->offset + other->bytes &&
            other->offset < buffer->offset + buffer->bytes && problem.empty())
          problem = "buffers '" + buffer->name + "' and '" + other->name +
                    "' share memory and are live together";
      live.push_back(buffer);
      for (size_t device = 0; device < places.size(); ++device)
        if (volume(boxOf(buffer->window, device)) * info(buffer->type).bytes > buffer->bytes &&
            problem.empty())
          problem = "the window of '" + buffer->name + "' is larger than its memory";
    }
  }

  // Steps.

  void steps(ArrayRef<Step> list) {
    for (const Step &step : list) {
      if (!problem.empty()) return;
      one(step);
    }
  }

  void one(const Step &step) {
    switch (step.kind) {
    case Step::Kind::compute:
      return compute(step);
    case Step::Kind::collective:
      return function.collectives[step.collective].combine ? reduce(step) : exchange(step);
    case Step::Kind::swap:
      return std::swap(contents[step.ins.front()], contents[step.outs.front()]);
    case Step::Kind::loop:
      return loop(step);
    case Step::Kind::branch:
      return branch(step);
    }
  }

  /// After a body that may not run, only what is the same either way is known.
  static State common(State a, const State &b) {
    for (auto [x, y] : llvm::zip_equal(a, b)) {
      for (auto [mine, other] : llvm::zip_equal(x.filled, y.filled))
        if (mine != other) mine = std::nullopt;
      x.parts.over.insert(y.parts.over.begin(), y.parts.over.end());
    }
    return a;
  }

  void loop(const Step &step) {
    constexpr int kRounds = 4; // of knowing less and less
    State before = contents;
    for (int round = 0; round < kRounds && problem.empty(); ++round) {
      steps(step.bodies[0]);
      if (step.decider >= 0) decide(step);
      const State atDecision = contents;
      steps(step.bodies[1]);
      State next = common(before, contents);
      contents = step.decider >= 0 ? atDecision : contents;
      if (next == before) return;
      before = std::move(next);
      contents = before;
    }
    if (problem.empty()) fail(step, "what is held at its beginning changes with every trip");
  }

  void branch(const Step &step) {
    decide(step);
    const State before = contents;
    std::optional<State> after;
    for (const std::vector<Step> &body : step.bodies) {
      contents = before;
      steps(body);
      after = after ? common(*after, contents) : contents;
    }
    if (after) contents = std::move(*after);
  }

  /// Every device has to hold what decides, and none only a part of a sum.
  void decide(const Step &step) {
    const Content &decider = contents[step.decider];
    if (!decider.parts.over.empty()) fail(step, nameOf(step.decider) + " is not combined yet");
    for (const auto &filled : decider.filled)
      if (!filled) fail(step, nameOf(step.decider) + " is not there on every device");
  }

  /// `box` of a buffer has been filled.
  bool holds(int buffer, size_t device, const Box &box) const {
    if (isEmpty(box)) return true;
    const auto &filled = contents[buffer].filled[device];
    return filled && covers(*filled, box);
  }

  void compute(const Step &step) {
    const Kernel &kernel = function.kernels[step.kernel];
    Content made;
    made.filled.resize(places.size());
    made.parts = partsOf(step, kernel);
    std::map<std::vector<int64_t>, std::pair<SmallVector<Read, 4>, Box>> known;
    for (size_t device = 0; device < places.size(); ++device) {
      Env env;
      std::vector<int64_t> key;
      for (const Span &span : kernel.loops) {
        env.loops.push_back(spanAt(span, function, places[device]));
        key.insert(key.end(), {env.loops.back().lo, env.loops.back().hi});
      }
      auto [at, fresh] = known.try_emplace(key);
      if (fresh) at->second = {reads(kernel.formula, env), resultBox(kernel.formula, 0, env)};
      for (const Read &read : at->second.first)
        if (!holds(step.ins[read.operand], device, read.box))
          return fail(step, where(device) + " reads " + str(read.box) + " of " +
                                nameOf(step.ins[read.operand]) + ", which it does not hold");
      const Box &written = at->second.second;
      if (!covers(boxOf(function.buffers[step.outs.front()].window, device), written))
        return fail(step, where(device) + " writes " + str(written) + " beside the window of " +
                              nameOf(step.outs.front()));
      made.filled[device] = written;
    }
    contents[step.outs.front()] = std::move(made);
  }

  std::string where(size_t device) const {
    return "device " + std::to_string(function.firstShard + static_cast<int64_t>(device));
  }

  /// Loops that devices do a part of make parts; so do operands that are parts, in which the result
  /// has to be linear.
  Parts partsOf(const Step &step, const Kernel &kernel) {
    Parts parts;
    forEachExpr(kernel.formula, [&](Expr e) {
      if (e->kind == Kind::Reduce) addReduced(step, kernel, e, parts);
      if (e->kind == Kind::Held) addPicked(step, kernel, e, parts);
    });
    SmallVector<bool, 4> marked, split;
    for (const Span &loop : kernel.loops)
      split.push_back(!loop.isUniform());
    for (int in : step.ins) {
      const Parts &given = contents[in].parts;
      marked.push_back(!given.over.empty());
      if (!marked.back()) continue;
      parts.over.insert(given.over.begin(), given.over.end());
      if (given != parts) fail(step, nameOf(in) + " is a part of another sum than the result");
    }
    const bool isReduction = isSplitReduction(kernel) && !llvm::is_contained(marked, true);
    if (!parts.over.empty() && !parts.asBits && !isReduction &&
        !isLinear(kernel.formula, marked, split))
      fail(step, "it is not linear in parts of a sum that have not been combined");
    return parts;
  }

  /// Whether the result itself is what devices do a part of.
  static bool isSplitReduction(const Kernel &kernel) {
    Expr value = kernel.formula.results.front().value;
    return value->kind == Kind::Item &&
           llvm::any_of(ReduceView(value->args[0]).loops,
                        [&](Expr loop) { return !kernel.loops[loop->value].isUniform(); });
  }

  void addReduced(const Step &step, const Kernel &kernel, Expr reduce, Parts &parts) {
    const ReduceView view(reduce);
    bool isSplit = false;
    for (Expr loop : view.loops)
      isSplit |= addSplit(step, kernel, loop, parts);
    const std::optional<Fn> fn = combiner(view);
    if (isSplit && !fn) fail(step, "its parts cannot be combined");
    if (isSplit && fn) parts.combine = *fn;
  }

  /// What another device holds has to be zero in the result itself, else it would be computed with.
  void addPicked(const Step &step, const Kernel &kernel, Expr held, Parts &parts) {
    addSplit(step, kernel, held->args[1], parts);
    parts.asBits = true;
    if (!isZeroUnlessHeld(kernel.formula.results.front().value))
      fail(step, "it is not zero where another device holds what is picked");
    const Interval picked = range(held->args[0], wholeLoops(kernel.formula));
    if (picked.lo < 0 || picked.hi > kernel.formula.loops[held->args[1]->value].extent)
      fail(step, "it may pick what no device holds");
  }

  static bool isZeroUnlessHeld(Expr e) {
    if (isBoth(e)) return isHeldTest(e->args[0]); // of truth values
    return e->kind == Kind::Select && isHeldTest(e->args[0]) && e->args[2]->kind == Kind::Literal &&
           e->args[2]->number.sameBits(Number::of(e->type, int64_t{0}));
  }

  static bool isHeldTest(Expr e) {
    return e->kind == Kind::Held || (isBoth(e) && llvm::all_of(e->args, isHeldTest));
  }

  static bool isBoth(Expr e) {
    return e->kind == Kind::Scalar && static_cast<Fn>(e->value) == Fn::both;
  }

  /// Whether devices do a part of the loop each: all of it together, and nothing twice.
  bool addSplit(const Step &step, const Kernel &kernel, Expr loop, Parts &parts) {
    const Span &span = kernel.loops[loop->value];
    std::set<int> over(span.lo.over.begin(), span.lo.over.end());
    over.insert(span.hi.over.begin(), span.hi.over.end());
    parts.over.insert(over.begin(), over.end());
    std::map<std::vector<int64_t>, Interval> perPlace;
    for (const auto &place : places) {
      std::vector<int64_t> own;
      for (int coordinate : over)
        own.push_back(place[coordinate]);
      perPlace[own] = spanAt(span, function, place);
    }
    std::vector<std::pair<int64_t, int64_t>> intervals;
    for (const auto &[place, interval] : perPlace)
      if (!interval.empty()) intervals.push_back({interval.lo, interval.hi});
    llvm::sort(intervals);
    int64_t done = 0;
    for (auto [lo, hi] : intervals)
      done = lo == done ? hi : -1;
    if (!over.empty() && done != kernel.formula.loops[loop->value].extent)
      fail(step, "devices do not do each index of loop '" + kernel.formula.loops[loop->value].name +
                     "' once");
    return !over.empty();
  }

  // Collectives.

  std::vector<std::vector<size_t>> groupsOf(const Collective &collective) const {
    std::map<std::vector<int64_t>, std::vector<size_t>> groups;
    for (size_t device = 0; device < places.size(); ++device) {
      std::vector<int64_t> others;
      for (size_t c = 0; c < places[device].size(); ++c)
        if (!llvm::is_contained(collective.over, static_cast<int>(c)))
          others.push_back(places[device][c]);
      groups[others].push_back(device);
    }
    std::vector<std::vector<size_t>> all;
    for (auto &[others, members] : groups)
      all.push_back(std::move(members));
    return all;
  }

  static int64_t commonVolume(const Box &a, const Box &b) {
    int64_t common = 1;
    for (auto [x, y] : llvm::zip_equal(a, b))
      common *= std::max<int64_t>(0, std::min(x.hi, y.hi) - std::max(x.lo, y.lo));
    return common;
  }

  /// Of both kinds: what is given is held, and what is brought fits.
  bool endsHold(const Step &step, const Collective &collective) {
    for (size_t device = 0; device < places.size(); ++device) {
      if (!holds(step.ins.front(), device, boxOf(collective.held, device))) {
        fail(step, where(device) + " gives what it does not hold of " + nameOf(step.ins.front()));
        return false;
      }
      if (!covers(boxOf(function.buffers[step.outs.front()].window, device),
                  boxOf(collective.needed, device))) {
        fail(step,
             where(device) + " gets more than " + nameOf(step.outs.front()) + " has room for");
        return false;
      }
    }
    return true;
  }

  void exchange(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    if (!endsHold(step, collective)) return;
    const Parts parts = contents[step.ins.front()].parts;
    for (int coordinate : collective.over)
      if (parts.over.count(coordinate))
        return fail(step, nameOf(step.ins.front()) + " is a part of a sum on every member");
    Content made;
    made.parts = parts;
    made.filled.resize(places.size());
    for (const auto &members : groupsOf(collective))
      for (size_t device : members) {
        const Box needed = boxOf(collective.needed, device);
        int64_t found = 0;
        for (size_t member : members)
          found += commonVolume(needed, boxOf(collective.held, member));
        if (found != volume(needed) && !isEmpty(needed))
          return fail(step, where(device) + " needs " + std::to_string(volume(needed)) +
                                " elements, and members have " + std::to_string(found));
        made.filled[device] = needed;
      }
    contents[step.outs.front()] = std::move(made);
  }

  void reduce(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    if (!endsHold(step, collective)) return;
    const Content &from = contents[step.ins.front()];
    for (int coordinate : collective.over)
      if (!from.parts.over.count(coordinate))
        return fail(step, nameOf(step.ins.front()) + " is combined over '" +
                              function.coordinates[coordinate].name +
                              "', where all members hold the same");
    if (collective.combine != from.parts.combine || collective.asBits != from.parts.asBits)
      return fail(step,
                  "it does not combine " + nameOf(step.ins.front()) + " as its parts are made");
    Content made;
    made.filled.resize(places.size());
    made.parts = from.parts;
    for (int coordinate : collective.over)
      made.parts.over.erase(coordinate);
    if (made.parts.over.empty()) made.parts = {};
    for (const auto &members : groupsOf(collective))
      for (size_t device : members) {
        const Box needed = boxOf(collective.needed, device);
        for (size_t member : members)
          if (!covers(boxOf(collective.held, member), needed))
            return fail(step, where(member) + " has no part of what " + where(device) + " needs");
        made.filled[device] = needed;
      }
    contents[step.outs.front()] = std::move(made);
  }

  // Outputs.

  void output(int number) {
    const Buffer &buffer = function.buffers[number];
    const Content &content = contents[number];
    if (!content.parts.over.empty())
      problem = "output " + nameOf(number) + " is a part of a sum on every device";
    std::set<std::vector<std::pair<int64_t, int64_t>>> boxes;
    int64_t total = 0, whole = 1;
    for (int64_t extent : buffer.shape)
      whole *= extent;
    for (size_t device = 0; device < places.size(); ++device) {
      const Box box = boxOf(buffer.box, device);
      if (!holds(number, device, box) && problem.empty())
        problem = "output " + nameOf(number) + " is not made on " + where(device);
      std::vector<std::pair<int64_t, int64_t>> key;
      for (const Interval &interval : box)
        key.push_back({interval.lo, interval.hi});
      if (!isEmpty(box) && boxes.insert(key).second) total += volume(box);
    }
    if (total != whole && problem.empty())
      problem = "the devices' parts of output " + nameOf(number) + " have " +
                std::to_string(total) + " elements, not " + std::to_string(whole);
  }

  const Function &function;
  std::vector<SmallVector<int64_t, 4>> places;
  State contents;
  std::string problem;
};

} // namespace

std::optional<std::string> check(const Plan &plan) {
  for (const Function &function : plan.functions)
    if (auto problem = Checker(function).run()) return problem;
  return std::nullopt;
}

} // namespace shardc
