// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/in_chunks.h"

#include "codegen/kernel/view/facts.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

int64_t chunkOf(Expr factor) { return 16 / static_cast<int64_t>(info(factor->type).bytes); }

bool isInChunks(const KernelView &view, Expr factor, int along, bool mayBeCut, bool mayBeZeros) {
  Expr load = loadOrZeros(factor, along);
  if (!load || (load != factor && !mayBeZeros)) return false;
  const int64_t chunk = chunkOf(load);
  if (chunk < 2) return false;
  const std::optional<int64_t> extent = view.loops[along].extent;
  if (!mayBeCut && (!extent || *extent % chunk != 0)) return false;
  return accessOf(view, load).walks[along].width >= chunk;
}

Expr loadOrZeros(Expr factor, int along) {
  if (factor->kind == Kind::Load) return factor;
  if (factor->kind != Kind::Select) return nullptr;
  Expr condition = factor->args[0], read = factor->args[1], other = factor->args[2];
  const bool isZero = other->kind == Kind::Literal && other->number.sameBits(ofNoBits(other->type));
  if (read->kind != Kind::Load || !isZero || contains(condition, Kind::Load)) return nullptr;
  return llvm::is_contained(freeLoops(condition), along) ? nullptr : read;
}

Expr narrowFactor(Expr factor) {
  Expr narrow = factor->type == ElementType::f32 ? convertedFrom(factor) : nullptr;
  if (!narrow) return factor;
  return narrow->type == ElementType::bf16 || narrow->type == ElementType::f16 ? narrow : factor;
}

} // namespace shardc
