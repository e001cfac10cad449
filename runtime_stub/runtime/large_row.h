// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <cstddef>
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

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
