// What the parts of residual share: shards, buffers, kernels.
#pragma once

#include "residual.device.h"

#include "runtime/host/program.h"

namespace residual {

using shardc::runtime::Machine, shardc::runtime::Program, shardc::runtime::Stream;

// Shards 0 to 3 make z, one for each combination of slices of i and j, row-major.

/// The buffers of a shard, 768 bytes in all: extents, of the whole, indices (names: ranges of
/// Device).
struct Buffers {
  float *x; // [2..3, 4]  of [5, 4]  x[i, 0:4]
  float *w; // [4, 2]     of [4, 4]  w[0:4, j]
  float *z; // [2..3, 2]  of [5, 4]  z[i, j]
};

/// A shard that this process carries.
struct Local {
  Device device;
  Buffers at;
  Stream &stream;
};

void product_add_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w, float *z);

std::vector<Local> &locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace residual
