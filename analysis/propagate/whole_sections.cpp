// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate/whole_sections.h"

#include "analysis/program/cost.h"
#include "analysis/program/data_flow.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

namespace {

class SectionFinder {
public:
  SectionFinder(const FlowGraph &graph, OpRules &rules, const Machine &machine)
      : graph(graph), rules(rules), machine(machine), seen(graph.values.all.size(), false),
        counted(graph.size(), false) {}

  std::vector<WholeSection> run() {
    std::vector<WholeSection> sections;
    for (int op = 0; op < graph.size(); ++op)
      if (keepsWhole(op) && !seen[graph.valuesOf(op)[1]] && begins(op))
        sections.push_back(sectionOf(graph.valuesOf(op)[1]));
    return sections;
  }

private:
  /// An operand and a result of the same elements, with a factor that no axis goes along.
  bool keepsWhole(int op) const {
    if (graph[op].rule < 0 || graph.valuesOf(op).size() != 2) return false;
    const OpRule &rule = rules[graph[op].rule];
    return isIdentity(rule.formula) && llvm::any_of(rule.rule.factors, [](const Factor &factor) {
             return factor.kind == FactorKind::whole;
           });
  }

  /// Other than an end, whose operand is of a section that has been found.
  bool begins(int op) const {
    const int operand = graph.valuesOf(op)[0];
    return operand < 0 || !seen[operand];
  }

  WholeSection sectionOf(int value) {
    WholeSection section;
    SmallVector<int, 16> open = {value};
    seen[value] = true;
    const auto reach = [&](int other) {
      if (other < 0 || seen[other] || rankOf(other) == 0) return; // scalars tie nothing together
      seen[other] = true;
      open.push_back(other);
    };
    while (!open.empty()) {
      const int at = open.pop_back_val();
      for (const int op : graph.usersOf(at)) {
        if (keepsWhole(op)) {
          (graph.valuesOf(op)[0] == at ? section.ends : section.begins).push_back(op);
          continue;
        }
        if (!counted[op]) section.seconds += secondsOfAll(op);
        counted[op] = true;
        llvm::for_each(graph.valuesOf(op), reach);
      }
    }
    llvm::sort(section.begins);
    llvm::sort(section.ends);
    return section;
  }

  int64_t rankOf(int value) const {
    return cast<RankedTensorType>(graph.values.all[value].getType()).getRank();
  }

  /// Of all times that it is done.
  double secondsOfAll(int number) {
    const FlowOp &op = graph[number];
    if (op.rule < 0) return 0;
    const Formula &formula = rules[op.rule].formula;
    double seconds = secondsOf(formula, wholeLoops(formula), machine);
    for (Operation *around = op.op->getParentOp(); around; around = around->getParentOp())
      if (auto flow = dyn_cast<DataFlowOp>(around)) seconds *= timesRun(flow, rules.expressions());
    return seconds;
  }

  const FlowGraph &graph;
  OpRules &rules;
  const Machine &machine;
  std::vector<bool> seen;    // values
  std::vector<bool> counted; // ops
};

} // namespace

std::vector<WholeSection> wholeSections(const FlowGraph &graph, OpRules &rules,
                                        const Machine &machine) {
  return SectionFinder(graph, rules, machine).run();
}

} // namespace shardc
