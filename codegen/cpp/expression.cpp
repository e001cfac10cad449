// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/expression.h"

#include "codegen/text/literal.h"

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

// Indices.

/// What is added to the loops' variables, which begin at their bases.
int64_t ExpressionWriter::constantOf(const IndexSum &sum) const {
  int64_t constant = sum.constant;
  for (auto [factor, each] : sum.terms)
    if (each->kind == Kind::Loop)
      constant += factor * view.base(static_cast<int>(each->value), *view.busy.front());
  return constant;
}

CppText ExpressionWriter::index(Expr e) {
  if (auto it = known.named.find(e); it != known.named.end()) return {it->second, Level::atom};
  const IndexSum sum = indexSum(e);
  return linear(sum, constantOf(sum));
}

IndexParts ExpressionWriter::partsOf(const IndexSum &sum) const {
  IndexParts parts;
  for (auto [factor, e] : sum.terms) {
    const bool isLoop = e->kind == Kind::Loop;
    if (isLoop && view.loops[e->value].form == Form::absent) continue;
    IndexPart part{factor, e};
    if (isLoop && !known.indices.count(static_cast<int>(e->value)))
      part.digit = digitOf(known.collapsed, static_cast<int>(e->value));
    parts.push_back(part);
  }
  return joined(std::move(parts));
}

CppText ExpressionWriter::part(int64_t factor, const IndexPart &part) {
  CppText text;
  Expr e = part.e;
  if (!e) {
    text = digitText(part.digit);
    collapsedUsed.insert(part.digit.name);
  } else if (auto it = known.named.find(e); it != known.named.end())
    text = {it->second, Level::atom};
  else if (e->kind == Kind::Loop) {
    const int loop = static_cast<int>(e->value);
    const auto split = known.indices.find(loop);
    text = {split == known.indices.end() ? view.loops[loop].name : split->second, Level::atom};
    loopsUsed.insert(loop);
  } else if (e->kind == Kind::Trip)
    text = {tripName(e->value), Level::atom};
  else
    text = e->kind == Kind::At ? at(e) : digit(e);
  if (factor == 1) return text;
  const bool bare = text.level >= Level::unary;
  return {std::to_string(factor) + " * " + (bare ? text.text : "(" + text.text + ")"),
          Level::product};
}

CppText ExpressionWriter::linear(const IndexSum &sum, int64_t constant) {
  return linear(partsOf(sum), constant);
}

/// What is added comes before what is subtracted: `i - 3 * r`, not `-3 * r + i`.
CppText ExpressionWriter::linear(ArrayRef<IndexPart> parts, int64_t constant) {
  CppText text;
  int count = 0;
  const auto put = [&](const CppText &part, bool negative) {
    const char *sign = negative ? (count ? " - " : "-") : (count ? " + " : "");
    const bool inside = negative && part.level <= Level::sum;
    text.text += sign + (inside ? "(" + part.text + ")" : part.text);
    text.level = count++ ? Level::sum : negative ? Level::unary : part.level;
  };
  const auto putParts = [&](bool negative) {
    for (const IndexPart &each : parts)
      if ((each.factor < 0) == negative) put(part(std::abs(each.factor), each), negative);
  };
  putParts(false);
  if (constant > 0 && count == 0) put({std::to_string(constant)}, false), constant = 0;
  putParts(true);
  if (constant != 0) put({std::to_string(std::abs(constant))}, constant < 0);
  return count ? text : CppText{"0"};
}

/// Floored division and remainder, by C++'s, which go towards zero: what may be negative is moved
/// up by a multiple first.
CppText ExpressionWriter::digit(Expr e) {
  assert(e->kind == Kind::Digit && "indices are sums of loops, digits and computed indices");
  const int64_t unit = e->numbers[0], size = e->numbers[1];
  const Interval values = rangeHere(e->args[0]);
  const int64_t period = size ? unit * size : unit;
  const int64_t above = values.lo < 0 ? (-values.lo + period - 1) / period : 0;
  CppText text = index(expr::add(e->args[0], above * period));
  const auto apply = [&](const char *sign, int64_t by) {
    const bool bare = text.level >= Level::unary || text.level == Level::product;
    text = {(bare ? text.text : "(" + text.text + ")") + sign + std::to_string(by), Level::product};
  };
  if (unit != 1) apply(" / ", unit);
  const bool vacuous = size && above == 0 && values.hi <= period;
  if (size && !vacuous) apply(" % ", size);
  if (!size && above) text = {text.text + " - " + std::to_string(above), Level::sum};
  return text;
}

/// A computed index, clamped in its own type before it becomes an index.
CppText ExpressionWriter::at(Expr e) {
  Expr scalar = e->args[0];
  const ElementType type = scalar->type;
  const auto bound = [&](int64_t number) {
    return CppText{literal(Number::of(type, number), false), Level::atom};
  };
  CppText text = value(scalar);
  if (type != ElementType::i1) {
    if (type != ElementType::ui32 || e->numbers[0] > 0) {
      text = cppCall(Fn::max, type, type, {text, bound(e->numbers[0])});
      needs.names.insert("max");
    }
    const int64_t most = type == ElementType::i64 ? INT64_MAX : INT32_MAX;
    text = cppCall(Fn::min, type, type, {text, bound(std::min(e->numbers[1], most))});
    needs.names.insert("min");
  }
  if (type == ElementType::i32) return text;
  return {std::string(indexType()) + "(" + text.text + ")", Level::atom};
}

// Accesses.

size_t ExpressionWriter::numberOf(const ParameterView &parameter, bool &isIn) const {
  isIn = !view.ins.empty() && &parameter >= &view.ins.front() && &parameter <= &view.ins.back();
  return &parameter - (isIn ? &view.ins.front() : &view.outs.front());
}

const Interval &ExpressionWriter::windowAt(const ParameterView &parameter, size_t dim,
                                           const Case &at) const {
  bool isIn = false;
  const size_t number = numberOf(parameter, isIn);
  return (isIn ? at.ins : at.outs)[number][dim];
}

std::string ExpressionWriter::sizeOf(const Span &span) { return field(span, ".size()"); }

/// Whether it is the index of a loop that a block of rows has one index of.
bool ExpressionWriter::isAround(const IndexSum &sum) const {
  if (sum.terms.empty() || sum.terms.front().second->kind != Kind::Loop) return false;
  return llvm::is_contained(view.kernel.rows->around, sum.terms.front().second->value);
}

/// Dimensions of one element do not appear, and those that one variable counts are one.
SmallVector<ExpressionWriter::OffsetDim, 4>
ExpressionWriter::offsetDims(const ParameterView &parameter, ArrayRef<Expr> index) const {
  SmallVector<OffsetDim, 4> dims;
  for (auto [number, e] : llvm::enumerate(index)) {
    const auto window = [&, dim = number](const Case *c) { return windowAt(parameter, dim, *c); };
    const auto size = common(view.busy, [&](const Case *c) { return window(c).extent(); });
    if (size == 1) continue;
    const bool isNamed = known.named.count(e) != 0;
    const IndexSum sum = isNamed ? IndexSum{0, {{1, e}}} : indexSum(e);
    if (parameter.of->ofBlock && isAround(sum)) continue;
    const OffsetDim here = {partsOf(sum), constantOf(sum) - window(view.busy.front()).lo, size,
                            number};
    const bool mayJoin = !dims.empty() && size && (dims.size() == 1 || dims.back().size);
    if (!mayJoin || parameter.of->ofBlock) {
      dims.push_back(here);
      continue;
    }
    OffsetDim &outer = dims.back();
    IndexParts both = scaled(outer.parts, *size);
    llvm::append_range(both, here.parts);
    const size_t apart = both.size();
    both = joined(std::move(both));
    if (both.size() == apart) {
      dims.push_back(here);
      continue;
    }
    outer = {both, outer.constant * *size + here.constant,
             outer.size ? std::optional(*outer.size * *size) : std::nullopt, number};
  }
  return dims;
}

CppText ExpressionWriter::indexInDim(const ParameterView &parameter, const OffsetDim &dim) {
  CppText text = linear(dim.parts, dim.constant);
  const bool isRow = parameter.of->ofBlock && !dim.parts.empty() && dim.parts.front().e &&
                     dim.parts.front().e->kind == Kind::Loop &&
                     dim.parts.front().e->value == view.kernel.rows->loop;
  return isRow ? CppText{text.text + " - " + view.rowsFrom(), Level::sum} : text;
}

/// Row-major, in Horner's form.
std::string ExpressionWriter::flatOffset(const ParameterView &parameter, ArrayRef<Expr> index) {
  CppText flat = {"0"};
  for (const OffsetDim &dim : offsetDims(parameter, index)) {
    const CppText here = indexInDim(parameter, dim);
    if (flat.text == "0") {
      flat = here;
      continue;
    }
    const std::string outer = flat.level >= Level::product ? flat.text : "(" + flat.text + ")";
    flat.text = outer + " * " +
                (dim.size ? std::to_string(*dim.size) : sizeOf(parameter.of->window[dim.number]));
    flat.level = Level::product;
    if (here.text == "0") continue;
    const bool minus = here.text.front() == '-';
    flat.text += minus ? " - " + here.text.substr(1) : " + " + here.text;
    flat.level = Level::sum;
  }
  return flat.text;
}

std::string ExpressionWriter::element(const ParameterView &parameter, ArrayRef<Expr> at) {
  if (!view.windows || at.empty()) return parameter.window + "[" + flatOffset(parameter, at) + "]";
  needs.windows.insert(parameter.window);
  std::string text = parameter.window + "(";
  for (auto [dim, e] : llvm::enumerate(at))
    text += (dim ? ", " : "") + index(e).text;
  return text + ")";
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
    break;
  }
  llvm_unreachable("an index or a tuple is no value");
}

CppText ExpressionWriter::argumentOf(Expr part, size_t number) {
  const StringRef name = constantAt(constants, part, number);
  return name.empty() ? value(part->args[number]) : CppText{name.str(), Level::atom};
}

CppText ExpressionWriter::cast(Expr e) {
  const CppText text = index(e->args[0]);
  const std::string type = info(e->type).cpp;
  if (e->type == ElementType::i1)
    return {parenthesised(text, Level::relation) + " != 0", Level::equality};
  if (e->type == ElementType::i32 && !wide) return text;
  return {type + "(" + text.text + ")", Level::atom};
}

CppText ExpressionWriter::scalar(Expr e) {
  const Fn fn = static_cast<Fn>(e->value);
  const ElementType argument = e->args[0]->type;
  const StringRef function = cppFunction(fn, e->type, argument);
  if (!function.empty()) needs.names.insert(function.str());
  SmallVector<CppText, 2> texts;
  const auto isLiteral = [](Expr arg) { return arg->kind == Kind::Literal; };
  // Beside a value of 64 bits an operator needs no type on the literal; a template does.
  const bool plain = function.empty() && !llvm::all_of(e->args, isLiteral);
  for (auto [k, arg] : llvm::enumerate(e->args)) {
    CppText text = argumentOf(e, k);
    const bool isNumber =
        isLiteral(arg) && !known.named.count(arg) && constantAt(constants, e, k).empty();
    if (plain && isNumber) text.text = literal(arg->number, true);
    texts.push_back(text);
  }
  return cppCall(fn, e->type, argument, texts);
}

CppText ExpressionWriter::select(Expr e) {
  const CppText condition = value(e->args[0]);
  const auto saved = known.environments;
  assume(e->args[0], true);
  const CppText yes = argumentOf(e, 1);
  known.environments = saved;
  assume(e->args[0], false);
  const CppText no = argumentOf(e, 2);
  known.environments = saved;
  known.depth -= 2;
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
  IndexSum sum = indexSum(at);
  int64_t constant = constantOf(sum);
  int64_t lo = e->numbers[0], hi = e->numbers[1];
  bool needsLo = values.lo<lo, needsHi = values.hi> hi;
  if (auto it = known.named.find(at); it != known.named.end()) constant = 0, sum.terms = {{1, at}};
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
  const auto compared = [&](const char *sign, int64_t number) {
    const auto [left, right, isDifference] = sidesOf(sum, number);
    return parenthesised(linear(left, 0), Level::relation) + sign +
           linear(right, right.constant).text;
  };
  if (lo >= hi) return {"false"};
  if (!needsLo && !needsHi) return {"true"};
  if (needsLo && needsHi && lo + 1 == hi) return {compared(" == ", lo), Level::equality};
  if (needsHi && !needsLo && least + 1 == hi) return {compared(" == ", least), Level::equality};
  const bool isUpTo = hi == 1 && sidesOf(sum, hi).isDifference;
  const std::string above = lo == 1 ? compared(" > ", 0) : compared(" >= ", lo);
  const std::string below = isUpTo ? compared(" <= ", 0) : compared(" < ", hi);
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
