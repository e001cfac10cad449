// SPDX-License-Identifier: Apache-2.0
// Blelloch (1990): what blocks of elements reduce to is scanned, by a reduce_window of fewer
// elements that is replaced in turn; then each element has few to go through. The first or the last
// block may be a short one.
#include "frontend/ir/expansions/scans.h"

#include "frontend/ir/expansions/expansion.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardc {

static constexpr int64_t kBlock = 16;

static constexpr StringRef kScan = R"(
func.func private @body($T, $T) -> $T
func.func @f(%x: $X, %init: $T) -> $X {
  %nothing = stablehlo.constant $nothing
  %totals = "stablehlo.reduce_window"(%x, %nothing) <{$over_blocks}> ({
  ^bb0(%a: $T, %b: $T):
    %c = func.call @body(%a, %b) : ($T, $T) -> $T
    stablehlo.return %c : $T
  }) : ($X, $T) -> $N
  %before = "stablehlo.reduce_window"(%totals, %init) <{$over_totals}> ({
  ^bb0(%a: $T, %b: $T):
    %c = func.call @body(%a, %b) : ($T, $T) -> $T
    stablehlo.return %c : $T
  }) : ($N, $T) -> $N
  %result = "stablehlo.scan_blocks"(%x, %before, %nothing) <{$in_blocks}> ({
  ^bb0(%a: $T, %b: $T):
    %c = func.call @body(%a, %b) : ($T, $T) -> $T
    stablehlo.return %c : $T
  }) : ($X, $N, $T) -> $X
  return %result : $X
})";

static SmallVector<int64_t> with(SmallVector<int64_t> list, int64_t dim, int64_t value) {
  list[dim] = value;
  return list;
}

/// Attributes of a reduce_window over one dimension.
static std::string windowOver(int64_t rank, int64_t dim, int64_t size, int64_t stride,
                              std::pair<int64_t, int64_t> ends) {
  const SmallVector<int64_t> ones(rank, 1);
  std::vector<std::string> padding(rank, "[0, 0]");
  padding[dim] = "[" + commaList({ends.first, ends.second}) + "]";
  return "window_dimensions = array<i64: " + commaList(with(ones, dim, size)) +
         ">, window_strides = array<i64: " + commaList(with(ones, dim, stride)) +
         ">, padding = dense<[" + llvm::join(padding, ", ") + "]> : tensor<" +
         std::to_string(rank) + "x2xi64>";
}

static std::string textFor(RankedTensorType type, const Scan &scan) {
  const Type element = type.getElementType();
  const int64_t dim = scan.dimension, rank = type.getRank();
  const int64_t count = llvm::divideCeil(type.getDimSize(dim), kBlock),
                missing = count * kBlock - type.getDimSize(dim);
  const auto ends = [&](int64_t atStart, int64_t atEnd) {
    return scan.fromEnd ? std::pair(atEnd, atStart) : std::pair(atStart, atEnd);
  };
  std::string nothing;
  llvm::raw_string_ostream(nothing) << scan.nothing;
  return filled(
      kScan,
      {{"T", tensorText({}, element)},
       {"X", tensorText(type.getShape(), element)},
       {"N", tensorText(with(SmallVector<int64_t>(type.getShape()), dim, count), element)},
       {"nothing", nothing},
       {"over_blocks", windowOver(rank, dim, kBlock, kBlock, ends(0, missing))},
       {"over_totals", windowOver(rank, dim, count, 1, ends(count, -1))},
       {"in_blocks",
        "dimension = " + std::to_string(dim) + " : i64, size = " + std::to_string(kBlock) +
            " : i64" + (scan.fromEnd ? ", from_end" : "") + (scan.toBefore ? ", to_before" : "")}});
}

void expandScan(Operation *op, const Scan &scan) {
  const auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  OpOperand *use = op->use_empty() ? nullptr : &*op->use_begin();
  const DictionaryAttr said = op->getDiscardableAttrDictionary();
  replaceBy(op, textFor(type, scan), &op->getRegion(0));
  if (use) use->get().getDefiningOp()->setDiscardableAttrs(said);
}

} // namespace shardc
