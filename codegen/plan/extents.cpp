// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/extents.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

std::pair<int64_t, int64_t> Extents::of(const Span &span) {
  if (span.isUniform()) return extentsOf(grid, span);
  const Tables tables = {span.lo.values.get(), span.lo.over, span.hi.values.get(), span.hi.over};
  const auto [at, fresh] = known.try_emplace(tables);
  if (fresh) at->second = extentsOf(grid, span);
  return at->second;
}

std::string Extents::text(ArrayRef<Span> spans) {
  std::string text = "[";
  for (auto [dim, span] : llvm::enumerate(spans)) {
    const auto [least, most] = of(span);
    text += (dim ? ", " : "") + std::to_string(least);
    if (least != most) text += ".." + std::to_string(most);
  }
  return text + "]";
}

} // namespace shardc
