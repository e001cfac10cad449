// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of many points: those of one dimension are the runtime's to make
// (runtime/routines/fourier.h), and what transforms of several, of reals and of other lengths do
// besides is a program.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/dialects/dialects.h"

namespace shardc {

/// Puts calls in place of such a transform. Others are left: few points, transforms that are wrong,
/// as verifying them tells, and all where nothing compiles a routine.
void callForTransform(stablehlo::FftOp op, CustomOps &ops);

} // namespace shardc
