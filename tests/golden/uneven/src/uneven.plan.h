// What the parts of uneven share: devices, buffers, kernels.
#pragma once

#include "runtime/collectives.h"

namespace uneven {

using shardc::runtime::Exchange, shardc::runtime::Machine, shardc::runtime::Program,
    shardc::runtime::Range, shardc::runtime::Stream;

// Devices 0 to 7 are the mesh p=4, q=2, row-major, and make y.

/// A device: the indices that it works on.
struct Device {
  Range<int> x_rows;    // rows of x, over p
  Range<int> w_columns; // columns of w, over q
};
Device device(int number);

/// The buffers of a device, 1,280 bytes in all: extents, of the whole, indices (names: ranges of
/// Device).
struct Buffers {
  float *x;     // [2..3, 6]     of [10, 6]  x[x_rows, 0:6]
  float *w;     // [6, 3..4]     of [6, 7]   w[0:6, w_columns]
  float *b;     // [3..4]        of [7]      b[w_columns]
  float *y;     // [2..3, 3..4]  of [10, 7]  y[x_rows, w_columns]
  float *y_all; // [2..3, 7]     of [10, 7]  y[x_rows, 0:7]
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

std::vector<Local> locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace uneven
