// SPDX-License-Identifier: Apache-2.0
// How long a call takes, as far as a machine's numbers say: kernels by what limits them, work or
// memory; collectives by what the runtime would send, over the links of a host and between hosts,
// beside the kernels that they run beside.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

/// In seconds, of the slowest device.
struct Times {
  std::vector<double> collectives; // of the first function, each done once, by itself
  double working = 0, moving = 0;  // of a call
  double all = 0;                  // of a call: less than both, where kernels hide moves
};

/// Beyond so many devices what each sends is not worked out.
inline constexpr int64_t kTimedDevices = 512;

/// Of up to kTimedDevices.
Times timesOf(const Plan &plan);
/// "12.3 us"
std::string timeText(double seconds);

} // namespace shardc::facts
