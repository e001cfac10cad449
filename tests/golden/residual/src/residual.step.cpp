// One call of residual: shards 0 to 3 do 1 step; kernels are queued on the stream of each shard (on
// CPUs, of a thread's share of them). Shards do not communicate.
#include "residual.plan.h"

namespace residual {

void step(Machine &machine) {
  const std::vector<Local> &shards = locals(machine);

  // 1  z = add(x, dot_general(x, w)); program.json:6,8
  for (const Local &d : shards)
    product_add_0(d.stream, "1 z", d.device, d.at.x, d.at.w, d.at.z);
}

} // namespace residual
