// SPDX-License-Identifier: Apache-2.0
// Reductions of windows. Padding and gaps hold nothing, so an init counts once, whatever it is.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/expansions/scans.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/monoid.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/ops/reductions/windows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

LogicalResult ReduceWindowOp::formula(FormulaBuilder &b) {
  const int count = getInputs().size();
  if (failed(b.requireInits(count, getBody())) ||
      failed(b.requireLength(getWindowDimensions(), b.rank(0), "window_dimensions")))
    return failure();
  const auto windows = readWindows(b, getWindowDimensions(), {"window_strides", getWindowStrides()},
                                   {"base_dilations", getBaseDilations()},
                                   {"window_dilations", getWindowDilations()}, getPaddingAttr());
  if (failed(windows)) return failure();
  SmallVector<int64_t, 4> shape;
  for (auto [window, extent] : llvm::zip_equal(*windows, b.shape(0))) {
    const auto number = countWindows(b, window, extent);
    if (failed(number)) return failure();
    shape.push_back(*number);
  }

  auto i = b.loops(shape);
  SmallVector<Expr, 4> loops, at;
  const SmallVector<Expr, 4> inside = loopsInside(b, *windows, loops);
  Expr held = b.integer(ElementType::i1, 1);
  for (auto [dim, window] : llvm::enumerate(*windows)) {
    const Element element = elementAt(b, window, i[dim], inside[dim], b.shape(0)[dim]);
    at.push_back(element.index);
    held = b.both(held, element.held);
  }
  SmallVector<Expr, 4> values, inits;
  for (int k = 0; k < count; ++k) {
    values.push_back(b.load(k, at));
    inits.push_back(b.load(count + k, {}));
  }
  const SmallVector<Along, 4> along(loops.size(), Along::window);
  for (Expr value : b.reduce(loops, values, inits, getBody(), along, held))
    if (b.failed || failed(b.result(shape, i, value))) return failure();
  return success();
}

/// The scan that windows over one dimension are.
static std::optional<Scan> scanOf(const Window &window, int64_t dim, int64_t extent) {
  if (window.size != extent || extent <= kShortScan) return std::nullopt;
  const int64_t most = extent - 1;
  for (const int64_t skipped : {0, 1}) {
    if (window.low == most + skipped && window.high == -skipped)
      return Scan{dim, false, skipped == 1, {}};
    if (window.high == most + skipped && window.low == -skipped)
      return Scan{dim, true, skipped == 1, {}};
  }
  return std::nullopt;
}

/// The same of windows over several, which reach over this one alone.
static std::optional<Scan> scanOf(FormulaBuilder &b, ArrayRef<Window> windows) {
  std::optional<Scan> scan;
  for (auto [dim, window] : llvm::enumerate(windows)) {
    if (window.stride != 1 || window.dilation != 1 || window.baseDilation != 1) return std::nullopt;
    if (window.size == 1 && window.low == 0 && window.high == 0) continue;
    if (scan) return std::nullopt;
    scan = scanOf(window, static_cast<int64_t>(dim), b.shape(0)[dim]);
    if (!scan) return std::nullopt;
  }
  return scan;
}

/// The number that a scalar is; none where that is not written there.
static std::optional<Number> numberOf(Value scalar, Pool &pool) {
  auto broadcast = scalar.getDefiningOp<BroadcastInDimOp>();
  if (broadcast) return numberOf(broadcast.getOperand(), pool);
  auto constant = scalar.getDefiningOp<ConstantOp>();
  const auto formula = constant ? formulaOf(constant, pool) : std::nullopt;
  if (!formula || formula->results[0].value->kind != Kind::Literal) return std::nullopt;
  return formula->results[0].value->number;
}

/// A scalar with the number.
static DenseElementsAttr scalarOf(MLIRContext *context, const Number &number) {
  const auto type = cast<RankedTensorType>(typeIn(context, {number.type, {}}));
  if (info(number.type).isBoolean) return DenseElementsAttr::get(type, number.isTrue());
  const Slot bits = toSlot(number);
  const auto size = static_cast<size_t>(info(number.type).bytes);
  return DenseElementsAttr::getFromRawBuffer(type, {reinterpret_cast<const char *>(&bits), size});
}

/// What combines to nothing: of a function that is known, or the init of one that seems to combine
/// in any order.
static DenseElementsAttr nothingOf(ReduceWindowOp op, const Formula &formula) {
  Expr value = formula.results[0].value;
  if (value->kind != Kind::Item) return {};
  const ReduceView reduce(value->args[0]);
  if (const auto nothing = identity(reduce, 0)) return scalarOf(op.getContext(), *nothing);
  const auto init = numberOf(op.getInitValues()[0], *value->pool);
  if (!init || !init->isFloat()) return {};
  const Number nothing = Number::of(value->type, init->real);
  return isMonoid(reduce.combine[0], nothing) ? scalarOf(op.getContext(), nothing)
                                              : DenseElementsAttr();
}

/// Operands as what the body takes.
static void convertOperands(ReduceWindowOp op) {
  OpBuilder builder(op);
  const Type element = cast<RankedTensorType>(op.getResult(0).getType()).getElementType();
  for (OpOperand &operand : op->getOpOperands()) {
    const auto type = cast<RankedTensorType>(operand.get().getType());
    if (type.getElementType() == element) continue;
    operand.set(ConvertOp::create(builder, op.getLoc(), type.clone(type.getShape(), element),
                                  operand.get()));
  }
}

LogicalResult ReduceWindowOp::expand() {
  Pool pool;
  FormulaBuilder b(*this, pool);
  if (getInputs().size() != 1 || failed(formula(b))) return success();
  const auto windows = readWindows(b, getWindowDimensions(), {"window_strides", getWindowStrides()},
                                   {"base_dilations", getBaseDilations()},
                                   {"window_dilations", getWindowDilations()}, getPaddingAttr());
  auto scan = failed(windows) ? std::nullopt : scanOf(b, *windows);
  if (!scan) return success();
  scan->nothing = nothingOf(*this, b.formula);
  if (!scan->nothing) return success();
  convertOperands(*this);
  expandScan(*this, *scan);
  return success();
}

StringRef ScanBlocksOp::getMnemonic() { return "reduce_window"; }

LogicalResult ScanBlocksOp::formula(FormulaBuilder &b) {
  const auto dim = static_cast<int64_t>(getDimension()), size = static_cast<int64_t>(getSize());
  const auto i = b.loops(b.shape(0));
  const int64_t extent = b.shape(0)[dim], missing = llvm::divideCeil(extent, size) * size - extent,
                low = getFromEnd() ? missing : 0;
  Expr place = expr::add(i[dim], low), block = expr::div(place, size);
  Expr k = b.loop(size), beyond = expr::sub(expr::mod(place, size), k); // of the element, from k
  if (getFromEnd()) beyond = expr::mul(beyond, -1);
  SmallVector<Expr, 4> at(i), blockAt(i);
  at[dim] = expr::linear(b.pool, -low, {{size, block}, {1, k}});
  blockAt[dim] = block;
  const Expr held = expr::within(beyond, getToBefore() ? 1 : 0, size);
  Expr within = b.reduce({k}, b.load(0, at), b.load(2, {}), getBody(), Along::window, held).front();
  if (b.failed) return failure();
  Expr before = b.load(1, blockAt);
  const Expr sides[] = {getFromEnd() ? within : before, getFromEnd() ? before : within};
  return b.result(b.shape(0), i, b.call(getBody(), sides, b.type(0)).front());
}

} // namespace shardc::stablehlo
