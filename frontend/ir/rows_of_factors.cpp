// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/rows_of_factors.h"

#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Of an op: for each operand the dimension that has neighbours in memory.
static constexpr llvm::StringLiteral kRowsOfFactors = "shardc.rows";

/// The dimension of a value that is the last one of what it has been made of by transposes and
/// conversions alone.
static int64_t rowOf(Value value) {
  if (auto convert = value.getDefiningOp<stablehlo::ConvertOp>())
    return rowOf(convert.getOperand());
  auto turned = value.getDefiningOp<stablehlo::TransposeOp>();
  if (!turned) return cast<RankedTensorType>(value.getType()).getRank() - 1;
  const int64_t before = rowOf(turned.getOperand());
  return llvm::find(turned.getPermutation(), before) - turned.getPermutation().begin();
}

/// Whether a factor has no dimension of its own.
static bool isVector(Value factor, DenseI64ArrayAttr batching, DenseI64ArrayAttr summed) {
  const auto isOf = [](DenseI64ArrayAttr list, int64_t dim) {
    return list && llvm::is_contained(list.asArrayRef(), dim);
  };
  const ArrayRef<int64_t> shape = cast<RankedTensorType>(factor.getType()).getShape();
  return llvm::all_of(llvm::enumerate(shape), [&](const auto &dim) {
    const auto number = static_cast<int64_t>(dim.index());
    return dim.value() == 1 || isOf(batching, number) || isOf(summed, number);
  });
}

static bool isWithVector(stablehlo::DotGeneralOp op) {
  const stablehlo::DotDimensionsAttr dims = op.getDotDimensionNumbers();
  return isVector(op.getLhs(), dims.getLhsBatchingDimensions(),
                  dims.getLhsContractingDimensions()) ||
         isVector(op.getRhs(), dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions());
}

void markRowsOfFactors(func::FuncOp entry) {
  entry.walk([](stablehlo::DotGeneralOp op) {
    if (!isWithVector(op)) return;
    SmallVector<int64_t, 2> rows; // of numbers none
    bool isTurned = false;
    for (Value factor : op->getOperands()) {
      rows.push_back(rowOf(factor));
      isTurned |= rows.back() + 1 != cast<RankedTensorType>(factor.getType()).getRank();
    }
    if (isTurned && !llvm::is_contained(rows, -1))
      op->setAttr(kRowsOfFactors, DenseI64ArrayAttr::get(op->getContext(), rows));
  });
}

std::optional<int64_t> rowOfFactor(Operation *op, int operand) {
  const auto rows = op->getAttrOfType<DenseI64ArrayAttr>(kRowsOfFactors);
  if (!rows) return std::nullopt;
  return operand < rows.size() ? rows[operand] : -1;
}

} // namespace shardc
