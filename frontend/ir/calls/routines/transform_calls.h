// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of many points: those of one dimension are the runtime's to make
// (runtime/routines/fourier.h), and what transforms of several, of reals and of other lengths do
// besides is a program.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/dialects/dialects.h"

namespace shardc {

/// Puts calls in place of a transform that is right (`isRight`). It is left where it is of few
/// points, and where nothing compiles a routine.
void callForTransform(stablehlo::FftOp op, CustomOps &ops);

} // namespace shardc
