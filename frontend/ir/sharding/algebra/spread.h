// SPDX-License-Identifier: Apache-2.0
// Axes with more positions than devices: a device has several neighbours. Pure algebra, no MLIR.
#pragma once

#include "frontend/ir/sharding/algebra/sharding.h"

namespace shardc {

/// A sharding over positions as one over the devices that have them: axis k of `positions` is cut
/// over the devices of axis k of `devices`, by the rule for dimensions. An axis of one device
/// splits nothing, nor does a part of an axis that ends inside of a device's positions.
Sharding spread(Sharding sharding, const Mesh &positions, const Mesh &devices);

} // namespace shardc
