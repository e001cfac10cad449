// SPDX-License-Identifier: Apache-2.0
// How long a call takes, as far as a machine's numbers say: kernels by what limits them, work or
// memory; collectives by what the runtime would send, over the links of a host and between hosts,
// beside the kernels that they run beside.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

/// A sum between GPUs that NCCL has a collective for: what a device receives [bytes], and how long
/// it takes [s], once, where parts are sent and added up in order, and where NCCL adds up.
struct SumPrice {
  std::string id; // of the collective
  int64_t times;  // per call
  double bytesInOrder, secondsInOrder, bytesByNccl, secondsByNccl;
};

/// In seconds, of the slowest device.
struct Times {
  std::vector<double> collectives; // of the first function, each done once, by itself
  double working = 0, moving = 0;  // of a call
  double all = 0;                  // of a call: less than both, where kernels hide moves
  std::vector<SumPrice> sums;      // in the order of steps
};

/// Beyond so many devices what each sends is not worked out.
inline constexpr int64_t kTimedDevices = 512;

/// Of up to kTimedDevices.
Times timesOf(const Plan &plan);

/// "12.3 us"
std::string timeText(double seconds);

} // namespace shardc::facts
