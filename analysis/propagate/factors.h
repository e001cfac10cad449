// SPDX-License-Identifier: Apache-2.0
// Axes per factor of an op, to and from shardings of its tensors. Pure algebra.
#pragma once

#include "frontend/ir/formula/rule.h"
#include "frontend/ir/sharding/algebra/sharding.h"

#include <optional>

namespace shardc {

/// The axes that split each factor of a rule.
using FactorAxes = SmallVector<AxisList, 4>;

/// What a tensor's sharding says about the factors of its dimensions, major to minor. Axes that do
/// not divide a factor above others are left out, with all that is below.
FactorAxes factorAxes(const Rule &rule, ArrayRef<DimFactors> dims, const Sharding &sharding);

/// The opposite: the sharding of a tensor whose factors are split so. Below a factor that is not
/// fully split nothing is cut.
Sharding shardingFrom(const Rule &rule, ArrayRef<DimFactors> dims, const FactorAxes &axes);

/// The axes of factors of one kind, as of those that have to be whole, go to the factor with most
/// indices for each device, such as a batch: so no device does what another does. None where there
/// are no such axes, or no such factor has room for them.
std::optional<FactorAxes> without(FactorKind kind, const Rule &rule, const FactorAxes &axes);

/// Elements that a device receives, on average over devices, where a value of `elements` moves from
/// one sharding to another; exact where sizes divide, and where no one device alone has it.
double received(const Sharding &from, const Sharding &to, double elements);

} // namespace shardc
