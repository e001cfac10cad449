// SPDX-License-Identifier: Apache-2.0
// Factors that GPUs bring from memory in chunks of 16 bytes.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// How many elements of a factor are 16 bytes.
int64_t chunkOf(Expr factor);

/// Whether the factor is a load whose neighbours along a loop are such chunks, on every device. The
/// last one may be there in part where `mayBeCut`; where `mayBeZeros`, a condition may say that one
/// is zeros.
bool isInChunks(const KernelView &view, Expr factor, int along, bool mayBeCut,
                bool mayBeZeros = false);

/// The load that a factor is, or is where a condition holds, being zeros elsewhere; null where it
/// is neither, or where neighbours along the loop may differ in whether it holds.
Expr loadOrZeros(Expr factor, int along);

/// What is read as a float of 16 bits, without what makes f32 of it; else the factor itself.
Expr narrowFactor(Expr factor);

} // namespace shardc
