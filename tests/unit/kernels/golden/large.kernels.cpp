// The kernels of large for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "large.kernels.h"

#include "runtime/device/cpu/lanes_cpu.h"
#include "runtime/device/cpu/product_cpu.h"
#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"
#include "runtime/device/sum_order.h"

#include <cmath>

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace large {

using shardc::runtime::Along, shardc::runtime::SumTree, shardc::runtime::exp,
    shardc::runtime::fill_lanes, shardc::runtime::in_lanes, shardc::runtime::in_vectors,
    shardc::runtime::load, shardc::runtime::logistic, shardc::runtime::max,
    shardc::runtime::over_lanes, shardc::runtime::packed_product, shardc::runtime::store,
    shardc::runtime::sum_of_lanes;

namespace for_h {

namespace SHARDC_ISA {

// multiply_0: h[i,j] = add_x * logistic(add_x)
//               add_x = sum + b[j]
//               sum   = sum over k of x[i,k] * w[k,j]
//   source   program.mlir:5  multiply
//   x        f32[1024, 768]   of [1024, 768]   whole
//   w        f32[768, 3072]   of [768, 3072]   whole
//   b        f32[3072]        of [3072]        whole
//   h        f32[1024, 3072]  of [1024, 3072]  whole
//   indices  local: from 0
//   packed   blocks of rows i and columns j are copied into the cache as they are used
//   work     25,178,112 bytes, 4,844,421,120 FLOPs
static void multiply_0(int64_t from, int64_t to, const float *__restrict__ x,
                       const float *__restrict__ w, const float *__restrict__ b,
                       float *__restrict__ h) {
  const auto left = [=](int64_t i, auto k) { return load(x, i * 768 + k); };
  const auto right = [=](int64_t k, auto j) { return load(w, k * 3072 + j); };
  const auto write = [=](int64_t i, auto j, auto sum) {
    const auto add_x = sum + load(b, j);
    store(h, i * 3072 + j, add_x * logistic(add_x));
  };
  packed_product<Along::terms, 8>({0, 1024}, {from, to}, {.count = 768}, left, right, write);
}

extern const Kernels kernels = {multiply_0};

} // namespace SHARDC_ISA

} // namespace for_h

namespace for_p {

namespace SHARDC_ISA {

// divide_0: p[i,j] = exp(x[i,j] - largest) / sum
//             largest = max over k of x[i,k]
//             sum     = sum over l of term
//             term    = exp(x[i,l] - largest)
//   source   program.mlir:9  divide
//   x        f32[4096, 4096]  of [4096, 4096]  whole
//   p        f32[4096, 4096]  of [4096, 4096]  whole
//   indices  local: from 0
//   work     134,217,728 bytes, 83,886,080 FLOPs
static void divide_0(int64_t from, int64_t to, const float *__restrict__ x, float *__restrict__ p) {
  for (int64_t i = from; i < to; ++i) {
    float lanes[64];
    fill_lanes(lanes, -INFINITY);
    for (int64_t k_from = 0; k_from < 4096; k_from += 64)
      in_lanes<float, 64>(k_from, [&](auto k, auto lane) {
        store(lanes, lane, max(load(lanes, lane), load(x, i * 4096 + k)));
      });
    const float largest = over_lanes(lanes, [](auto x, auto y) { return max(x, y); });
    SumTree<float, 3> tree;
    for (int64_t l_from = 0; l_from < 4096; l_from += 1024) {
      float lanes_2[128] = {};
      for (int64_t l_from_2 = l_from; l_from_2 < l_from + 1024; l_from_2 += 128) {
        in_lanes<float, 128>(l_from_2, [&](auto l, auto lane_2) {
          const auto term = exp(load(x, i * 4096 + l) - largest);
          store(p, i * 4096 + l, term);
          store(lanes_2, lane_2, load(lanes_2, lane_2) + term);
        });
      }
      const float leaf_sum = sum_of_lanes(lanes_2);
      tree.add(l_from / 1024, leaf_sum);
    }
    const float sum = tree.total();
    in_vectors<float, 4096>(0,
                            [&](auto j) { store(p, i * 4096 + j, load(p, i * 4096 + j) / sum); });
  }
}

extern const Kernels kernels = {divide_0};

} // namespace SHARDC_ISA

} // namespace for_p

namespace for_s {

namespace SHARDC_ISA {

// reduce_0: s[j] = sum over i of x[i,j]
//   source   program.mlir:11  reduce
//   x        f32[4096, 4096]  of [4096, 4096]  whole
//   s        f32[4096]        of [4096]        whole
//   indices  local: from 0
//   blocks   64 j inside the loop over i: memory is read in rows
//   work     67,125,248 bytes, 16,777,216 FLOPs
static void reduce_0(int64_t from, int64_t to, const float *__restrict__ x, float *__restrict__ s) {
  for (int64_t j_from = from; j_from < to; j_from += 64) {
    SumTree<float[64], 8> tree;
    for (int64_t i_from = 0; i_from < 4096; i_from += 32) {
      float leaf_sum[64] = {};
      for (int64_t i = i_from; i < i_from + 32; ++i)
        in_vectors<float, 64>(j_from, [&](auto j) {
          store(leaf_sum, j - j_from, load(leaf_sum, j - j_from) + load(x, i * 4096 + j));
        });
      tree.add(i_from / 32, leaf_sum);
    }
    float sum[64];
    tree.total(sum);
    in_vectors<float, 64>(j_from, [&](auto j) { store(s, j, load(sum, j - j_from)); });
  }
}

extern const Kernels kernels = {reduce_0};

} // namespace SHARDC_ISA

} // namespace for_s

namespace for_z {

namespace SHARDC_ISA {

// add_0: z[k,i,j] = x[i,j,k] + y[k,i,j]
//   source   program.mlir:13  add
//   x        f32[64, 512, 384]  of [64, 512, 384]  whole
//   y        f32[384, 64, 512]  of [384, 64, 512]  whole
//   z        f32[384, 64, 512]  of [384, 64, 512]  whole
//   indices  local: from 0
//   blocks   16 k by 64 j are turned in the cache: memory is read and written in rows
//   work     150,994,944 bytes, 12,582,912 FLOPs
static void add_0(int64_t from, int64_t to, const float *__restrict__ x,
                  const float *__restrict__ y, float *__restrict__ z) {
  for (int64_t i = from; i < to; ++i) {
    for (int64_t k_from = 0; k_from < 384; k_from += 16) {
      for (int64_t j_from = 0; j_from < 512; j_from += 64) {
        float turned[16][64];
        for (int64_t j = j_from; j < j_from + 64; ++j)
          for (int64_t k = k_from; k < k_from + 16; ++k)
            turned[k - k_from][j - j_from] = x[(i * 512 + j) * 384 + k];
        for (int64_t k = k_from; k < k_from + 16; ++k)
          in_vectors<float, 64>(j_from, [&](auto j) {
            store(z, (k * 64 + i) * 512 + j,
                  load(turned[k - k_from], j - j_from) + load(y, (k * 64 + i) * 512 + j));
          });
      }
    }
  }
}

extern const Kernels kernels = {add_0};

} // namespace SHARDC_ISA

} // namespace for_z

} // namespace large
