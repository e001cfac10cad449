// SPDX-License-Identifier: Apache-2.0
// What tensor cores do for runtime/device/cuda/product_tensor_cuda.h: lanes give each other what
// they have of the factors, and each adds up its own sums. Copies are made when they are waited
// for. `emulation::gathered`, `begin_copy`, `commit` and `wait_for` are there.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

EMULATION_UNSEEN inline void copy_async(void *to, const void *from, int bytes) {
  emulation::begin_copy({to, from, bytes});
}
EMULATION_UNSEEN inline void commit_copies() { emulation::commit(); }
template <int left>
EMULATION_UNSEEN inline void wait_for_copies() {
  emulation::wait_for(left);
}

template <bool turned>
inline void read_matrices(unsigned *to, const void *row) {
  emulation::Words all[32], own = {};
  const float4 read = *static_cast<const float4 *>(row);
  __builtin_memcpy(own.at, &read, sizeof read);
  emulation::gathered(own, all);
  const unsigned g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (unsigned m = 0; m < 4; ++m) {
    to[m] = all[8 * m + g].at[t];
    if (!turned) continue;
    const auto half = [&](unsigned k) { return all[8 * m + k].at[g / 2] >> 16 * (g % 2) & 0xffff; };
    to[m] = half(2 * t) | half(2 * t + 1) << 16;
  }
}

EMULATION_UNSEEN inline unsigned to_tf32(unsigned bits) {
  return (bits & 0x7f800000) == 0x7f800000 ? bits : (bits + 0x1000) & ~0x1fffu;
}

EMULATION_UNSEEN inline float power_of_two(float x) { return std::exp2(x); }
template <typename T>
EMULATION_UNSEEN unsigned word_of(float first, float second) {
  const T both[2] = {T(first), T(second)};
  unsigned word;
  __builtin_memcpy(&word, both, sizeof word);
  return word;
}

/// One of the factors of type T that are in a word.
template <typename T>
EMULATION_UNSEEN float factor_of(uint32_t word, unsigned number) {
  T factor;
  word >>= 8 * sizeof factor % 32 * number;
  __builtin_memcpy(&factor, &word, sizeof factor);
  return static_cast<float>(factor);
}

template <typename T>
EMULATION_UNSEEN inline void multiply_words(float (&sum)[4], const unsigned *x, const unsigned *y) {
  constexpr unsigned in_word = 4 / sizeof(T);
  emulation::Words all[32];
  emulation::gathered({{x[0], x[1], x[2], x[3], y[0], y[1]}}, all);
  const unsigned g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (unsigned n = 0; n < 4; ++n)
    for (unsigned k = 0; k < 8 * in_word; ++k) {
      const unsigned word = k / in_word;
      const uint32_t left = all[4 * g + word % 4].at[word / 4 * 2 + n / 2];
      const uint32_t right = all[4 * (2 * t + n % 2) + word % 4].at[4 + word / 4];
      sum[n] = std::fma(factor_of<T>(left, k % in_word), factor_of<T>(right, k % in_word), sum[n]);
    }
}
