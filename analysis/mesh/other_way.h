// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace shardc {

/// Partial sums of floats can be combined where they are made, or passed on through ops that are
/// linear in them and combined later: the way that was not taken.
struct OtherWay {
  bool passesOn = false;
  double bytes = 0;      // that a device would receive, mean over devices
  bool isSlower = false; // moves and work together, on the machine that was weighed
};

} // namespace shardc
