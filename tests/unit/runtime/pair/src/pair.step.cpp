// SPDX-License-Identifier: Apache-2.0
// One call of pair: every line gives one step to the streams of the shards that take part.
#include "pair.plan.h"

namespace pair {

void step(Machine &machine) {
  const Locals &shards = locals(machine);

  // 1  z = x * w + b
  for (const auto &d : shards.for_z)
    for_z::add_0(d.stream, "1 z", d.device, d.at.x, d.at.w, d.at.b, d.at.z);

  // 2  k = mask
  for (const auto &d : shards.for_k)
    for_k::convert_0(d.stream, "2 k", d.at.mask, d.at.k);
}

} // namespace pair
