// What the parts of mlp share: shards, buffers, kernels.
#pragma once

#include "mlp.device.h"

#include "runtime/host/program.h"

namespace mlp {

using shardc::runtime::Machine, shardc::runtime::Program, shardc::runtime::Stream;

// Shards 0 to 2 make y, one for each slice of i.

/// The buffers of a shard, 4,608 bytes in all: extents, of the whole, indices (names: ranges of
/// Device).
struct Buffers {
  float *x;      // [3..4, 16]  of [10, 16]  x[i, 0:16]
  float *w1;     // [16, 32]    of [16, 32]  w1[0:16, 0:32]
  float *b1;     // [32]        of [32]      b1[0:32]
  float *w2;     // [32, 8]     of [32, 8]   w2[0:32, 0:8]
  float *h;      // [3..4, 32]  of [10, 32]  h[i, 0:32]
  float *logits; // [3..4, 8]   of [10, 8]   logits[i, 0:8]
  float *y;      // [3..4, 8]   of [10, 8]   y[i, 0:8]
};

/// A shard that this process carries.
struct Local {
  Device device;
  Buffers at;
  Stream &stream;
};

void product_max_0(Stream &stream, const char *step, const Device &d, const float *x,
                   const float *w1, const float *b1, float *h);
void product_0(Stream &stream, const char *step, const Device &d, const float *h, const float *w2,
               float *logits);
void softmax_0(Stream &stream, const char *step, const Device &d, const float *logits, float *y);

std::vector<Local> &locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace mlp
