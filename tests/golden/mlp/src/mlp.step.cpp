// One call of mlp: shards 0 to 2 do 3 steps; kernels are queued on the stream of each shard (on
// CPUs, of a thread's share of them). Shards do not communicate.
#include "mlp.plan.h"

namespace mlp {

void step(Machine &machine) {
  const std::vector<Local> &shards = locals(machine);

  // 1  h = maximum(add(dot_general(x, w1), b1), 0); program.json:8-9
  for (const Local &d : shards)
    product_max_0(d.stream, "1 h", d.device, d.at.x, d.at.w1, d.at.b1, d.at.h);

  // 2  logits = dot_general(h, w2); program.json:10
  for (const Local &d : shards)
    product_0(d.stream, "2 logits", d.device, d.at.h, d.at.w2, d.at.logits);

  // 3  y = divide(exponential(...), reduce(..., add across [1], init 0)), 9 ops on logits;
  //    program.json:9,11
  for (const Local &d : shards)
    softmax_0(d.stream, "3 y", d.device, d.at.logits, d.at.y);
}

} // namespace mlp
