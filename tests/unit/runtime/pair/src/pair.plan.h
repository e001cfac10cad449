// SPDX-License-Identifier: Apache-2.0
// What the parts of pair share: shards, buffers, kernels.
#pragma once

#include "runtime/host/program.h"

namespace pair {

using shardc::runtime::Machine, shardc::runtime::Program, shardc::runtime::Range,
    shardc::runtime::Stream;

/// z = x * w + b: shards 0 and 1, one for each slice of rows.
namespace for_z {

struct Device {
  Range<int> i;
};
Device device(int number);

struct Buffers {
  float *x; // [2..3, 4]  of [5, 4]
  float *w; // [4]
  float *b; // [2..3]     of [5]
  float *z; // [2..3, 4]  of [5, 4]
};

struct Local {
  Device device;
  Buffers at;
  Stream &stream;
};

void add_0(Stream &stream, const char *step, const Device &d, const float *x, const float *w,
           const float *b, float *z);

} // namespace for_z

/// k = mask as numbers: shard 2.
namespace for_k {

struct Buffers {
  bool *mask; // [5]
  int64_t *k; // [3]  of mask's indices 1, 2, 3
};

struct Local {
  Buffers at;
  Stream &stream;
};

void convert_0(Stream &stream, const char *step, const bool *mask, int64_t *k);

} // namespace for_k

struct Locals {
  std::vector<for_z::Local> for_z;
  std::vector<for_k::Local> for_k;
};
Locals &locals(Machine &machine);

void step(Machine &machine);
const Program &program();

} // namespace pair
