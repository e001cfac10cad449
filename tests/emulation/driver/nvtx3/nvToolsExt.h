// SPDX-License-Identifier: Apache-2.0
// Stands in for NVIDIA's header: ranges go to the record.
#pragma once

#include "../record.h"

inline int nvtxRangePushA(const char *message) {
  emulation::record(std::string("nvtxRangePushA ") + message);
  return 0;
}

inline int nvtxRangePop() {
  emulation::record("nvtxRangePop");
  return 0;
}
