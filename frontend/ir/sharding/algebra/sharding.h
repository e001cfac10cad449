// SPDX-License-Identifier: Apache-2.0
// How a value lies on a mesh, as plain values. Pure algebra, no MLIR.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/ir/sharding/algebra/mesh.h"

namespace shardc {

/// The axes that split a dimension. Open: propagation may append axes.
struct DimSharding {
  AxisList axes;
  bool open = false;
  int64_t priority = 0; // propagated from the smallest on
  bool operator==(const DimSharding &other) const = default;
};

/// What makes a value of the parts that devices have of it.
enum class UnreducedBy : uint8_t { sum, max, min };
/// "sum".
StringRef nameOf(UnreducedBy kind);
/// None if there is no such kind.
std::optional<UnreducedBy> unreducedNamed(StringRef name);

struct Sharding {
  SmallVector<DimSharding, 4> dims;
  AxisList replicated; // must not split an open dimension; sorted
  AxisList unreduced;  // devices along them have parts of the value, to be combined; sorted
  UnreducedBy unreducedBy = UnreducedBy::sum; // where there are any
  /// The position of the one device that has the value; the others have nothing of it. No axes
  /// then.
  std::optional<int64_t> onlyOn = {};
  bool operator==(const Sharding &other) const = default;

  /// Every axis that splits a dimension, in order of dimensions.
  AxisList used() const;
};

/// Of a tensor of that rank: nothing said.
Sharding openSharding(size_t rank);
/// Everything on every device.
Sharding replicatedSharding(size_t rank);
/// Everything on the device at a position of the mesh; on a mesh of one, that is everywhere. Not of
/// scalars (mayLieOnOne).
Sharding shardingOnly(size_t rank, int64_t position, const Mesh &mesh);
/// Whether one device of the mesh may have all of a value: a scalar has no dimension that would be
/// empty on the others.
bool mayLieOnOne(size_t rank, const Mesh &mesh);

/// What a device holds of a value of `shape`: part k of n of each dimension is
/// [ceil(k d / n), ceil((k + 1) d / n)), k its place on the dimension's axes. Where another device
/// has it all, nothing of dimension 0.
Box boxOn(const Sharding &sharding, ArrayRef<int64_t> shape, const Mesh &mesh,
          ArrayRef<int64_t> coordinates);

/// For people: "[data, -]", "on device 3".
std::string shortText(const Sharding &sharding, const Mesh &mesh);

} // namespace shardc
