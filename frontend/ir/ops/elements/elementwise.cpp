// SPDX-License-Identifier: Apache-2.0
// Elementwise ops that are more than one scalar function.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/ops/elements/elements.h"

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

/// The unsigned integers of as many bits: what bits are moved about as.
static ElementType bitsOf(ElementType like) {
  return *llvm::find_if(elementTypes(), [&](ElementType type) {
    return info(type).isUnsigned && info(type).bits == info(like).bits;
  });
}
/// Integers of fewer bits than their byte have copies of the sign in it.
static Expr bitcast(ElementType to, Expr x) {
  if (x->type == to) return x;
  return expr::scalar(info(to).isSmall ? Fn::convert : Fn::bitcast, to, {x});
}

/// Parts of an element, the lowest bits first, along one more dimension.
static LogicalResult bitcastToParts(FormulaBuilder &b, ElementType to, int64_t parts) {
  SmallVector<int64_t> shape(b.shape(0));
  const auto element = b.loops(shape);
  const Expr part = b.loop(parts);
  const ElementType whole = bitsOf(b.type(0));
  const Expr shift = expr::cast(whole, expr::mul(part, info(to).bits));
  const Expr bits = b.shiftRightLogical(bitcast(whole, b.load(0, element)), shift);
  auto index = element;
  index.push_back(part);
  shape.push_back(parts);
  return b.result(shape, index, bitcast(to, b.convert(bitsOf(to), bits)));
}

/// Elements of the parts along the last dimension.
static LogicalResult bitcastFromParts(FormulaBuilder &b, ElementType to, int64_t parts) {
  SmallVector<int64_t> shape(b.shape(0));
  const bool fits = !shape.empty() && shape.back() == parts;
  if (failed(b.require(fits,
                       "its operand's last dimension has to have the " + Twine(parts) + " " +
                           info(b.type(0)).name + " that a " + info(to).name + " is made of",
                       Diag::shape_mismatch)))
    return failure();
  shape.pop_back();
  const auto element = b.loops(shape);
  const ElementType whole = bitsOf(to), bits = bitsOf(b.type(0));
  Expr all;
  for (int64_t part = 0; part < parts; ++part) {
    auto index = element;
    index.push_back(b.constant(part));
    const Expr own = b.convert(whole, bitcast(bits, b.load(0, index)));
    const Expr there = b.shiftLeft(own, b.integer(whole, info(bits).bits * part));
    all = part == 0 ? own : b.bitOr(all, there);
  }
  return b.result(shape, element, bitcast(to, all));
}

LogicalResult BitcastConvertOp::formula(FormulaBuilder &b) {
  const ElementType to = b.declared().type;
  if (b.failed) return failure();
  const ElementType from = b.type(0);
  const auto isNumber = [](ElementType type) {
    return !info(type).isBoolean && !info(type).isComplex;
  };
  if (from != to &&
      failed(b.require(isNumber(from) && isNumber(to),
                       "it is not defined for " + Twine(info(from).name) + " and " + info(to).name,
                       Diag::wrong_type)))
    return failure();
  const int64_t before = info(from).bits, after = info(to).bits;
  if (after < before) return bitcastToParts(b, to, before / after);
  if (after > before) return bitcastFromParts(b, to, after / before);
  const auto x = b.elementwise();
  return b.failed ? failure() : b.result(bitcast(to, x[0]));
}

/// Bits of the mantissas of a type's floats, without the first, and of their exponents.
static int mantissaBitsOf(ElementType type) { return -1 - std::ilogb(roundingOf(type)); }
static int exponentBitsOf(ElementType type) {
  int bits = 1;
  while (std::isfinite(Number::of(type, std::ldexp(1.0, 1 << (bits - 1))).real))
    ++bits;
  return bits;
}

/// The type in which digits are dropped: that of 16 bits for floats of 8, where it has them all.
static ElementType reducedIn(ElementType type) {
  if (info(type).bits > 8) return type;
  const Number largest = Number::of(ElementType::f16, highest(type).asDouble());
  const bool fits = largest.real == highest(type).real;
  return fits ? ElementType::f16 : ElementType::f32;
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
  const ElementType own = b.type(0), in = reducedIn(own);
  const int64_t all = mantissaBitsOf(own), widest = exponentBitsOf(in);
  if (getMantissaBits() >= all && getExponentBits() >= widest) return b.result(x[0]);
  const int mantissa = static_cast<int>(std::min(getMantissaBits(), all));
  const int exponent = static_cast<int>(std::min(getExponentBits(), widest));
  const double largest = std::ldexp(2 - std::ldexp(1.0, -mantissa), (1 << (exponent - 1)) - 1);
  return b.result(b.convert(own, b.reducePrecision(b.convert(in, x[0]), b.number(in, largest))));
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
    return info(type).isRounded;
  case CompareType::TOTALORDER:
    return info(type).isFloat;
  case CompareType::SIGNED:
    return info(type).kind == TypeKind::signedInteger;
  case CompareType::UNSIGNED:
    return info(type).isBoolean || info(type).isUnsigned;
  }
  llvm_unreachable("all comparison types are above");
}

Expr compared(FormulaBuilder &b, ArrayRef<Expr> x, Direction direction,
              std::optional<CompareType> type) {
  const CompareType said = type.value_or(CompareType::NOTYPE);
  const Fn fn = (said == CompareType::TOTALORDER ? kTotal : kPlain)[int(direction)];
  if (failed(b.require(suits(said, b.type(0)),
                       "'compare_type' " + stringifyEnum(said) + " does not suit " +
                           info(b.type(0)).name,
                       Diag::bad_attribute)) ||
      failed(b.require(supports(fn, b.type(0)),
                       Twine(info(b.type(0)).name) + " has no order: only EQ and NE are defined",
                       Diag::wrong_type)))
    return x[0];
  return expr::scalar(fn, ElementType::i1, x);
}

LogicalResult CompareOp::formula(FormulaBuilder &b) {
  auto x = b.elementwise();
  if (b.failed) return failure();
  const Expr holds = compared(b, x, getComparisonDirection(), getCompareType());
  return b.failed ? failure() : b.result(holds);
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
  return b.failed ? failure()
                  : b.result(b.shape(1), i, b.smaller(b.larger(b.load(1, i), low), high));
}

} // namespace shardc::stablehlo
