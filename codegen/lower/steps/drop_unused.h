// SPDX-License-Identifier: Apache-2.0
// What steps that have been changed leave behind.
#pragma once

#include "codegen/plan/plan.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc {

/// Calls `visit` for all steps, those of bodies included, in order.
void forEachStep(std::vector<Step> &steps, llvm::function_ref<void(Step &)> visit);
/// Kernels that no step does are gone, and the others have other numbers, in the same order.
void dropUnusedKernels(Function &function);
/// Each of these buffers is another one from here on, and gone; the others have other numbers.
void replaceBuffers(Function &function, const llvm::DenseMap<int, int> &by);

} // namespace shardc
