// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate.h"

#include "analysis/data_flow.h"
#include "analysis/factor_step.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/formula/key.h"
#include "frontend/ir/manual.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace shardc {

Sharding Propagation::sharding(Value value) const {
  const auto found = of.find(value);
  if (found != of.end()) return table[found->second];
  return openSharding(cast<RankedTensorType>(value.getType()).getRank());
}

namespace {

/// An op as propagation sees it: the numbers of its values, operands first; -1 where one takes no
/// part.
struct FlowOp {
  Operation *op; // null: the return of an output
  int rule;
  SmallVector<int, 4> values;
  bool singleUse; // of every operand that is no scalar
};

constexpr int kRounds = 5;

class Propagator {
public:
  Propagator(func::FuncOp entry, const Config &config, OpRules &rules)
      : entry(entry), config(config.mesh), rules(rules) {
    result.mesh = this->config.mesh;
  }

  std::optional<Propagation> run() {
    addValues();
    if (!seed()) return std::nullopt;
    addOps();
    if (!addGroups()) return std::nullopt;
    linkUsers();
    for (int64_t priority : priorities()) {
      hold(priority);
      for (round = 0; round < kRounds; ++round)
        settle();
    }
    store();
    return std::move(result);
  }

private:
  // Values.

  /// A constant, or what is computed from constants alone without a reduction.
  bool isConstantLike(Operation &op) {
    if (!isa<ShardableOp>(op)) return false;
    if (llvm::any_of(op.getOperands(), [&](Value operand) {
          return !operand.getDefiningOp() || numbers.contains(operand);
        }))
      return false;
    if (op.getNumOperands() == 0) return true;
    return llvm::all_of(rules[rules.numberOf(&op)].rule.factors, [](const Factor &factor) {
      return factor.kind == FactorKind::parallel || factor.kind == FactorKind::permutation;
    });
  }

  int addValue(Value value) {
    const int number = static_cast<int>(values.size());
    values.push_back(value);
    user.push_back(openOf(rankOf(number)));
    return number;
  }

  size_t rankOf(int value) const {
    return cast<RankedTensorType>(values[value].getType()).getRank();
  }

  ShardingId openOf(size_t rank) {
    while (open.size() <= rank)
      open.push_back(result.table.intern(openSharding(open.size())));
    return open[rank];
  }

  void addValues() {
    const size_t most = entry.getNumArguments() + entry.front().getOperations().size();
    values.reserve(most);
    numbers.reserve(most);
    for (BlockArgument input : entry.getArguments())
      numbers[input] = addValue(input);
    forEachOp(entry.front(), [&](Operation *op) {
      if (auto regions = dyn_cast<DataFlowOp>(op)) return addTargets(regions);
      if (isConstantLike(*op)) return;
      for (OpResult value : op->getResults())
        numbers[value] = addValue(value);
    });
    for (Value output : entry.front().getTerminator()->getOperands())
      outputs.push_back(addValue(output));
    reasons.resize(values.size());
  }

  /// What a loop carries lies in one way, inside and after it; so does what a branch gives.
  void addTargets(DataFlowOp op) {
    for (auto [given, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
      const int number = numbers[given] = addValue(given);
      for (Value target : edge.targets)
        numbers[target] = number;
    }
  }

  void give(int value, const Sharding &sharding, Location loc) {
    user[value] = result.table.intern(sharding);
    reasons[value].clear();
    for (auto [dim, of] : llvm::enumerate(sharding.dims))
      if (!of.axes.empty() || !of.open)
        reasons[value].push_back({static_cast<int64_t>(dim), of.axes, nullptr, {}, loc});
  }

  /// What the user says: the config, and annotations in the program.
  bool seed() {
    for (auto [input, given] : llvm::enumerate(config.inputs)) {
      if (given)
        give(static_cast<int>(input), given->sharding, given->loc);
      else if (config.replicatedByDefault)
        user[input] = result.table.intern(replicatedSharding(rankOf(static_cast<int>(input))));
    }
    for (auto [output, given] : llvm::zip_equal(outputs, config.outputs))
      if (given) give(output, given->sharding, given->loc);
    const size_t inside = values.size() - outputs.size();
    for (size_t number = 0; number < inside; ++number)
      if (!seedFromProgram(values[number], static_cast<int>(number))) return false;
    return true;
  }

  bool seedFromProgram(Value value, int number) {
    auto defined = dyn_cast<OpResult>(value);
    if (!defined || !isa<ShardableOp>(defined.getOwner())) return true;
    const Attribute annotation =
        cast<ShardableOp>(defined.getOwner()).givenSharding(defined.getResultNumber());
    if (annotation) {
      const auto given = shardingOf(annotation, result.mesh, rankOf(number), value.getLoc());
      if (!given) return false;
      give(number, *given, value.getLoc());
    }
    const auto name = config.values.empty() ? std::nullopt : valueName(value);
    for (const NamedSharding &named : config.values)
      if (name && named.value == *name) give(number, named.given.sharding, named.given.loc);
    return true;
  }

  // Ops.

  int numberOf(Value value) const {
    const auto found = numbers.find(value);
    return found == numbers.end() ? -1 : found->second;
  }

  void addOps() {
    forEachOp(entry.front(), [&](Operation *op) {
      if (auto regions = dyn_cast<DataFlowOp>(op)) return addEdges(regions);
      FlowOp flow{op, -1, {}, true};
      bool any = false;
      for (Value operand : op->getOperands()) {
        flow.values.push_back(numberOf(operand));
        any |= flow.values.back() >= 0;
        const bool scalar = cast<RankedTensorType>(operand.getType()).getRank() == 0;
        flow.singleUse &= scalar || operand.hasOneUse();
      }
      for (OpResult value : op->getResults())
        flow.values.push_back(numberOf(value));
      if (!any) return;
      flow.rule = rules.numberOf(op);
      ops.push_back(std::move(flow));
    });
    for (auto [output, value] :
         llvm::zip_equal(outputs, entry.front().getTerminator()->getOperands()))
      if (const int number = numberOf(value); number >= 0)
        ops.push_back({nullptr, identityRule(value), {number, output}, true});
  }

  void addEdges(DataFlowOp op) {
    for (const auto &[target, edge] : llvm::zip_equal(op->getResults(), op.edges()))
      for (Value source : edge.sources)
        if (const int number = numberOf(source); number >= 0)
          ops.push_back({op, identityRule(target), {number, numberOf(target)}, true});
  }

  /// Values of a group lie alike, as if each were the first one's.
  bool addGroups() {
    llvm::DenseMap<int64_t, Value> first;
    bool good = true;
    forEachOp(entry.front(), [&](Operation *op) {
      auto member = dyn_cast<AlikeOp>(op);
      const int number = member ? numberOf(op->getResult(0)) : -1;
      if (number < 0) return;
      const Value leader = first.try_emplace(member.group(), op->getResult(0)).first->second;
      if (leader.getDefiningOp() == op) return;
      if (cast<RankedTensorType>(leader.getType()).getShape() !=
          cast<RankedTensorType>(op->getResult(0).getType()).getShape()) {
        good = false;
        return tellUnlike(op, leader);
      }
      ops.push_back({op, identityRule(leader), {numberOf(leader), number}, true});
    });
    return good;
  }

  void tellUnlike(Operation *op, Value leader) {
    Report error = report(op->getLoc(), Diag::shape_mismatch);
    error << "values of sharding group " << cast<AlikeOp>(op).group() << " are of types "
          << leader.getType() << " and " << op->getResult(0).getType();
    error.note(leader.getLoc()) << "the first of them; put values of other types into a group of "
                                   "their own";
  }

  /// Of rank r: `y[i, j] = x[i, j]`.
  int identityRule(Value value) {
    const TensorSpec type = *typeOf(value.getType());
    Rule rule;
    auto &operand = rule.operands.emplace_back();
    for (auto [dim, extent] : llvm::enumerate(type.shape)) {
      rule.factors.push_back({"", extent, FactorKind::parallel});
      operand.push_back({{static_cast<int>(dim)}});
    }
    rule.results.push_back(operand);
    identities.push_back(std::move(rule));
    return -static_cast<int>(identities.size());
  }
  const Rule &ruleOf(const FlowOp &op) const {
    return op.rule < 0 ? identities[-op.rule - 1] : rules[op.rule].rule;
  }
  FlowClass classOf(const FlowOp &op) const {
    return op.rule < 0 ? FlowClass::same : rules[op.rule].flow;
  }

  void linkUsers() {
    touching.resize(values.size());
    for (auto [number, op] : llvm::enumerate(ops))
      for (int value : op.values)
        if (value >= 0) touching[value].push_back(static_cast<int>(number));
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
  std::optional<FlowMode> modeOf(const FlowOp &op, int inRound) const {
    switch (classOf(op)) {
    case FlowClass::same:
      if (inRound == 0 && !op.singleUse) return std::nullopt;
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

  /// Steps until nothing changes. In order of the program: most axes are given at its inputs.
  void settle() {
    queued.assign(ops.size(), true);
    changed.assign(ops.size(), false);
    std::vector<int> now(ops.size()), next;
    std::iota(now.begin(), now.end(), 0);
    while (!now.empty()) {
      for (int op : now) {
        queued[op] = false;
        if (hasSettled(op)) continue;
        changed[op] = false;
        step(ops[op], next);
      }
      now = std::move(next);
      next.clear();
    }
  }

  /// Whether an op takes part as it did in the round before, and nothing that it touches is other.
  bool hasSettled(int op) const {
    return round > 0 && !changed[op] && modeOf(ops[op], round) == modeOf(ops[op], round - 1);
  }

  void step(const FlowOp &op, std::vector<int> &next) {
    const auto mode = modeOf(op, round);
    if (!mode) return;
    const Remembered &done = remembered(op, *mode);
    for (size_t tensor = 0; tensor < op.values.size(); ++tensor) {
      const int value = op.values[tensor];
      const auto before = static_cast<ShardingId>(done.key[tensor + kKeyHead]);
      const ShardingId after = done.after[tensor];
      // One that the op has twice was extended as the other operand; the op's turn comes again.
      if (value < 0 || before == after || current[value] != before) continue;
      for (const Extension &extension : done.extensions)
        if (extension.tensor == static_cast<int>(tensor)) explain(op, extension, done);
      current[value] = after;
      for (int other : touching[value]) {
        changed[other] = true;
        if (queued[other]) continue;
        queued[other] = true;
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

  const Remembered &remembered(const FlowOp &op, const FlowMode &mode) {
    key.clear();
    key.push_back(static_cast<uint64_t>(op.rule));
    key.push_back(mode.forward | mode.backward << 1 | mode.parallelOnly << 2);
    for (int value : op.values)
      key.push_back(value < 0 ? ~uint64_t{0} : current[value]);
    const auto found = memory.find(key);
    if (found != memory.end()) return found->second;
    return memory.emplace(key, compute(op, mode)).first->second;
  }

  Remembered compute(const FlowOp &op, const FlowMode &mode) {
    TensorShardings tensors;
    for (int value : op.values)
      tensors.push_back(value < 0 ? nullptr : &result.table[current[value]]);
    SmallVector<Sharding, 4> after;
    Remembered made{key, {}, propagateStep(ruleOf(op), tensors, mode, after)};
    for (auto [value, sharding] : llvm::zip_equal(op.values, after))
      made.after.push_back(value < 0 ? 0 : result.table.intern(sharding));
    return made;
  }

  void explain(const FlowOp &op, const Extension &extension, const Remembered &done) {
    const int value = op.values[extension.tensor];
    const AxisList &before = result.table[current[value]].dims[extension.dim].axes;
    const AxisList &after = result.table[done.after[extension.tensor]].dims[extension.dim].axes;
    const int from = extension.source < 0 ? -1 : op.values[extension.source];
    Operation *through = op.op ? op.op : entry.front().getTerminator();
    const bool isOutput = llvm::is_contained(outputs, from);
    reasons[value].push_back({extension.dim, withoutPrefix(after, before), through,
                              from < 0 || isOutput ? Value() : values[from], std::nullopt});
  }

  void store() {
    result.of.reserve(numbers.size());
    result.reasons.reserve(numbers.size());
    for (const auto &[value, number] : numbers) {
      result.of[value] = current[number];
      if (!reasons[number].empty()) result.reasons[value] = reasons[number];
    }
    for (int output : outputs) {
      result.outputs.push_back(current[output]);
      result.outputReasons.push_back(std::move(reasons[output]));
    }
  }

  func::FuncOp entry;
  const MeshConfig &config;
  OpRules &rules;
  Propagation result;
  llvm::DenseMap<Value, int> numbers; // constants have none
  std::vector<Value> values;
  std::vector<int> outputs;     // numbers of what is returned, the last: values of their own
  std::vector<ShardingId> open; // per rank
  std::vector<ShardingId> user;
  std::vector<SmallVector<ShardingReason, 1>> reasons;
  std::vector<FlowOp> ops;
  std::vector<Rule> identities;
  std::vector<SmallVector<int, 4>> touching;
  std::vector<ShardingId> current;
  std::vector<bool> queued, changed;
  std::unordered_map<Key, Remembered, KeyHash> memory;
  Key key; // of the step at hand
  int round = 0;
};

} // namespace

std::optional<Propagation> propagate(ModuleOp program, const Config &config, OpRules &rules) {
  return Propagator(entryOf(program), config, rules).run();
}

std::string propagatedText(ModuleOp program, const Propagation &propagation) {
  OwningOpRef<ModuleOp> copy = program.clone();
  func::FuncOp from = entryOf(program), to = entryOf(*copy);
  MLIRContext *context = program.getContext();
  const auto attribute = [&](ShardingId id) {
    return attributeOf(propagation.table[id], propagation.mesh, context);
  };
  for (BlockArgument input : from.getArguments())
    to.setArgAttr(input.getArgNumber(), "sdy.sharding", attribute(propagation.of.lookup(input)));
  for (auto [number, id] : llvm::enumerate(propagation.outputs))
    to.setResultAttr(number, "sdy.sharding", attribute(id));
  SmallVector<Operation *> ops, shown;
  from.walk([&](Operation *op) { ops.push_back(op); });
  to.walk([&](Operation *op) { shown.push_back(op); });
  for (auto [op, printed] : llvm::zip_equal(ops, shown)) {
    if (op->getNumResults() == 0 || !propagation.of.contains(op->getResult(0))) continue;
    SmallVector<Sharding, 2> shardings;
    for (Value value : op->getResults())
      shardings.push_back(propagation.sharding(value));
    printed->setAttr("sdy.sharding", perValueAttribute(shardings, propagation.mesh, context));
  }
  addMesh(*copy, propagation.mesh);
  std::string text;
  llvm::raw_string_ostream out(text);
  copy->print(out, OpPrintingFlags().enableDebugInfo(false).printNameLocAsPrefix(true));
  return text;
}

} // namespace shardc
