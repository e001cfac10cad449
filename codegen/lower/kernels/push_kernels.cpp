// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/kernels/push_kernels.h"

#include "codegen/lower/kernels/work_tally.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

namespace shardc {

/// The kernel with one of the formulas that its own became, over these loops: of what that uses.
static KernelPart partOf(const Kernel &kernel, const Formula &formula, ArrayRef<Span> loops,
                         const ShardGrid &grid) {
  KernelPart part{kernel, {}};
  part.kernel.formula = compact(formula, {}, part.ins);
  part.kernel.ins.clear();
  for (int operand : part.ins)
    part.kernel.ins.push_back(kernel.ins[operand]);
  llvm::SmallVector<bool> isUsed(loops.size(), false);
  forEachExpr(formula, [&](Expr e) {
    if (e->kind == Kind::Loop) isUsed[e->value] = true;
  });
  part.kernel.loops.clear();
  for (auto [loop, used] : llvm::zip_equal(loops, isUsed))
    if (used) part.kernel.loops.push_back(loop);
  part.kernel.bytes = bytesOf(part.kernel, grid);
  return part;
}

std::optional<PushKernels> pushKernelsOf(const Kernel &kernel, const ShardGrid &grid) {
  const auto inverted = pushed(kernel.formula);
  if (!inverted) return std::nullopt;
  SmallVector<Span, 8> loops(kernel.loops);
  PushKernels made{partOf(kernel, inverted->start, loops, grid), std::nullopt};
  made.start.kernel.name += "_start";
  if (!inverted->push) return made;
  for (auto [k, was] : llvm::enumerate(inverted->were)) {
    const int64_t extent = inverted->push->loops[kernel.formula.loops.size() + k].extent;
    loops.push_back(was >= 0 ? kernel.loops[was] : Span{uniform<int64_t>(0), uniform(extent)});
  }
  made.push = partOf(kernel, *inverted->push, loops, grid);
  return made;
}

} // namespace shardc
