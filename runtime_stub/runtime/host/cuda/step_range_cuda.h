// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A range of a profiler's time line, named by a step: what is given to streams while it lives.
/// Nothing where the program is built without NVIDIA's header for these (NVTX).
class StepRange {
public:
  explicit StepRange(const char *step);
  ~StepRange();
  StepRange(const StepRange &) = delete;
  StepRange &operator=(const StepRange &) = delete;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
