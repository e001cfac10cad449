// SPDX-License-Identifier: Apache-2.0
// What a manual region says is the same on devices along an axis, so that the first of them speaks
// for all. Nothing proves it; a program in which another one speaks shows whether it is so.
#pragma once

#include "frontend/ir/interfaces/manual.h"

namespace shardc {

/// A value that devices along some axes have alike, as the program says.
struct Claim {
  std::string where; // "result 0 of the manual computation at train.mlir:7"
  std::string axes;  // "p"
  int64_t places;    // along them
};

/// Manual regions that are put over all devices from here on note their claims. Of claim `number`
/// the device at `place` speaks for all; -1: of all the first ones do.
void watchClaims(mlir::ModuleOp program, int64_t number, int64_t place);
/// Those that have been noted, in their order.
std::vector<Claim> claimsOf(mlir::ModuleOp program);

/// Of a value that the first device along `axes` speaks for: notes that, where somebody watches.
/// The value in which its first place has what the speaker has.
OverDevices claimed(ManualRegion &region, OverDevices value, const Axes &axes,
                    mlir::OpResult result);

} // namespace shardc
