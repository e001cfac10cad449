// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/expressions/expression.h"

#include "codegen/text/literal.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>

namespace shardc {

using Form = LoopView::Form;

// Conditions nested more deeply no longer narrow what is known.
constexpr int kDeepest = 6;

void ExpressionWriter::assume(Expr condition, bool holds) {
  if (++known.depth > kDeepest) return;
  for (Env &env : known.environments)
    env = refine(env, condition, holds);
}

Interval ExpressionWriter::rangeHere(Expr e) const {
  std::optional<Interval> around;
  for (const Env &env : known.environments) {
    const Interval here = range(e, env);
    if (here.empty()) continue;
    if (!around) around = here;
    around = Interval{std::min(around->lo, here.lo), std::max(around->hi, here.hi), 1};
  }
  return around.value_or(Interval{0, 1, 1});
}

std::string ExpressionWriter::literal(const Number &number, bool plain) {
  const std::string text = literalText(number, plain);
  if (llvm::StringRef(text).contains("INFINITY") || llvm::StringRef(text).contains("NAN"))
    needs.math = true;
  return text;
}

// Ranges.

std::string ExpressionWriter::field(const Span &span, const char *member) {
  const DeviceField *field = view.layout.find(span);
  assert(field && "a range that differs is a field of Device");
  needs.device = true;
  return "d." + field->name + member;
}

std::string ExpressionWriter::start(int loop) {
  const Span &span = view.kernel.loops[loop];
  return span.lo.isUniform() ? std::to_string(span.lo.literal()) : field(span, ".lo");
}
std::string ExpressionWriter::end(int loop) {
  const Span &span = view.kernel.loops[loop];
  return span.hi.isUniform() ? std::to_string(span.hi.literal()) : field(span, ".hi");
}
std::string ExpressionWriter::extent(int loop) {
  const LoopView &here = view.loops[loop];
  return here.extent ? std::to_string(*here.extent) : field(view.kernel.loops[loop], ".size()");
}

std::string ExpressionWriter::dimension(const Span &span) {
  const std::string text = view.layout.dimension(span);
  if (llvm::StringRef(text).starts_with("Whole")) needs.names.insert("Whole");
  if (llvm::StringRef(text).starts_with("Fixed")) needs.names.insert("Fixed");
  if (llvm::StringRef(text).starts_with("d.")) needs.device = true;
  return text;
}

// Values.

CppText ExpressionWriter::value(Expr e) {
  if (auto it = known.named.find(e); it != known.named.end()) return {it->second, Level::atom};
  switch (e->kind) {
  case Kind::Literal: {
    const std::string text = literal(e->number, false);
    return {text, text.front() == '-' ? Level::unary : Level::atom};
  }
  case Kind::Cast:
    return cast(e);
  case Kind::Load:
    return {element(view.ins[e->value], e->args), Level::atom};
  case Kind::Scalar:
    return scalar(e);
  case Kind::Select:
    return select(e);
  case Kind::Within:
    return within(e);
  case Kind::Held:
    return held(e);
  case Kind::Arg:
    return {args[e->value], Level::atom};
  case Kind::Item:
    return {known.reduced.lookup(e->args[0])[e->value], Level::atom};
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
  llvm_unreachable("an index, a tuple or a call is no value");
}

CppText ExpressionWriter::argumentOf(Expr part, size_t number) {
  const StringRef name = constantAt(constants, part, number);
  return name.empty() ? value(part->args[number]) : CppText{name.str(), Level::atom};
}

bool ExpressionWriter::isVector(Expr e) const {
  return vectorLoop >= 0 && llvm::is_contained(freeLoops(e), vectorLoop);
}

CppText ExpressionWriter::cast(Expr e) {
  const CppText text = index(e->args[0]);
  const std::string type = info(e->type).cpp;
  if (isVector(e)) {
    need("numbers");
    return {"numbers<" + type + ">(" + text.text + ")", Level::atom};
  }
  if (e->type == ElementType::i1)
    return {parenthesised(text, Level::relation) + " != 0", Level::equality};
  if (e->type == ElementType::i32 && !wide) return text;
  return {type + "(" + text.text + ")", Level::atom};
}

bool ExpressionWriter::isPromoted(Expr e) const {
  return e->kind == Kind::Scalar && !known.named.count(e) &&
         shardc::isPromoted(static_cast<Fn>(e->value), e->type, e->args[0]->type);
}

/// C++ brings an int back to its own narrower types where it is stored.
CppText ExpressionWriter::stored(Expr e) {
  return isPromoted(e) && !info(e->type).isSmall ? call(e) : value(e);
}

/// What C++ computes as an int, in its own type. Vectors compute in their own type, but their text
/// stands for one number, too.
CppText ExpressionWriter::scalar(Expr e) {
  const CppText text = call(e);
  if (!isPromoted(e)) return text;
  const std::string type = info(e->type).cpp;
  if (!isVector(e)) return {type + "(" + text.text + ")", Level::atom};
  need("converted");
  return {"converted<" + type + ">(" + text.text + ")", Level::atom};
}

CppText ExpressionWriter::call(Expr e) {
  const Fn fn = static_cast<Fn>(e->value);
  const ElementType argument = e->args[0]->type;
  if (convertedFrom(e) && isVector(e)) return converted(e);
  const StringRef function = cppFunction(fn, e->type, argument);
  if (!function.empty()) needs.names.insert(function.str());
  SmallVector<CppText, 2> texts;
  const auto isLiteral = [](Expr arg) { return arg->kind == Kind::Literal; };
  // Beside a value of 64 bits an operator needs no type on the literal; a template does, and so
  // does a vector of numbers that are narrower than an int.
  const bool isNarrowVector = isVector(e) && info(argument).bytes < 4;
  const bool plain = function.empty() && !isNarrowVector && !isOfRuntime(argument) &&
                     !llvm::all_of(e->args, isLiteral);
  for (auto [k, arg] : llvm::enumerate(e->args)) {
    const bool isWideEnough = isPromoted(e) && isPromoted(arg) && isVector(e) == isVector(arg);
    CppText text = isWideEnough ? call(arg) : argumentOf(e, k);
    const bool isNumber =
        isLiteral(arg) && !known.named.count(arg) && constantAt(constants, e, k).empty();
    if (plain && isNumber) text.text = literal(arg->number, true);
    texts.push_back(text);
  }
  return cppCall(fn, e->type, argument, texts);
}

/// Of vectors, where C++ has no conversions.
CppText ExpressionWriter::converted(Expr e) {
  const CppText from = argumentOf(e, 0);
  const bool isMask = e->args[0]->type == ElementType::i1;
  const char *const function = isMask ? "one_where" : "converted";
  need(function);
  return {std::string(function) + "<" + info(e->type).cpp + ">(" + from.text + ")", Level::atom};
}

/// An arm of a choice that is a vector.
CppText ExpressionWriter::arm(Expr e, size_t number) {
  const CppText text = argumentOf(e, number);
  const bool isOneForAll = !isVector(e->args[0]) && !isVector(e->args[number]);
  if (!isVector(e) || !isOneForAll) return text;
  return {spread(text.text), Level::atom};
}

std::string ExpressionWriter::spread(const std::string &number) {
  need("spread");
  return "spread(" + view.loops[vectorLoop].name + ", " + number + ")";
}

CppText ExpressionWriter::select(Expr e) {
  const CppText condition = value(e->args[0]);
  const auto saved = known.environments;
  assume(e->args[0], true);
  const CppText yes = arm(e, 1);
  known.environments = saved;
  assume(e->args[0], false);
  const CppText no = arm(e, 2);
  known.environments = saved;
  known.depth -= 2;
  if (isVector(e->args[0]) && info(e->type).isNarrow) {
    need("choose");
    return {"choose(" + condition.text + ", " + yes.text + ", " + no.text + ")", Level::atom};
  }
  const std::string right =
      no.level == Level::ternary ? no.text : parenthesised(no, Level::ternary);
  return {parenthesised(condition, Level::ternary) + " ? " + parenthesised(yes, Level::ternary) +
              " : " + right,
          Level::ternary};
}

/// Constants stand on the right: "i > 0", "i + r < 13"; what always holds is left out.
CppText ExpressionWriter::within(Expr e) {
  Expr at = e->args[0];
  const Interval values = rangeHere(at);
  // Constants go to the other side, and -i < 0 is i > 0.
  IndexSum sum = sumOf(at);
  const int64_t constant = constantOf(sum);
  int64_t lo = e->numbers[0], hi = e->numbers[1];
  bool needsLo = values.lo<lo, needsHi = values.hi> hi;
  lo -= constant, hi -= constant;
  int64_t least = values.lo - constant;
  if (llvm::all_of(sum.terms, [](const Term &term) { return term.first < 0; })) {
    for (Term &term : sum.terms)
      term.first = -term.first;
    std::swap(needsLo, needsHi);
    std::tie(lo, hi) = std::pair(1 - hi, 1 - lo);
    least = constant - (values.hi - 1);
  }
  sum.constant = 0;
  const auto text = [&](const Comparison &c) {
    return parenthesised(linear(c.left, 0), Level::relation) + c.sign +
           linear(c.right, c.right.constant).text;
  };
  if (lo >= hi) return {"false"};
  if (!needsLo && !needsHi) return {"true"};
  if (needsLo && needsHi && lo + 1 == hi) return {text(isEqual(sum, lo)), Level::equality};
  if (needsHi && !needsLo && least + 1 == hi) return {text(isEqual(sum, least)), Level::equality};
  const std::string above = text(isAtLeast(sum, lo)), below = text(isBelow(sum, hi));
  if (!needsHi) return {above, Level::relation};
  if (!needsLo) return {below, Level::relation};
  return {above + " && " + below, Level::logicalAnd};
}

CppText ExpressionWriter::held(Expr e) {
  const std::string at = parenthesised(index(e->args[0]), Level::relation);
  const int loop = static_cast<int>(e->args[1]->value);
  return {at + " >= " + start(loop) + " && " + at + " < " + end(loop), Level::logicalAnd};
}

} // namespace shardc
