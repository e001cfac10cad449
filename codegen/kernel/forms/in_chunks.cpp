// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/in_chunks.h"

#include "codegen/kernel/view/facts.h"

namespace shardc {

int64_t chunkOf(Expr factor) { return 16 / static_cast<int64_t>(info(factor->type).bytes); }

bool isInChunks(const KernelView &view, Expr factor, int along, bool mayBeCut) {
  if (factor->kind != Kind::Load) return false;
  const int64_t chunk = chunkOf(factor);
  if (chunk < 2) return false;
  const std::optional<int64_t> extent = view.loops[along].extent;
  if (!mayBeCut && (!extent || *extent % chunk != 0)) return false;
  return accessOf(view, factor).walks[along].width >= chunk;
}

Expr narrowFactor(Expr factor) {
  if (!isFn(factor, Fn::convert) || factor->type != ElementType::f32) return factor;
  const ElementType own = factor->args[0]->type;
  return own == ElementType::bf16 || own == ElementType::f16 ? factor->args[0] : factor;
}

} // namespace shardc
