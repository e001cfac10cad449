// SPDX-License-Identifier: Apache-2.0
// Elementwise ops that are more than one scalar function.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;

namespace shardc::stablehlo {

LogicalResult IsFiniteOp::formula(FormulaBuilder &b) {
  auto x = b.elementwise();
  return b.failed ? failure() : b.result(b.isFinite(x[0]));
}

LogicalResult ConvertOp::formula(FormulaBuilder &b) {
  const ElementType to = b.declared().type;
  auto x = b.elementwise();
  if (b.failed) return failure();
  return b.result(b.type(0) == to ? x[0] : b.convert(to, x[0]));
}

/// The element type of the first value that a body returns, if there is one.
static std::optional<ElementType> returnedBy(Region &body) {
  if (!body.hasOneBlock() || !body.front().mightHaveTerminator()) return std::nullopt;
  Operation *end = body.front().getTerminator();
  const auto type = end->getNumOperands() > 0 ? typeOf(end->getOperand(0).getType()) : std::nullopt;
  return type ? std::optional(type->type) : std::nullopt;
}

LogicalResult MapOp::formula(FormulaBuilder &b) {
  const auto x = b.elementwise(/*sameType=*/false);
  if (b.failed) return failure();
  const auto all = llvm::to_vector(llvm::seq<int64_t>(0, b.rank(0)));
  if (failed(b.require(getDimensions() == ArrayRef<int64_t>(all),
                       "'dimensions' have to be all dimensions, in order", Diag::bad_attribute)))
    return failure();
  const auto type = returnedBy(getComputation());
  if (failed(b.require(type.has_value(), "its body has to return a scalar", Diag::wrong_region)))
    return failure();
  return b.result(b.call(getComputation(), x, *type).front());
}

/// The type of integers without a sign that has as many bits.
static ElementType bitsOf(ElementType type) {
  static constexpr ElementType kBits[] = {ElementType::ui8, ElementType::ui16, ElementType::ui32,
                                          ElementType::ui64};
  return kBits[llvm::Log2_32(info(type).bytes)];
}

static Expr bitcast(ElementType type, Expr value) {
  return value->type == type ? value : expr::scalar(Fn::bitcast, type, {value});
}

/// Of parts that the last dimension counts, the lowest bits first.
static LogicalResult joinBits(FormulaBuilder &b, ElementType to) {
  const ElementType part = bitsOf(b.type(0)), whole = bitsOf(to);
  const auto i = b.loops(b.shape(0).drop_back());
  Expr joined = b.integer(whole, 0);
  for (int64_t k = 0; k < b.shape(0).back(); ++k) {
    SmallVector<Expr, 4> at(i);
    at.push_back(b.constant(k));
    Expr bits = b.convert(whole, bitcast(part, b.load(0, at)));
    joined = b.bitOr(joined, b.shiftLeft(bits, b.integer(whole, 8 * info(part).bytes * k)));
  }
  return b.result(b.shape(0).drop_back(), i, bitcast(to, joined));
}

/// The other way round.
static LogicalResult splitBits(FormulaBuilder &b, ElementType to, int64_t count) {
  const ElementType part = bitsOf(to), whole = bitsOf(b.type(0));
  SmallVector<int64_t, 4> shape(b.shape(0));
  shape.push_back(count);
  const auto i = b.loops(shape);
  Expr by = expr::cast(whole, expr::mul(i.back(), 8 * info(part).bytes));
  Expr bits = bitcast(whole, b.load(0, ArrayRef<Expr>(i).drop_back()));
  return b.result(shape, i, bitcast(to, b.convert(part, b.shiftRightLogical(bits, by))));
}

LogicalResult BitcastConvertOp::formula(FormulaBuilder &b) {
  const ElementType to = b.declared().type, from = b.type(0);
  if (b.failed) return failure();
  const bool isBoolean = info(from).isBoolean != info(to).isBoolean;
  if (failed(b.require(!isBoolean,
                       "bits of " + Twine(info(from).name) + " and " + info(to).name +
                           " differ in number, and a boolean has no bits to spare",
                       Diag::unsupported_op)))
    return failure();
  const int64_t mine = info(from).bytes, its = info(to).bytes;
  if (mine > its) return splitBits(b, to, mine / its);
  if (mine < its) {
    const bool fits = b.rank(0) > 0 && b.shape(0).back() == its / mine;
    if (failed(b.require(fits,
                         "its last dimension has to have the " + Twine(its / mine) + " parts of " +
                             info(to).name,
                         Diag::shape_mismatch)))
      return failure();
    return joinBits(b, to);
  }
  const auto x = b.elementwise();
  return b.failed ? failure() : b.result(bitcast(to, x[0]));
}

/// Bits of the mantissas of a type's floats, without the first, and of their exponents.
static int mantissaBitsOf(ElementType type) {
  int bits = 0;
  while (Number::of(type, 1 + std::ldexp(1.0, -(bits + 1))).real != 1)
    ++bits;
  return bits;
}
static int exponentBitsOf(ElementType type) {
  int bits = 1;
  while (std::isfinite(Number::of(type, std::ldexp(1.0, 1 << (bits - 1))).real))
    ++bits;
  return bits;
}

LogicalResult ReducePrecisionOp::formula(FormulaBuilder &b) {
  auto x = b.elementwise();
  if (b.failed ||
      failed(b.require(info(b.type(0)).isFloat,
                       Twine("digits of ") + info(b.type(0)).name + " are not those of floats",
                       Diag::type_mismatch)) ||
      failed(b.require(getExponentBits() >= 1 && getMantissaBits() >= 0,
                       "'exponent_bits' is " + Twine(getExponentBits()) +
                           " and 'mantissa_bits' is " + Twine(getMantissaBits()) +
                           ": exponents have a bit at least, mantissas may have none",
                       Diag::bad_attribute)))
    return failure();
  const int64_t all = mantissaBitsOf(b.type(0)), widest = exponentBitsOf(b.type(0));
  if (getMantissaBits() >= all && getExponentBits() >= widest) return b.result(x[0]);
  const int mantissa = static_cast<int>(std::min(getMantissaBits(), all));
  const int exponent = static_cast<int>(std::min(getExponentBits(), widest));
  const double largest = std::ldexp(2 - std::ldexp(1.0, -mantissa), (1 << (exponent - 1)) - 1);
  return b.result(b.reducePrecision(x[0], b.number(b.type(0), largest)));
}

/// The comparisons in the order of Direction, plain and by total order.
static constexpr Fn kPlain[] = {Fn::eq, Fn::ne, Fn::ge, Fn::gt, Fn::le, Fn::lt};
static constexpr Fn kTotal[] = {Fn::eqTotal, Fn::neTotal, Fn::geTotal,
                                Fn::gtTotal, Fn::leTotal, Fn::ltTotal};

/// Whether a comparison may be said to be of this type.
static bool suits(CompareType said, ElementType type) {
  switch (said) {
  case CompareType::NOTYPE:
    return true;
  case CompareType::FLOAT:
  case CompareType::TOTALORDER:
    return info(type).isFloat;
  case CompareType::SIGNED:
    return info(type).kind == TypeKind::signedInteger;
  case CompareType::UNSIGNED:
    return info(type).isBoolean || info(type).isUnsigned;
  }
  llvm_unreachable("all comparison types are above");
}

LogicalResult CompareOp::formula(FormulaBuilder &b) {
  auto x = b.elementwise();
  if (b.failed) return failure();
  const CompareType said = getCompareType().value_or(CompareType::NOTYPE);
  if (failed(b.require(suits(said, b.type(0)),
                       "'compare_type' " + stringifyEnum(said) + " does not suit " +
                           info(b.type(0)).name,
                       Diag::bad_attribute)))
    return failure();
  const Fn fn = (said == CompareType::TOTALORDER ? kTotal : kPlain)[int(getComparisonDirection())];
  return b.result(expr::scalar(fn, ElementType::i1, x));
}

/// Operand `k` at one element: it has the shape of the others, or is a scalar for all of them.
static Expr scalarOrElement(FormulaBuilder &b, int k, int like, ArrayRef<Expr> index,
                            const char *what) {
  if (b.rank(k) == 0) return b.load(k, {});
  (void)b.require(b.shape(k) == b.shape(like),
                  Twine(what) + " is " + b.formula.operands[k].str() +
                      ", neither a scalar nor of the shape of " + b.formula.operands[like].str(),
                  Diag::shape_mismatch);
  return b.failed ? b.number(b.type(k), 0) : b.load(k, index);
}

LogicalResult SelectOp::formula(FormulaBuilder &b) {
  auto i = b.loops(b.shape(1));
  if (failed(b.requireSameType({1, 2})) ||
      failed(b.require(b.type(0) == ElementType::i1, "its predicate has to be i1",
                       Diag::type_mismatch)) ||
      failed(b.require(b.shape(1) == b.shape(2),
                       "'on_true' is " + b.formula.operands[1].str() + " and 'on_false' is " +
                           b.formula.operands[2].str(),
                       Diag::shape_mismatch)))
    return failure();
  Expr pred = scalarOrElement(b, 0, 1, i, "'pred'");
  return b.failed ? failure() : b.result(b.shape(1), i, b.select(pred, b.load(1, i), b.load(2, i)));
}

LogicalResult ClampOp::formula(FormulaBuilder &b) {
  auto i = b.loops(b.shape(1));
  if (failed(b.requireSameType({1, 0, 2}))) return failure();
  Expr low = scalarOrElement(b, 0, 1, i, "'min'"), high = scalarOrElement(b, 2, 1, i, "'max'");
  return b.failed ? failure() : b.result(b.shape(1), i, b.min(b.max(b.load(1, i), low), high));
}

} // namespace shardc::stablehlo
