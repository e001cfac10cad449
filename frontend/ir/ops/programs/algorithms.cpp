// SPDX-License-Identifier: Apache-2.0
// Ops that are algorithms: what they take, and what does their work: loops of other ops
// (frontend/ir/expansions) or routines (frontend/ir/calls/routines/routine_calls.h).
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/expansions/expansion.h"
#include "frontend/ir/expansions/fourier.h"
#include "frontend/ir/expansions/random_numbers.h"
#include "frontend/ir/expansions/selection.h"
#include "frontend/ir/expansions/sorting.h"
#include "frontend/ir/ops/shape_operand.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static Report fail(Operation *op, Diag id) {
  Report error = report(op->getLoc(), id);
  error << op->getName().getStringRef() << ": ";
  return error;
}

static bool isStatic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// [batch..., rows, columns] of floats or complex numbers.
static LogicalResult verifyMatrices(Operation *op) {
  for (auto [number, type] : llvm::enumerate(op->getOperandTypes())) {
    auto matrix = dyn_cast<RankedTensorType>(type);
    if (!isStatic(type) || matrix.getRank() < 2 ||
        !isa<FloatType, ComplexType>(matrix.getElementType()))
      return fail(op, Diag::wrong_type)
             << "operand " << number
             << " has to be a matrix, or a batch of them, of floats or complex numbers";
  }
  return success();
}

static LogicalResult verifySquare(Operation *op, RankedTensorType a) {
  if (a.getDimSize(a.getRank() - 2) == a.getDimSize(a.getRank() - 1)) return success();
  return fail(op, Diag::shape_mismatch) << "'a' has to be square, not " << a;
}

static LogicalResult requireResult(Operation *op, Type wanted) {
  if (op->getResult(0).getType() == wanted) return success();
  return fail(op, Diag::shape_mismatch)
         << "its result has to be " << wanted << ", not " << op->getResult(0).getType();
}

LogicalResult stablehlo::CholeskyOp::verify() {
  if (failed(verifyMatrices(*this)) ||
      failed(verifySquare(*this, cast<RankedTensorType>(getA().getType()))))
    return failure();
  return requireResult(*this, getA().getType());
}
bool stablehlo::CholeskyOp::inferResults() {
  getResult().setType(getA().getType());
  return true;
}
/// They are calls of routines (calls/routine_calls.h), where routines take what they are given.
static LogicalResult refuseMatrices(Operation *op) {
  return fail(op, Diag::unsupported_type)
         << "matrices have to have elements, and at most 8 dimensions in front";
}

LogicalResult stablehlo::CholeskyOp::expand() { return refuseMatrices(*this); }

LogicalResult stablehlo::TriangularSolveOp::verify() {
  if (failed(verifyMatrices(*this))) return failure();
  const auto a = cast<RankedTensorType>(getA().getType());
  const auto b = cast<RankedTensorType>(getB().getType());
  if (failed(verifySquare(*this, a))) return failure();
  const int64_t rank = a.getRank(), solved = rank - (getLeftSide() ? 2 : 1);
  const bool fits = b.getRank() == rank && a.getElementType() == b.getElementType() &&
                    a.getShape().drop_back(2) == b.getShape().drop_back(2) &&
                    a.getDimSize(rank - 1) == b.getDimSize(solved);
  if (!fits)
    return fail(*this, Diag::shape_mismatch) << "'b', " << b << ", does not fit 'a', " << a;
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return fail(*this, Diag::wrong_value) << "'transpose_a' says nothing";
  return requireResult(*this, b);
}
bool stablehlo::TriangularSolveOp::inferResults() {
  getResult().setType(getB().getType());
  return true;
}
LogicalResult stablehlo::TriangularSolveOp::expand() { return refuseMatrices(*this); }

namespace {
/// What a Fourier transform of these lengths takes and makes.
struct TransformTypes {
  RankedTensorType taken, made;
};
} // namespace

/// The last dimensions have the lengths, of what is half known the last one about half.
static TransformTypes typesOf(stablehlo::FftOp op) {
  const auto from = cast<RankedTensorType>(op.getOperand().getType());
  const ArrayRef<int64_t> lengths = op.getFftLength();
  const Type element = from.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  const Type real = complex ? complex.getElementType() : element;
  SmallVector<int64_t> signal(from.getShape().drop_back(lengths.size()));
  llvm::append_range(signal, lengths);
  SmallVector<int64_t> half = signal;
  half.back() = half.back() / 2 + 1;
  const bool fromReal = op.getFftType() == stablehlo::FftType::RFFT;
  const bool toReal = op.getFftType() == stablehlo::FftType::IRFFT;
  return {RankedTensorType::get(toReal ? half : signal, element),
          RankedTensorType::get(fromReal ? half : signal, toReal ? real : ComplexType::get(real))};
}

/// That `typesOf` may be asked.
static LogicalResult verifyTransform(stablehlo::FftOp op) {
  const auto from = dyn_cast<RankedTensorType>(op.getOperand().getType());
  const ArrayRef<int64_t> lengths = op.getFftLength();
  const auto count = static_cast<int64_t>(lengths.size());
  if (!isStatic(op.getOperand().getType()) || count < 1 || count > 3 || count > from.getRank() ||
      llvm::any_of(lengths, [](int64_t length) { return length < 1; }))
    return fail(op, Diag::shape_mismatch)
           << "'fft_length' has one to three lengths, of the last dimensions of its operand";
  auto complex = dyn_cast<ComplexType>(from.getElementType());
  const Type real = complex ? complex.getElementType() : from.getElementType();
  const bool fromReal = op.getFftType() == stablehlo::FftType::RFFT;
  if (fromReal == bool(complex) || !(real.isF32() || real.isF64()))
    return fail(op, Diag::wrong_type)
           << "its operand has to be of " << (fromReal ? "floats" : "complex numbers")
           << ", of f32 or f64, not " << from;
  return success();
}

LogicalResult stablehlo::FftOp::verify() {
  if (failed(verifyTransform(*this))) return failure();
  const TransformTypes types = typesOf(*this);
  const Type from = getOperand().getType(), to = getResult().getType();
  if (from == types.taken && to == types.made) return success();
  return fail(*this, Diag::shape_mismatch) << "with these lengths it makes " << types.made << " of "
                                           << types.taken << ", not " << to << " of " << from;
}
bool stablehlo::FftOp::inferResults() {
  if (failed(verifyTransform(*this))) return false;
  getResult().setType(typesOf(*this).made);
  return true;
}
LogicalResult stablehlo::FftOp::expand() {
  const FftType type = getFftType();
  const Fourier kind{type == FftType::IFFT || type == FftType::IRFFT,
                     type == FftType::RFFT || type == FftType::IRFFT};
  const SmallVector<int64_t> lengths(getFftLength());
  expandFourier(*this, kind, lengths);
  return success();
}

LogicalResult stablehlo::SortOp::verify() {
  if (getInputs().empty()) return fail(*this, Diag::wrong_op) << "it sorts at least one operand";
  const auto first = dyn_cast<RankedTensorType>(getInputs().front().getType());
  for (auto [number, type] : llvm::enumerate(getInputs().getTypes()))
    if (!isStatic(type) || cast<RankedTensorType>(type).getShape() != first.getShape())
      return fail(*this, Diag::shape_mismatch)
             << "operands are tensors of one static shape; operand " << number << " is " << type;
  if (getInputs().getTypes() != getResultTypes())
    return fail(*this, Diag::shape_mismatch) << "results have to be of the operands' types";
  const int64_t rank = first.getRank(), dimension = static_cast<int64_t>(getDimension());
  if (dimension < -rank || dimension >= rank)
    return fail(*this, Diag::bad_dimension)
           << "'dimension' " << dimension << " is not in " << -rank << ".." << rank - 1;
  SmallVector<Type> wanted;
  for (Type type : getInputs().getTypes())
    wanted.append(2, RankedTensorType::get({}, cast<RankedTensorType>(type).getElementType()));
  const bool isComparator = getComparator().hasOneBlock() &&
                            TypeRange(getComparator().getArgumentTypes()) == TypeRange(wanted);
  if (!isComparator)
    return fail(*this, Diag::wrong_op) << "'comparator' takes two scalars of each operand";
  const auto truth = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  Block &block = getComparator().front();
  const bool returns = !block.empty() && isa<ReturnOp>(block.back()) &&
                       block.back().getOperandTypes() == TypeRange(truth);
  if (!returns) return fail(*this, Diag::wrong_op) << "'comparator' returns " << truth;
  return success();
}
bool stablehlo::SortOp::inferResults() {
  for (auto [result, operand] : llvm::zip_equal(getResults(), getInputs()))
    result.setType(operand.getType());
  return true;
}
/// The comparator has to be made of functions of scalars, as a formula is: reports where it is not.
static LogicalResult checkComparator(stablehlo::SortOp op) {
  Pool pool;
  FormulaBuilder b(op, pool);
  SmallVector<Expr, 4> arguments;
  for (size_t operand = 0; operand < op.getInputs().size() && !b.failed; ++operand)
    for (int side = 0; side < 2; ++side)
      arguments.push_back(pool.arg(b.type(static_cast<int>(operand)), arguments.size()));
  if (!b.failed) b.call(op.getComparator(), arguments, ElementType::i1);
  return failure(b.failed);
}

LogicalResult stablehlo::SortOp::expand() {
  if (failed(checkComparator(*this))) return failure();
  const auto rank = cast<RankedTensorType>(getInputs().front().getType()).getRank();
  const auto dimension = static_cast<int64_t>(getDimension());
  expandSort(*this, dimension < 0 ? dimension + rank : dimension, getComparator());
  return success();
}

LogicalResult stablehlo::WholeOp::formula(FormulaBuilder &b) {
  const auto x = b.elementwise();
  if (b.failed) return failure();
  for (const int64_t dim : getDimensions())
    b.formula.loops[dim].isWhole = true;
  return b.result(x[0]);
}

LogicalResult stablehlo::RngOp::verify() {
  const auto type = dyn_cast<RankedTensorType>(getResult().getType());
  const auto made = typeOf(getResult().getType());
  if (!made) return fail(*this, Diag::wrong_type) << "its result has a type that is not supported";
  const Type scalar = RankedTensorType::get({}, type.getElementType());
  if (getA().getType() != scalar || getB().getType() != scalar)
    return fail(*this, Diag::wrong_type) << "'a' and 'b' have to be " << scalar;
  const auto rank = dyn_cast<RankedTensorType>(getShape().getType());
  if (!isStatic(getShape().getType()) || !rank.getElementType().isIntOrIndex() ||
      rank.getElementType().isInteger(1) || rank.getShape() != ArrayRef<int64_t>(type.getRank()))
    return fail(*this, Diag::shape_mismatch)
           << "'shape' has to be the " << type.getRank() << " extents of the result, integers";
  if (getRngDistribution() == RngDistribution::NORMAL && !info(made->type).isFloat)
    return fail(*this, Diag::wrong_type) << "a normal distribution is of floats";
  return success();
}
/// Each op of the program has numbers of its own; one in a loop would have the same at every turn.
LogicalResult stablehlo::RngOp::expand() {
  if ((*this)->getParentOfType<WhileOp>())
    return fail(*this, Diag::unsupported_op)
           << "in a loop it would give the same numbers at every turn: carry a state, and take "
              "rng_bit_generator";
  if (failed(checkShape(*this, getShape(), "shape"))) return failure();
  int64_t left = 0; // of such ops, with this one
  (*this)->getParentOfType<func::FuncOp>().walk([&](RngOp) { ++left; });
  expandRandom(*this, getRngDistribution() == RngDistribution::NORMAL, left);
  return success();
}

/// Values and where they are; of the last dimension k are left.
static std::pair<RankedTensorType, RankedTensorType> typesOf(chlo::TopKOp op) {
  const auto type = cast<RankedTensorType>(op.getOperand().getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = static_cast<int64_t>(op.getK());
  return {RankedTensorType::get(shape, type.getElementType()),
          RankedTensorType::get(shape, IntegerType::get(op.getContext(), 32))};
}

/// That `typesOf` may be asked.
static LogicalResult verifyTop(chlo::TopKOp op) {
  const auto type = dyn_cast<RankedTensorType>(op.getOperand().getType());
  if (!isStatic(op.getOperand().getType()) || type.getRank() == 0)
    return fail(op, Diag::wrong_type) << "its operand has to be a tensor of static shape";
  if (isa<ComplexType>(type.getElementType()))
    return fail(op, Diag::unsupported_type) << "complex numbers have no order: take their sizes";
  const auto k = static_cast<int64_t>(op.getK());
  if (k >= 0 && k <= type.getShape().back()) return success();
  return fail(op, Diag::wrong_value) << "'k' " << k << " is not in 0.." << type.getShape().back();
}

LogicalResult chlo::TopKOp::verify() {
  if (failed(verifyTop(*this))) return failure();
  const auto [values, indices] = typesOf(*this);
  if (getValues().getType() == values && getIndices().getType() == indices) return success();
  return fail(*this, Diag::shape_mismatch) << "results have to be " << values << " and " << indices;
}
bool chlo::TopKOp::inferResults() {
  if (failed(verifyTop(*this))) return false;
  const auto [values, indices] = typesOf(*this);
  getValues().setType(values);
  getIndices().setType(indices);
  return true;
}
LogicalResult chlo::TopKOp::expand() {
  if (!selectTopK(*this)) expandTopK(*this);
  return success();
}

} // namespace shardc
