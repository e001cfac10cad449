// SPDX-License-Identifier: Apache-2.0
// Group g of a ragged dimension is its next sizes[g] indices. Each operand that has the dimension
// gets one more in front, for groups, and has zeros where an index is of another group; then rows
// of all groups are summed, or each group's are products of their own, by one dot_general.
#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/expansions/expansion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace shardc::chlo {

namespace {

/// Which dimensions a product has of each operand.
struct Dimensions {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsSum, rhsSum, ragged, group;
};

enum class Kind { rows, summed, batch }; // what the ragged dimension is to the product

} // namespace

static SmallVector<int64_t> listOf(DenseI64ArrayAttr list) {
  return list ? SmallVector<int64_t>(list.asArrayRef()) : SmallVector<int64_t>();
}
static Dimensions dimensionsOf(RaggedDotOp op) {
  const auto given = op.getRaggedDotDimensionNumbers();
  return {listOf(given.getLhsBatchingDimensions()),    listOf(given.getRhsBatchingDimensions()),
          listOf(given.getLhsContractingDimensions()), listOf(given.getRhsContractingDimensions()),
          listOf(given.getLhsRaggedDimensions()),      listOf(given.getRhsGroupDimensions())};
}

static Kind kindOf(const Dimensions &d) {
  if (llvm::is_contained(d.lhsSum, d.ragged.front())) return Kind::summed;
  return llvm::is_contained(d.lhsBatch, d.ragged.front()) ? Kind::batch : Kind::rows;
}

static Report fail(RaggedDotOp op, Diag id) {
  Report error = report(op.getLoc(), id);
  error << "chlo.ragged_dot: ";
  return error;
}

/// Whether the lists have dimensions of the shape, each once.
static bool areOf(ArrayRef<int64_t> shape, ArrayRef<ArrayRef<int64_t>> lists) {
  llvm::SmallSet<int64_t, 8> seen;
  return llvm::all_of(lists, [&](ArrayRef<int64_t> list) {
    return llvm::all_of(list, [&](int64_t dim) {
      return dim >= 0 && dim < int64_t(shape.size()) && seen.insert(dim).second;
    });
  });
}

static bool areAlike(ArrayRef<int64_t> x, ArrayRef<int64_t> of, ArrayRef<int64_t> y,
                     ArrayRef<int64_t> to) {
  return of.size() == to.size() && llvm::all_of(llvm::zip_equal(of, to), [&](auto pair) {
           return x[std::get<0>(pair)] == y[std::get<1>(pair)];
         });
}

static void appendOthers(SmallVectorImpl<int64_t> &to, ArrayRef<int64_t> shape,
                         ArrayRef<ArrayRef<int64_t>> lists) {
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (llvm::none_of(lists, [&, dim = int64_t(dim)](ArrayRef<int64_t> list) {
          return llvm::is_contained(list, dim);
        }))
      to.push_back(extent);
}

static SmallVector<int64_t> resultShape(const Dimensions &d, ArrayRef<int64_t> lhs,
                                        ArrayRef<int64_t> rhs, int64_t groups) {
  SmallVector<int64_t> shape;
  if (kindOf(d) == Kind::summed) shape.push_back(groups);
  for (int64_t dim : d.lhsBatch)
    shape.push_back(lhs[dim]);
  appendOthers(shape, lhs, {d.lhsBatch, d.lhsSum});
  appendOthers(shape, rhs, {d.rhsBatch, d.rhsSum, d.group});
  return shape;
}

LogicalResult RaggedDotOp::verify() {
  for (Type type :
       {getLhs().getType(), getRhs().getType(), getGroupSizes().getType(), getResult().getType()})
    if (!isa<RankedTensorType>(type) || !cast<RankedTensorType>(type).hasStaticShape())
      return fail(*this, Diag::wrong_type) << "it takes and gives tensors of static shape";
  const auto lhs = cast<RankedTensorType>(getLhs().getType()),
             rhs = cast<RankedTensorType>(getRhs().getType()),
             sizes = cast<RankedTensorType>(getGroupSizes().getType()),
             made = cast<RankedTensorType>(getResult().getType());
  if (sizes.getRank() != 1)
    return fail(*this, Diag::unsupported_op)
           << "groups of other sizes for each member of a batch are not supported yet";
  const bool isOneKind =
      made.getElementType() == lhs.getElementType() ||
      (isa<FloatType>(made.getElementType()) && isa<FloatType>(lhs.getElementType()));
  if (!isa<IntegerType>(sizes.getElementType()) || lhs.getElementType() != rhs.getElementType() ||
      !isOneKind)
    return fail(*this, Diag::type_mismatch)
           << "its operands have to be of one type, its result of that or both of floats, and the "
              "sizes of groups integers";
  const Dimensions d = dimensionsOf(*this);
  const bool fits =
      d.ragged.size() == 1 && areOf(lhs.getShape(), {d.lhsBatch, d.lhsSum}) &&
      areOf(lhs.getShape(), {d.ragged}) && areOf(rhs.getShape(), {d.rhsBatch, d.rhsSum, d.group}) &&
      areAlike(lhs.getShape(), d.lhsBatch, rhs.getShape(), d.rhsBatch) &&
      areAlike(lhs.getShape(), d.lhsSum, rhs.getShape(), d.rhsSum) &&
      d.group.size() == (kindOf(d) == Kind::rows ? 1 : 0) &&
      areAlike(rhs.getShape(), d.group, sizes.getShape(), SmallVector<int64_t>(d.group.size(), 0));
  if (!fits)
    return fail(*this, Diag::bad_dimension)
           << "its dimensions have to be those of its operands, pairs of one extent, one ragged "
              "one, and where that is a row's one of groups, as many as there are sizes";
  const auto shape = resultShape(d, lhs.getShape(), rhs.getShape(), sizes.getShape().front());
  if (made.getShape() == ArrayRef<int64_t>(shape)) return success();
  return fail(*this, Diag::shape_mismatch)
         << "its result has to be " << RankedTensorType::get(shape, made.getElementType());
}

/// What of %$of is a group's, as %$ofs.
static constexpr StringRef kMasked = R"(
  %$of_at = stablehlo.iota dim = $at : $I
  %$of_start = stablehlo.broadcast_in_dim %starts, dims = [0] : ($N) -> $I
  %$of_end = stablehlo.broadcast_in_dim %ends, dims = [0] : ($N) -> $I
  %$of_from = stablehlo.compare GE, %$of_at, %$of_start : ($I, $I) -> $B
  %$of_to = stablehlo.compare LT, %$of_at, %$of_end : ($I, $I) -> $B
  %$of_in = stablehlo.and %$of_from, %$of_to : $B
  %$of_all = stablehlo.broadcast_in_dim %$of, dims = [$behind] : ($X) -> $G
  %$of_none = stablehlo.constant dense<$zero> : $G
  %$of_s = stablehlo.select %$of_in, %$of_all, %$of_none : $B, $G
)";

static std::string masked(StringRef of, RankedTensorType type, int64_t dimension,
                          RankedTensorType sizes) {
  SmallVector<int64_t> shape{sizes.getShape().front()};
  llvm::append_range(shape, type.getShape());
  const Type element = type.getElementType();
  const char *zero = isa<ComplexType>(element) ? "(0.0, 0.0)"
                     : isa<FloatType>(element) ? "0.0"
                                               : "0";
  const auto behind = llvm::to_vector(llvm::seq<int64_t>(1, type.getRank() + 1));
  std::string text = kMasked.str();
  for (size_t at; (at = text.find("$of_")) != std::string::npos;)
    text.replace(at, 3, of);
  return filled(text, {{"of", of.str()},
                       {"at", std::to_string(dimension + 1)},
                       {"I", tensorText(shape, sizes.getElementType())},
                       {"B", tensorText(shape, IntegerType::get(type.getContext(), 1))},
                       {"G", tensorText(shape, element)},
                       {"X", tensorText(type.getShape(), element)},
                       {"N", tensorText(sizes.getShape(), sizes.getElementType())},
                       {"zero", zero},
                       {"behind", commaList(behind)}});
}

static SmallVector<int64_t> moved(ArrayRef<int64_t> list, bool isMasked) {
  return llvm::to_vector(llvm::map_range(list, [&](int64_t dim) { return dim + isMasked; }));
}
static SmallVector<int64_t> withFirst(int64_t first, ArrayRef<int64_t> rest) {
  SmallVector<int64_t> all{first};
  llvm::append_range(all, rest);
  return all;
}

static constexpr StringRef kProduct = R"(
  %y = stablehlo.dot_general %$l, %$r, batching_dims = [$lb] x [$rb], contracting_dims = [$lc] x [$rc] : ($L, $R) -> $Y
  return %y : $Y
})";

static constexpr StringRef kBegin = R"(
func.func @f(%lhs: $X, %rhs: $W, %sizes: $N) -> $Y {
  %i = stablehlo.iota dim = 0 : $S
  %j = stablehlo.iota dim = 1 : $S
  %upto = stablehlo.compare LE, %j, %i : ($S, $S) -> $B
  %ones = stablehlo.convert %upto : ($B) -> $S
  %ends = stablehlo.dot_general %ones, %sizes, contracting_dims = [1] x [0] : ($S, $N) -> $N
  %starts = stablehlo.subtract %ends, %sizes : $N
)";

LogicalResult RaggedDotOp::expand() {
  if (replaceEmpty(*this)) return success();
  const auto lhs = cast<RankedTensorType>(getLhs().getType()),
             rhs = cast<RankedTensorType>(getRhs().getType()),
             sizes = cast<RankedTensorType>(getGroupSizes().getType()),
             made = cast<RankedTensorType>(getResult().getType());
  const Dimensions d = dimensionsOf(*this);
  const Kind kind = kindOf(d);
  const int64_t groups = sizes.getShape().front();
  const bool masksLeft = kind != Kind::batch, masksRight = kind == Kind::summed;
  const auto lb = moved(d.lhsBatch, masksLeft), rb = moved(d.rhsBatch, masksRight);
  const auto lc = moved(d.lhsSum, masksLeft), rc = moved(d.rhsSum, masksRight);
  const auto typeOf = [&](RankedTensorType type, bool isMasked) {
    return tensorText(isMasked ? withFirst(groups, type.getShape())
                               : SmallVector<int64_t>(type.getShape()),
                      type.getElementType());
  };
  Words words = {{"X", typeOf(lhs, false)},
                 {"W", typeOf(rhs, false)},
                 {"N", typeOf(sizes, false)},
                 {"Y", typeOf(made, false)},
                 {"S", tensorText({groups, groups}, sizes.getElementType())},
                 {"B", tensorText({groups, groups}, IntegerType::get(getContext(), 1))},
                 {"l", masksLeft ? "lhs_s" : "lhs"},
                 {"r", masksRight ? "rhs_s" : "rhs"},
                 {"L", typeOf(lhs, masksLeft)},
                 {"R", typeOf(rhs, masksRight)},
                 {"lb", commaList(kind == Kind::summed ? withFirst(0, lb) : lb)},
                 {"rb", commaList(kind == Kind::summed ? withFirst(0, rb) : rb)},
                 {"lc", commaList(kind == Kind::rows ? withFirst(0, lc) : lc)},
                 {"rc", commaList(kind == Kind::rows ? withFirst(d.group.front(), rc) : rc)}};
  std::string text = filled(kBegin, words);
  if (masksLeft) text += masked("lhs", lhs, d.ragged.front(), sizes);
  if (masksRight) {
    const auto at = llvm::find(d.lhsSum, d.ragged.front()) - d.lhsSum.begin();
    text += masked("rhs", rhs, d.rhsSum[at], sizes);
  }
  replaceBy(*this, text + filled(kProduct, words));
  return success();
}

} // namespace shardc::chlo
