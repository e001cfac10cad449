// SPDX-License-Identifier: Apache-2.0
// Ops that take numbers as operands which others have as attributes. Where results have static
// shapes these say all, or the numbers are constants of the program.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/ops/shape_operand.h"
#include "frontend/ir/sizes.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// The numbers that an operand holds; none where they are not in the program.
static std::optional<SmallVector<int64_t>> constantsOf(Value value) {
  while (value.getDefiningOp() && isa<ConvertOp, ReshapeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  auto constant = value.getDefiningOp<ConstantOp>();
  auto data = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!data) return std::nullopt;
  const bool isUnsigned = data.getElementType().isUnsignedInteger();
  return llvm::map_to_vector(data.getValues<llvm::APInt>(), [&](const llvm::APInt &each) {
    return isUnsigned ? static_cast<int64_t>(each.getZExtValue()) : each.getSExtValue();
  });
}

/// The same, with an error.
static FailureOr<SmallVector<int64_t>> numbersOf(Operation *op, Value operand, StringRef what) {
  if (auto numbers = constantsOf(operand)) return std::move(*numbers);
  return report(op->getLoc(), Diag::unsupported_op)
         << op->getName().getStringRef() << ": '" << what
         << "' is not a constant, so its shapes are known only when it runs";
}

LogicalResult checkShape(Operation *op, Value shape, StringRef what) {
  const auto numbers = constantsOf(shape);
  const auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!numbers || !type || type.getShape() == ArrayRef<int64_t>(*numbers)) return success();
  return report(op->getLoc(), Diag::shape_mismatch)
         << op->getName().getStringRef() << ": '" << what << "' says " << shapeText(*numbers)
         << ", and its result is " << type;
}

/// `other` does the work of the op, if it is a right one.
static LogicalResult replace(Operation *op, Operation *other) {
  if (failed(verify(other))) return failure();
  other->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(other);
  op->erase();
  return success();
}

LogicalResult DynamicBroadcastInDimOp::expand() {
  if (failed(checkShape(*this, getOutputDimensions(), "output_dimensions"))) return failure();
  OpBuilder builder(*this);
  return replace(*this, BroadcastInDimOp::create(builder, getLoc(), getType(), getOperand(),
                                                 getBroadcastDimensions()));
}

LogicalResult DynamicIotaOp::expand() {
  if (failed(checkShape(*this, getOutputShape(), "output_shape"))) return failure();
  OpBuilder builder(*this);
  return replace(*this, IotaOp::create(builder, getLoc(), getType(), getIotaDimension()));
}

LogicalResult DynamicReshapeOp::expand() {
  if (failed(checkShape(*this, getOutputShape(), "output_shape"))) return failure();
  OpBuilder builder(*this);
  return replace(*this, ReshapeOp::create(builder, getLoc(), getType(), getOperand()));
}

LogicalResult DynamicPadOp::expand() {
  const auto low = numbersOf(*this, getEdgePaddingLow(), "edge_padding_low");
  const auto high = numbersOf(*this, getEdgePaddingHigh(), "edge_padding_high");
  const auto interior = numbersOf(*this, getInteriorPadding(), "interior_padding");
  if (failed(low) || failed(high) || failed(interior)) return failure();
  OpBuilder builder(*this);
  return replace(*this, PadOp::create(builder, getLoc(), getType(), getOperand(), getPaddingValue(),
                                      *low, *high, *interior));
}

LogicalResult RealDynamicSliceOp::expand() {
  const auto start = numbersOf(*this, getStartIndices(), "start_indices");
  const auto limit = numbersOf(*this, getLimitIndices(), "limit_indices");
  const auto strides = numbersOf(*this, getStrides(), "strides");
  if (failed(start) || failed(limit) || failed(strides)) return failure();
  OpBuilder builder(*this);
  return replace(
      *this, SliceOp::create(builder, getLoc(), getType(), getOperand(), *start, *limit, *strides));
}

LogicalResult DynamicConvOp::expand() {
  const auto numbers = numbersOf(*this, getPadding(), "padding");
  if (failed(numbers)) return failure();
  const auto type = dyn_cast<RankedTensorType>(getPadding().getType());
  if (!type || type.getRank() != 2 || type.getDimSize(1) != 2)
    return report(getLoc(), Diag::shape_mismatch)
           << "stablehlo.dynamic_conv: 'padding' has to have two numbers for each dimension, but "
              "is "
           << getPadding().getType();
  OpBuilder builder(*this);
  const auto padding = DenseIntElementsAttr::get(
      RankedTensorType::get(type.getShape(), builder.getI64Type()), ArrayRef<int64_t>(*numbers));
  return replace(*this, ConvolutionOp::create(builder, getLoc(), getType(), getLhs(), getRhs(),
                                              getWindowStridesAttr(), padding, getLhsDilationAttr(),
                                              getRhsDilationAttr(), getWindowReversalAttr(),
                                              getDimensionNumbers(), getFeatureGroupCountAttr(),
                                              getBatchGroupCountAttr(), getPrecisionConfigAttr()));
}

LogicalResult DynamicGatherOp::expand() {
  const auto sizes = numbersOf(*this, getSliceSizes(), "slice_sizes");
  if (failed(sizes)) return failure();
  OpBuilder builder(*this);
  return replace(*this,
                 GatherOp::create(builder, getLoc(), getType(), getOperand(), getStartIndices(),
                                  getDimensionNumbers(), *sizes, getIndicesAreSorted()));
}

LogicalResult ReplicaIdOp::expand() {
  OpBuilder builder(*this);
  const auto type = dyn_cast<RankedTensorType>(getResult().getType());
  if (!type || type.getRank() != 0 || !type.getElementType().isUnsignedInteger(32))
    return report(getLoc(), Diag::wrong_type) << "stablehlo.replica_id: its result is a ui32";
  const auto zero = DenseElementsAttr::get(type, builder.getZeroAttr(type.getElementType()));
  return replace(*this, ConstantOp::create(builder, getLoc(), type, zero));
}

LogicalResult CrossReplicaSumOp::expand() {
  const auto groups = dyn_cast<DenseIntElementsAttr>(getReplicaGroups());
  const bool isAlone =
      groups && llvm::all_of(groups.getValues<llvm::APInt>(),
                             [](const llvm::APInt &each) { return each.isZero(); });
  if (!isAlone || getOperand().getType() != getResult().getType())
    return report(getLoc(), Diag::unsupported_op)
           << "stablehlo.cross-replica-sum: it is among replicas, of which there is one";
  getResult().replaceAllUsesWith(getOperand());
  (*this)->erase();
  return success();
}

} // namespace shardc::stablehlo
