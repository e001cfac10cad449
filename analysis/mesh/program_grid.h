// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/mesh/device_grid.h"
#include "analysis/propagate/propagate.h"

namespace shardc {

/// The grid of the axes, and parts of them, that shardings of a program use, and those that factors
/// of its ops are split over. Where they do not nest, of those of most values.
DeviceGrid gridOf(mlir::func::FuncOp entry, const Propagation &propagation, OpRules &rules);

} // namespace shardc
