// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/algebra/cut_mesh.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace shardc {

/// Where an axis of that size is cut: every end divides the next.
static std::set<int64_t> endsOf(int axis, int64_t size, ArrayRef<AxisRef> used) {
  std::set<int64_t> ends = {1, size};
  const auto fits = [&](int64_t end) {
    const auto next = ends.lower_bound(end); // the size, if no other
    return *next % end == 0 && (*next == end || end % *std::prev(next) == 0);
  };
  for (const AxisRef &part : used) {
    const int64_t end = part.before * part.size;
    if (part.axis == axis && fits(part.before) && fits(end)) ends.insert({part.before, end});
  }
  return ends;
}

std::vector<AxisRef> piecesOf(const Mesh &mesh, ArrayRef<AxisRef> used) {
  std::vector<AxisRef> pieces;
  for (auto [number, of] : llvm::enumerate(mesh.axes)) {
    const int axis = static_cast<int>(number);
    int64_t before = 1;
    for (int64_t end : endsOf(axis, of.size, used)) {
      if (end > before) pieces.push_back({axis, before, end / before});
      before = end;
    }
  }
  return pieces;
}

CutMesh cutMesh(const Mesh &whole, ArrayRef<AxisRef> used) {
  CutMesh mesh{whole, {whole.name, {}, whole.deviceIds}, piecesOf(whole, used)};
  for (const AxisRef &piece : mesh.pieces)
    mesh.cut.axes.push_back({str(piece, whole), piece.size});
  return mesh;
}

std::optional<AxisList> CutMesh::cutUp(ArrayRef<AxisRef> list) const {
  AxisList result;
  for (const AxisRef &axis : list) {
    const int64_t last = axis.before * axis.size;
    for (auto [number, piece] : llvm::enumerate(pieces)) {
      const int64_t begin = std::max(axis.before, piece.before),
                    end = std::min(last, piece.before * piece.size);
      if (piece.axis != axis.axis || begin >= end) continue;
      if (begin % piece.before != 0 || end % begin != 0 || piece.before * piece.size % end != 0)
        return std::nullopt;
      append(result, {static_cast<int>(number), begin / piece.before, end / begin});
    }
  }
  return product(result) == product(list) ? std::optional(result) : std::nullopt;
}

AxisList CutMesh::joined(ArrayRef<AxisRef> list) const {
  AxisList result;
  for (const AxisRef &axis : list) {
    const AxisRef &piece = pieces[axis.axis];
    append(result, {piece.axis, piece.before * axis.before, axis.size});
  }
  return result;
}

/// Every list of axes in a sharding.
static SmallVector<AxisList *, 6> listsOf(Sharding &sharding) {
  SmallVector<AxisList *, 6> lists = {&sharding.replicated, &sharding.unreduced};
  for (DimSharding &dim : sharding.dims)
    lists.push_back(&dim.axes);
  return lists;
}

std::optional<Sharding> CutMesh::cutUp(Sharding sharding) const {
  for (AxisList *list : listsOf(sharding)) {
    const std::optional<AxisList> parts = cutUp(*list);
    if (!parts) return std::nullopt;
    *list = *parts;
  }
  return sharding;
}

Sharding CutMesh::joined(Sharding sharding) const {
  for (AxisList *list : listsOf(sharding))
    *list = joined(*list);
  return sharding;
}

} // namespace shardc
