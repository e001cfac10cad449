// SPDX-License-Identifier: Apache-2.0
// The bridge between MLIR operations and formulas: what an op's formula() is written with.
#pragma once

#include "frontend/diagnostics.h"
#include "frontend/ir/formula/formula.h"
#include "frontend/ir/formula/rule.h"
#include "frontend/ir/formula/sum_order.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace shardc {

/// The type as plain data; none where it is not a ranked tensor, of static shape, of a supported
/// element type.
std::optional<TensorSpec> typeOf(mlir::Type type);
mlir::Type typeIn(mlir::MLIRContext *context, const TensorSpec &type);
/// Reports a type that typeOf does not take: `what` has it ("operand 0 of stablehlo.add").
mlir::LogicalResult reportUnsupported(mlir::Location loc, const llvm::Twine &what, mlir::Type type);

/// Builds the formula of one op. Errors go to the op, so a formula is also its verifier; what it
/// says about results is also its type inference. After a failure `failed` is set, and expressions
/// returned are placeholders that may be passed on but mean nothing.
class FormulaBuilder {
public:
  /// Operands with unsupported types are reported, and fail.
  FormulaBuilder(mlir::Operation *op, Pool &pool);

  mlir::Operation *op;
  Pool &pool;
  Formula formula;
  bool failed = false;

  ArrayRef<int64_t> shape(int operand) const { return formula.operands[operand].shape; }
  int64_t rank(int operand) const { return shape(operand).size(); }
  ElementType type(int operand) const { return formula.operands[operand].type; }
  /// What the op says its result is, for ops whose results cannot be inferred.
  TensorSpec declared(int result = 0);
  /// Reports `message` at the op unless `ok`.
  mlir::LogicalResult require(bool ok, const llvm::Twine &message, Diag id = Diag::wrong_op);
  /// `list` has one number per dimension of a tensor of `rank`; `what` names the attribute.
  mlir::LogicalResult requireLength(ArrayRef<int64_t> list, int64_t rank, StringRef what);
  /// These operands have one element type; the error proposes the convert.
  mlir::LogicalResult requireSameType(ArrayRef<int> operands);
  /// Factors of products have one element type, or each can be what the op says its result is.
  mlir::LogicalResult requireFactors(ArrayRef<int> operands);
  /// Of a reduction, operands 0..count-1 are inputs, of which there are some, of one shape; behind
  /// them each has an init, a scalar of its type, or of one that its body takes in the same type.
  mlir::LogicalResult requireInits(int count, mlir::Region &body);
  /// Dimensions are unique and within [0, rank); `what` names the attribute.
  mlir::LogicalResult requireDimensions(ArrayRef<int64_t> dims, int64_t rank, StringRef what);

  /// A new loop; the names are i, j, k, ... unless given.
  Expr loop(int64_t extent, StringRef name = "");
  SmallVector<Expr, 4> loops(ArrayRef<int64_t> extents);
  Expr constant(int64_t value) { return pool.constant(value); }
  Expr load(int operand, ArrayRef<Expr> index);
  /// The operands at one element of a signature ("ik,kj->ij"); makes its loops. Letters missing on
  /// the right are summed over by `sumOfProducts`.
  SmallVector<Expr, 3> signature(StringRef letters);
  /// The operands at one element, all of one shape (and, if `sameType`, one element type).
  SmallVector<Expr, 3> elementwise(bool sameType = true);
  /// The sum over the loops that `signature` has bound.
  Expr sum(Expr value);
  /// The sum of x * y over the loops that `signature` has bound, as the op declares its result
  /// where that is of their kind and no narrower. One with a vector is a sum of what is multiplied
  /// before.
  Expr sumOfProducts(Expr x, Expr y);
  /// The same over these loops, in the order of a convolution.
  Expr sumOfConvolution(ArrayRef<Expr> loops, Expr x, Expr y);
  /// What the region, of scalars, makes of its arguments: as many results as `types`, of these.
  SmallVector<Expr, 2> call(mlir::Region &body, ArrayRef<Expr> arguments,
                            ArrayRef<ElementType> types);
  /// Reduces over `loops` with the combiner that the region says; inits may be none. `along` says
  /// what each loop runs over, for sums. Where `held` is false, there is nothing to combine: that
  /// is a combiner's identity, or where it has none an init.
  SmallVector<Expr, 2> reduce(ArrayRef<Expr> loops, ArrayRef<Expr> values, ArrayRef<Expr> inits,
                              mlir::Region &body, ArrayRef<Along> along, Expr held = nullptr);

  /// What the region makes of left and right elements of the values: arguments 0..n-1 and n..2n-1.
  SmallVector<Expr, 2> combiner(ArrayRef<Expr> values, mlir::Region &body);

  /// Adds a result at the loops of `signature` or `elementwise`.
  mlir::LogicalResult result(Expr value);
  /// Adds a result of the given shape.
  mlir::LogicalResult result(ArrayRef<int64_t> shape, ArrayRef<Expr> index, Expr value);

  Expr number(ElementType type, double value);
  Expr integer(ElementType type, int64_t value);
  // One method per scalar function: b.add(x, y). The type is that of the first argument, i1 for
  // predicates.
#define SCALAR(name, arity, ...)                                                                   \
  template <typename... Args>                                                                      \
  Expr name(Args... args) {                                                                        \
    static_assert(sizeof...(Args) == arity);                                                       \
    return scalar(Fn::name, {args...});                                                            \
  }
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
  /// |x|, of a complex number too.
  Expr size(Expr x);
  /// x, of a type whose numbers may be negative.
  Expr withSign(Expr x);
  /// x * x, of floats and complex numbers.
  Expr square(Expr x);
  /// The root that a cube is of, and the angle of the point (x, y). Of complex numbers they are
  /// what power and log make of them, as XLA does.
  Expr cubeRoot(Expr x);
  Expr angle(Expr y, Expr x);
  /// The larger or the smaller one. Complex numbers are ordered by their real parts and, where
  /// these are equal, by their imaginary parts.
  Expr larger(Expr x, Expr y);
  Expr smaller(Expr x, Expr y);
  /// The real or the imaginary part, which floats have too.
  Expr partOf(Expr x, bool isReal);
  Expr conjugate(Expr x);
  Expr select(Expr condition, Expr yes, Expr no) { return expr::select(condition, yes, no); }
  Expr convert(ElementType type, Expr value) { return expr::scalar(Fn::convert, type, {value}); }

private:
  Expr scalar(Fn fn, ArrayRef<Expr> args);
  Expr sum(ArrayRef<Expr> loops, Expr value, ArrayRef<SumOrder> order = {});
  Expr product(Expr x, Expr y, llvm::function_ref<Expr(Expr)> sumOf);
  using OrderOf = SmallVector<SumOrder, 2> (*)(ArrayRef<int64_t> extents,
                                               ArrayRef<int64_t> results);
  Expr sumOfTerms(ArrayRef<Expr> loops, Expr x, Expr y, OrderOf orderOf);
  ElementType promoted(ElementType from) const;
  Expr picked(Expr x, Expr y, bool larger);
  SmallVector<Expr, 4> free, bound; // of the signature
};

/// The formula of an op that has one; none, with errors at the op, where it is wrong; an op without
/// the interface is an error too.
std::optional<Formula> formulaOf(mlir::Operation *op, Pool &pool);
/// How shardings may flow through an op, read off its formula; the default of ShardableOp::rule.
Rule ruleOfOp(mlir::Operation *op);
/// Sets results of type `none` to what the formula says they are.
mlir::LogicalResult inferTypes(mlir::Operation *op);
/// For the interface: results are what the formula says.
mlir::LogicalResult verifyFormula(mlir::Operation *op);

} // namespace shardc
