// SPDX-License-Identifier: Apache-2.0
// Batcher's bitonic sort (1968): elements are compared with partners that depend on their places
// alone, so each pass is a map over the whole array: log2(n) (log2(n) + 1) / 2 passes. In the
// variant here partners are at place xor mask, and the lower place always gets what comes first:
// sorted runs of s become ones of 2 s by the masks 2 s - 1, s / 2, s / 4, ..., 1. The array is
// filled up to a power of two with what comes last. An element's place at first decides where the
// comparator does not: so no two are equal, and the order is that of a stable sort.
#include "frontend/ir/expansions/sorting.h"

#include "frontend/ir/expansions/expansion.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc {

/// Of all passes, for so many elements.
static SmallVector<int64_t> masksFor(int64_t padded) {
  SmallVector<int64_t> masks;
  for (int64_t run = 1; run < padded; run *= 2) {
    masks.push_back(2 * run - 1);
    for (int64_t mask = run / 2; mask > 0; mask /= 2)
      masks.push_back(mask);
  }
  return masks;
}

namespace {

/// The text of a sort of some arrays of one shape, for the op `mnemonic`.
class SortText {
public:
  SortText(TypeRange types, int64_t dimension, StringRef mnemonic)
      : dimension(dimension), mnemonic(mnemonic) {
    for (Type type : types)
      elements.push_back(cast<RankedTensorType>(type).getElementType());
    const auto first = cast<RankedTensorType>(types.front());
    shape.assign(first.getShape().begin(), first.getShape().end());
    context = first.getContext();
    size = shape[dimension];
    padded = shape;
    padded[dimension] = int64_t(1) << llvm::Log2_64_Ceil(size);
    addWords();
  }

  /// A function of `parameters`, which are the arrays %x0, ... or `made` has these made of them. It
  /// returns `results`, what `after` makes of the sorted ones, $sorted0, ...
  std::string function(StringRef parameters, StringRef made, StringRef after,
                       StringRef results) const {
    return ("func.func private @body($types) -> $PB\nfunc.func @f(" + parameters + ") -> (" +
            results + ") {\n" + made + sorting() + after + "}")
        .str();
  }

  Words words;

  /// `text` for each array, with its number for '*'.
  std::string listed(StringRef text) const { return perNumber(text, elements.size(), ", "); }
  std::string perArray(StringRef text) const { return perNumber(text, elements.size()); }

  /// A value that no device has a part of the dimension of.
  std::string whole(StringRef name, StringRef value, StringRef type) const {
    return wholeText(name, value, type, {dimension}, mnemonic);
  }

private:
  int64_t dimension, size;
  std::string mnemonic;
  SmallVector<int64_t> shape, padded;
  SmallVector<Type> elements;
  MLIRContext *context;

  /// From %x0, ... to $sorted0, ...
  std::string sorting() const {
    std::string text;
    const auto each = [&](const std::string &line) { text += perArray(line); };
    text += R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<$passes> : tensor<i32>
  %masks = stablehlo.constant dense<[$masks]> : tensor<$passesxi32>
  %size = stablehlo.constant dense<$size> : $PI
  %places = stablehlo.iota dim = $dim : $PI
)";
    each(whole(isFull() ? "%padded*" : "%whole*", "%x*", "$X*"));
    if (!isFull())
      each("  %fill* = stablehlo.constant dense<$zero*> : tensor<$E*>\n"
           "  %padded* = stablehlo.pad %whole*, %fill*, low = [$zeros], high = [$more], interior = "
           "[$zeros] : ($X*, tensor<$E*>) -> $P*\n");
    text += "  %loop:$values = stablehlo.while(%turn = %zero, %own = %places, " +
            listed("%own* = %padded*") + ") : tensor<i32>, $PI, " + listed("$P*") + R"(
$turns
    %mask_of_turn = stablehlo.dynamic_slice %masks, %turn, sizes = [1] : (tensor<$passesxi32>, tensor<i32>) -> tensor<1xi32>
    %all_masks = stablehlo.broadcast_in_dim %mask_of_turn, dims = [0] : (tensor<1xi32>) -> $V
    %line = stablehlo.iota dim = 0 : $V
    %partners = stablehlo.xor %line, %all_masks : $V
    %partner = stablehlo.broadcast_in_dim %partners, dims = [$dim] : ($V) -> $PI
    %is_lower = stablehlo.compare LT, %places, %partner, SIGNED : ($PI, $PI) -> $PB
)";
    text += taken("%other", "%own", "$PI");
    each(taken("%other*", "%own*", "$P*"));
    each("    %low* = stablehlo.select %is_lower, %own*, %other* : $PB, $P*\n"
         "    %high* = stablehlo.select %is_lower, %other*, %own* : $PB, $P*\n");
    text += R"(
    %low = stablehlo.select %is_lower, %own, %other : $PB, $PI
    %high = stablehlo.select %is_lower, %other, %own : $PB, $PI
    %high_first = func.call @body($high_low) : ($types) -> $PB
    %low_first = func.call @body($low_high) : ($types) -> $PB
    %not_low = stablehlo.not %low_first : $PB
    %was_before = stablehlo.compare LT, %high, %low, SIGNED : ($PI, $PI) -> $PB
    %by_place = stablehlo.and %not_low, %was_before : $PB
    %goes_first = stablehlo.or %high_first, %by_place : $PB
)";
    text += isFull() ? "" : R"(
    %low_is_there = stablehlo.compare LT, %low, %size, SIGNED : ($PI, $PI) -> $PB
    %high_is_there = stablehlo.compare LT, %high, %size, SIGNED : ($PI, $PI) -> $PB
    %low_is_none = stablehlo.not %low_is_there : $PB
    %before_low = stablehlo.or %low_is_none, %goes_first : $PB
    %exchanges = stablehlo.and %high_is_there, %before_low : $PB
)";
    const std::string exchanges = isFull() ? "%goes_first" : "%exchanges";
    text += "    %next_place = stablehlo.select " + exchanges + ", %other, %own : $PB, $PI\n";
    each("    %next* = stablehlo.select " + exchanges + ", %other*, %own* : $PB, $P*\n");
    text += "    stablehlo.return %next, %next_place, " + listed("%next*") +
            " : tensor<i32>, $PI, " + listed("$P*") + "\n  }\n";
    return text + kept();
  }

  /// Whether nothing has to be filled up.
  bool isFull() const { return padded[dimension] == size; }

  /// What is sorted, without what it was filled up with.
  std::string kept() const {
    std::string text;
    for (size_t array = 0; !isFull() && array < elements.size(); ++array)
      text += numbered("  $sorted* = stablehlo.slice %loop#" + std::to_string(array + 2) +
                           " [$ranges] : ($P*) -> $X*\n",
                       array);
    return text;
  }

  /// The partners' elements.
  static std::string taken(StringRef other, StringRef own, StringRef type) {
    return ("    " + other + " = \"stablehlo.torch_index_select\"(" + own +
            ", %partners) <{batch_dims = 0 : i64, dim = $dim : i64}> : (" + type + ", $V) -> " +
            type + "\n")
        .str();
  }

  void addWords() {
    const SmallVector<int64_t> masks = masksFor(padded[dimension]);
    SmallVector<int64_t> zeros(shape.size(), 0), more = zeros;
    more[dimension] = padded[dimension] - size;
    Type i32 = IntegerType::get(context, 32), i1 = IntegerType::get(context, 1);
    words = {{"turns", turnsText("%turn")},
             {"passes", std::to_string(masks.size())},
             {"masks", commaList(masks)},
             {"size", std::to_string(size)},
             {"dim", std::to_string(dimension)},
             {"zeros", commaList(zeros)},
             {"more", commaList(more)},
             {"values", std::to_string(elements.size() + 2)},
             {"PI", tensorText(padded, i32)},
             {"PB", tensorText(padded, i1)},
             {"V", tensorText({padded[dimension]}, i32)}};
    words["passesxi32"] = words["passes"] + "xi32";
    for (auto [array, element] : llvm::enumerate(elements)) {
      const std::string number = std::to_string(array);
      std::string type;
      llvm::raw_string_ostream(type) << element;
      words["X" + number] = tensorText(shape, element);
      words["P" + number] = tensorText(padded, element);
      words["E" + number] = type;
      words["sorted" + number] =
          isFull() ? "%loop#" + std::to_string(array + 2) : "%sorted" + number;
      words["zero" + number] = isa<FloatType>(element)     ? "0.0"
                               : isa<ComplexType>(element) ? "(0.0, 0.0)"
                               : element.isInteger(1)      ? "false"
                                                           : "0";
    }
    words["types"] = filled(listed("$P*, $P*"), words);
    words["high_low"] = listed("%high*, %low*");
    words["low_high"] = listed("%low*, %high*");
    words["ranges"] = fromZero(shape);
  }
};

} // namespace

void expandSort(Operation *op, int64_t dimension, Region &comparator) {
  const auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  if (type.getNumElements() == 0 || type.getDimSize(dimension) == 1) {
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
    return;
  }
  SortText sort(op->getOperandTypes(), dimension, "sort");
  const std::string after = sort.perArray(sort.whole("%out*", "$sorted*", "$X*")) + "return " +
                            sort.listed("%out*") + " : " + sort.listed("$X*");
  const std::string text = sort.function(sort.listed("%x*: $X*"), "", after, sort.listed("$X*"));
  replaceBy(op, filled(text, sort.words), &comparator);
}

static constexpr StringRef kIsLarger = R"(
func.func @is_larger(%a: $T, %b: $T, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %is_larger = stablehlo.compare GT, %a, %b$order : ($T, $T) -> tensor<i1>
  stablehlo.return %is_larger : tensor<i1>
})";

OwningOpRef<ModuleOp> isLargerFor(Type element) {
  return parsed(element.getContext(),
                filled(kIsLarger, {{"T", tensorText({}, element)},
                                   {"order", isa<FloatType>(element) ? ", TOTALORDER" : ""}}));
}
Region &regionOf(ModuleOp program) { return program.getBodyRegion().front().front().getRegion(0); }

void expandTopK(Operation *op) {
  const auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  const auto largest = cast<RankedTensorType>(op->getResult(0).getType());
  const Type element = type.getElementType(), i32 = IntegerType::get(op->getContext(), 32);
  const auto places = RankedTensorType::get(type.getShape(), i32);
  SortText sort({type, places}, type.getRank() - 1, "top_k");
  sort.words["K0"] = tensorText(largest.getShape(), element);
  sort.words["K1"] = tensorText(largest.getShape(), i32);
  sort.words["kept"] = fromZero(largest.getShape());
  // What is not kept is not moved.
  const std::string after =
      sort.perArray("  %kept* = stablehlo.slice $sorted* [$kept] : ($X*) -> $K*\n" +
                    sort.whole("%out*", "%kept*", "$K*")) +
      "return %out0, %out1 : $K0, $K1";
  const std::string text =
      sort.function("%x0: $X0", "  %x1 = stablehlo.iota dim = $dim : $X1\n", after, "$K0, $K1");
  const OwningOpRef<ModuleOp> isLarger = isLargerFor(element);
  replaceBy(op, filled(text, sort.words), &regionOf(*isLarger));
}

} // namespace shardc
