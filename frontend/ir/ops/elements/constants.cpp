// SPDX-License-Identifier: Apache-2.0
// Ops without operands.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/ops/elements/elements.h"

#include "mlir/IR/TypeUtilities.h"

#include <complex>

using namespace mlir;

namespace shardc::stablehlo {

static double doubleOf(llvm::APFloat value) {
  bool inexact = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
  return value.convertToDouble();
}

/// The one number that fills the data.
static Number splatOf(DenseElementsAttr data, ElementType type) {
  if (data.empty()) return Number::of(type, int64_t(0));
  if (info(type).isFloat) return Number::of(type, doubleOf(data.getSplatValue<llvm::APFloat>()));
  if (info(type).isComplex) {
    const auto value = data.getSplatValue<std::complex<llvm::APFloat>>();
    return Number::complex(type, doubleOf(value.real()), doubleOf(value.imag()));
  }
  const llvm::APInt value = data.getSplatValue<llvm::APInt>();
  return Number::of(type,
                    info(type).isSigned ? value.getSExtValue() : int64_t(value.getZExtValue()));
}

LogicalResult constantFormula(FormulaBuilder &b, ElementsAttr value) {
  auto data = dyn_cast<DenseElementsAttr>(value);
  if (failed(
          b.require(data != nullptr,
                    "values other than 'dense<...>', with all numbers in place, are not supported",
                    Diag::unsupported_attribute)))
    return failure();
  const auto type = typeOf(data.getType());
  if (!type) {
    (void)b.declared(); // the result has the same type: it says what is wrong
    return b.failed ? failure() : b.require(false, "its value and its result differ in type");
  }
  auto i = b.loops(type->shape);
  if (data.empty() || data.isSplat())
    return b.result(type->shape, i, b.pool.literal(splatOf(data, type->type)));
  b.formula.operands.push_back(*type); // the data, see ShardableOp::constantData
  return b.result(type->shape, i, b.load(0, i));
}

ElementsAttr dataOf(ElementsAttr value) {
  auto data = dyn_cast<DenseElementsAttr>(value);
  return data && !data.empty() && !data.isSplat() ? ElementsAttr(data) : ElementsAttr();
}

LogicalResult ConstantOp::formula(FormulaBuilder &b) { return constantFormula(b, getValue()); }
ElementsAttr ConstantOp::constantData() { return dataOf(getValue()); }
/// The names that StableHLO prints: %cst for floats and complex numbers, %c for integers.
void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutput(), isa<FloatType, ComplexType>(getElementTypeOrSelf(getType())) ? "cst" : "c");
}

LogicalResult IotaOp::formula(FormulaBuilder &b) {
  const TensorSpec type = b.declared();
  const int64_t dim = getIotaDimension();
  if (b.failed || failed(b.requireDimensions(dim, type.shape.size(), "iota_dimension")) ||
      failed(b.require(!info(type.type).isBoolean, "it is not defined for i1", Diag::wrong_type)))
    return failure();
  auto i = b.loops(type.shape);
  return b.result(type.shape, i, expr::cast(type.type, i[dim]));
}

LogicalResult GetDimensionSizeOp::formula(FormulaBuilder &b) {
  const int64_t dim = getDimension();
  if (failed(b.requireDimensions(dim, b.rank(0), "dimension"))) return failure();
  const int64_t size = b.shape(0)[dim];
  if (failed(b.require(size <= INT32_MAX, "its result, an i32, cannot be " + Twine(size),
                       Diag::too_many_elements)))
    return failure();
  return b.result({}, {}, b.integer(ElementType::i32, size));
}

/// A number of the type, if the attribute is one.
static std::optional<Number> numberOf(Attribute value, Type type) {
  const auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || typed.getType() != type) return std::nullopt;
  const ElementType own = typeOf(RankedTensorType::get({}, type))->type;
  if (auto number = dyn_cast<FloatAttr>(value)) return Number::of(own, doubleOf(number.getValue()));
  const auto number = dyn_cast<IntegerAttr>(value);
  if (!number) return std::nullopt;
  const llvm::APInt bits = number.getValue();
  return Number::of(own, info(own).isSigned ? bits.getSExtValue() : int64_t(bits.getZExtValue()));
}

} // namespace shardc::stablehlo

namespace shardc::chlo {

LogicalResult ConstantOp::formula(FormulaBuilder &b) {
  return stablehlo::constantFormula(b, getValue());
}
ElementsAttr ConstantOp::constantData() { return stablehlo::dataOf(getValue()); }

LogicalResult ConstantLikeOp::formula(FormulaBuilder &b) {
  if (b.failed) return failure();
  const auto number = stablehlo::numberOf(getValue(), getElementTypeOrSelf(getOperand().getType()));
  if (failed(b.require(number.has_value(),
                       Twine("'value' has to be a number of ") + info(b.type(0)).name +
                           ", real or whole",
                       Diag::unsupported_attribute)))
    return failure();
  return b.result(b.shape(0), b.loops(b.shape(0)), b.pool.literal(*number));
}

} // namespace shardc::chlo
