// SPDX-License-Identifier: Apache-2.0
// The way back from the elements that windows select to where they lie. It is two formulas: which
// element of each window is selected, by its number, and what an element has of the windows that it
// is in, as many as elements of a window are candidates. Together they would look for what a window
// selects once for each of its elements, so the op becomes two, whose windows are found once.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/ops/reductions/windows.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

using Windows = SmallVector<Window, 4>;

template <typename OpT>
static FailureOr<Windows> windowsOf(OpT op, FormulaBuilder &b) {
  const SmallVector<int64_t, 4> ones(b.rank(0), 1);
  const ArrayRef<int64_t> sizes = op.getWindowDimensions().value_or(ArrayRef<int64_t>(ones));
  if (failed(b.requireLength(sizes, b.rank(0), "window_dimensions"))) return failure();
  return readWindows(b, sizes, {"window_strides", op.getWindowStrides()}, {}, {},
                     op.getPaddingAttr());
}

/// Where an element lies in its window: the number, row by row.
static Expr numberIn(FormulaBuilder &b, ArrayRef<Window> windows, ArrayRef<Expr> inside) {
  Expr number = b.constant(0);
  for (auto [window, at] : llvm::zip_equal(windows, inside))
    number = expr::add(expr::mul(number, window.size), at);
  return expr::cast(ElementType::i32, number);
}

/// The number of the element that is selected of the window at `place`, one of `count`; -1 where
/// the window lies in padding.
static Expr selectedIn(FormulaBuilder &b, ArrayRef<Window> windows, ArrayRef<int64_t> count,
                       ArrayRef<Expr> place, Region &select) {
  SmallVector<Expr, 4> loops, at;
  const SmallVector<Expr, 4> inside = loopsInside(b, windows, loops);
  Expr held = b.integer(ElementType::i1, 1);
  for (auto [dim, window] : llvm::enumerate(windows)) {
    const Element element = elementAt(b, window, place[dim], inside[dim], b.shape(0)[dim]);
    at.push_back(element.index);
    const int64_t end = (count[dim] - 1) * window.stride + window.size - window.low;
    if (window.low > 0 || end > b.shape(0)[dim]) held = b.both(held, element.held);
  }
  const bool isWhole = held->kind == Kind::Literal;
  const ElementType type = b.type(0);
  Expr value = b.select(held, b.load(0, at), b.number(type, 0));
  Expr number = b.select(held, numberIn(b, windows, inside), b.integer(ElementType::i32, -1));
  Expr left = b.pool.arg(type, 0), right = b.pool.arg(type, 2);
  Expr leftAt = b.pool.arg(ElementType::i32, 1), rightAt = b.pool.arg(ElementType::i32, 3);
  Expr takesLeft = b.call(select, {left, right}, ElementType::i1).front();
  if (!isWhole) {
    Expr zero = b.integer(ElementType::i32, 0);
    takesLeft = b.both(b.ge(leftAt, zero), b.bitOr(b.lt(rightAt, zero), takesLeft));
  }
  const Expr combine[] = {b.select(takesLeft, left, right), b.select(takesLeft, leftAt, rightAt)};
  return expr::item(expr::reduce(loops, {value, number}, combine, {}), 1);
}

/// A result of `shape`: to each element what `selected` says of the windows, as many as operand
/// `source` has elements, at a place among these.
static LogicalResult scatterTo(FormulaBuilder &b, ArrayRef<int64_t> shape, ArrayRef<Window> windows,
                               int source, int init, Region &scatter,
                               llvm::function_ref<Expr(ArrayRef<Expr>)> selected) {
  const auto i = b.loops(shape);
  SmallVector<Expr, 4> loops, place;
  const SmallVector<Expr, 4> inside = loopsInside(b, windows, loops);
  Expr isIn = b.integer(ElementType::i1, 1);
  for (auto [dim, window] : llvm::enumerate(windows)) {
    // i = place * stride + inside - low
    Expr start = expr::linear(b.pool, window.low, {{1, i[dim]}, {-1, inside[dim]}});
    place.push_back(expr::div(start, window.stride));
    isIn = b.both(isIn, expr::within(expr::mod(start, window.stride), 0, 1));
    isIn = b.both(isIn, expr::within(place.back(), 0, b.shape(source)[dim]));
  }
  Expr number = selected(place);
  if (b.failed) return failure();
  Expr held =
      b.select(isIn, b.eq(number, numberIn(b, windows, inside)), b.integer(ElementType::i1, 0));
  const SmallVector<Along, 4> along(loops.size(), Along::window);
  const auto made = b.reduce(loops, b.load(source, place), b.load(init, {}), scatter, along, held);
  return b.failed ? failure() : b.result(shape, i, made.front());
}

LogicalResult SelectAndScatterOp::formula(FormulaBuilder &b) {
  if (failed(b.requireSameType({0, 1, 2})) ||
      failed(b.require(b.rank(0) == b.rank(1) && b.rank(2) == 0,
                       "operand and source have one rank, and an init is a scalar, but they are " +
                           b.formula.operands[0].str() + ", " + b.formula.operands[1].str() +
                           " and " + b.formula.operands[2].str(),
                       Diag::shape_mismatch)))
    return failure();
  const auto windows = windowsOf(*this, b);
  if (failed(windows)) return failure();
  int64_t elements = 1;
  for (auto [dim, window] : llvm::enumerate(*windows)) {
    const auto count = countWindows(b, window, b.shape(0)[dim]);
    if (failed(count) ||
        failed(b.require(*count == b.shape(1)[dim],
                         "its source has " + Twine(b.shape(1)[dim]) + " elements in dimension " +
                             Twine(dim) + ", and there are " + Twine(*count) + " windows",
                         Diag::shape_mismatch)) ||
        failed(
            b.require(!llvm::MulOverflow(elements, window.size, elements) && elements <= INT32_MAX,
                      "its windows have too many elements", Diag::too_many_elements)))
      return failure();
  }
  return scatterTo(b, b.shape(0), *windows, 1, 2, getScatter(), [&](ArrayRef<Expr> place) {
    return selectedIn(b, *windows, b.shape(1), place, getSelect());
  });
}

LogicalResult SelectAndScatterOp::expand() {
  OpBuilder builder(*this);
  SmallVector<NamedAttribute, 3> windows;
  for (const auto &[name, value] :
       {std::pair<StringRef, Attribute>{"window_dimensions", getWindowDimensionsAttr()},
        {"window_strides", getWindowStridesAttr()},
        {"padding", getPaddingAttr()}})
    if (value) windows.push_back(builder.getNamedAttr(name, value));
  const auto sourceType = cast<RankedTensorType>(getSource().getType());
  const Type numbers = sourceType.clone(sourceType.getShape(), builder.getI32Type());
  auto selected = SelectInWindowsOp::create(builder, getLoc(), TypeRange(numbers),
                                            ValueRange(getOperand()), windows);
  selected.getSelect().takeBody(getSelect());
  const Value operands[] = {getSource(), selected.getResult(), getInitValue()};
  auto result =
      ScatterToSelectedOp::create(builder, getLoc(), TypeRange(getType()), operands, windows);
  result.getScatter().takeBody(getScatter());
  result->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  replaceAllUsesWith(result.getResult());
  erase();
  return success();
}

StringRef SelectInWindowsOp::getMnemonic() { return "select_and_scatter"; }

LogicalResult SelectInWindowsOp::formula(FormulaBuilder &b) {
  const auto windows = windowsOf(*this, b);
  if (failed(windows)) return failure();
  const ArrayRef<int64_t> count = cast<RankedTensorType>(getType()).getShape();
  const auto i = b.loops(count);
  Expr selected = selectedIn(b, *windows, count, i, getSelect());
  return b.failed ? failure() : b.result(count, i, selected);
}

StringRef ScatterToSelectedOp::getMnemonic() { return "select_and_scatter"; }

LogicalResult ScatterToSelectedOp::formula(FormulaBuilder &b) {
  const auto windows = windowsOf(*this, b);
  if (failed(windows)) return failure();
  return scatterTo(b, cast<RankedTensorType>(getType()).getShape(), *windows, 0, 2, getScatter(),
                   [&](ArrayRef<Expr> place) { return b.load(1, place); });
}

} // namespace shardc::stablehlo
