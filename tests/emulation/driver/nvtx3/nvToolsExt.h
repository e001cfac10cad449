// SPDX-License-Identifier: Apache-2.0
// Stands in for NVIDIA's header: ranges go to the record. Without one no memory is asked for, as
// this is a part of programs of which tests count that.
#pragma once

#include "../record.h"

inline int nvtxRangePushA(const char *message) {
  if (std::getenv("EMULATED_RECORD")) emulation::record(std::string("nvtxRangePushA ") + message);
  return 0;
}

inline int nvtxRangePop() {
  emulation::record("nvtxRangePop");
  return 0;
}
