// SPDX-License-Identifier: Apache-2.0
// How long a call takes, as far as a machine's numbers say: kernels by what limits them, work or
// memory; collectives by what the runtime would send, over the links of a host and between hosts,
// beside the kernels that they run beside.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

/// Of sums between GPUs that NCCL has a collective for: what a device receives [bytes], and how
/// long they take [s], where parts are sent and added up in order, and where NCCL adds up.
struct SumPrice {
  double bytesInOrder = 0, secondsInOrder = 0, bytesByNccl = 0, secondsByNccl = 0;
};

/// Of one of them, done once.
struct PricedSum {
  std::string id; // of the collective
  SumPrice price;
};

/// In seconds, of the slowest device.
struct Times {
  std::vector<double> collectives; // of the first function, each done once, by itself
  double working = 0, moving = 0;  // of a call
  double all = 0;                  // of a call: less than both, where kernels hide moves
  std::vector<PricedSum> sums;     // in the order of steps
  SumPrice allSums;                // of a call: of a branch, of the body with most
};

/// Beyond so many devices what each sends is not worked out.
inline constexpr int64_t kTimedDevices = 512;

/// Of up to kTimedDevices.
Times timesOf(const Plan &plan);

/// "12.3 us"
std::string timeText(double seconds);

} // namespace shardc::facts
