// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include "counting/device.h"
#include "runtime/device/cuda/product_cuda.h"

namespace kernels {

static int number() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

void copy(const float *from, float *to, int stride) {
  to[number() * stride] = from[number() * stride];
}

void read_twice(const float *from, float *to) {
  const volatile float *again = from;
  to[number()] = again[number()] + again[number()];
}

template <int pitch>
static void turn(const float *from, float *to) {
  __shared__ float tile[32][pitch];
  for (int row = 0; row < 32; ++row)
    tile[row][threadIdx.x] = from[row * 32 + static_cast<int>(threadIdx.x)];
  __syncthreads();
  for (int row = 0; row < 32; ++row)
    to[row * 32 + static_cast<int>(threadIdx.x)] = tile[threadIdx.x][row];
}
void turn_32(const float *from, float *to) { turn<32>(from, to); }
void turn_33(const float *from, float *to) { turn<33>(from, to); }

template <bool waits>
static void shifted(const float *from, float *to) {
  __shared__ float all[64];
  all[threadIdx.x] = from[threadIdx.x];
  if (waits) __syncthreads();
  to[threadIdx.x] = all[(threadIdx.x + 1) % 64];
}
void shift(const float *from, float *to) { shifted<true>(from, to); }
void shift_too_soon(const float *from, float *to) { shifted<false>(from, to); }

void add_up(const float *from, float *to) {
  float sum = from[number()];
  for (int by = 1; by < 32; by *= 2)
    sum += __shfl_xor_sync(~0u, sum, by);
  if (threadIdx.x % 32 == 0) to[number() / 32] = sum;
}

void sum_ahead(const float *from, float *to, int turns) {
  __shared__ float row[2][64];
  const unsigned own = threadIdx.x;
  float next = from[own], sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    row[turn % 2][own] = next;
    if (turn + 1 < turns) next = from[static_cast<unsigned>(turn + 1) * 64 + own];
    __syncthreads();
    sum += row[turn % 2][own] + row[turn % 2][(own + 1) % 64];
  }
  to[own] = sum;
}

template <shardc::runtime::Tile tile>
static void multiply(const float *left, const float *right, float *to) {
  using namespace shardc::runtime;
  constexpr int terms = 256, leaves = 8;
  tiled_product<int, tile, Along::terms, Along::terms, leaves>(
      {0, tile.rows}, {0, tile.columns}, {.count = terms},
      [=](int i, int k) { return left[i * terms + k]; },
      [=](int k, int j) { return right[j * terms + k]; },
      [=](int i, int j, float sum) { to[i * tile.columns + j] = sum; });
}
void multiply_wide(const float *left, const float *right, float *to) {
  multiply<shardc::runtime::Tile{128, 64, 8, 4}>(left, right, to);
}
void multiply_narrow(const float *left, const float *right, float *to) {
  multiply<shardc::runtime::Tile{64, 32, 8, 8, 8}>(left, right, to);
}

} // namespace kernels
