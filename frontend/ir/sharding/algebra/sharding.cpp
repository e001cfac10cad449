// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/algebra/sharding.h"

#include "runtime/box.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

AxisList Sharding::used() const {
  AxisList all;
  for (const DimSharding &dim : dims)
    all.append(dim.axes.begin(), dim.axes.end());
  return all;
}

Sharding openSharding(size_t rank) {
  Sharding sharding;
  sharding.dims.resize(rank);
  for (DimSharding &dim : sharding.dims)
    dim.open = true;
  return sharding;
}

Sharding replicatedSharding(size_t rank) {
  Sharding sharding;
  sharding.dims.resize(rank);
  return sharding;
}

bool mayLieOnOne(size_t rank, const Mesh &mesh) { return rank > 0 || mesh.devices() == 1; }

Sharding shardingOnly(size_t rank, int64_t position, const Mesh &mesh) {
  Sharding sharding = replicatedSharding(rank);
  if (mesh.devices() > 1) sharding.onlyOn = position;
  return sharding;
}

Box boxOn(const Sharding &sharding, ArrayRef<int64_t> shape, const Mesh &mesh,
          ArrayRef<int64_t> coordinates) {
  Box box;
  for (auto [dim, extent] : llvm::zip_equal(sharding.dims, shape)) {
    const auto part = runtime::cut(extent, product(dim.axes), placeOn(dim.axes, mesh, coordinates));
    box.push_back({part.lo, part.hi, 1});
  }
  if (sharding.onlyOn && coordinatesAt(mesh, *sharding.onlyOn) != coordinates)
    box.front() = {0, 0, 1};
  return box;
}

static constexpr StringRef kUnreducedBy[] = {"sum", "max", "min"};

StringRef nameOf(UnreducedBy kind) { return kUnreducedBy[static_cast<size_t>(kind)]; }

std::optional<UnreducedBy> unreducedNamed(StringRef name) {
  const auto *found = llvm::find(kUnreducedBy, name);
  if (found == std::end(kUnreducedBy)) return std::nullopt;
  return static_cast<UnreducedBy>(found - kUnreducedBy);
}

std::string shortText(const Sharding &sharding, const Mesh &mesh) {
  if (sharding.onlyOn) return "on device " + std::to_string(*sharding.onlyOn);
  std::string text = "[";
  for (auto [number, dim] : llvm::enumerate(sharding.dims)) {
    text += number > 0 ? ", " : "";
    if (dim.axes.empty())
      text += "-";
    else if (dim.axes.size() == 1)
      text += str(dim.axes.front(), mesh);
    else
      text += "(" + str(ArrayRef<AxisRef>(dim.axes), mesh) + ")";
  }
  text += "]";
  if (!sharding.unreduced.empty())
    text +=
        " unreduced over " + str(ArrayRef<AxisRef>(sharding.unreduced), mesh) +
        (sharding.unreducedBy == UnreducedBy::sum ? ""
                                                  : " by " + nameOf(sharding.unreducedBy).str());
  return text;
}

} // namespace shardc
