// What the parts of uneven share: devices, buffers, kernels.
#pragma once

#include "uneven.device.h"

#include "runtime/collectives/collectives.h"

namespace uneven {

using shardc::runtime::Exchange, shardc::runtime::Machine, shardc::runtime::Program,
    shardc::runtime::Stream;

// Devices 0 to 7 are the mesh p=4, q=2, row-major, and make y.

/// The buffers of a device, 1,280 bytes in all: extents, of the whole, indices (names: ranges of
/// Device).
struct Buffers {
  float *x;     // [2..3, 6]     of [10, 6]  x[p_10, 0:6]
  float *w;     // [6, 3..4]     of [6, 7]   w[0:6, q_7]
  float *b;     // [3..4]        of [7]      b[q_7]
  float *y;     // [2..3, 3..4]  of [10, 7]  y[p_10, q_7]
  float *y_all; // [2..3, 7]     of [10, 7]  y[p_10, 0:7]
};

/// A device that this process carries.
struct Local {
  Device device;
  Buffers at;
  Stream &stream;
};

void product_add_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w, const float *b, float *y);

/// How devices exchange data: in which groups, which boxes.
extern const Exchange all_gather_over_q;

std::vector<Local> &locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace uneven
