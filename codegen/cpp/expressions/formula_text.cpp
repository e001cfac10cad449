// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/comment.h"

#include "codegen/kernel/view/reduction.h"
#include "codegen/text/literal.h"
#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

FormulaText::FormulaText(const KernelView &view, const KernelTree &tree)
    : view(view), definitions(tree.definitions), constants(tree.constants) {
  for (auto [k, definition] : llvm::enumerate(definitions))
    names.try_emplace(definition.first, k);
}

std::string FormulaText::element(const std::string &name, ArrayRef<Expr> at) {
  if (at.empty()) return name;
  std::string text = name + "[";
  for (auto [dim, e] : llvm::enumerate(at))
    text += (dim ? "," : "") + index(e);
  return text + "]";
}

/// "y[ids[n],j] += u[n,j], over n in order".
std::string FormulaText::pushed(const Result &result, const std::string &to) {
  std::string loops;
  const auto own = ownLoops(result);
  for (int loop : view.order) {
    if (llvm::is_contained(own, loop) || view.loops[loop].form == LoopView::Form::absent) continue;
    const bool isSplit = !view.kernel.loops[loop].isUniform();
    loops += (loops.empty() ? ", over " : ", ") + std::string(isSplit ? "part of " : "") +
             view.loops[loop].name;
  }
  const std::string update = value(result.value, true).text;
  Expr combine = result.combine;
  std::string text = to + " = " + update;
  if (!(combine->kind == Kind::Arg && combine->value == 1)) {
    arguments = {to, update};
    text = to + " = " + value(combine).text;
    arguments.clear();
  }
  if (result.where) text += " if " + value(result.where).text;
  return text + (loops.empty() ? "" : loops + " in order");
}

std::string FormulaText::result(size_t number) {
  const Result &result = view.formula.results[number];
  if (isPushed(result)) return pushed(result, element(view.outs[number].window, result.index));
  return element(view.outs[number].window, result.index) + " = " + value(result.value, true).text;
}

std::string FormulaText::definition(Expr e) {
  if (e->type == ElementType::index) {
    if (e->kind == Kind::Linear) return index(indexSum(e));
    if (e->kind == Kind::Digit) return digitText(e);
    return inside(e->args[0]).text + ", clamped to " + std::to_string(e->numbers[0]) + ".." +
           std::to_string(e->numbers[1]);
  }
  if (e->kind == Kind::Item) return reduction(e).text;
  if (e->kind != Kind::Select) return inside(e).text;
  const std::string yes = argumentOf(e, 1).text, condition = value(e->args[0]).text;
  return yes + " if " + condition + ", else " + argumentOf(e, 2).text;
}

std::string FormulaText::termText(Expr term) {
  if (auto it = names.find(term); it != names.end()) {
    if (usedOnes.insert(it->second).second) order.push_back(it->second);
    return definitions[it->second].second;
  }
  if (term->kind == Kind::Loop) return view.loops[term->value].name;
  if (term->kind == Kind::Trip) return tripName(term->value);
  return term->kind == Kind::Digit ? digitText(term) : value(term->args[0]).text;
}

std::string FormulaText::digitText(Expr digit) {
  std::string text = index(digit->args[0]);
  if (digit->args[0]->kind != Kind::Loop) text = "(" + text + ")";
  if (digit->numbers[0] != 1) text += "/" + std::to_string(digit->numbers[0]);
  if (digit->numbers[1] != 0) text += "%" + std::to_string(digit->numbers[1]);
  return text;
}

/// Indices are set tightly, what is added first: "2*i-1", "7-i".
std::string FormulaText::index(Expr e) {
  return index(names.count(e) ? IndexSum{0, {{1, e}}} : indexSum(e));
}

std::string FormulaText::index(IndexSum sum) {
  putAddedFirst(sum.terms);
  std::string text;
  const bool isNegative = !sum.terms.empty() && sum.terms.front().first < 0;
  if (isNegative && sum.constant > 0) text = std::to_string(std::exchange(sum.constant, 0));
  for (auto [factor, term] : sum.terms) {
    const bool isZero = term->kind == Kind::Loop && view.formula.loops[term->value].extent == 1;
    if (isZero && sum.terms.size() > 1) continue;
    if (factor < 0)
      text += "-";
    else if (!text.empty())
      text += "+";
    const std::string each = termText(term);
    const bool isBare = term->kind != Kind::Digit || names.count(term);
    if (std::abs(factor) != 1) text += std::to_string(std::abs(factor)) + "*";
    text += std::abs(factor) == 1 || isBare ? each : "(" + each + ")";
  }
  if (sum.constant > 0 && !text.empty()) text += "+";
  if (sum.constant != 0 || text.empty()) text += std::to_string(sum.constant);
  return text;
}

CppText FormulaText::value(Expr e, bool isRoot) {
  const auto it = names.find(e);
  // What the whole result is needs no name here.
  const bool isInline =
      isRoot && (e->kind == Kind::Select || (e->kind == Kind::Item && e->args[0]->numbers[0] == 1));
  if (it == names.end() || isInline) {
    if (isRoot && e->kind == Kind::Select) return {definition(e), Level::ternary};
    return inside(e);
  }
  if (usedOnes.insert(it->second).second) order.push_back(it->second);
  return {definitions[it->second].second};
}

/// Only the sides that the loops do not imply.
std::string FormulaText::within(Expr e) {
  const IndexSum at = indexSum(e->args[0]);
  const int64_t lo = e->numbers[0], hi = e->numbers[1];
  const Interval values = range(e->args[0], wholeLoops(view.formula));
  const bool needsLo = values.lo<lo, needsHi = values.hi> hi;
  const auto text = [&](const Comparison &c) { return index(c.left) + c.sign + index(c.right); };
  if (std::max(lo, values.lo) + 1 == std::min(hi, values.hi))
    return text(isEqual(at, std::max(lo, values.lo)));
  if (needsLo && !needsHi) return text(isAtLeast(at, lo));
  if (needsHi && !needsLo) return text(isBelow(at, hi));
  return std::to_string(lo) + " <= " + index(at) + " < " + std::to_string(hi);
}

/// "at in d.table_rows".
std::string FormulaText::held(Expr e) {
  const Span &span = view.kernel.loops[e->args[1]->value];
  const DeviceField *field = view.layout.find(span);
  const std::string range =
      field ? "d." + field->name
            : std::to_string(span.lo.literal()) + ".." + std::to_string(span.hi.literal() - 1);
  return index(e->args[0]) + " in " + range;
}

CppText FormulaText::inside(Expr e) {
  switch (e->kind) {
  case Kind::Literal:
    return {numberText(e->number)};
  case Kind::Cast: {
    const bool isOne = e->args[0]->kind == Kind::Loop || e->args[0]->kind == Kind::Trip;
    return {index(e->args[0]), isOne ? Level::atom : Level::sum};
  }
  case Kind::Load:
    return {element(view.ins[e->value].window, e->args)};
  case Kind::Arg:
    if (!arguments.empty()) return {arguments[e->value]};
    return {"#" + std::to_string(e->value)};
  case Kind::Within:
    return {within(e), Level::relation};
  case Kind::Held:
    return {held(e), Level::relation};
  case Kind::Item:
    return reduction(e);
  case Kind::Select:
    return {parenthesised(value(e->args[0]), Level::ternary) + " ? " + argumentOf(e, 1).text +
                " : " + argumentOf(e, 2).text,
            Level::ternary};
  case Kind::Scalar: {
    SmallVector<CppText, 2> args;
    for (size_t k = 0; k < e->args.size(); ++k)
      args.push_back(argumentOf(e, k));
    return cppCall(static_cast<Fn>(e->value), e->type, e->args[0]->type, args);
  }
  case Kind::Linear:
  case Kind::Loop:
  case Kind::Trip:
  case Kind::Digit:
  case Kind::At:
  case Kind::Pick:
  case Kind::Reduce:
  case Kind::Call:
    break;
  }
  return {index(e), Level::sum};
}

CppText FormulaText::argumentOf(Expr part, size_t number) {
  const StringRef name = constantAt(constants, part, number);
  return name.empty() ? value(part->args[number]) : CppText{name.str()};
}

static std::string verbOf(const ReductionPlan &plan) {
  const std::string &name = plan.names.front();
  if (name == "largest") return "max";
  if (name == "smallest") return "min";
  return plan.fn ? name : "best";
}

/// "sum over k of x[i,k] * w[k,j]"; "over part of k" where each device adds up its own.
CppText FormulaText::reduction(Expr e) {
  const ReduceView reduce(e->args[0]);
  const ReductionPlan plan = planOf(reduce);
  std::string loops, values;
  for (Expr loop : reduce.loops) {
    const bool isSplit = !view.kernel.loops[loop->value].isUniform();
    loops += (loops.empty() ? "" : ", ") + std::string(isSplit ? "part of " : "") +
             view.loops[loop->value].name;
  }
  for (Expr each : reduce.values)
    values += (values.empty() ? "" : ", ") + value(each).text;
  if (reduce.values.size() > 1) values = "(" + values + ")";
  std::string text = verbOf(plan) + " over " + loops + " of " + values;
  if (!plan.ignoresInit && reduce.values.size() == 1)
    text += ", from " + value(reduce.inits.front()).text;
  return {text, Level::ternary};
}

} // namespace shardc
