// SPDX-License-Identifier: Apache-2.0
// Rounds of steps, as Shardy goes: for each priority in order, and within it for each class of ops
// from those whose dimensions correspond one to one to those that need not, steps are done until
// nothing changes. A step extends the shardings of one op's tensors along its factors
// (factor_step.h) and is pure, so what it did for a rule and shardings is remembered, and an op
// that nothing has touched since its last step is left out. Values that a loop or a branch passes
// are one for propagation.
//
// Nothing flows along dimensions that an algorithm needs whole. Where one comes split, its axes may
// go to a dimension that has room, such as a batch, for all that the algorithm does: that is tried
// after all rounds, and kept where bytes and work are no more than where devices have all of it.
#include "analysis/propagate/propagate.h"

#include "analysis/propagate/factor_step.h"
#include "analysis/propagate/factors.h"
#include "analysis/propagate/whole_sections.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/formula/key.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <set>

using namespace mlir;

namespace shardc {

namespace {

constexpr int kRounds = 5;

/// What the config says of values inside the program, by their names.
class NamedShardings {
public:
  explicit NamedShardings(const MeshConfig &config) {
    for (const NamedSharding &named : config.values)
      byName[named.value] = &named.given;
  }

  /// Null where nothing is said.
  const UserSharding *of(Value value) const {
    if (byName.empty()) return nullptr;
    const auto name = valueName(value);
    return name ? byName.lookup(*name) : nullptr;
  }

  void markApplied(const UserSharding &given) { applied.insert(given.loc); }

  /// Every entry is for a value that is there, or for several (by `*`) of which one is: what
  /// nothing needs is gone, as is what equals another value.
  bool areApplied(const MeshConfig &config) const {
    const auto lost = llvm::find_if(config.values, [&](const NamedSharding &named) {
      return !applied.contains(named.given.loc);
    });
    if (lost == config.values.end()) return true;
    (void)(report(lost->given.loc, Diag::unused_entry)
           << "value '" << shown(lost->value)
           << "' has no place of its own: nothing needs it, or an equal value stands for it");
    return false;
  }

private:
  llvm::StringMap<const UserSharding *> byName;
  llvm::DenseSet<Location> applied; // entries
};

class Propagator {
public:
  Propagator(FlowGraph graph, OpRules &rules, const MeshConfig &config, NamedShardings named,
             const Machine &machine, Operation *end)
      : graph(std::move(graph)), rules(rules), config(config), named(std::move(named)),
        machine(machine), end(end) {
    result.mesh = config.mesh;
  }

  std::optional<Propagation> run() {
    if (!seed()) return std::nullopt;
    result.latest.assign(user.size(), -1);
    for (int64_t priority : priorities()) {
      hold(priority);
      settleAll();
    }
    tracking = true;
    for (const WholeSection &section : wholeSections(graph, rules, machine))
      exchange(section);
    store();
    return std::move(result);
  }

private:
  // What is given.

  size_t rankOf(int value) const {
    return cast<RankedTensorType>(graph.values.all[value].getType()).getRank();
  }

  ShardingId openOf(size_t rank) {
    while (open.size() <= rank)
      open.push_back(result.table.intern(openSharding(open.size())));
    return open[rank];
  }

  void give(int value, const UserSharding &given) {
    user[value] = result.table.intern(given.sharding);
    result.given.insert_or_assign(value, given);
  }

  /// What the user says: the config, and annotations in the program.
  bool seed() {
    const FlowValues &values = graph.values;
    for (int value = 0; value < static_cast<int>(values.all.size()); ++value)
      user.push_back(openOf(rankOf(value)));
    for (auto [input, given] : llvm::enumerate(config.inputs)) {
      const auto number = static_cast<int>(input);
      if (given)
        give(number, *given);
      else if (config.replicatedByDefault)
        user[number] = result.table.intern(replicatedSharding(rankOf(number)));
    }
    for (auto [output, given] : llvm::enumerate(config.outputs))
      if (given) give(values.firstOutput + static_cast<int>(output), *given);
    for (int value = 0; value < values.firstOutput; ++value)
      if (!seedFromProgram(values.all[value], value)) return false;
    return named.areApplied(config);
  }

  bool seedFromProgram(Value value, int number) {
    auto defined = dyn_cast<OpResult>(value);
    if (!defined) return true;
    auto op = dyn_cast<ShardableOp>(defined.getOwner());
    if (const Attribute annotation = op ? op.givenSharding(defined.getResultNumber()) : nullptr) {
      const auto given = shardingOf(annotation, result.mesh, rankOf(number), value.getLoc());
      if (!given) return false;
      give(number, {*given, value.getLoc()});
    }
    // Scalars may be called as what is made of them.
    const UserSharding *given = named.of(value);
    if (!given || given->sharding.dims.size() != rankOf(number)) return true;
    give(number, *given);
    named.markApplied(*given);
    return true;
  }

  // The fix point.

  std::vector<int64_t> priorities() const {
    llvm::DenseSet<ShardingId> given(user.begin(), user.end());
    std::vector<int64_t> all = {0};
    for (ShardingId id : given)
      for (const DimSharding &dim : result.table[id].dims)
        all.push_back(dim.priority);
    llvm::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  /// Before their turn, dimensions of a later priority are closed, and nothing else may take their
  /// axes.
  void hold(int64_t priority) {
    if (current.empty()) current = user;
    llvm::DenseMap<std::pair<ShardingId, ShardingId>, ShardingId> known;
    for (auto [id, given] : llvm::zip_equal(current, user)) {
      const auto [at, fresh] = known.try_emplace({id, given});
      if (fresh) at->second = heldUntil(priority, result.table[id], result.table[given]);
      id = at->second;
    }
  }

  ShardingId heldUntil(int64_t priority, Sharding sharding, const Sharding &asked) {
    sharding.replicated = asked.replicated;
    for (auto [dim, given] : llvm::zip_equal(sharding.dims, asked.dims)) {
      const bool later = given.priority > priority;
      if (later) {
        dim.open = false;
        dim.axes.clear();
        sharding.replicated.append(given.axes.begin(), given.axes.end());
      } else if (given.priority == priority && priority > 0) {
        dim = given;
      }
    }
    llvm::sort(sharding.replicated);
    return result.table.intern(sharding);
  }

  /// How an op takes part in a round, if it does.
  static std::optional<FlowMode> modeOf(const FlowOp &op, int inRound) {
    std::optional<FlowMode> mode = modeOf(op.flow, op.singleUse, inRound);
    if (!mode) return mode;
    mode->forward &= op.passes.forward;
    mode->backward &= op.passes.backward;
    return mode->forward || mode->backward ? mode : std::nullopt;
  }

  static std::optional<FlowMode> modeOf(FlowClass flow, bool singleUse, int inRound) {
    switch (flow) {
    case FlowClass::same:
      if (inRound == 0 && !singleUse) return std::nullopt;
      return FlowMode{};
    case FlowClass::broadcast:
      if (inRound < 2) return std::nullopt;
      return FlowMode{.forward = inRound == 4};
    case FlowClass::other:
      if (inRound < 2) return std::nullopt;
      return FlowMode{.parallelOnly = inRound == 2};
    }
    llvm_unreachable("all classes have modes");
  }

  void settleAll() {
    std::vector<int> all(graph.size());
    std::iota(all.begin(), all.end(), 0);
    queued.assign(graph.size(), false);
    changed.assign(graph.size(), false);
    for (round = 0; round < kRounds; ++round)
      settle(all);
  }

  /// The same once all has settled, and `touched` alone has been touched since: what has not been
  /// has nothing to do in any round.
  void settleTouched() {
    for (round = 0; round < kRounds; ++round) {
      const std::vector<int> now(touched.begin(), touched.end());
      settle(now);
    }
    touched.clear();
  }

  /// Steps until nothing changes, first `ops` and what they touch behind them, in order of the
  /// program: most axes are given at its inputs.
  void settle(ArrayRef<int> ops) {
    for (const int op : ops)
      queued[op] = true;
    while (!ops.empty() || !ahead.empty())
      takeTurn(nextInOrder(ops), /*inOrder=*/true);
    while (!next.empty())
      for (const int op : std::exchange(next, {}))
        takeTurn(op, /*inOrder=*/false);
  }

  int nextInOrder(ArrayRef<int> &ops) {
    const bool isAhead = ops.empty() || (!ahead.empty() && ahead.top() < ops.front());
    const int op = isAhead ? ahead.top() : ops.front();
    if (isAhead)
      ahead.pop();
    else
      ops = ops.drop_front();
    return op;
  }

  void takeTurn(int op, bool inOrder) {
    queued[op] = false;
    if (hasSettled(op)) return;
    changed[op] = false;
    step(op, inOrder);
  }

  /// Whether an op takes part as it did in the round before, and nothing that it touches is other.
  bool hasSettled(int op) const {
    return round > 0 && !changed[op] && modeOf(graph[op], round) == modeOf(graph[op], round - 1);
  }

  void step(int op, bool inOrder) {
    const auto mode = modeOf(graph[op], round);
    if (!mode) return;
    const Remembered &done = remembered(op, *mode);
    for (auto [tensor, value] : llvm::enumerate(graph.valuesOf(op))) {
      const auto before = static_cast<ShardingId>(done.key[tensor + kKeyHead]);
      const ShardingId after = done.after[tensor];
      // One that the op has twice was extended as the other operand; the op's turn comes again.
      if (value < 0 || before == after || current[value] != before) continue;
      if (tracking) track(value);
      for (const Extension &extension : done.extensions)
        if (extension.tensor == static_cast<int>(tensor)) explain(op, extension, before, after);
      current[value] = after;
      for (int other : graph.usersOf(value)) {
        changed[other] = true;
        if (queued[other]) continue;
        queued[other] = true;
        if (inOrder && other > op)
          ahead.push(other);
        else
          next.push_back(other);
      }
    }
  }

  /// What a step does depends on the rule, the mode and the shardings alone.
  struct Remembered {
    Key key; // rule and mode, then shardings
    SmallVector<ShardingId, 4> after;
    SmallVector<Extension, 4> extensions;
  };

  static constexpr size_t kKeyHead = 2;

  const Remembered &remembered(int op, const FlowMode &mode) {
    key.clear();
    key.push_back(static_cast<uint64_t>(graph[op].rule));
    key.push_back(mode.forward | mode.backward << 1 | mode.parallelOnly << 2);
    for (int value : graph.valuesOf(op))
      key.push_back(value < 0 ? ~uint64_t{0} : current[value]);
    const Remembered *&recent = latest[graph[op].rule];
    if (recent && recent->key == key) return *recent;
    auto found = memory.find(key);
    if (found == memory.end()) found = memory.emplace(key, compute(op, mode)).first;
    recent = &found->second;
    return *recent;
  }

  Remembered compute(int op, const FlowMode &mode) {
    TensorShardings tensors;
    for (int value : graph.valuesOf(op))
      tensors.push_back(value < 0 ? nullptr : &result.table[current[value]]);
    SmallVector<Sharding, 4> after;
    Remembered made{key, {}, propagateStep(graph.ruleOf(op), tensors, mode, after)};
    for (auto [value, sharding] : llvm::zip_equal(graph.valuesOf(op), after))
      made.after.push_back(value < 0 ? 0 : result.table.intern(sharding));
    return made;
  }

  void explain(int op, const Extension &extension, ShardingId before, ShardingId after) {
    const ArrayRef<int> values = graph.valuesOf(op);
    int &reason = result.latest[values[extension.tensor]];
    const int from = extension.source < 0 ? -1 : values[extension.source];
    Operation *through = graph[op].op ? graph[op].op : end;
    result.growth.push_back({before, after, extension.dim, from, through, reason});
    reason = static_cast<int>(result.growth.size()) - 1;
  }

  // What has to be whole.

  /// Before a value gets another sharding, which may be taken back.
  void track(int value) {
    undo.push_back({value, current[value], result.latest[value]});
    touched.insert(graph.usersOf(value).begin(), graph.usersOf(value).end());
  }

  void takeBack(size_t growth) {
    for (const Before &before : llvm::reverse(undo)) {
      current[before.value] = before.lies;
      result.latest[before.value] = before.latest;
    }
    result.growth.resize(growth);
  }

  /// Tries other dimensions for the axes of those that a section needs whole.
  void exchange(const WholeSection &section) {
    for (const int op : section.begins) {
      const auto relieved = relievedAt(op);
      if (!relieved) continue;
      const size_t growth = result.growth.size();
      const double cost = costOf(section);
      undo.clear();
      take(op, *relieved);
      settleTouched();
      if (costOf(section) > cost * (1 + 1e-9)) takeBack(growth);
      return;
    }
  }

  /// How what a section begins with may lie instead; none where nothing of it has to be gathered,
  /// or no dimension has room.
  std::optional<Sharding> relievedAt(int op) {
    const ArrayRef<int> values = graph.valuesOf(op);
    if (values[0] < 0) return std::nullopt;
    const Rule &rule = graph.ruleOf(op);
    Sharding sharding = result.table[current[values[1]]];
    const auto axes = without(FactorKind::whole, rule,
                              factorAxes(rule, rule.operands[0], result.table[current[values[0]]]));
    if (!axes) return std::nullopt;
    AxisList taken = sharding.used();
    taken.append(sharding.replicated.begin(), sharding.replicated.end());
    const Sharding wanted = shardingFrom(rule, rule.results[0], *axes);
    for (auto [dim, to] : llvm::zip_equal(sharding.dims, wanted.dims)) {
      if (dim.axes == to.axes) continue;
      const AxisList more = withoutPrefix(to.axes, dim.axes);
      if (!dim.open || !isPrefix(dim.axes, to.axes) || prefixWithout(more, taken) != more)
        return std::nullopt;
      dim.axes = to.axes;
    }
    return sharding;
  }

  void take(int op, const Sharding &sharding) {
    const ArrayRef<int> values = graph.valuesOf(op);
    const ShardingId before = current[values[1]], after = result.table.intern(sharding);
    track(values[1]);
    for (auto [dim, of] : llvm::enumerate(result.table[before].dims))
      if (of.axes != sharding.dims[dim].axes)
        explain(op, {1, static_cast<int>(dim), 0}, before, after);
    current[values[1]] = after;
  }

  /// The bytes that a device receives for a section, and the work that it does, as bytes that could
  /// come meanwhile.
  double costOf(const WholeSection &section) {
    double bytes = 0, parts = 1;
    for (const int op : llvm::concat<const int>(section.begins, section.ends)) {
      const ArrayRef<int> values = graph.valuesOf(op);
      if (values[0] < 0) continue;
      const auto type = typeOf(graph.values.all[values[1]].getType());
      bytes += received(result.table[current[values[0]]], result.table[current[values[1]]],
                        static_cast<double>(type->bytes()));
    }
    for (const DimSharding &dim :
         result.table[current[graph.valuesOf(section.begins.front())[1]]].dims)
      parts *= static_cast<double>(product(dim.axes));
    return bytes + section.seconds * machine.linkBandwidth / parts;
  }

  void store() {
    result.values = std::move(graph.values);
    result.outputs.assign(current.begin() + result.values.firstOutput, current.end());
    result.lies = std::move(current);
  }

  FlowGraph graph;
  OpRules &rules;
  const MeshConfig &config;
  NamedShardings named;
  const Machine &machine;
  Operation *end; // of the program
  Propagation result;
  std::vector<ShardingId> open;          // per rank
  std::vector<ShardingId> user, current; // per value
  std::vector<bool> queued, changed;
  std::priority_queue<int, std::vector<int>, std::greater<>> ahead; // ops of this turn
  std::vector<int> next;                                            // and of the one after it
  /// What has been changed since all has settled, and ops that it is of.
  struct Before {
    int value;
    ShardingId lies;
    int latest;
  };
  bool tracking = false;
  std::vector<Before> undo;
  std::set<int> touched;
  std::unordered_map<Key, Remembered, KeyHash> memory;
  llvm::DenseMap<int, const Remembered *> latest; // by rule: mostly what is asked for next
  Key key;                                        // of the step at hand
  int round = 0;
};

} // namespace

std::optional<Propagation> propagate(ModuleOp program, const Config &config, OpRules &rules,
                                     const Machine &machine) {
  func::FuncOp entry = entryOf(program);
  NamedShardings named(config.mesh);
  const auto isGiven = [&](OpResult result) {
    auto op = dyn_cast<ShardableOp>(result.getOwner());
    return (op && op.givenSharding(result.getResultNumber())) || named.of(result);
  };
  auto graph = FlowGraph::of(entry, rules, isGiven);
  if (!graph) return std::nullopt;
  return Propagator(std::move(*graph), rules, config.mesh, std::move(named), machine,
                    entry.front().getTerminator())
      .run();
}

} // namespace shardc
