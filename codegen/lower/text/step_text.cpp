// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/text/step_text.h"

#include "codegen/plan/names.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

static constexpr size_t kLongestText = 72;

/// The operands that a reduction begins with.
static SmallVector<int64_t, 1> initsOf(const ReduceView &reduce) {
  SmallVector<int64_t, 1> inits;
  for (Expr init : reduce.inits)
    if (init->kind == Kind::Load) inits.push_back(init->value);
  return inits;
}

/// "add across [1]"; "" where the terms are not the elements that stand along whole dimensions of
/// an operand.
static std::string acrossText(const ReduceView &reduce) {
  Expr term = reduce.values.front();
  if (term->kind != Kind::Load) return "";
  std::vector<std::string> across;
  for (auto [dim, index] : llvm::enumerate(term->args))
    if (llvm::is_contained(reduce.loops, index)) across.push_back(std::to_string(dim));
  if (across.size() != reduce.loops.size()) return "";
  const std::optional<Fn> fn = combiner(reduce);
  return (fn ? info(*fn).name + std::string(" ") : "") + "across [" + llvm::join(across, ", ") +
         "]";
}

namespace {

class StepText {
public:
  StepText(const Graph &graph, const Fusion &fusion)
      : graph(graph), fusion(fusion), top(fusion.value) {
    while (graph.values[top].copies && isMember(graph.values[top].operands[0]))
      top = graph.values[top].operands[0];
  }

  std::string left() const { return identifier(graph.values[fusion.value].name); }

  /// `room`: beside what else the line has.
  std::string right(size_t room) {
    const GraphValue &value = graph.values[fusion.value];
    std::string text = value.copies ? operandText(value.operands[0]) : call(fusion.value);
    return tooLong || text.size() > room ? shortened() : text;
  }

private:
  std::string call(int number) {
    const GraphValue &value = graph.values[number];
    const Expr root = value.formula->results[0].value;
    if (root->kind == Kind::Literal) return numberText(root->number);
    if (value.operands.empty() && value.given.empty()) return value.source.op;
    if (number != top && onlyBroadcasts(root)) return operandText(value.operands[0]);
    Expr whole = root->kind == Kind::Item ? root->args[0] : root;
    if (whole->kind == Kind::Reduce && value.given.empty())
      return reduction(value, ReduceView(whole));
    std::string text = value.source.op + "(";
    const size_t count = value.operands.size() + value.given.size();
    auto given = value.given.begin();
    auto operand = value.operands.begin();
    for (size_t position = 0; position < count; ++position) {
      text += position ? ", " : "";
      // Nested calls repeat shared values: stop as soon as the line cannot be kept anyway.
      tooLong = tooLong || text.size() > kLongestText;
      if (tooLong) return text;
      const bool isGiven = given != value.given.end() && given->first == position;
      text += isGiven ? (given++)->second : operandText(*operand++);
    }
    return text + ")";
  }

  /// "reduce(x, add across [1], init 0)"
  std::string reduction(const GraphValue &value, const ReduceView &reduce) {
    const SmallVector<int64_t, 1> inits = initsOf(reduce);
    std::vector<std::string> reduced, initial;
    for (auto [number, operand] : llvm::enumerate(value.operands)) {
      if (tooLong) return "";
      const bool isInit = llvm::is_contained(inits, static_cast<int64_t>(number));
      std::vector<std::string> &texts = isInit ? initial : reduced;
      texts.push_back(operandText(operand));
      tooLong = tooLong || texts.back().size() > kLongestText;
    }
    if (const std::string across = acrossText(reduce); !across.empty()) reduced.push_back(across);
    if (!initial.empty()) reduced.push_back("init " + llvm::join(initial, ", "));
    return value.source.op + "(" + llvm::join(reduced, ", ") + ")";
  }

  static std::string numberText(const Number &number) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%g", number.asDouble());
    return text;
  }

  bool isMember(int value) const { return llvm::is_contained(fusion.members, value); }

  std::string operandText(int operand) {
    if (isMember(operand)) return call(operand);
    return identifier(graph.values[operand].name);
  }

  /// Whether the value is its operand, repeated or with dimensions of one element more or less.
  static bool onlyBroadcasts(Expr root) {
    if (root->kind != Kind::Load) return false;
    int64_t last = -1;
    for (Expr index : root->args) {
      if (index->kind == Kind::Linear && index->args.empty()) continue;
      if (index->kind != Kind::Loop || index->value <= last) return false;
      last = index->value;
    }
    return true;
  }

  std::string shortened() const {
    std::string text =
        graph.values[top].source.op + "(...), " + std::to_string(fusion.members.size()) + " ops";
    for (auto [position, operand] : llvm::enumerate(fusion.operands)) {
      if (position == 4) return text + ", ...";
      text += (position ? ", " : " on ") + identifier(graph.values[operand].name);
    }
    return text;
  }

  const Graph &graph;
  const Fusion &fusion;
  int top; // what is computed, behind copies
  bool tooLong = false;
};

} // namespace

std::string stepText(const Graph &graph, ArrayRef<const Fusion *> fusions) {
  const std::string equals = " = ";
  std::vector<std::string> names, texts;
  for (const Fusion *fusion : fusions)
    names.push_back(StepText(graph, *fusion).left());
  const std::string all = llvm::join(names, ", ");
  const size_t used = all.size() + equals.size();
  for (const Fusion *fusion : fusions)
    texts.push_back(StepText(graph, *fusion).right(kLongestText - std::min(kLongestText, used)));
  if (llvm::all_equal(texts)) return all + equals + texts.front();
  for (auto [name, text] : llvm::zip_equal(names, texts))
    text = name + equals + text;
  return llvm::join(texts, "; ");
}

/// The operands that are moved where an op repeats, turns, cuts or joins what it is given, and
/// computes nothing; none where it does.
static std::optional<SmallVector<int, 2>> movedBy(const GraphValue &value) {
  if (value.copies) return SmallVector<int, 2>(value.operands.begin(), value.operands.end());
  if (value.operands.empty()) return std::nullopt;
  SmallVector<int, 2> moved;
  SmallVector<Expr, 4> next = {value.formula->results[0].value};
  while (!next.empty()) {
    Expr e = next.pop_back_val();
    if (e->kind == Kind::Select)
      next.append(e->args.begin() + 1, e->args.end());
    else if (e->kind == Kind::Load)
      moved.push_back(value.operands[e->value]);
    else if (e->kind != Kind::Literal)
      return std::nullopt;
  }
  return moved;
}

/// The last op that computes, or that joins what several have computed; "": all of them move data.
static std::string computingOp(const Graph &graph, const Fusion &fusion, int number) {
  const GraphValue &value = graph.values[number];
  const auto moved = movedBy(value);
  if (!moved) return value.source.op;
  std::string op;
  for (const int operand : *moved) {
    if (!llvm::is_contained(fusion.members, operand)) continue;
    const std::string own = computingOp(graph, fusion, operand);
    if (!own.empty() && !op.empty()) return value.source.op;
    if (!own.empty()) op = own;
  }
  return op;
}

static std::string mnemonicOf(const Graph &graph, const Fusion &fusion, int number) {
  const std::string computing = computingOp(graph, fusion, number);
  if (!computing.empty()) return computing;
  const GraphValue &value = graph.values[number];
  if (!value.copies) return value.source.op;
  const int from = value.operands.front();
  return llvm::is_contained(fusion.members, from) ? mnemonicOf(graph, fusion, from) : "return";
}

std::string mnemonicOf(const Graph &graph, ArrayRef<const Fusion *> fusions) {
  std::vector<std::string> all;
  for (const Fusion *fusion : fusions)
    all.push_back(mnemonicOf(graph, *fusion, fusion->value));
  if (llvm::all_equal(all)) return all.front();
  const std::vector<int> &last = fusions.back()->members;
  for (int own : llvm::reverse(fusions.front()->members))
    for (int other : last)
      if (own == other || areSiblings(graph.values[own], graph.values[other]))
        return graph.values[own].source.op;
  return all.front();
}

std::vector<Source> sourcesOf(const Graph &graph, ArrayRef<const Fusion *> fusions) {
  std::vector<Source> sources;
  const std::vector<int> members = membersOf(fusions);
  for (auto member = members.begin(); member != members.end(); ++member) {
    const GraphValue &value = graph.values[*member];
    const auto isSibling = [&](int other) { return areSiblings(graph.values[other], value); };
    if (std::none_of(members.begin(), member, isSibling)) sources.push_back(value.source);
  }
  llvm::stable_sort(sources, [](const Source &a, const Source &b) { return a.line < b.line; });
  return sources;
}

} // namespace shardc
