// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/expansions/exchanges.h"

#include "frontend/ir/expansions/expansion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kExchanges = R"(
func.func @f(%pivots: $P) -> $M {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<$steps> : tensor<i32>
  %nothing = stablehlo.constant dense<0> : $M
  %places = stablehlo.iota dim = $last : $M
  %loop:2 = stablehlo.while(%k = %zero, %x = %places) : tensor<i32>, $M
$turns
    %pivot = stablehlo.dynamic_slice %pivots, $Z%k, sizes = [$S_] : ($P, $Zt tensor<i32>) -> $S
    %this = stablehlo.dynamic_slice %x, $Z%k, sizes = [$S_] : ($M, $Zt tensor<i32>) -> $S
    %pivot_all = stablehlo.broadcast_in_dim %pivot, dims = [$D] : ($S) -> $M
    %this_all = stablehlo.broadcast_in_dim %this, dims = [$D] : ($S) -> $M
    %k_all = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $M
    %is_pivot = stablehlo.compare EQ, %places, %pivot_all, SIGNED : ($M, $M) -> $MB
    %is_this = stablehlo.compare EQ, %places, %k_all, SIGNED : ($M, $M) -> $MB
    %picked = stablehlo.select %is_pivot, %x, %nothing : $MB, $M
    %other = stablehlo.reduce(%picked init: %zero) applies stablehlo.add across dimensions = [$last] : ($M, tensor<i32>) -> $B
    %other_all = stablehlo.broadcast_in_dim %other, dims = [$batch] : ($B) -> $M
    %half = stablehlo.select %is_pivot, %this_all, %x : $MB, $M
    %y = stablehlo.select %is_this, %other_all, %half : $MB, $M
    stablehlo.return %next, %y : tensor<i32>, $M
  }
  return %loop#1 : $M
})";

void expandExchanges(Operation *op) {
  if (replaceEmpty(op)) return;
  const auto pivots = cast<RankedTensorType>(op->getOperand(0).getType());
  const auto order = cast<RankedTensorType>(op->getResult(0).getType());
  const int64_t batch = order.getRank() - 1;
  const Type i32 = order.getElementType(), i1 = IntegerType::get(op->getContext(), 1);
  SmallVector<int64_t> one(order.getShape());
  one.back() = 1;
  Words words;
  words["P"] = tensorText(pivots.getShape(), i32);
  words["M"] = tensorText(order.getShape(), i32);
  words["MB"] = tensorText(order.getShape(), i1);
  words["S"] = tensorText(one, i32);
  words["S_"] = commaList(one);
  words["B"] = tensorText(order.getShape().drop_back(), i32);
  words["D"] = commaList(llvm::to_vector(llvm::seq<int64_t>(0, batch + 1)));
  words["batch"] = commaList(llvm::to_vector(llvm::seq<int64_t>(0, batch)));
  words["last"] = std::to_string(batch);
  words["steps"] = std::to_string(pivots.getShape().back());
  words["turns"] = turnsText("%k");
  words.try_emplace("Z");
  words.try_emplace("Zt");
  for (int64_t dim = 0; dim < batch; ++dim) {
    words["Z"] += "%zero, ";
    words["Zt"] += "tensor<i32>, ";
  }
  replaceBy(op, filled(kExchanges, words));
}

} // namespace shardc
