// One call of uneven on the devices of the mesh p=4, q=2: 2 steps, 1 of them a collective; kernels
// are queued on the stream of each device (on CPUs, of a thread's share of them). A device receives
// 35 bytes, mean over devices.
#include "uneven.plan.h"

namespace uneven {

using shardc::runtime::Collectives, shardc::runtime::each;

void step(Machine &machine) {
  const std::vector<Local> &devices = locals(machine);
  Collectives &collectives = *machine.collectives;

  // 1  y = add(dot_general(x, w), b); program.json:7
  for (const Local &d : devices)
    product_add_0(d.stream, "1 y", d.device, d.at.x, d.at.w, d.at.b, d.at.y);

  // 2  y_all = all_gather(y) over "q": return needs all of dimension 1 of y, split over q; made by
  //    add (program.json:7), needed by return (program.json:1)
  collectives.exchange("2 y_all", all_gather_over_q, each(devices, &Buffers::y),
                       each(devices, &Buffers::y_all));
}

} // namespace uneven
