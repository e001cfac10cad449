// What the parts of nx_dot share: shards, buffers, kernels.
#pragma once

#include "nx_dot.device.h"

#include "runtime/host/program.h"

namespace nx_dot {

using shardc::runtime::Machine, shardc::runtime::Program, shardc::runtime::Stream;

// Shards 0 to 3 make z, one for each combination of slices of i and j, row-major.

/// The buffers of a shard, 768 bytes in all: extents, of the whole, indices (names: ranges of
/// Device).
struct Buffers {
  float *l;   // [1, 2, 3]        of [2, 2, 3]        l[i, 0:2, 0:3]
  int32_t *r; // [1, 1, 3, 2, 1]  of [1, 1, 3, 2, 2]  r[0:1, 0:1, 0:3, 0:2, j]
  float *z;   // [1, 1]           of [2, 2]           z[i, j]
};

/// A shard that this process carries.
struct Local {
  Buffers at;
  Stream &stream;
};

void product_0(Stream &stream, const char *step, const float *l, const int32_t *r, float *z);

std::vector<Local> &locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace nx_dot
