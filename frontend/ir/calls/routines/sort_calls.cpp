// SPDX-License-Identifier: Apache-2.0
// What is compared becomes a whole number without a sign, in the same order: of floats the bits, of
// negative ones all flipped, else the sign's; of integers the sign's alone. A sort from the largest
// flips all. So one routine, which looks at no type and no NaN, finds every order. Several such
// numbers are one word as far as 64 bits have room, those that decide first in front.
#include "frontend/ir/calls/routines/sort_calls.h"

#include "frontend/ir/calls/routines/call_routine.h"
#include "frontend/ir/calls/routines/sort_keys.h"
#include "frontend/ir/expansions/expansion.h"
#include "frontend/ir/expansions/selection.h"
#include "frontend/ir/expansions/sorting.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <deque>

using namespace mlir;

namespace shardc {

static constexpr int64_t kFewest = 64; // of fewer the network's passes are few, too
// To look for one element takes a 36th of a sort on a CPU, of 1,000 elements and of 300,000.
static constexpr int64_t kMostLookedFor = 36;

namespace {

/// Whether all that an op makes are scalars, as what is taken of comparators is.
bool isOfScalars(Operation &op) {
  return llvm::all_of(op.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  });
}

/// A number of bits that keys may have; 0: none.
unsigned widthOf(Type element) {
  if (!isa<IntegerType, Float16Type, BFloat16Type, Float32Type, Float64Type>(element)) return 0;
  const unsigned width = element.getIntOrFloatBitWidth();
  return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, width) ? width : 0;
}

Type elementOf(const SortKey &key) {
  return cast<RankedTensorType>(key.ofFirst.getType()).getElementType();
}

/// Keys that are one word, by their numbers.
using Packed = SmallVector<size_t, 2>;

SmallVector<Packed, 1> packed(ArrayRef<SortKey> keys) {
  SmallVector<Packed, 1> all;
  unsigned used = 64;
  for (auto [number, key] : llvm::enumerate(keys)) {
    const unsigned width = widthOf(elementOf(key));
    if (used + width > 64) all.emplace_back(), used = 0;
    all.back().push_back(number);
    used += width;
  }
  return all;
}

/// The text of a function that sorts.
class OrderedText {
public:
  OrderedText(stablehlo::SortOp sort, ArrayRef<SortKey> keys)
      : context(sort.getContext()), types(sort.getInputs().getTypes()), keys(keys),
        all(packed(keys)) {
    const auto first = cast<RankedTensorType>(types[0]);
    shape.assign(first.getShape().begin(), first.getShape().end());
    dimension = static_cast<int64_t>(sort.getDimension());
    if (dimension < 0) dimension += first.getRank();
    addWords();
    for (auto [number, key] : llvm::enumerate(keys))
      addWords(number, elementOf(key));
  }

  /// What the routine is given.
  SmallVector<Type, 2> words() const {
    return SmallVector<Type, 2>(all.size(),
                                of(IntegerType::get(context, wordBits(), IntegerType::Unsigned)));
  }
  int64_t extent() const { return shape[dimension]; }
  DictionaryAttr given() const {
    const auto behind = static_cast<int64_t>(shape.size()) - 1 - dimension;
    return dictionaryOf(context, {{"behind", behind}});
  }
  /// The words, for a line that makes %places of them.
  std::string names() const {
    std::vector<std::string> list;
    for (const Packed &each : all)
      list.push_back(nameOf(each));
    return llvm::join(list, ", ");
  }

  /// With such a line.
  std::string function(const std::string &call) const {
    std::string text;
    for (size_t key = 0; key < keys.size(); ++key)
      text +=
          numbered("func.func private @body*(", key) + listed("$X*") + numbered(") -> $K*\n", key);
    text += "func.func @f(" + listed("%x*: $X*") + ") -> (" + listed("$X*") + ") {\n";
    text += perArray(wholeText("%whole*", "%x*", "$X*", {dimension}, "sort"));
    for (auto [number, key] : llvm::enumerate(keys))
      text += numbered("  %compared* = func.call @body*(", number) + listed("%whole*") + ") : (" +
              listed("$X*") + numbered(") -> $K*\n" + numberText(key), number);
    for (const Packed &each : all)
      for (const size_t key : ArrayRef<size_t>(each).drop_front())
        text += packedText(each, key);
    text += call;
    text += perArray(R"(  %picked* = "stablehlo.gather"(%whole*, %places) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [$dim], operand_batching_dims = [$others],
      start_indices_batching_dims = [$others], start_index_map = [$dim], index_vector_dim = $rank>,
    indices_are_sorted = false, slice_sizes = array<i64: $ones>}> : ($X*, $I) -> $X*
)");
    text += perArray(wholeText("%out*", "%picked*", "$X*", {dimension}, "sort"));
    return filled(text + "  return " + listed("%out*") + " : " + listed("$X*") + "\n}", fillings);
  }

private:
  MLIRContext *context;
  TypeRange types;
  ArrayRef<SortKey> keys;
  SmallVector<Packed, 1> all;
  SmallVector<int64_t> shape;
  int64_t dimension;
  Words fillings;

  RankedTensorType of(Type element) const { return RankedTensorType::get(shape, element); }

  unsigned wordBits() const {
    unsigned bits = 0;
    for (const SortKey &key : keys)
      bits += widthOf(elementOf(key));
    return bits <= 32 ? 32 : 64;
  }

  void addWords() {
    SmallVector<int64_t> others, ones(shape.size(), 1);
    for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim)
      if (dim != dimension) others.push_back(dim);
    fillings = {
        {"dim", std::to_string(dimension)},
        {"others", commaList(others)},
        {"ones", commaList(ones)},
        {"rank", std::to_string(shape.size())},
        {"I", tensorText(shape, IntegerType::get(context, 32))},
        {"W", tensorText(shape, IntegerType::get(context, wordBits(), IntegerType::Unsigned))}};
    for (auto [array, type] : llvm::enumerate(types))
      fillings["X" + std::to_string(array)] =
          tensorText(shape, cast<RankedTensorType>(type).getElementType());
  }

  /// Of a key.
  void addWords(size_t number, Type element) {
    const unsigned width = element.getIntOrFloatBitWidth();
    const Type bits = IntegerType::get(context, width);
    const Type rising =
        width == 1 ? element : IntegerType::get(context, width, IntegerType::Unsigned);
    const auto add = [&](const char *name, std::string text) {
      fillings[name + std::to_string(number)] = std::move(text);
    };
    add("K", tensorText(shape, element));
    add("B", tensorText(shape, IntegerType::get(context, 1)));
    add("S", tensorText(shape, bits));
    add("N", tensorText(shape, rising));
    add("last", std::to_string(width - 1));
    add("sign", std::to_string(width == 1 ? -1 : INT64_MIN >> (64 - width)));
    add("width", std::to_string(width));
  }

  /// From %compared* to %number*.
  static std::string numberText(const SortKey &key) {
    const Type element = elementOf(key);
    std::string text, name = "%rising*";
    if (isa<FloatType>(element))
      text = std::string(key.isTotal ? kTotal : kZeros) + kFloat;
    else if (element.isInteger(1) || element.isUnsignedInteger())
      name = "%compared*";
    else
      text = kSigned;
    if (key.fromLargest) {
      text += "  %falling* = stablehlo.not " + name + " : $N*\n";
      name = "%falling*";
    }
    return text + "  %number* = stablehlo.convert " + name + " : ($N*) -> $W\n";
  }

  static std::string nameOf(const Packed &word) {
    return (word.size() == 1 ? "%number" : "%packed") + std::to_string(word.back());
  }
  /// With another key behind those before it in its word.
  static std::string packedText(const Packed &word, size_t key) {
    const Packed before(word.begin(), llvm::find(word, key));
    return numbered("  %width* = stablehlo.constant dense<$width*> : $W\n"
                    "  %high* = stablehlo.shift_left " +
                        nameOf(before) +
                        ", %width* : $W\n  %packed* = stablehlo.or %high*, %number* : $W\n",
                    key);
  }

  static constexpr const char *kZeros = R"(  %zero* = stablehlo.constant dense<0.0> : $K*
  %is_zero* = stablehlo.compare EQ, %compared*, %zero*, FLOAT : ($K*, $K*) -> $B*
  %float* = stablehlo.select %is_zero*, %zero*, %compared* : $B*, $K*
  %bits* = stablehlo.bitcast_convert %float* : ($K*) -> $S*
)";
  static constexpr const char *kTotal =
      "  %bits* = stablehlo.bitcast_convert %compared* : ($K*) -> $S*\n";
  static constexpr const char *kFloat = R"(  %sign* = stablehlo.constant dense<$sign*> : $S*
  %last* = stablehlo.constant dense<$last*> : $S*
  %negative* = stablehlo.shift_right_arithmetic %bits*, %last* : $S*
  %mask* = stablehlo.or %negative*, %sign* : $S*
  %ordered* = stablehlo.xor %bits*, %mask* : $S*
  %rising* = stablehlo.bitcast_convert %ordered* : ($S*) -> $N*
)";
  static constexpr const char *kSigned = R"(  %sign* = stablehlo.constant dense<$sign*> : $S*
  %ordered* = stablehlo.xor %compared*, %sign* : $S*
  %rising* = stablehlo.bitcast_convert %ordered* : ($S*) -> $N*
)";

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

/// Whether a routine may compare keys of that kind, and has room for all.
bool areForRoutine(ArrayRef<SortKey> keys) {
  return !keys.empty() && llvm::all_of(keys, [](const SortKey &key) {
    auto compared = dyn_cast<RankedTensorType>(key.ofFirst.getType());
    return compared && compared.getRank() == 0 && widthOf(compared.getElementType()) > 0;
  }) && static_cast<int64_t>(packed(keys).size()) <= kMostSortKeys;
}

} // namespace

void callForSort(stablehlo::SortOp sort, CustomOps &ops) {
  if (cast<RankedTensorType>(sort.getInputs().front().getType()).getNumElements() == 0) return;
  Block &comparator = sort.getComparator().front();
  if (!llvm::all_of(comparator, isOfScalars)) return;
  const auto keys = sortKeysOf(comparator);
  if (!areForRoutine(keys)) return;
  const OrderedText text(sort, keys);
  const RuntimeRoutine &argsort = *findRuntimeRoutine("argsort");
  const auto words = text.words();
  const auto types = resultTypesOf(argsort, words, text.given());
  if (text.extent() < kFewest || types.empty()) return;
  constrainResults(sort);
  std::deque<Region> regions(keys.size());
  SmallVector<Region *, 2> bodies;
  for (auto [key, region] : llvm::zip_equal(keys, regions)) {
    makeKeyRegion(sort, key.ofFirst, region);
    bodies.push_back(&region);
  }
  const std::string call =
      routineCallText("%places", text.names(), words, types[0], argsort, text.given(), ops);
  replaceBy(sort, text.function(call), bodies);
}

void callForTopK(chlo::TopKOp op, CustomOps &ops) {
  if (isSelected(op) && static_cast<int64_t>(op.getK()) <= kMostLookedFor) return;
  const auto type = cast<RankedTensorType>(op.getOperand().getType());
  const int64_t last = type.getRank() - 1;
  if (type.getDimSize(last) < kFewest || type.getNumElements() == 0) return;
  constrainResults(op);
  OpBuilder builder(op);
  const auto places = RankedTensorType::get(type.getShape(), builder.getI32Type());
  const Value numbers = stablehlo::IotaOp::create(builder, op.getLoc(), places, last);
  auto sort = stablehlo::SortOp::create(builder, op.getLoc(), TypeRange{type, places},
                                        ValueRange{op.getOperand(), numbers},
                                        builder.getI64IntegerAttr(last), builder.getBoolAttr(true));
  const OwningOpRef<ModuleOp> isLarger = isLargerFor(type.getElementType());
  sort.getComparator().takeBody(regionOf(*isLarger));
  for (auto [result, sorted] : llvm::zip_equal(op->getResults(), sort.getResults())) {
    const auto kept = cast<RankedTensorType>(result.getType());
    const SmallVector<int64_t> zeros(kept.getRank(), 0), ones(kept.getRank(), 1);
    result.replaceAllUsesWith(stablehlo::SliceOp::create(builder, op.getLoc(), kept, sorted, zeros,
                                                         kept.getShape(), ones));
  }
  op.erase();
  callForSort(sort, ops);
}

} // namespace shardc
