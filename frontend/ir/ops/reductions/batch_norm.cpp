// SPDX-License-Identifier: Apache-2.0
// Batch normalisation, as the specification composes it of elementwise ops and of sums over all
// dimensions but that of the features. So devices that share out a batch add up partial sums, and
// nothing is gathered.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace shardc::stablehlo {

/// What is wrong is told of the op as a whole; operands but `like` have an element per feature.
static LogicalResult verifyNorm(Operation *op, int64_t feature, ArrayRef<unsigned> like) {
  const auto fail = [&](Diag id) {
    return report(op->getLoc(), id) << op->getName().getStringRef() << ": ";
  };
  const auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type || !type.hasStaticShape() || !isa<FloatType>(type.getElementType()))
    return fail(Diag::wrong_type) << "its operand has to be a tensor of floats, of static shape";
  if (feature < 0 || feature >= type.getRank())
    return fail(Diag::bad_dimension)
           << "'feature_index' " << feature << " is not in 0.." << type.getRank() - 1;
  const auto each = RankedTensorType::get(type.getDimSize(feature), type.getElementType());
  for (auto [number, operand] : llvm::enumerate(op->getOperandTypes()))
    if (operand != (llvm::is_contained(like, number) ? type : each))
      return fail(Diag::shape_mismatch)
             << "operand " << number << " has to be "
             << (llvm::is_contained(like, number) ? type : each) << ", not " << operand;
  for (auto [number, result] : llvm::enumerate(op->getResultTypes()))
    if (result != (number == 0 ? type : each))
      return fail(Diag::shape_mismatch) << "result " << number << " has to be "
                                        << (number == 0 ? type : each) << ", not " << result;
  return success();
}

/// The first result is like the first operand, the others like the second.
static bool inferNorm(Operation *op) {
  for (OpResult result : op->getResults())
    result.setType(op->getOperand(result.getResultNumber() == 0 ? 0 : 1).getType());
  return true;
}

bool BatchNormTrainingOp::inferResults() { return inferNorm(*this); }
bool BatchNormInferenceOp::inferResults() { return inferNorm(*this); }
bool BatchNormGradOp::inferResults() { return inferNorm(*this); }

LogicalResult BatchNormTrainingOp::verify() { return verifyNorm(*this, getFeatureIndex(), {0}); }
LogicalResult BatchNormInferenceOp::verify() { return verifyNorm(*this, getFeatureIndex(), {0}); }
LogicalResult BatchNormGradOp::verify() { return verifyNorm(*this, getFeatureIndex(), {0, 4}); }

namespace {

/// Makes the ops in place of one.
class Composer {
public:
  Composer(Operation *op, Value operand, int64_t feature)
      : builder(op), loc(op->getLoc()), type(cast<RankedTensorType>(operand.getType())),
        each(RankedTensorType::get(type.getDimSize(feature), type.getElementType())),
        feature(feature) {}

  template <typename Op>
  Value make(Value a, Value b) {
    return Op::create(builder, loc, a.getType(), a, b);
  }
  Value add(Value a, Value b) { return make<AddOp>(a, b); }
  Value subtract(Value a, Value b) { return make<SubtractOp>(a, b); }
  Value multiply(Value a, Value b) { return make<MultiplyOp>(a, b); }
  Value divide(Value a, Value b) { return make<DivideOp>(a, b); }
  Value root(Value a) { return SqrtOp::create(builder, loc, a.getType(), a, Attribute()); }

  /// The same for all elements of a feature.
  Value spread(Value value) { return BroadcastInDimOp::create(builder, loc, type, value, feature); }
  Value number(RankedTensorType of, double value) {
    const FloatAttr one = builder.getFloatAttr(of.getElementType(), value);
    return ConstantOp::create(builder, loc, of, DenseElementsAttr::get(of, Attribute(one)));
  }
  Value perFeature(double value) { return number(each, value); }

  Value sum(Value value) {
    const auto scalar = RankedTensorType::get({}, type.getElementType());
    SmallVector<int64_t> dims;
    for (int64_t dim : llvm::seq<int64_t>(0, type.getRank()))
      if (dim != feature) dims.push_back(dim);
    auto op = ReduceOp::create(builder, loc, TypeRange(each), value, number(scalar, 0), dims);
    Block &body = op.getBody().emplaceBlock();
    const Value left = body.addArgument(scalar, loc), right = body.addArgument(scalar, loc);
    OpBuilder inside = OpBuilder::atBlockBegin(&body);
    Value added = AddOp::create(inside, loc, scalar, left, right);
    ReturnOp::create(inside, loc, added);
    return op->getResult(0);
  }
  /// Elements of a feature.
  double count() const {
    const double elements = static_cast<double>(type.getNumElements());
    return each.getDimSize(0) == 0 ? 0 : elements / static_cast<double>(each.getDimSize(0));
  }
  Value deviation(Value variance, const APFloat &epsilon) {
    return root(add(variance, perFeature(epsilon.convertToDouble())));
  }
  /// (x - mean) / deviation * scale + offset.
  Value normalised(Value x, Value scale, Value offset, Value mean, Value deviation) {
    Value normal = divide(subtract(x, spread(mean)), spread(deviation));
    return add(multiply(spread(scale), normal), spread(offset));
  }

private:
  OpBuilder builder;
  Location loc;
  RankedTensorType type, each;
  int64_t feature;
};

} // namespace

static LogicalResult replace(Operation *op, ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
  return success();
}

LogicalResult BatchNormInferenceOp::expand() {
  Composer make(*this, getOperand(), getFeatureIndex());
  return replace(*this, make.normalised(getOperand(), getScale(), getOffset(), getMean(),
                                        make.deviation(getVariance(), getEpsilon())));
}

LogicalResult BatchNormTrainingOp::expand() {
  Composer make(*this, getOperand(), getFeatureIndex());
  Value count = make.perFeature(make.count());
  Value mean = make.divide(make.sum(getOperand()), count);
  Value centred = make.subtract(getOperand(), make.spread(mean));
  Value variance = make.divide(make.sum(make.multiply(centred, centred)), count);
  Value output = make.normalised(getOperand(), getScale(), getOffset(), mean,
                                 make.deviation(variance, getEpsilon()));
  return replace(*this, {output, mean, variance});
}

LogicalResult BatchNormGradOp::expand() {
  Composer make(*this, getOperand(), getFeatureIndex());
  Value count = make.perFeature(make.count()), given = getGradOutput();
  Value deviation = make.deviation(getVariance(), getEpsilon());
  Value centred = make.subtract(getOperand(), make.spread(getMean()));
  Value offset = make.sum(given);
  Value slope =
      make.divide(make.sum(make.multiply(given, centred)), make.multiply(deviation, deviation));
  Value change =
      make.subtract(make.subtract(make.multiply(given, make.spread(count)), make.spread(offset)),
                    make.multiply(make.spread(slope), centred));
  Value factor = make.divide(make.divide(getScale(), deviation), count);
  Value scale = make.sum(make.multiply(given, make.divide(centred, make.spread(deviation))));
  return replace(*this, {make.multiply(make.spread(factor), change), scale, offset});
}

} // namespace shardc::stablehlo
