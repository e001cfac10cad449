// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/text/step_text.h"

#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

static constexpr size_t kLongestText = 72, kShortestText = 32; // of what is behind a "="
static constexpr size_t kListedResults = 3;

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

/// What a fusion computes, as calls of its ops. `depth`: how many calls inside of one another are
/// written; what is deeper is "...".
class StepText {
public:
  StepText(const Graph &graph, const Fusion &fusion, NameOf nameOf)
      : graph(graph), fusion(fusion), nameOf(nameOf), top(fusion.value) {
    while (isCopy(graph.values[top]) && isMember(graph.values[top].operands[0]))
      top = graph.values[top].operands[0];
  }

  /// All of it, or as many of the last calls as have room.
  std::string text(size_t room, bool &isWhole) {
    for (const int most : {kAllCalls, 4, 3, 2, 1}) {
      const std::string calls = written(most);
      isWhole = most == kAllCalls;
      if (!tooLong && calls.size() <= room) return calls;
    }
    return graph.values[top].source.op + "(...)";
  }

private:
  static constexpr int kAllCalls = INT_MAX;
  static constexpr size_t kNamedOperands = 4; // where not all is written

  std::string written(int calls) {
    depth = calls;
    isCut = calls != kAllCalls;
    tooLong = false;
    const GraphValue &value = graph.values[fusion.value];
    return isCopy(value) ? operandText(value.operands[0]) : call(fusion.value);
  }

  /// Also of what an op that says where a value lies is given.
  static bool isCopy(const GraphValue &value) {
    return value.copies || (value.source.onlyPlaces && isIdentity(*value.formula));
  }

  std::string call(int number) {
    const GraphValue &value = graph.values[number];
    const Expr root = value.formula->results[0].value;
    if (root->kind == Kind::Literal) return numberText(root->number);
    if (value.operands.empty() && value.given.empty()) return value.source.op;
    if (isCopy(value) || (number != top && onlyBroadcasts(root)))
      return operandText(value.operands[0]);
    if (depth == 0) return "...";
    --depth;
    Expr whole = root->kind == Kind::Item ? root->args[0] : root;
    const bool isReduction = whole->kind == Kind::Reduce && value.given.empty() && !callIn(root);
    const std::string inside = isReduction ? reduction(value, ReduceView(whole)) : arguments(value);
    ++depth;
    return value.source.op + "(" + inside + ")";
  }

  std::string arguments(const GraphValue &value) {
    std::string text;
    const size_t count = value.operands.size() + value.given.size();
    auto given = value.given.begin();
    auto operand = value.operands.begin();
    for (size_t position = 0; position < count; ++position) {
      text += position ? ", " : "";
      if (isCut && position == kNamedOperands) return text + "...";
      // Nested calls repeat shared values: stop as soon as the line cannot be kept anyway.
      tooLong = tooLong || text.size() > kLongestText;
      if (tooLong) return text;
      const bool isGiven = given != value.given.end() && given->first == position;
      text += isGiven ? (given++)->second : operandText(*operand++);
    }
    return text;
  }

  /// "x, add across [1], init 0"
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
    return llvm::join(reduced, ", ");
  }

  static std::string numberText(const Number &number) {
    std::string text;
    llvm::raw_string_ostream out(text);
    if (number.isComplex())
      out << llvm::format("(%g, %g)", number.real, number.imaginary);
    else
      out << llvm::format("%g", number.asDouble());
    return text;
  }

  bool isMember(int value) const { return llvm::is_contained(fusion.members, value); }

  std::string operandText(int operand) {
    return isMember(operand) ? call(operand) : nameOf(operand);
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

  const Graph &graph;
  const Fusion &fusion;
  NameOf nameOf;
  int top;               // what is computed, behind copies
  int depth = kAllCalls; // of calls that may be written yet
  bool isCut = false, tooLong = false;
};

} // namespace

/// ", 12 ops on x, w"
static std::string opsText(ArrayRef<const Fusion *> fusions, NameOf nameOf) {
  constexpr size_t kNamed = 4;
  llvm::SmallSetVector<int, 8> operands;
  for (const Fusion *fusion : fusions)
    operands.insert(fusion->operands.begin(), fusion->operands.end());
  std::string text = ", " + std::to_string(membersOf(fusions).size()) + " ops";
  for (auto [position, operand] : llvm::enumerate(operands)) {
    if (position == kNamed) return text + ", ...";
    text += (position ? ", " : " on ") + nameOf(operand);
  }
  return text;
}

std::string stepText(const Graph &graph, ArrayRef<const Fusion *> fusions,
                     ArrayRef<std::string> made, NameOf nameOf) {
  const std::string equals = " = ", all = llvm::join(made, ", ");
  const size_t room = kLongestText - std::min(kLongestText, all.size() + equals.size());
  bool areWhole = true;
  const auto textsIn = [&](size_t ofEach) {
    areWhole = true;
    std::vector<std::string> texts;
    for (const Fusion *fusion : fusions) {
      bool isWhole = true;
      texts.push_back(
          StepText(graph, *fusion, nameOf).text(std::max(kShortestText, ofEach), isWhole));
      areWhole &= isWhole;
    }
    return texts;
  };
  const auto opsOf = [&] { return areWhole ? "" : opsText(fusions, nameOf); };
  std::vector<std::string> texts = textsIn(room);
  if (llvm::all_equal(texts)) return all + equals + texts.front() + opsOf();
  texts = textsIn(room / made.size());
  const std::string ops = opsOf();
  for (auto [name, text] : llvm::zip_equal(made, texts))
    text = name + equals + text;
  if (texts.size() > kListedResults) {
    texts.resize(kListedResults);
    texts.push_back("... (" + std::to_string(made.size()) + " in all)");
  }
  return llvm::join(texts, "; ") + ops;
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
  if (value.source.onlyPlaces) return "copy";
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
