// What the parts of megatron share: devices, buffers, kernels.
#pragma once

#include "megatron.device.h"

#include "runtime/collectives/collectives.h"

namespace megatron {

using shardc::runtime::Machine, shardc::runtime::Program, shardc::runtime::Reduction,
    shardc::runtime::Stream;

// Devices 0 to 7 are the mesh data=2, model=4, row-major, and make y.

/// The buffers of a device, 6,912 bytes in all: extents, of the whole, indices (names: ranges of
/// Device).
struct Buffers {
  float *x;      // [4, 32]   of [8, 32]   x[data_8, 0:32]
  float *w1;     // [32, 16]  of [32, 64]  w1[0:32, model_64]
  float *b1;     // [16]      of [64]      b1[model_64]
  float *w2;     // [16, 32]  of [64, 32]  w2[model_64, 0:32]
  float *b2;     // [32]      of [32]      b2[0:32]
  float *h;      // [4, 16]   of [8, 64]   h[data_8, model_64]
  float *o_part; // [4, 32]   of [8, 32]   o_part[data_8, 0:32], unreduced over "model"
  float *o;      // [4, 32]   of [8, 32]   o[data_8, 0:32]
  float *y;      // [4, 32]   of [8, 32]   y[data_8, 0:32]
};

/// A device that this process carries.
struct Local {
  Buffers at;
  Stream &stream;
};

void product_max_0(Stream &stream, const char *step, const float *x, const float *w1,
                   const float *b1, float *h);
void product_0(Stream &stream, const char *step, const float *h, const float *w2, float *o_part);
void add_0(Stream &stream, const char *step, const float *o, const float *b2, const float *x,
           float *y);

/// How devices exchange data: in which groups, which boxes.
extern const Reduction all_reduce_over_model;

std::vector<Local> &locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace megatron
