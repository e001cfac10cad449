// The kernels of attention for CPUs: the formulas of the kernels for GPUs, under loops in place of a
// grid. Compiled once for each set of instructions; the bits are the same.
#include "attention.kernels.h"

#include "runtime/device/cpu/lanes_cpu.h"
#include "runtime/device/cpu/product_cpu.h"
#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/scalar.h"

#include <cmath>

#ifndef SHARDC_ISA
#define SHARDC_ISA baseline
#endif

namespace attention {

using shardc::runtime::Along, shardc::runtime::Interval, shardc::runtime::exp,
    shardc::runtime::fill_lanes, shardc::runtime::in_blocks, shardc::runtime::in_lanes,
    shardc::runtime::in_vectors, shardc::runtime::load, shardc::runtime::max,
    shardc::runtime::over_lanes, shardc::runtime::packed_product, shardc::runtime::scratch,
    shardc::runtime::store, shardc::runtime::sum_of_lanes;

namespace SHARDC_ISA {

// product_select_0: m[i,j,k_2,l] = sum if k_2 >= l, else -1e+09
//                     sum = sum over m_2 of q[i,k_2,j,m_2] * k[i,l,j,m_2]
//   source   program.json:5,8-11  dot_general, iota, compare, constant, broadcast_in_dim, select
//   q        f32[2, 403, 2, 20]   of [2, 403, 2, 20]   whole
//   k        f32[2, 403, 2, 20]   of [2, 403, 2, 20]   whole
//   m        f32[2, 2, 403, 403]  of [2, 2, 403, 403]  whole
//   indices  local: from 0
//   rows     from k_2_from to k_2_to; m has no others
//   packed   blocks of rows k_2 and columns l are copied into the cache as they are used; tiles
//            that `where` rules out are not computed
//   work     2,856,464 bytes, 13,008,860 FLOPs
static void product_select_0(int64_t i, int64_t j, int64_t k_2_from, int64_t k_2_to,
                             const float *__restrict__ q, const float *__restrict__ k,
                             float *__restrict__ m) {
  const auto left = [=](int64_t k_2, auto m_2) {
    return load(q, ((i * 403 + k_2) * 2 + j) * 20 + m_2);
  };
  const auto right = [=](auto m_2, int64_t l) {
    return load(k, ((i * 403 + l) * 2 + j) * 20 + m_2);
  };
  const auto write = [=](int64_t k_2, auto l, auto sum) {
    store(m, (k_2 - k_2_from) * 403 + l, k_2 >= l ? sum : -1e+09f);
  };
  const auto where = [=](Interval k_2, Interval l) { return k_2.last() >= l.lo; };
  packed_product<Along::terms, 1>(
      {k_2_from, k_2_to}, {0, 403}, {.count = 20}, left, right, write, where);
}

// softmax_0: p[i,j,k,l] = exp(m[i,j,k,l] - largest) / sum
//              largest = max over l_2 of m[i,j,k,l_2]
//              sum     = sum over l_2 of term
//              term    = exp(m[i,j,k,l_2] - largest)
//   source   program.json:12  constant, reduce, broadcast_in_dim, subtract, exponential, divide
//   m        f32[2, 2, 403, 403]  of [2, 2, 403, 403]  whole
//   p        f32[2, 2, 403, 403]  of [2, 2, 403, 403]  whole
//   indices  local: from 0
//   rows     from k_from to k_to; m and p have no others
//   work     5,197,088 bytes, 3,554,460 FLOPs
static void softmax_0(int64_t i, int64_t j, int64_t k_from, int64_t k_to,
                      const float *__restrict__ m, float *__restrict__ p) {
  for (int64_t k = k_from; k < k_to; ++k) {
    float lanes[64];
    fill_lanes(lanes, -INFINITY);
    in_blocks<64, 403>(0, [&](int64_t l_2_from, auto l_2_to) SHARDC_INLINED {
      in_lanes<float>(l_2_from, l_2_to, [&](auto l_2, auto lane) {
        store(lanes, lane, max(load(lanes, lane), load(m, (k - k_from) * 403 + l_2)));
      });
    });
    const float largest = over_lanes(lanes, [](auto x, auto y) { return max(x, y); });
    float lanes_2[128] = {};
    in_blocks<128, 403>(0, [&](int64_t l_2_from, auto l_2_to) SHARDC_INLINED {
      in_lanes<float>(l_2_from, l_2_to, [&](auto l_2, auto lane_2) {
        const auto term = exp(load(m, (k - k_from) * 403 + l_2) - largest);
        store(p, (k - k_from) * 403 + l_2, term);
        store(lanes_2, lane_2, load(lanes_2, lane_2) + term);
      });
    });
    const float sum = sum_of_lanes(lanes_2);
    in_vectors<float, 403>(0, [&](auto l) {
      store(p, (k - k_from) * 403 + l, load(p, (k - k_from) * 403 + l) / sum);
    });
  }
}

// product_0: o[i,j,k,l] = sum over m of p[i,j,k,m] * v[i,m,j,l]
//   source   program.json:13  dot_general
//   p        f32[2, 2, 403, 403]  of [2, 2, 403, 403]  whole
//   v        f32[2, 403, 2, 24]   of [2, 403, 2, 24]   whole
//   o        f32[2, 2, 403, 24]   of [2, 2, 403, 24]   whole
//   indices  local: from 0
//   rows     from k_from to k_to; p has no others
//   packed   blocks of rows k and columns l are copied into the cache as they are used
//   work     2,908,048 bytes, 31,453,344 FLOPs
static void product_0(int64_t i, int64_t j, int64_t k_from, int64_t k_to,
                      const float *__restrict__ p, const float *__restrict__ v,
                      float *__restrict__ o) {
  const auto left = [=](int64_t k, auto m) { return load(p, (k - k_from) * 403 + m); };
  const auto right = [=](int64_t m, auto l) { return load(v, ((i * 403 + m) * 2 + j) * 24 + l); };
  const auto write = [=](int64_t k, auto l, auto sum) {
    store(o, ((i * 2 + j) * 403 + k) * 24 + l, sum);
  };
  packed_product<Along::terms, 8>({k_from, k_to}, {0, 24}, {.count = 403}, left, right, write);
}

// product_0_by_rows: product_select_0, softmax_0 and product_0 for 168 rows k at a time, so that of
// m_2 and p there are the rows of a block alone, in this thread's memory.
static void product_0_by_rows(int64_t from, int64_t to, const float *q, const float *k_2,
                              const float *v, float *o) {
  float *const m_2 = scratch<float, 1>(168 * 403);
  float *const p = scratch<float, 2>(168 * 403);
  for (int64_t i = from; i < to; ++i) {
    for (int64_t j = 0; j < 2; ++j) {
      for (int64_t k_from = 0; k_from < 403; k_from += 168) {
        const int64_t k_to = k_from + 168 < 403 ? k_from + 168 : 403;
        product_select_0(i, j, k_from, k_to, q, k_2, m_2);
        softmax_0(i, j, k_from, k_to, m_2, p);
        product_0(i, j, k_from, k_to, p, v, o);
      }
    }
  }
}

extern const Kernels kernels = {product_0_by_rows};

} // namespace SHARDC_ISA

} // namespace attention
