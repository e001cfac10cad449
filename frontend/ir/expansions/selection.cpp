// SPDX-License-Identifier: Apache-2.0
// An element and its place are one number of 64 bits, in the order that is wanted: in front the
// element, as an integer that is larger where it is larger, behind it what is larger for places
// that come first. No two are equal, so each turn finds the largest number below the last one:
// a reduction, which writes nothing.
#include "frontend/ir/expansions/selection.h"

#include "frontend/ir/expansions/expansion.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc {

/// Whether so many turns, each of which reads all, take less than the passes of a sort, each of
/// which reads and writes elements and places.
static bool isWorthIt(int64_t size, int64_t wanted) {
  const int64_t doublings = llvm::Log2_64_Ceil(size);
  return wanted <= doublings * (doublings + 1);
}

/// From an element, %x, to its integer, %key, of 64 bits.
static std::string keyText(Type element) {
  if (element.isUnsignedInteger())
    return R"(
    %wide = stablehlo.convert %x : ($X) -> $L
    %half = stablehlo.constant dense<2147483648> : $L
    %key = stablehlo.subtract %wide, %half : $L
)";
  if (isa<IntegerType>(element)) return "\n    %key = stablehlo.convert %x : ($X) -> $L\n";
  // What is negative is the smaller the larger its other bits are.
  return R"(
    %bits = stablehlo.bitcast_convert %x : ($X) -> $B
    %last_bit = stablehlo.constant dense<$last_bit> : $B
    %sign = stablehlo.shift_right_arithmetic %bits, %last_bit : $B
    %others = stablehlo.constant dense<$others> : $B
    %turned = stablehlo.and %sign, %others : $B
    %ordered = stablehlo.xor %bits, %turned : $B
    %key = stablehlo.convert %ordered : ($B) -> $L
)";
}

/// And back: from %front, of 64 bits, to %elements.
static std::string elementText(Type element) {
  if (element.isUnsignedInteger())
    return R"(
  %halves = stablehlo.constant dense<2147483648> : $KL
  %sum = stablehlo.add %front, %halves : $KL
  %elements = stablehlo.convert %sum : ($KL) -> $K0
)";
  if (isa<IntegerType>(element)) return "\n  %elements = stablehlo.convert %front : ($KL) -> $K0\n";
  return R"(
  %narrow = stablehlo.convert %front : ($KL) -> $KB
  %last_bits = stablehlo.constant dense<$last_bit> : $KB
  %signs = stablehlo.shift_right_arithmetic %narrow, %last_bits : $KB
  %all_others = stablehlo.constant dense<$others> : $KB
  %turned_back = stablehlo.and %signs, %all_others : $KB
  %own_bits = stablehlo.xor %narrow, %turned_back : $KB
  %elements = stablehlo.bitcast_convert %own_bits : ($KB) -> $K0
)";
}

static std::string selectionText(Type element) {
  return R"(func.func @f(%given: $X) -> ($K0, $K1) {
$whole_given
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<$wanted> : tensor<i32>
  %least = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %above = stablehlo.constant dense<9223372036854775807> : $R
  %none = stablehlo.constant dense<0> : $KL
  %loop:3 = stablehlo.while(%turn = %zero, %last = %above, %found = %none) : tensor<i32>, $R, $KL
$turns)" +
         keyText(element) + R"(
    %width = stablehlo.constant dense<32> : $L
    %in_front = stablehlo.shift_left %key, %width : $L
    %place = stablehlo.iota dim = $dim : $L
    %first = stablehlo.constant dense<4294967294> : $L
    %behind = stablehlo.subtract %first, %place : $L
    %number = stablehlo.or %in_front, %behind : $L
    %bound = stablehlo.broadcast_in_dim %last, dims = [$batch] : ($R) -> $L
    %is_left = stablehlo.compare LT, %number, %bound, SIGNED : ($L, $L) -> $M
    %fill = stablehlo.broadcast_in_dim %least, dims = [] : (tensor<i64>) -> $L
    %left = stablehlo.select %is_left, %number, %fill : $M, $L
    %largest = stablehlo.reduce(%left init: %least) applies stablehlo.maximum across dimensions = [$dim] : ($L, tensor<i64>) -> $R
    %column = stablehlo.reshape %largest : ($R) -> $C
    %next_found = stablehlo.dynamic_update_slice %found, %column, $zeros%turn : ($KL, $C, $indices) -> $KL
    stablehlo.return %next, %largest, %next_found : tensor<i32>, $R, $KL
  }
  %widths = stablehlo.constant dense<32> : $KL
  %front = stablehlo.shift_right_arithmetic %loop#2, %widths : $KL
  %low_bits = stablehlo.constant dense<4294967295> : $KL
  %back = stablehlo.and %loop#2, %low_bits : $KL
  %firsts = stablehlo.constant dense<4294967294> : $KL
  %from = stablehlo.subtract %firsts, %back : $KL
  %places = stablehlo.convert %from : ($KL) -> $K1
)" + elementText(element) +
         R"($whole_elements$whole_places  return %out0, %out1 : $K0, $K1
})";
}

bool isSelected(Operation *op) {
  const auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  const auto kept = cast<RankedTensorType>(op->getResult(0).getType());
  const Type element = type.getElementType();
  const unsigned bits = element.getIntOrFloatBitWidth();
  return bits <= 32 && bits >= (isa<FloatType>(element) ? 16 : 8) && kept.getNumElements() > 0 &&
         isWorthIt(type.getShape().back(), kept.getShape().back());
}

bool selectTopK(Operation *op) {
  if (!isSelected(op)) return false;
  const auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  const auto kept = cast<RankedTensorType>(op->getResult(0).getType());
  const Type element = type.getElementType();
  const int64_t dim = type.getRank() - 1;
  const unsigned bits = element.getIntOrFloatBitWidth();
  MLIRContext *context = op->getContext();
  const Type i64 = IntegerType::get(context, 64), i32 = IntegerType::get(context, 32),
             ofBits = IntegerType::get(context, bits);
  const ArrayRef<int64_t> batch = type.getShape().drop_back();
  SmallVector<int64_t> column(type.getShape());
  column[dim] = 1;
  Words words = {{"X", tensorText(type.getShape(), element)},
                 {"B", tensorText(type.getShape(), ofBits)},
                 {"L", tensorText(type.getShape(), i64)},
                 {"M", tensorText(type.getShape(), IntegerType::get(context, 1))},
                 {"R", tensorText(batch, i64)},
                 {"C", tensorText(column, i64)},
                 {"K0", tensorText(kept.getShape(), element)},
                 {"K1", tensorText(kept.getShape(), i32)},
                 {"KB", tensorText(kept.getShape(), ofBits)},
                 {"KL", tensorText(kept.getShape(), i64)},
                 {"dim", std::to_string(dim)},
                 {"batch", commaList(llvm::to_vector(llvm::seq<int64_t>(0, dim)))},
                 {"wanted", std::to_string(kept.getDimSize(dim))},
                 {"last_bit", std::to_string(bits - 1)},
                 {"others", std::to_string((int64_t(1) << (bits - 1)) - 1)},
                 {"turns", turnsText("%turn")},
                 {"zeros", ""},
                 {"indices", ""}};
  for (int64_t k = 0; k < dim; ++k) {
    words["zeros"] += "%zero, ";
    words["indices"] += "tensor<i32>, ";
  }
  words["indices"] += "tensor<i32>";
  words["whole_given"] = wholeText("%x", "%given", words["X"], {dim}, "top_k");
  words["whole_elements"] = wholeText("%out0", "%elements", words["K0"], {dim}, "top_k");
  words["whole_places"] = wholeText("%out1", "%places", words["K1"], {dim}, "top_k");
  replaceBy(op, filled(selectionText(element), words));
  return true;
}

} // namespace shardc
