// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of numbers in their order (FNV-1a). Every step can be undone, so two lists that differ in one
/// number never have the same.
class Hash {
public:
  void add(uint64_t number) { value = (value ^ number) * 0x100000001b3; }
  /// Eight at a time.
  void add(const char *data, size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, data + at, std::min(sizeof word, bytes - at));
      add(word ^ word >> 32);
    }
  }
  uint64_t value = 0xcbf29ce484222325;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
