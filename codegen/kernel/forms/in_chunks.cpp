// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/in_chunks.h"

#include "codegen/kernel/view/facts.h"
#include "frontend/ir/formula/expressions/scalars.h"

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
  Expr narrow = factor->type == ElementType::f32 ? convertedFrom(factor) : nullptr;
  if (!narrow) return factor;
  return narrow->type == ElementType::bf16 || narrow->type == ElementType::f16 ? narrow : factor;
}

} // namespace shardc
