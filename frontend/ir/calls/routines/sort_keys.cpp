// SPDX-License-Identifier: Apache-2.0
// A comparator of one key is a comparison. One of several compares the first, and where that is
// equal asks the rest, as `or(first, and(equal, rest))` or `select(equal, rest, first)`.
#include "frontend/ir/calls/routines/sort_keys.h"

#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace mlir;

namespace shardc {

using stablehlo::CompareOp;
using stablehlo::Direction;

namespace {

/// Whether values are the same function of the same arguments, or of the first sides' and of the
/// second's. Each pair is looked at once.
class Alike {
public:
  explicit Alike(bool ofBothSides) : ofBothSides(ofBothSides) {}

  bool operator()(Value first, Value second) {
    if (!seen.insert({first, second}).second) return true; // as is being, or has been, looked at
    auto left = dyn_cast<BlockArgument>(first), right = dyn_cast<BlockArgument>(second);
    if (left || right) return left && right && areAlike(left.getArgNumber(), right.getArgNumber());
    Operation *one = first.getDefiningOp(), *other = second.getDefiningOp();
    const bool isOne = one->getName() == other->getName() && one->getNumRegions() == 0 &&
                       one->getAttrDictionary() == other->getAttrDictionary() &&
                       one->getPropertiesAsAttribute() == other->getPropertiesAsAttribute() &&
                       one->getNumResults() == 1 &&
                       one->getNumOperands() == other->getNumOperands();
    return isOne && llvm::all_of(llvm::zip(one->getOperands(), other->getOperands()),
                                 [&](auto pair) { return std::apply(*this, pair); });
  }

private:
  const bool ofBothSides;
  llvm::DenseSet<std::pair<Value, Value>> seen;

  bool areAlike(unsigned left, unsigned right) const {
    return ofBothSides ? left % 2 == 0 && right == left + 1 : left == right;
  }
};

/// A comparator, but for what it says where the first key is equal.
struct Levels {
  CompareOp first;
  Value rest;
};

} // namespace

static bool areEqual(Value one, Value other) { return Alike(/*ofBothSides=*/false)(one, other); }

/// Whether a value says that what `first` compares is equal.
static bool saysEqual(Value value, CompareOp first) {
  auto equal = value.getDefiningOp<CompareOp>();
  if (!equal || !first || equal.getComparisonDirection() != Direction::EQ ||
      equal.getCompareType() != first.getCompareType())
    return false;
  const Value left = equal.getLhs(), right = equal.getRhs();
  return (areEqual(left, first.getLhs()) && areEqual(right, first.getRhs())) ||
         (areEqual(left, first.getRhs()) && areEqual(right, first.getLhs()));
}

/// Of or(first, and(equal, rest)).
static std::optional<Levels> levelsOf(Value first, Value both) {
  auto compare = first.getDefiningOp<CompareOp>();
  auto conjunction = both.getDefiningOp<stablehlo::AndOp>();
  if (!compare || !conjunction) return std::nullopt;
  const Value left = conjunction.getLhs(), right = conjunction.getRhs();
  if (saysEqual(left, compare)) return Levels{compare, right};
  if (saysEqual(right, compare)) return Levels{compare, left};
  return std::nullopt;
}

static std::optional<Levels> levelsOf(Value isBefore) {
  if (auto either = isBefore.getDefiningOp<stablehlo::OrOp>()) {
    const auto levels = levelsOf(either.getLhs(), either.getRhs());
    return levels ? levels : levelsOf(either.getRhs(), either.getLhs());
  }
  auto choice = isBefore.getDefiningOp<stablehlo::SelectOp>();
  auto first = choice ? choice.getOnFalse().getDefiningOp<CompareOp>() : CompareOp();
  if (!first || !saysEqual(choice.getPred(), first)) return std::nullopt;
  return Levels{first, choice.getOnTrue()};
}

static std::optional<SortKey> keyOf(CompareOp compare) {
  if (!compare.getComparisonDirectionAttr()) return std::nullopt;
  const auto direction = compare.getComparisonDirection();
  if (direction != Direction::LT && direction != Direction::GT) return std::nullopt;
  SortKey key;
  key.fromLargest = direction == Direction::GT;
  key.isTotal = compare.getCompareType() == stablehlo::CompareType::TOTALORDER;
  const Value left = compare.getLhs(), right = compare.getRhs();
  const bool isForward = Alike(/*ofBothSides=*/true)(left, right);
  if (!isForward && !Alike(/*ofBothSides=*/true)(right, left)) return std::nullopt;
  key.ofFirst = isForward ? left : right;
  if (!isForward) key.fromLargest = !key.fromLargest;
  return key;
}

SmallVector<SortKey, 2> sortKeysOf(Block &comparator) {
  SmallVector<SortKey, 2> keys;
  for (Value left = comparator.getTerminator()->getOperand(0); left;) {
    auto compare = left.getDefiningOp<CompareOp>();
    const auto levels = compare ? Levels{compare, {}} : levelsOf(left).value_or(Levels{});
    const auto key = levels.first ? keyOf(levels.first) : std::nullopt;
    if (!key) return {};
    keys.push_back(*key);
    left = levels.rest;
  }
  return keys;
}

} // namespace shardc
