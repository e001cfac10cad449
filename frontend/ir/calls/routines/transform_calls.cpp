// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/routines/transform_calls.h"

#include "frontend/ir/calls/routines/call_routine.h"
#include "frontend/ir/expansions/fourier.h"
#include "frontend/ir/expansions/roots_of_unity.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

void callForTransform(stablehlo::FftOp op, CustomOps &ops) {
  using stablehlo::FftType;
  const auto taken = cast<RankedTensorType>(op.getOperand().getType());
  if (taken.getNumElements() == 0 || taken.getRank() - 1 > kMostBatchDims) return;
  const SmallVector<int64_t> lengths(op.getFftLength());
  const auto isLong = [](int64_t length) { return !isSmallTransform(length); };
  if (llvm::none_of(lengths, isLong)) return;
  constrainResults(op);
  const FftType type = op.getFftType();
  const Fourier kind{type == FftType::IFFT || type == FftType::IRFFT,
                     type == FftType::RFFT || type == FftType::IRFFT};
  const RuntimeRoutine &routine = *findRuntimeRoutine("fourier");
  expandFourier(op, kind, lengths, [&](const FourierCall &call) {
    const DictionaryAttr given =
        dictionaryOf(op.getContext(), {{"behind", call.behind}, {"inverse", call.isInverse}});
    return routineCallText(call.made, call.taken + ", " + call.roots,
                           {Type(call.type), Type(call.typeOfRoots)}, call.type, routine, given,
                           ops);
  });
}

} // namespace shardc
