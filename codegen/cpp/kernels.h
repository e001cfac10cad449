// SPDX-License-Identifier: Apache-2.0
// Kernel text: a formula under loops (C++) or under a grid (CUDA), as an expert would write it.
#pragma once

#include "codegen/cpp/expression.h"
#include "codegen/kernel/schedule.h"

namespace shardc {

/// A kernel and what launches it, as text.
struct KernelText {
  std::string declaration; // how NAME.plan.h declares what launches it, without the semicolon
  bool takesDevice = false;
  struct OnTarget {
    std::string text; // with the comment above
    Needs needs;
  } cpp, cuda;
  const OnTarget &on(Target target) const { return target == Target::cuda ? cuda : cpp; }
};

/// The text of one kernel that these statements are; `further`: what other shards' ops are, per
/// source.
KernelText kernelText(const KernelView &view, const Function &function,
                      ArrayRef<const std::vector<Source> *> further, KernelTree cpp,
                      KernelTree cuda);

/// The kernels of a plan, per function: each printed once for each target.
using KernelTexts = std::vector<std::vector<KernelText>>;
KernelTexts kernelTexts(const Plan &plan);

/// The whole of NAME.kernels.cpp or NAME.kernels.cu.
std::string kernelsFile(const Plan &plan, const KernelTexts &kernels, Target target);

} // namespace shardc
