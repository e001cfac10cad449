// SPDX-License-Identifier: Apache-2.0
// Reshape: loops are the digits that both shapes are made of, where there are such; otherwise the
// result's dimensions, and the operand's index is divided out.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

using Shape = ArrayRef<int64_t>;

/// The digits, major to minor, of which both lists of extents are products of consecutive ones.
static std::optional<SmallVector<int64_t, 4>> commonDigits(Shape from, Shape to) {
  SmallVector<int64_t, 4> left(from), right(to), digits;
  auto dropOnes = [](SmallVector<int64_t, 4> &list) {
    while (!list.empty() && list.back() == 1)
      list.pop_back();
  };
  while (true) {
    dropOnes(left), dropOnes(right);
    if (left.empty() || right.empty()) break;
    const int64_t digit = std::min(left.back(), right.back());
    if (left.back() % digit != 0 || right.back() % digit != 0) return std::nullopt;
    digits.push_back(digit);
    left.back() /= digit, right.back() /= digit;
  }
  return SmallVector<int64_t, 4>(llvm::reverse(digits));
}

/// Per extent the mixed radix of the digits that make it up.
static void appendRadix(FormulaBuilder &b, Shape extents, Shape digits, ArrayRef<Expr> loops,
                        SmallVectorImpl<Expr> &index) {
  size_t next = 0;
  for (int64_t extent : extents) {
    Expr value = b.constant(0);
    for (int64_t have = 1; have < extent; have *= digits[next++])
      value = expr::add(expr::mul(value, digits[next]), loops[next]);
    index.push_back(value);
  }
}

/// Dimensions `from` become dimensions `to`, of as many elements, none of them empty.
static void reshapeGroup(FormulaBuilder &b, Shape from, Shape to, SmallVectorImpl<Expr> &at,
                         SmallVectorImpl<Expr> &out) {
  if (auto digits = commonDigits(from, to)) {
    auto loops = b.loops(*digits);
    appendRadix(b, from, *digits, loops, at);
    appendRadix(b, to, *digits, loops, out);
    return;
  }
  auto i = b.loops(to);
  Expr flat = b.constant(0);
  int64_t unit = 1;
  for (auto [loop, extent] : llvm::zip(i, to)) {
    flat = expr::add(expr::mul(flat, extent), loop);
    unit *= extent;
  }
  for (auto [dim, extent] : llvm::enumerate(from)) {
    unit /= extent;
    at.push_back(expr::digit(flat, unit, dim == 0 ? 0 : extent));
  }
  out.append(i.begin(), i.end());
}

LogicalResult ReshapeOp::formula(FormulaBuilder &b) {
  const Shape from = b.shape(0);
  const TensorSpec type = b.declared();
  if (b.failed) return failure();
  const Shape to = type.shape;
  if (failed(b.require(b.formula.operands[0].elements() == type.elements(),
                       b.formula.operands[0].str() + " has " +
                           Twine(b.formula.operands[0].elements()) + " elements and " + type.str() +
                           " has " + Twine(type.elements()),
                       Diag::shape_mismatch)))
    return failure();
  SmallVector<Expr, 4> at, out;
  if (type.elements() == 0) { // nothing to index: any place will do
    at.assign(from.size(), b.constant(0));
    auto i = b.loops(to);
    return b.result(to, i, b.integer(b.type(0), 0));
  }
  for (size_t p = 0, q = 0; p < from.size() || q < to.size();) {
    const size_t p0 = p, q0 = q;
    int64_t left = p < from.size() ? from[p++] : 1, right = q < to.size() ? to[q++] : 1;
    while (left != right)
      left < right ? left *= from[p++] : right *= to[q++];
    reshapeGroup(b, from.slice(p0, p - p0), to.slice(q0, q - q0), at, out);
  }
  return b.result(to, out, b.load(0, at));
}

} // namespace shardc::stablehlo
