// One call of megatron on the devices of the mesh data=2, model=4: 4 steps, 1 of them a collective;
// kernels are queued on the stream of each device (on CPUs, of a thread's share of them). A device
// receives 768 bytes, mean over devices.
#include "megatron.plan.h"

namespace megatron {

using shardc::runtime::Collectives, shardc::runtime::each;

void step(Machine &machine) {
  const std::vector<Local> &devices = locals(machine);
  Collectives &collectives = *machine.collectives;

  // 1  h = maximum(add(dot_general(x, w1), b1), 0); program.json:9-10
  for (const Local &d : devices)
    product_max_0(d.stream, "1 h", d.at.x, d.at.w1, d.at.b1, d.at.h);

  // 2  o_part = dot_general(h, w2); program.json:11
  for (const Local &d : devices)
    product_0(d.stream, "2 o_part", d.at.h, d.at.w2, d.at.o_part);

  // 3  o = all_reduce(o_part) over "model": dot_general sums over dimension 1 of h and 0 of w2,
  //    split over model; made by dot_general (program.json:11), needed by add (program.json:12);
  //    without partial results dot_general would move 6,912 bytes
  collectives.reduce("3 o", all_reduce_over_model, each(devices, &Buffers::o_part),
                     each(devices, &Buffers::o));

  // 4  y = add(add(o, b2), x); program.json:12
  for (const Local &d : devices)
    add_0(d.stream, "4 y", d.at.o, d.at.b2, d.at.x, d.at.y);
}

} // namespace megatron
