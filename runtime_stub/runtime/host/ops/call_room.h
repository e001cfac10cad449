// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <cstddef>
#include <memory_resource>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Room for what a call of code makes and throws away: on the stack, but for calls with very many
/// values.
class CallRoom {
public:
  CallRoom() = default;
  CallRoom(const CallRoom &) = delete;
  CallRoom &operator=(const CallRoom &) = delete;

  template <typename T>
  T *make(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "nobody destroys it");
    T *const made = static_cast<T *>(memory.allocate(count * sizeof(T), alignof(T)));
    for (size_t k = 0; k < count; ++k)
      new (made + k) T();
    return made;
  }

private:
  alignas(std::max_align_t) char near[8192];
  std::pmr::monotonic_buffer_resource memory{near, sizeof near};
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
