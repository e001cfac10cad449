// SPDX-License-Identifier: Apache-2.0
// Memory in large pages, where the system gives them: what processes read of each other then comes
// three times as fast (docs/benchmarks.md), and less of a processor's time goes into addresses.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

inline constexpr size_t kLargePage = size_t{2} << 20; // [bytes]

/// For std::free; null where there is none. What is less than an eighth of a page is ordinary memory,
/// at a multiple of `alignment`.
inline char *allocate_pages(size_t bytes, size_t alignment) {
  const bool large = bytes >= kLargePage / 8;
  if (large) alignment = kLargePage;
  const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void *const block = std::aligned_alloc(alignment, rounded);
#ifdef __linux__
  if (large && block != nullptr)
    madvise(block, rounded, MADV_HUGEPAGE); // if not, it is only slower
#endif
  return static_cast<char *>(block);
}

/// Memory that lives as long as this, taken piece by piece; small pieces share pages.
class Pages {
public:
  /// Throws where there is none.
  char *take(size_t bytes) {
    constexpr size_t kLine = 64;
    bytes = (bytes + kLine - 1) / kLine * kLine;
    if (bytes > left) {
      left = std::max(bytes, kLargePage);
      blocks.emplace_back(allocate_pages(left, kLine), &std::free);
      next = blocks.back().get();
      if (next == nullptr) throw std::bad_alloc();
    }
    left -= bytes;
    return std::exchange(next, next + bytes);
  }

private:
  std::vector<std::unique_ptr<char, decltype(&std::free)>> blocks;
  char *next = nullptr;
  size_t left = 0; // from there on
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
