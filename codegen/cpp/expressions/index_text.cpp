// SPDX-License-Identifier: Apache-2.0
// Indices as C++ text, and where in memory they are: sums of loops, digits and computed indices.
// The offset of an element is written dimension by dimension; those that one variable counts are
// one.
#include "codegen/cpp/expressions/expression.h"

#include "codegen/text/literal.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace shardc {

using Form = LoopView::Form;

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
  const IndexSum sum = sumOf(e);
  return linear(sum, constantOf(sum));
}

/// What a variable stands for is one term.
IndexSum ExpressionWriter::sumOf(Expr e) const {
  return known.named.count(e) ? IndexSum{0, {{1, e}}} : indexSum(e);
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
  // What is narrower than an index may lie below the ends that it is clamped to.
  const bool isNarrow = isInteger(scalar->type) && info(scalar->type).bytes < 4;
  const ElementType type = isNarrow ? ElementType::i32 : scalar->type;
  CppText text = value(scalar);
  if (isNarrow) text = {"int(" + text.text + ")", Level::atom};
  const auto limit = [&](const std::string &function, int64_t by) {
    needs.names.insert(function);
    const std::string bound = literal(Number::of(type, by), false);
    text = {function + "(" + text.text + ", " + bound + ")", Level::atom};
  };
  if (isInteger(type)) {
    if (info(type).isSigned || e->numbers[0] > 0) limit("max", e->numbers[0]);
    limit("min", std::min(e->numbers[1], highest(type).asInteger()));
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

/// Two dimensions as one, where one variable counts both.
std::optional<ExpressionWriter::OffsetDim> ExpressionWriter::joinedDims(const OffsetDim &outer,
                                                                        const OffsetDim &inner) {
  if (!inner.size) return std::nullopt;
  IndexParts both = scaled(outer.parts, *inner.size);
  llvm::append_range(both, inner.parts);
  const size_t apart = both.size();
  both = joined(std::move(both));
  if (both.size() == apart) return std::nullopt;
  const auto size = outer.size ? std::optional(*outer.size * *inner.size) : std::nullopt;
  return OffsetDim{both, outer.constant * *inner.size + inner.constant, size, inner.number};
}

/// Dimensions of one element do not appear, and those that one variable counts are one.
SmallVector<ExpressionWriter::OffsetDim, 4>
ExpressionWriter::offsetDims(const ParameterView &parameter, ArrayRef<Expr> index) const {
  SmallVector<OffsetDim, 4> dims;
  for (auto [number, e] : llvm::enumerate(index)) {
    const auto window = [&, dim = number](const Case *c) { return windowAt(parameter, dim, *c); };
    const auto size = common(view.busy, [&](const Case *c) { return window(c).extent(); });
    const IndexSum sum = sumOf(e);
    if (size == 1 || (parameter.of->ofBlock && isAround(sum))) continue;
    const int64_t constant = constantOf(sum) - window(view.busy.front()).lo;
    dims.push_back({partsOf(sum), constant, size, number});
    // What is outside of a dimension has to know its size.
    const bool mayJoin = dims.size() == 2 || (dims.size() > 2 && dims[dims.size() - 2].size);
    if (!mayJoin || parameter.of->ofBlock) continue;
    const auto both = joinedDims(dims[dims.size() - 2], dims.back());
    if (!both) continue;
    dims.pop_back();
    dims.back() = *both;
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

std::string ExpressionWriter::indices(const ParameterView &parameter, ArrayRef<Expr> at) {
  if (!view.windows || at.empty()) return flatOffset(parameter, at);
  needs.windows.insert(parameter.window);
  std::string text;
  for (auto [dim, e] : llvm::enumerate(at))
    text += (dim ? ", " : "") + index(e).text;
  return text;
}

std::string ExpressionWriter::element(const ParameterView &parameter, ArrayRef<Expr> at) {
  const std::string inside = indices(parameter, at);
  if (llvm::any_of(at, [&](Expr e) { return isVector(e); })) {
    need("load");
    return "load(" + parameter.window + ", " + inside + ")";
  }
  const bool isWindow = view.windows && !at.empty();
  return parameter.window + (isWindow ? "(" : "[") + inside + (isWindow ? ")" : "]");
}

} // namespace shardc
