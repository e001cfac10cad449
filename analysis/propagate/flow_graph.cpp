// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate/flow_graph.h"

#include "analysis/program/data_flow.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/manual.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>

using namespace mlir;

namespace shardc {

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

int FlowValues::numberOf(Value value) const {
  const auto found = numbers.find(value);
  return found == numbers.end() ? -1 : found->second;
}

/// A constant that takes more ops than these, one after the other, is a value like others: it is
/// not made again wherever it is needed.
static constexpr int kDeepest = 64;

class FlowGraphBuilder {
public:
  FlowGraphBuilder(func::FuncOp entry, OpRules &rules, llvm::function_ref<bool(OpResult)> isGiven)
      : entry(entry), rules(rules), isGiven(isGiven), graph(rules), values(graph.values) {}

  std::optional<FlowGraph> run() {
    reserve();
    for (BlockArgument input : entry.getArguments())
      number(input);
    forEachOp(entry.front(), [&](Operation *op) {
      if (auto regions = dyn_cast<DataFlowOp>(op)) return addCarried(regions);
      addOp(op);
    });
    for (auto [place, source] : sources)
      graph.touched[place] = values.numberOf(source);
    addOutputs();
    if (unlike) return std::nullopt;
    graph.ops.push_back({nullptr, 0, static_cast<int>(graph.touched.size()), {}, {}});
    graph.linkUsers();
    return std::move(graph);
  }

private:
  void reserve() {
    const size_t ops = entry.front().getOperations().size();
    values.all.reserve(entry.getNumArguments() + ops);
    values.numbers.reserve(entry.getNumArguments() + ops);
    graph.ops.reserve(ops + 1);
    graph.touched.reserve(3 * ops);
  }

  int add(Value value) {
    values.all.push_back(value);
    return static_cast<int>(values.all.size()) - 1;
  }
  int number(Value value) { return values.numbers[value] = add(value); }

  void addOp(Operation *op) {
    FlowOp flow{op, -1, static_cast<int>(graph.touched.size()), {}, true};
    bool any = false;
    for (Value operand : op->getOperands()) {
      graph.touched.push_back(values.numberOf(operand));
      any |= graph.touched.back() >= 0;
      const bool isConstant = graph.touched.back() < 0; // each user has its own
      flow.singleUse &= isConstant || operand.hasOneUse() || tensorOf(operand).getRank() == 0;
    }
    const bool constant = !any && isConstantLike(op) && depthOf(op) <= kDeepest;
    for (OpResult value : op->getResults())
      graph.touched.push_back(constant ? -1 : numberOfResult(op, value));
    if (constant) depths[op] = depthOf(op);
    if (!any) return graph.touched.resize(flow.first);
    flow.rule = rules.numberOf(op);
    flow.flow = rules[flow.rule].flow;
    flow.passes = cast<ShardableOp>(op).passes();
    graph.ops.push_back(flow);
  }

  /// Of an op without operands that take part: computed without a reduction, and nobody says how it
  /// lies.
  bool isConstantLike(Operation *op) {
    if (!isa<ShardableOp>(op) || llvm::any_of(op->getResults(), isGiven)) return false;
    if (op->getNumOperands() == 0) return true;
    return llvm::all_of(rules[rules.numberOf(op)].rule.factors, [](const Factor &factor) {
      return factor.kind == FactorKind::parallel || factor.kind == FactorKind::permutation;
    });
  }

  /// Ops that a constant is made by, the longest way.
  int depthOf(Operation *op) const {
    int deepest = 0;
    for (Value operand : op->getOperands())
      if (Operation *from = operand.getDefiningOp())
        deepest = std::max(deepest, depths.lookup(from));
    return deepest + 1;
  }

  /// What a loop carries lies in one way, inside and after it; so does what a branch gives. What
  /// flows into it may come later.
  void addCarried(DataFlowOp op) {
    for (auto [given, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
      const int carried = number(given);
      for (Value target : edge.targets)
        values.numbers[target] = carried;
      for (Value source : edge.sources) {
        sources.emplace_back(graph.touched.size(), source);
        addIdentity(op, given, -1, carried);
      }
    }
  }

  void addOutputs() {
    values.firstOutput = static_cast<int>(values.all.size());
    for (Value value : entry.front().getTerminator()->getOperands()) {
      const int from = values.numberOf(value), output = add(value);
      if (from >= 0) addIdentity(nullptr, value, from, output);
    }
  }

  /// Values of a group lie alike: they have one number, which is the first one's.
  int numberOfResult(Operation *op, Value value) {
    auto member = dyn_cast<AlikeOp>(op);
    if (!member) return number(value);
    const auto [leader, first] = leaders.try_emplace(member.group(), value);
    if (first) return number(value);
    if (tensorOf(leader->second).getShape() == tensorOf(value).getShape())
      return values.numbers[value] = values.numberOf(leader->second);
    unlike = true;
    tellUnlike(op, leader->second);
    return number(value);
  }

  void tellUnlike(Operation *op, Value leader) {
    Report error = report(op->getLoc(), Diag::shape_mismatch);
    error << "values of sharding group " << cast<AlikeOp>(op).group() << " are of types "
          << leader.getType() << " and " << op->getResult(0).getType();
    error.note(leader.getLoc()) << "the first of them; put values of other types into a group of "
                                   "their own";
  }

  /// What has the type of `value` passes from one to the other: `y[i, j] = x[i, j]`.
  void addIdentity(Operation *op, Value value, int from, int to) {
    const auto [known, fresh] =
        identityOf.try_emplace(value.getType(), ~static_cast<int>(graph.identities.size()));
    if (fresh) graph.identities.push_back(identityRule(tensorOf(value).getShape()));
    graph.ops.push_back(
        {op, known->second, static_cast<int>(graph.touched.size()), FlowClass::same, true});
    graph.touched.push_back(from);
    graph.touched.push_back(to);
  }

  static Rule identityRule(ArrayRef<int64_t> shape) {
    Rule rule;
    auto &operand = rule.operands.emplace_back();
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      rule.factors.push_back({"", extent, FactorKind::parallel});
      operand.push_back({{static_cast<int>(dim)}});
    }
    rule.results.push_back(operand);
    return rule;
  }

  func::FuncOp entry;
  OpRules &rules;
  llvm::function_ref<bool(OpResult)> isGiven;
  FlowGraph graph;
  FlowValues &values;
  std::vector<std::pair<size_t, Value>> sources; // places in `touched`, and what belongs there
  std::map<int64_t, Value> leaders;              // of sharding groups, by any number
  bool unlike = false;                           // members of one group have different shapes
  llvm::DenseMap<Operation *, int> depths;       // of constants
  llvm::DenseMap<Type, int> identityOf;
};

std::optional<FlowGraph> FlowGraph::of(func::FuncOp entry, OpRules &rules,
                                       llvm::function_ref<bool(OpResult)> isGiven) {
  return FlowGraphBuilder(entry, rules, isGiven).run();
}

/// Counts users, then deals them out.
void FlowGraph::linkUsers() {
  begins.assign(values.all.size() + 1, 0);
  for (int value : touched)
    if (value >= 0) ++begins[value];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  users.resize(begins.back());
  for (int op = size() - 1; op >= 0; --op)
    for (int value : llvm::reverse(valuesOf(op)))
      if (value >= 0) users[--begins[value]] = op;
}

} // namespace shardc
