// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/routines/packed_pairs.h"

#include "frontend/ir/dialects/dialects.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace shardc {

static RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }

Value complexOf(OpBuilder &builder, Location loc, Value real, Value imaginary) {
  const Type element = ComplexType::get(tensor(real).getElementType());
  return stablehlo::ComplexOp::create(builder, loc, tensor(real).clone(element), real, imaginary);
}

Value packPairs(OpBuilder &builder, Location loc, Value vectors, Value imaginary) {
  auto complex = tensor(vectors);
  auto real = complex.clone(cast<ComplexType>(complex.getElementType()).getElementType());
  auto columns = llvm::to_vector(llvm::seq<int64_t>(0, real.getRank() - 2));
  columns.push_back(real.getRank() - 1);
  const Value of = stablehlo::BroadcastInDimOp::create(builder, loc, real, imaginary,
                                                       builder.getDenseI64ArrayAttr(columns));
  const Value zero = stablehlo::ConstantOp::create(builder, loc, real,
                                                   cast<ElementsAttr>(builder.getZeroAttr(real)));
  const auto direction =
      stablehlo::DirectionAttr::get(builder.getContext(), stablehlo::Direction::LT);
  const Value isSecond =
      stablehlo::CompareOp::create(builder, loc, real.clone(builder.getI1Type()), of, zero,
                                   direction, stablehlo::CompareTypeAttr());
  const Value first = stablehlo::RealOp::create(builder, loc, real, vectors);
  const Value conjugate = stablehlo::ImagOp::create(builder, loc, real, vectors);
  const Value second = stablehlo::NegateOp::create(builder, loc, real, conjugate);
  return stablehlo::SelectOp::create(builder, loc, real, isSecond, second, first);
}

} // namespace shardc
