// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sizes.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

std::optional<int64_t> elementsOf(ArrayRef<int64_t> shape, int64_t limit) {
  int64_t product = 1;
  bool isEmpty = false;
  for (int64_t extent : shape) {
    isEmpty |= extent == 0;
    if (extent > 0 && product > limit / extent) return std::nullopt;
    product *= extent > 0 ? extent : 1;
  }
  return isEmpty ? 0 : product;
}

std::string shapeText(ArrayRef<int64_t> shape) {
  return "[" +
         llvm::join(llvm::map_range(shape, [](int64_t n) { return std::to_string(n); }), ", ") +
         "]";
}

LogicalResult checkSize(Location loc, RankedTensorType type) {
  if (type.getRank() > kMaxRank)
    return report(loc, Diag::too_large)
           << "a value of " << type.getRank() << " dimensions; at most " << kMaxRank;
  if (elementsOf(type.getShape(), kMaxElements)) return success();
  return report(loc, Diag::too_large)
         << "a value of type " << type << " has more than 2^45 elements; give smaller extents";
}

} // namespace shardc
