// One call of nx_dot: every line gives one step to the streams of the shards that take part. Shards
// do not communicate. Shards 0 to 3 do 1 step.
#include "nx_dot.plan.h"

namespace nx_dot {

void step(Machine &machine) {
  const std::vector<Local> shards = locals(machine);

  // 1  z = dot_general(transpose(add(l, 1)), convert(subtract(r, 1)))
  for (const Local &d : shards)
    product_0(d.stream, "1 z", d.at.l, d.at.r, d.at.z);
}

} // namespace nx_dot
