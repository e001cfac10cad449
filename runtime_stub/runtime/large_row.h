// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Boxes of so many bytes are not in a first cache when they are copied.
constexpr size_t kLargeBox = 1 << 20;

/// memcpy, for the rows of a large box. The C library reads the lines that it writes unless a piece
/// is long; the processor's own string copy does not, and rows that make up more than caches hold
/// take a third to two thirds of the time (docs/benchmarks.md, "Between processes").
inline void copy_large_row(char *to, const char *from, size_t bytes) {
#if defined __x86_64__ && defined __GNUC__
  constexpr size_t kShort = 1 << 10, kLong = 64 << 10; // [bytes]
  if (bytes >= kShort && bytes <= kLong) {
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
    return;
  }
#endif
  std::memcpy(to, from, bytes);
}

/// What another process reads from here is written past the caches, unless it is large, or so small
/// that it is sent by a copy. To write a line that another core's cache still has from the last
/// time takes that core's answer: 7 to 28 ns for each, of 256 KB 29 to 112 us where this takes 9 to
/// 18 (docs/benchmarks.md, "Between processes").
constexpr size_t kSmallSent = 12 << 10, kLargeSent = 1 << 20; // [bytes]
inline bool is_past_caches(size_t bytes) { return bytes > kSmallSent && bytes < kLargeSent; }

/// memcpy past the caches; others see it after `end_rows_past_caches`.
inline void copy_row_past_caches(char *to, const char *from, size_t bytes) {
#ifdef __SSE2__
  constexpr size_t kVector = sizeof(__m128i);
  size_t at = std::min(bytes, -reinterpret_cast<uintptr_t>(to) % kVector);
  std::memcpy(to, from, at);
  for (; at + kVector <= bytes; at += kVector)
    _mm_stream_si128(reinterpret_cast<__m128i *>(to + at),
                     _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + at)));
  std::memcpy(to + at, from + at, bytes - at);
#else
  std::memcpy(to, from, bytes);
#endif
}
inline void end_rows_past_caches() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
