// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/seconds.h"

#include <algorithm>

namespace shardc {

double secondsOf(const Kernel &kernel, const Machine &machine) {
  return machine.launch +
         std::max(static_cast<double>(kernel.flops) / machine.operationsOf(kernel.outs[0].type),
                  static_cast<double>(kernel.bytes) / machine.memoryBandwidth);
}

} // namespace shardc
