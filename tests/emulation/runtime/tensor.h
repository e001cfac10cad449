// SPDX-License-Identifier: Apache-2.0
// What tensor cores do for runtime/device/cuda/product_tf32_cuda.h: lanes give each other what they
// have of the factors, and each adds up its own sums. `emulation::gathered` is there.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

EMULATION_UNSEEN inline float to_tf32(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7f800000) != 0x7f800000) bits = (bits + 0x1000) & ~0x1fffu;
  __builtin_memcpy(&x, &bits, sizeof bits);
  return x;
}

EMULATION_UNSEEN inline void multiply_tf32(float (&sum)[4], const float (&x)[4],
                                           const float (&y)[2]) {
  emulation::Factors all[32];
  emulation::gathered({{x[0], x[1], x[2], x[3]}, {y[0], y[1]}}, all);
  const unsigned g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (unsigned n = 0; n < 4; ++n)
    for (unsigned k = 0; k < 8; ++k) {
      const float left = all[4 * g + k % 4].x[k / 4 * 2 + n / 2];
      const float right = all[4 * (2 * t + n % 2) + k % 4].y[k / 4];
      sum[n] = std::fma(left, right, sum[n]);
    }
}
