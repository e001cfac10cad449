// One call of nx_dot: shards 0 to 3 do 1 step; kernels are queued on the stream of each shard (on
// CPUs, of a thread's share of them). Shards do not communicate.
#include "nx_dot.plan.h"

namespace nx_dot {

void step(Machine &machine) {
  const std::vector<Local> &shards = locals(machine);

  // 1  z = dot_general(transpose(add(l, 1)), convert(subtract(r, 1))); program.json:6-11
  for (const Local &d : shards)
    product_0(d.stream, "1 z", d.at.l, d.at.r, d.at.z);
}

} // namespace nx_dot
