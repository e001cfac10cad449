// SPDX-License-Identifier: Apache-2.0
// What a kernel takes on a GPU, read off its schedule: the addresses that
// threads have together follow from their digits, so what they ask for is counted, not guessed.
#pragma once

#include "codegen/kernel/digits.h"
#include "frontend/machine.h"

namespace shardc {

/// The machine whose GPU kernels are scheduled for. What a sum rounds to depends on none of its
/// numbers.
const Machine &gpu();

/// The longest of: bytes of memory, sectors from the L2, requests to the first cache, operations of
/// the busiest multiprocessor, and what one warp waits for, times the rounds in which blocks come.
Estimate estimateOf(const KernelView &view, const Schedule &schedule);

} // namespace shardc
