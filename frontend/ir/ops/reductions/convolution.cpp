// SPDX-License-Identifier: Apache-2.0
// A convolution is a sum of products over the input features of a group, and then over a window.
// Features come first because devices share them out, and batches, which are the features of a
// kernel's gradient: so partial sums are subtrees of the whole one (sum_order.h). Padding is zeros,
// as the specification has it: what they are multiplied with may be infinite. So are gaps between
// elements, but where the window itself neither strides nor is dilated: there they are passed over,
// as XLA does, since the gradient of a convolution with strides would multiply little else. Of
// results that lie as far apart as elements all meet them with the same part of the window: a
// dimension of results is a loop over these and one over where they begin, its phases.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/ops/reductions/windows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// Batch, feature and spatial dimensions are all dimensions of the tensor.
static LogicalResult requireRoles(FormulaBuilder &b, int64_t first, int64_t second,
                                  DenseI64ArrayAttr spatial, const char *tensor) {
  SmallVector<int64_t, 4> all = {first, second};
  llvm::append_range(all, spatial.asArrayRef());
  const int64_t rank = b.rank(0);
  return failure(failed(b.require(int64_t(all.size()) == rank,
                                  "'dimension_numbers' have " + Twine(all.size()) + " " + tensor +
                                      " dimensions, and there are " + Twine(rank),
                                  Diag::bad_dimension)) ||
                 failed(b.requireDimensions(all, rank, "dimension_numbers")));
}

static LogicalResult requireDimensions(FormulaBuilder &b, ConvDimensionsAttr d) {
  if (failed(b.requireSameType({0, 1})) || failed(b.requireFactors({0, 1})) ||
      failed(b.require(b.rank(0) >= 2 && b.rank(0) == b.rank(1),
                       "its operands have to have one rank, of at least 2, but they are " +
                           b.formula.operands[0].str() + " and " + b.formula.operands[1].str(),
                       Diag::shape_mismatch)))
    return failure();
  return failure(failed(requireRoles(b, d.getInputBatch(), d.getInputFeature(), d.getInputSpatial(),
                                     "input")) ||
                 failed(requireRoles(b, d.getKernelInputFeature(), d.getKernelOutputFeature(),
                                     d.getKernelSpatial(), "kernel")) ||
                 failed(requireRoles(b, d.getOutputBatch(), d.getOutputFeature(),
                                     d.getOutputSpatial(), "output")));
}

static LogicalResult requireDivisible(FormulaBuilder &b, int64_t extent, int64_t count,
                                      const char *what, const char *groups) {
  return b.require(extent % count == 0,
                   Twine(what) + " " + Twine(extent) + ", which '" + groups + "' " + Twine(count) +
                       " does not divide",
                   Diag::shape_mismatch);
}

static LogicalResult requireGroups(FormulaBuilder &b, ConvDimensionsAttr d, int64_t ofFeatures,
                                   int64_t ofBatches) {
  const int64_t batch = b.shape(0)[d.getInputBatch()], features = b.shape(0)[d.getInputFeature()];
  const int64_t taken = b.shape(1)[d.getKernelInputFeature()];
  const int64_t made = b.shape(1)[d.getKernelOutputFeature()];
  const char *feature = "feature_group_count", *batches = "batch_group_count";
  if (failed(b.require(ofFeatures > 0 && ofBatches > 0 && (ofFeatures == 1 || ofBatches == 1),
                       "'feature_group_count' and 'batch_group_count' have to be positive, and one "
                       "of them 1, not " +
                           Twine(ofFeatures) + " and " + Twine(ofBatches),
                       Diag::bad_attribute)) ||
      failed(requireDivisible(b, batch, ofBatches, "its batch is", batches)) ||
      failed(requireDivisible(b, features, ofFeatures, "its input features are", feature)) ||
      failed(requireDivisible(b, made, ofFeatures, "its kernel's output features are", feature)) ||
      failed(requireDivisible(b, made, ofBatches, "its kernel's output features are", batches)))
    return failure();
  return b.require(taken == features / ofFeatures,
                   "its kernel takes " + Twine(taken) + " features, and a group of the input has " +
                       Twine(features / ofFeatures),
                   Diag::shape_mismatch);
}

/// Windows over the spatial dimensions of the input.
static FailureOr<SmallVector<Window, 4>> windowsOf(FormulaBuilder &b, ConvolutionOp op) {
  SmallVector<int64_t, 4> sizes;
  for (int64_t dim : op.getDimensionNumbers().getKernelSpatial().asArrayRef())
    sizes.push_back(b.shape(1)[dim]);
  const auto reversal = op.getWindowReversal();
  const size_t flags = reversal ? reversal->size() : sizes.size();
  const size_t precisions = op.getPrecisionConfig() ? op.getPrecisionConfig()->size() : 0;
  if (failed(b.require(flags == sizes.size(),
                       "'window_reversal' has " + Twine(flags) + " flags for " +
                           Twine(sizes.size()) + " dimensions",
                       Diag::bad_bounds)) ||
      failed(b.require(precisions == 0 || precisions == 2,
                       "'precision_config' has to have one word for each operand",
                       Diag::bad_attribute)))
    return failure();
  return readWindows(b, sizes, {"window_strides", op.getWindowStrides()},
                     {"lhs_dilation", op.getLhsDilation()}, {"rhs_dilation", op.getRhsDilation()},
                     op.getPaddingAttr());
}

namespace {

/// Of a dimension of results, where gaps are passed over: result turn * gap + phase meets the
/// elements from turn + first on, with every gap-th of the window from `begin` on.
struct Phases {
  Expr turn = nullptr, first = nullptr, begin = nullptr; // none: it meets all of its window
};

/// One element of a window, and what it meets.
struct Term {
  Expr inside; // of the kernel
  Element element;
  Expr used; // whether the kernel has it: i1
};

} // namespace

/// Whether gaps are passed over: those of a convolution that has no strides of its own.
static bool passesGaps(ArrayRef<Window> windows) {
  return llvm::all_of(windows,
                      [](const Window &each) { return each.stride == 1 && each.dilation == 1; });
}

/// The index of a dimension of results. Where they are no multiple of the phases each is one of its
/// own.
static Expr phasesOf(FormulaBuilder &b, const Window &window, int64_t extent, Phases &made) {
  const int64_t gap = window.baseDilation;
  const bool areMany = extent > gap && extent % gap == 0;
  made.turn = areMany ? b.loop(extent / gap) : b.constant(0);
  Expr phase = b.loop(areMany ? gap : extent);
  // The elements lie at low, low + gap, ...; where the first in reach lies before a phase, it is
  // the next one that is met.
  const int64_t before = llvm::divideFloorSigned(window.low, gap), rest = window.low - before * gap;
  Expr later = expr::div(expr::linear(b.pool, gap - 1 - rest, {{1, phase}}), gap);
  if (gap == 2 && rest == 0 && extent % gap == 0) later = phase; // the same, of 0 and 1
  made.begin = expr::linear(b.pool, rest, {{-1, phase}, {gap, later}});
  made.first = expr::add(later, -before);
  return expr::linear(b.pool, 0, {{gap, made.turn}, {1, phase}});
}

/// The term of a dimension: with phases those alone that meet elements.
static Term termOf(FormulaBuilder &b, const Window &window, const Phases &phases, Expr result,
                   int64_t extent, llvm::function_ref<Expr(int64_t)> summedOver) {
  if (!phases.turn) {
    Expr inside = summedOver(window.size);
    return {inside, elementAt(b, window, result, inside, extent), b.integer(ElementType::i1, 1)};
  }
  Expr next = summedOver(llvm::divideCeil(window.size, window.baseDilation));
  Expr inside = expr::linear(b.pool, 0, {{window.baseDilation, next}, {1, phases.begin}});
  Expr index = expr::linear(b.pool, 0, {{1, phases.turn}, {1, next}, {1, phases.first}});
  Expr used = expr::within(inside, 0, window.size);
  return {inside, {index, b.both(used, expr::within(index, 0, extent))}, used};
}

LogicalResult ConvolutionOp::formula(FormulaBuilder &b) {
  const ConvDimensionsAttr d = getDimensionNumbers();
  const int64_t ofFeatures = getFeatureGroupCount(), ofBatches = getBatchGroupCount();
  if (failed(requireDimensions(b, d)) || failed(requireGroups(b, d, ofFeatures, ofBatches)))
    return failure();
  const auto windows = windowsOf(b, *this);
  if (failed(windows)) return failure();
  const auto inputSpatial = d.getInputSpatial().asArrayRef();
  const auto kernelSpatial = d.getKernelSpatial().asArrayRef();
  const auto outputSpatial = d.getOutputSpatial().asArrayRef();

  // The result: groups are major to features.
  const int64_t groups = ofFeatures * ofBatches; // one of them is 1
  const int64_t taken = b.shape(1)[d.getKernelInputFeature()];
  const int64_t features = b.shape(1)[d.getKernelOutputFeature()] / groups;
  const int64_t batch = b.shape(0)[d.getInputBatch()] / ofBatches;
  SmallVector<int64_t, 4> shape(b.rank(0));
  shape[d.getOutputBatch()] = batch;
  shape[d.getOutputFeature()] = features * groups;
  for (auto [dim, from, window] : llvm::zip_equal(outputSpatial, inputSpatial, *windows)) {
    const auto number = countWindows(b, window, b.shape(0)[from]);
    if (failed(number)) return failure();
    shape[dim] = *number;
  }
  Expr group = b.constant(0);
  SmallVector<Expr, 4> i(shape.size());
  SmallVector<Phases, 4> phases(windows->size());
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (const auto *at = llvm::find(outputSpatial, int64_t(dim)); at != outputSpatial.end()) {
      const size_t k = at - outputSpatial.begin();
      const bool haveGaps = passesGaps(*windows) && (*windows)[k].baseDilation > 1;
      i[dim] = haveGaps ? phasesOf(b, (*windows)[k], shape[dim], phases[k]) : b.loop(shape[dim]);
      continue;
    }
    if (int64_t(dim) != d.getOutputFeature() || groups == 1) {
      i[dim] = b.loop(shape[dim]);
      continue;
    }
    group = b.loop(groups, "g");
    Expr feature = features > 1 ? b.loop(features) : b.constant(0);
    i[dim] = expr::linear(b.pool, 0, {{features, group}, {1, feature}});
  }

  // Its terms.
  SmallVector<Expr, 4> left(b.rank(0)), right(b.rank(0)), summed;
  const auto summedOver = [&](int64_t extent, StringRef name) {
    if (extent == 1) return b.constant(0);
    return summed.emplace_back(b.loop(extent, name));
  };
  Expr feature = right[d.getKernelInputFeature()] = summedOver(taken, "c");
  Expr held = b.integer(ElementType::i1, 1), used = held;
  for (size_t k = 0; k < windows->size(); ++k) {
    const Window &window = (*windows)[k];
    const StringRef name = StringRef("rst").substr(std::min<size_t>(k, 3), 1);
    const bool isReversed = getWindowReversal() && (*getWindowReversal())[k];
    const Term term = termOf(b, window, phases[k], i[outputSpatial[k]], b.shape(0)[inputSpatial[k]],
                             [&](int64_t extent) { return summedOver(extent, name); });
    right[kernelSpatial[k]] =
        isReversed ? expr::linear(b.pool, window.size - 1, {{-1, term.inside}}) : term.inside;
    left[inputSpatial[k]] = term.element.index;
    held = b.both(held, term.element.held);
    used = b.both(used, term.used);
  }
  right[d.getKernelOutputFeature()] = i[d.getOutputFeature()];
  left[d.getInputFeature()] =
      expr::linear(b.pool, 0, {{ofFeatures > 1 ? taken : 0, group}, {1, feature}});
  left[d.getInputBatch()] =
      expr::linear(b.pool, 0, {{ofBatches > 1 ? batch : 0, group}, {1, i[d.getOutputBatch()]}});
  Expr zero = b.number(b.type(0), 0);
  Expr value = b.select(held, b.load(0, left), zero);
  return b.result(shape, i,
                  b.sumOfConvolution(summed, value, b.select(used, b.load(1, right), zero)));
}

/// Results become a multiple of the phases; those behind the last are cut off.
LogicalResult ConvolutionOp::expand() {
  Pool pool;
  FormulaBuilder b(*this, pool);
  if (failed(formula(b))) return success(); // which is said where it is verified
  const auto windows = windowsOf(b, *this);
  const auto type = cast<RankedTensorType>(getType());
  SmallVector<int64_t> shape(type.getShape()), padding;
  if (!passesGaps(*windows)) return success();
  const auto spatial = getDimensionNumbers().getOutputSpatial().asArrayRef();
  for (auto [dim, window] : llvm::zip_equal(spatial, *windows)) {
    const int64_t extent = shape[dim], gap = window.baseDilation;
    if (extent > gap) shape[dim] = llvm::alignTo(extent, gap);
    padding.append({window.low, window.high + shape[dim] - extent});
  }
  if (type.getShape() == ArrayRef<int64_t>(shape)) return success();
  OpBuilder builder(*this);
  auto longer = cast<ConvolutionOp>(builder.clone(**this));
  longer->setDiscardableAttrs(DictionaryAttr::get(getContext()));
  longer.getResult().setType(type.clone(shape));
  longer.setPaddingAttr(DenseIntElementsAttr::get(
      RankedTensorType::get({int64_t(windows->size()), 2}, builder.getI64Type()),
      ArrayRef<int64_t>(padding)));
  const SmallVector<int64_t> zeros(shape.size(), 0), ones(shape.size(), 1);
  auto slice = SliceOp::create(builder, getLoc(), type, longer, zeros, type.getShape(), ones);
  slice->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  getResult().replaceAllUsesWith(slice.getResult());
  erase();
  return success();
}

} // namespace shardc::stablehlo
