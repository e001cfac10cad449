// SPDX-License-Identifier: Apache-2.0
// What attributes with shardings are called.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace shardc {

inline constexpr llvm::StringLiteral kSdySharding = "sdy.sharding";
inline constexpr llvm::StringLiteral kHloSharding = "mhlo.sharding";
/// Of a way into a manual region: the sharding over what is manual (rewrites/manual_calls.h).
inline constexpr llvm::StringLiteral kManualSharding = "shardc.manual";
/// Of a manual computation that is a map: how many positions there are on each axis of the mesh, as
/// many as devices or more. Numbers of devices in it count those on the manual axes.
inline constexpr llvm::StringLiteral kPositions = "shardc.positions";

} // namespace shardc
