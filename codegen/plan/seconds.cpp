// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/seconds.h"

#include <algorithm>

namespace shardc {

double secondsOf(const Kernel &kernel, const Machine &machine) {
  const auto bytes = static_cast<double>(kernel.bytes);
  return machine.launch +
         std::max(static_cast<double>(kernel.flops) / machine.operationsOf(kernel.outs[0].type),
                  bytes * machine.secondsOfByte(bytes));
}

} // namespace shardc
