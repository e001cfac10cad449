// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/algebra/spread.h"

#include <algorithm>

namespace shardc {

/// The part of the axis of devices that a part of the axis of positions lies along; none if that is
/// no part of it. The devices are the major digits of the positions.
static std::optional<AxisRef> spread(const AxisRef &part, int64_t positions, int64_t devices) {
  if (positions == devices) return part;
  if (part.size == positions) return AxisRef{part.axis, 1, devices};
  const int64_t end = std::min(part.before * part.size, devices);
  if (positions % devices != 0 || part.before >= devices) return std::nullopt;
  if (devices % part.before != 0 || devices % end != 0 || end % part.before != 0)
    return std::nullopt;
  return AxisRef{part.axis, part.before, end / part.before};
}

static AxisList spread(const AxisList &list, const Mesh &positions, const Mesh &devices) {
  AxisList result;
  for (const AxisRef &part : list) {
    const auto own = spread(part, positions.axes[part.axis].size, devices.axes[part.axis].size);
    if (own && own->size > 1) append(result, *own);
  }
  return result;
}

Sharding spread(Sharding sharding, const Mesh &positions, const Mesh &devices) {
  for (DimSharding &dim : sharding.dims)
    dim.axes = spread(dim.axes, positions, devices);
  sharding.replicated = spread(sharding.replicated, positions, devices);
  sharding.unreduced = spread(sharding.unreduced, positions, devices);
  return sharding;
}

} // namespace shardc
