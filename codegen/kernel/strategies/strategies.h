// SPDX-License-Identifier: Apache-2.0
// Strategies: each proposes schedules for a kernel on GPUs, or none; of all of them the one of the
// least estimate is taken.
#pragma once

#include "codegen/kernel/digits.h"
#include "codegen/kernel/view/nest.h"

namespace shardc {

using Candidates = std::vector<Schedule>;

/// Whether nothing is reduced, the innermost loop has several indices, and results are no operands.
bool isElementwise(const KernelView &view, const Nest &nest);

/// A thread for an element of all loops outside of reductions, or for neighbours that are one
/// access.
void elements(const KernelView &view, const Nest &nest, Candidates &candidates);
/// A thread for elements of several rows, where neighbours are no one access.
void inTurns(const KernelView &view, const Nest &nest, Candidates &candidates);
/// What is read against the rows of a result goes through tiles in shared memory.
void turned(const KernelView &view, const Nest &nest, Candidates &candidates);

/// Of elements that are few and take long: blocks of few neighbours and all places that some of
/// what is read is the same for.
void places(const KernelView &view, const Nest &nest, Candidates &candidates);

/// Threads share out columns, rows, or rows of rows that are reduced.
void columns(const KernelView &view, const Nest &nest, Candidates &candidates);
void rows(const KernelView &view, const Nest &nest, Candidates &candidates);
void planes(const KernelView &view, const Nest &nest, Candidates &candidates);

/// The one of the least estimate; of those that take as long, the first. Others follow it.
Candidates ranked(const KernelView &view, const Nest &nest);

} // namespace shardc
