// SPDX-License-Identifier: Apache-2.0
#include "codegen/step_text.h"

#include "codegen/names.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static constexpr size_t kLongest = 72;

namespace {

class StepText {
public:
  StepText(const Graph &graph, const Group &group) : graph(graph), group(group) {}

  std::string run() {
    const GraphValue &value = graph.values[group.value];
    const std::string left = identifier(value.name) + " = ";
    std::string text = left + call(group.value);
    return tooLong || text.size() > kLongest ? left + shortened() : text;
  }

private:
  std::string call(int number) {
    const GraphValue &value = graph.values[number];
    if (value.operands.empty()) return value.source.op;
    std::string text = value.source.op + "(";
    for (auto [position, operand] : llvm::enumerate(value.operands)) {
      const bool inside = llvm::is_contained(group.members, operand);
      text += position ? ", " : "";
      // Nested calls repeat shared values: stop as soon as the line cannot be kept anyway.
      tooLong = tooLong || text.size() > kLongest;
      if (tooLong) return text;
      text += inside ? call(operand) : identifier(graph.values[operand].name);
    }
    return text + ")";
  }

  std::string shortened() const {
    std::string text = graph.values[group.value].source.op + ", the last of " +
                       std::to_string(group.members.size()) + " ops on ";
    for (auto [position, operand] : llvm::enumerate(group.operands)) {
      if (position == 4) return text + ", ...";
      text += (position ? ", " : "") + identifier(graph.values[operand].name);
    }
    return text;
  }

  const Graph &graph;
  const Group &group;
  bool tooLong = false;
};

} // namespace

std::string stepText(const Graph &graph, const Group &group) {
  return StepText(graph, group).run();
}

} // namespace shardc
