// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

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

/// memcpy past the caches; others see it after `end_rows_past_caches`. By compilers' builtins: the
/// header that has these as functions has macros that inputs may be called.
#if defined(__SSE2__) && !defined(__CUDACC__)
inline void copy_row_past_caches(char *to, const char *from, size_t bytes) {
  typedef long long Lanes __attribute__((vector_size(16)));
  size_t at = std::min(bytes, -reinterpret_cast<uintptr_t>(to) % sizeof(Lanes));
  std::memcpy(to, from, at);
  for (; at + sizeof(Lanes) <= bytes; at += sizeof(Lanes)) {
    Lanes lanes;
    std::memcpy(&lanes, from + at, sizeof lanes);
    auto *const place = reinterpret_cast<Lanes *>(to + at);
#ifdef __clang__
    __builtin_nontemporal_store(lanes, place);
#else
    __builtin_ia32_movntdq(place, lanes);
#endif
  }
  std::memcpy(to + at, from + at, bytes - at);
}
inline void end_rows_past_caches() { __builtin_ia32_sfence(); }
#else
inline void copy_row_past_caches(char *to, const char *from, size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void end_rows_past_caches() {}
#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
