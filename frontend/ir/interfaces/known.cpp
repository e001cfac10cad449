// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/known.h"

#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/interfaces/shardable.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Values that are looked through on the way to an element.
static constexpr int kMostLooks = 64;

namespace {

class Elements {
public:
  explicit Elements(Pool &pool) : pool(pool) {}

  Expr of(Value value, ArrayRef<Expr> at) {
    auto op = value.getDefiningOp<ShardableOp>();
    if (!op || ++looks > kMostLooks) return leaf(value, at);
    if (ElementsAttr data = op.constantData()) return given(value, data, at);
    const auto formula = formulaOf(op, pool);
    if (!formula) return leaf(value, at);
    const Result &made = formula->results[cast<OpResult>(value).getResultNumber()];
    const auto loops = loopsAt(*formula, made, at);
    if (!loops) return leaf(value, at);
    // What conditions leave out is not looked for: so they come first.
    Memo placed, found;
    Expr here = rewrite(
        made.value, [&](Expr e) { return e->kind == Kind::Loop ? (*loops)[e->value] : nullptr; },
        placed);
    return rewrite(
        here,
        [&](Expr e) {
          return e->kind == Kind::Load ? of(op->getOperand(e->value), e->args) : nullptr;
        },
        found);
  }

private:
  Pool &pool;
  int looks = 0;
  int64_t leaves = 0;

  Expr leaf(Value value, ArrayRef<Expr> at) {
    return expr::load(pool, typeOf(value.getType())->type, leaves++, at);
  }

  Expr given(Value value, ElementsAttr data, ArrayRef<Expr> at) {
    const auto numbers = dyn_cast<DenseIntElementsAttr>(data);
    const bool isPlace = llvm::all_of(
        at, [](Expr index) { return index->kind == Kind::Linear && index->args.empty(); });
    if (!numbers || !isPlace) return leaf(value, at);
    const auto place = llvm::map_to_vector(at, [](Expr e) { return uint64_t(e->value); });
    const llvm::APInt number = *(numbers.value_begin<llvm::APInt>() +
                                 ElementsAttr::getFlattenedIndex(numbers.getType(), place));
    const ElementType type = typeOf(value.getType())->type;
    return pool.literal(Number::of(type, info(type).isSigned ? number.getSExtValue()
                                                             : int64_t(number.getZExtValue())));
  }

  /// The loops of a result at an index of it, by number; none where there are others.
  static std::optional<SmallVector<Expr, 4>> loopsAt(const Formula &formula, const Result &made,
                                                     ArrayRef<Expr> at) {
    SmallVector<Expr, 4> loops(formula.loops.size(), nullptr);
    for (auto [index, number] : llvm::zip_equal(made.index, at)) {
      const auto digits = radix(index);
      if (!digits) return std::nullopt;
      int64_t unit = 1;
      for (size_t k = digits->size(); k-- > 0;) {
        const int64_t extent = (*digits)[k]->numbers[0];
        loops[(*digits)[k]->value] = expr::digit(number, unit, k == 0 ? 0 : extent);
        unit *= extent;
      }
    }
    if (llvm::is_contained(loops, nullptr)) return std::nullopt;
    return loops;
  }
};

} // namespace

Expr elementOf(Value value, ArrayRef<Expr> at, Pool &pool) { return Elements(pool).of(value, at); }

Value constantFor(OpBuilder &builder, Value value) {
  const auto type = dyn_cast<RankedTensorType>(value.getType());
  const auto spec = typeOf(value.getType());
  if (!spec || !isInteger(spec->type) || type.getNumElements() != 1) return nullptr;
  Pool pool;
  const SmallVector<Expr, 4> first(type.getRank(), pool.constant(0));
  Expr element = elementOf(value, first, pool);
  if (element->kind != Kind::Literal) return nullptr;
  const Type number = type.getElementType();
  const llvm::APInt bits(number.getIntOrFloatBitWidth(),
                         static_cast<uint64_t>(element->number.wide()),
                         /*isSigned=*/false, /*implicitTrunc=*/true);
  return stablehlo::ConstantOp::create(builder, value.getLoc(), type,
                                       DenseElementsAttr::get(type, bits));
}

} // namespace shardc
