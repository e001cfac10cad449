// SPDX-License-Identifier: Apache-2.0
// What is compared becomes a whole number without a sign, in the same order: of floats the bits, of
// negative ones all flipped, else the sign's; of integers the sign's alone. A sort from the largest
// flips all. So one routine, which looks at no type and no NaN, finds every order.
#include "frontend/ir/calls/routines/sort_calls.h"

#include "frontend/ir/calls/routines/call_routine.h"
#include "frontend/ir/expansions/expansion.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

static constexpr int64_t kFewest = 64; // of fewer the network's passes are few, too

namespace {

/// What a comparator compares: a function of either side's elements.
struct SortKey {
  Value ofFirst; // as it is computed of the side that goes first where the comparator is true
  bool fromLargest = false, isTotal = false;
};

/// Whether values are the same function of the first sides' arguments and of the second's. Each
/// pair is looked at once.
class Alike {
public:
  bool operator()(Value first, Value second) {
    if (!seen.insert({first, second}).second) return true; // as is being, or has been, looked at
    auto left = dyn_cast<BlockArgument>(first), right = dyn_cast<BlockArgument>(second);
    if (left || right)
      return left && right && left.getArgNumber() % 2 == 0 &&
             right.getArgNumber() == left.getArgNumber() + 1;
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
  llvm::DenseSet<std::pair<Value, Value>> seen;
};

std::optional<SortKey> keyOf(Block &comparator) {
  auto compare = comparator.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
  if (!compare || !compare.getComparisonDirectionAttr()) return std::nullopt;
  using stablehlo::Direction;
  const auto direction = compare.getComparisonDirection();
  if (direction != Direction::LT && direction != Direction::GT) return std::nullopt;
  SortKey key;
  key.fromLargest = direction == Direction::GT;
  key.isTotal = compare.getCompareType() == stablehlo::CompareType::TOTALORDER;
  if (Alike()(compare.getLhs(), compare.getRhs())) {
    key.ofFirst = compare.getLhs();
  } else if (Alike()(compare.getRhs(), compare.getLhs())) {
    key.ofFirst = compare.getRhs();
    key.fromLargest = !key.fromLargest;
  } else {
    return std::nullopt;
  }
  return key;
}

/// Whether it may be asked what it sorts, and by what.
bool isSound(stablehlo::SortOp sort) {
  if (sort.getInputs().empty() || sort.getInputs().getTypes() != sort.getResultTypes())
    return false;
  auto first = dyn_cast<RankedTensorType>(sort.getInputs().front().getType());
  if (!first || !first.hasStaticShape() || first.getNumElements() == 0) return false;
  SmallVector<Type> scalars;
  for (Type type : sort.getInputs().getTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getShape() != first.getShape()) return false;
    scalars.append(2, RankedTensorType::get({}, tensor.getElementType()));
  }
  const auto dimension = static_cast<int64_t>(sort.getDimension());
  Region &body = sort.getComparator();
  return dimension >= -first.getRank() && dimension < first.getRank() && body.hasOneBlock() &&
         TypeRange(body.getArgumentTypes()) == TypeRange(scalars) && !body.front().empty() &&
         isa<stablehlo::ReturnOp>(body.front().back()) && body.front().back().getNumOperands() == 1;
}

/// A number of bits that keys may have; 0: none.
unsigned widthOf(Type element) {
  if (!isa<IntegerType, Float16Type, BFloat16Type, Float32Type, Float64Type>(element)) return 0;
  const unsigned width = element.getIntOrFloatBitWidth();
  return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, width) ? width : 0;
}

/// The text of a function that sorts.
class OrderedText {
public:
  OrderedText(stablehlo::SortOp sort, const SortKey &key)
      : context(sort.getContext()), types(sort.getInputs().getTypes()) {
    const auto first = cast<RankedTensorType>(types[0]);
    shape.assign(first.getShape().begin(), first.getShape().end());
    dimension = static_cast<int64_t>(sort.getDimension());
    if (dimension < 0) dimension += first.getRank();
    addWords(cast<RankedTensorType>(key.ofFirst.getType()).getElementType());
    lines = unsignedKey(key);
  }

  /// What the routine is given.
  RankedTensorType keys() const {
    const unsigned width = words.at("U") == words.at("U64") ? 64 : 32;
    return of(IntegerType::get(context, width, IntegerType::Unsigned));
  }
  int64_t extent() const { return shape[dimension]; }
  DictionaryAttr given() const {
    const auto behind = static_cast<int64_t>(shape.size()) - 1 - dimension;
    return dictionaryOf(context, {{"behind", behind}});
  }

  /// With a line that makes %places of %key.
  std::string function(const std::string &call) const {
    std::string text = "func.func private @body(" + listed("$X*") + ") -> $K\nfunc.func @f(" +
                       listed("%x*: $X*") + ") -> (" + listed("$X*") + ") {\n";
    text += perArray(wholeText("%whole*", "%x*", "$X*", {dimension}, "sort"));
    text += "  %compared = func.call @body(" + listed("%whole*") + ") : (" + listed("$X*") +
            ") -> $K\n" + lines + call;
    text += perArray(R"(  %picked* = "stablehlo.gather"(%whole*, %places) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [$dim], operand_batching_dims = [$others],
      start_indices_batching_dims = [$others], start_index_map = [$dim], index_vector_dim = $rank>,
    indices_are_sorted = false, slice_sizes = array<i64: $ones>}> : ($X*, $I) -> $X*
)");
    text += perArray(wholeText("%out*", "%picked*", "$X*", {dimension}, "sort"));
    return filled(text + "  return " + listed("%out*") + " : " + listed("$X*") + "\n}", words);
  }

private:
  MLIRContext *context;
  TypeRange types;
  SmallVector<int64_t> shape;
  int64_t dimension;
  std::string lines;
  Words words;

  RankedTensorType of(Type element) const { return RankedTensorType::get(shape, element); }

  void addWords(Type element) {
    const unsigned width = element.getIntOrFloatBitWidth();
    SmallVector<int64_t> others, ones(shape.size(), 1);
    for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim)
      if (dim != dimension) others.push_back(dim);
    words = {{"dim", std::to_string(dimension)},
             {"others", commaList(others)},
             {"ones", commaList(ones)},
             {"rank", std::to_string(shape.size())},
             {"K", tensorText(shape, element)},
             {"B", tensorText(shape, IntegerType::get(context, 1))},
             {"S", tensorText(shape, IntegerType::get(context, width))},
             {"I", tensorText(shape, IntegerType::get(context, 32))},
             {"last", std::to_string(width - 1)},
             {"sign", std::to_string(width == 1 ? -1 : INT64_MIN >> (64 - width))}};
    for (const unsigned bits : {32u, 64u})
      words["U" + std::to_string(bits)] =
          tensorText(shape, IntegerType::get(context, bits, IntegerType::Unsigned));
    words["U"] = words[width == 64 ? "U64" : "U32"];
    words["N"] = tensorText(shape, IntegerType::get(context, width, IntegerType::Unsigned));
    for (auto [array, type] : llvm::enumerate(types))
      words["X" + std::to_string(array)] =
          tensorText(shape, cast<RankedTensorType>(type).getElementType());
  }

  /// From %compared to %key.
  std::string unsignedKey(const SortKey &key) const {
    const Type element = cast<RankedTensorType>(key.ofFirst.getType()).getElementType();
    std::string text;
    if (isa<FloatType>(element)) {
      text = key.isTotal ? kTotal : kZeros;
      text += kFloat;
    } else if (element.isInteger(1)) {
      return kTruth + std::string(key.fromLargest ? kFlipped : kKept);
    } else {
      text = element.isUnsignedInteger() ? kUnsigned : kSigned;
    }
    return text + kNumber + (key.fromLargest ? kFlipped : kKept);
  }

  static constexpr const char *kZeros = R"(  %zero = stablehlo.constant dense<0.0> : $K
  %is_zero = stablehlo.compare EQ, %compared, %zero, FLOAT : ($K, $K) -> $B
  %number = stablehlo.select %is_zero, %zero, %compared : $B, $K
  %bits = stablehlo.bitcast_convert %number : ($K) -> $S
)";
  static constexpr const char *kTotal =
      "  %bits = stablehlo.bitcast_convert %compared : ($K) -> $S\n";
  static constexpr const char *kFloat = R"(  %sign = stablehlo.constant dense<$sign> : $S
  %last = stablehlo.constant dense<$last> : $S
  %negative = stablehlo.shift_right_arithmetic %bits, %last : $S
  %mask = stablehlo.or %negative, %sign : $S
  %ordered = stablehlo.xor %bits, %mask : $S
  %wide = stablehlo.bitcast_convert %ordered : ($S) -> $N
)";
  static constexpr const char *kSigned = R"(  %sign = stablehlo.constant dense<$sign> : $S
  %ordered = stablehlo.xor %compared, %sign : $S
  %wide = stablehlo.bitcast_convert %ordered : ($S) -> $N
)";
  static constexpr const char *kUnsigned = "  %wide = stablehlo.convert %compared : $N\n";
  static constexpr const char *kTruth = "  %rising = stablehlo.convert %compared : ($K) -> $U\n";
  static constexpr const char *kNumber = "  %rising = stablehlo.convert %wide : ($N) -> $U\n";
  static constexpr const char *kKept = "  %key = stablehlo.convert %rising : $U\n";
  static constexpr const char *kFlipped = "  %key = stablehlo.not %rising : $U\n";

  std::string perArray(StringRef text) const { return perNumber(text, types.size()); }
  std::string listed(StringRef text) const { return perNumber(text, types.size(), ", "); }
};

/// Makes a region that returns a comparator's key, of the side's elements that goes first.
void makeKeyRegion(stablehlo::SortOp sort, Value ofFirst, Region &region) {
  IRMapping copied;
  sort.getComparator().cloneInto(&region, copied);
  Block &block = region.front();
  block.getTerminator()->setOperands(copied.lookup(ofFirst));
  SmallVector<Operation *> all;
  for (Operation &op : block.without_terminator())
    all.push_back(&op);
  for (Operation *op : llvm::reverse(all))
    if (op->use_empty()) op->erase();
  for (unsigned number = block.getNumArguments(); number-- > 0;)
    if (number % 2 == 1) block.eraseArgument(number);
}

} // namespace

void callForSort(stablehlo::SortOp sort, CustomOps &ops) {
  if (!ops.hasCompiler || !isSound(sort)) return;
  const auto key = keyOf(sort.getComparator().front());
  auto compared = key ? dyn_cast<RankedTensorType>(key->ofFirst.getType()) : RankedTensorType();
  if (!compared || compared.getRank() != 0 || widthOf(compared.getElementType()) == 0) return;
  const OrderedText text(sort, *key);
  const RuntimeRoutine &argsort = *findRuntimeRoutine("argsort");
  const auto types = resultTypesOf(argsort, Type(text.keys()), text.given());
  if (text.extent() < kFewest || types.empty()) return;
  constrainResults(sort);
  Region ofSide;
  makeKeyRegion(sort, key->ofFirst, ofSide);
  const std::string call =
      routineCallText("%places", "%key", Type(text.keys()), types[0], argsort, text.given(), ops);
  replaceBy(sort, text.function(call), &ofSide);
}

} // namespace shardc
