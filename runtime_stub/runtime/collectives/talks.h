// SPDX-License-Identifier: Apache-2.0
// Calls of code that has a communicator (op.h). A thread may carry several devices, and one gives
// work to all GPUs: so while such code is called, each device has a thread of its own, as those
// that wait for each other must all be there.
#pragma once

#include "runtime/collectives/collectives.h"
#include "runtime/op.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

class Talks {
public:
  virtual ~Talks() = default;
  /// Calls act(place, others) for every device of `Machine::local`, at the same time, with the
  /// members of its group of devices. All machines of all processes call it for the same step.
  using Act = std::function<void(size_t place, const shardc_communicator &others)>;
  virtual void call(const char *step, const Group &group, const Act &act) = 0;
};

std::shared_ptr<Talks> make_talks(Machine &machine, const Options &options);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
