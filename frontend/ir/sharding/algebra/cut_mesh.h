// SPDX-License-Identifier: Apache-2.0
// A mesh with its axes cut in pieces, each of which is an axis then. Pure algebra, no MLIR ops.
#pragma once

#include "frontend/ir/sharding/algebra/sharding.h"

namespace shardc {

/// The axes of a mesh, cut where `used` begin and end; of parts that do not nest, where those do
/// that come first. Those of size 1 are left out: row-major over the pieces is the order of
/// positions.
std::vector<AxisRef> piecesOf(const Mesh &mesh, ArrayRef<AxisRef> used);

/// The same devices twice: axis k of `cut` is pieces[k] of `whole`.
struct CutMesh {
  Mesh whole, cut;
  std::vector<AxisRef> pieces;

  /// An axis list or sharding of `whole`, over `cut`. None where it has parts of axes that do not
  /// nest with the pieces.
  std::optional<AxisList> cutUp(ArrayRef<AxisRef> list) const;
  std::optional<Sharding> cutUp(Sharding sharding) const;
  /// The opposite.
  AxisList joined(ArrayRef<AxisRef> list) const;
  Sharding joined(Sharding sharding) const;
};
CutMesh cutMesh(const Mesh &whole, ArrayRef<AxisRef> used);

} // namespace shardc
