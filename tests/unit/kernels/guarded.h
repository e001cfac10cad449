// SPDX-License-Identifier: Apache-2.0
// Memory between pages that nobody may touch.
#pragma once

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace shardc::test {

/// A copy of some bytes that ends (or starts) where the next (or previous) page cannot be read, so
/// that a kernel that leaves its window stops the test.
class Guarded {
public:
  /// At the end of the pages what is behind the last whole `alignment` is looked at, by isIntact().
  Guarded(const std::vector<char> &bytes, size_t used, bool atEnd, size_t alignment = 1)
      : used(used) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t room = (used + page - 1) / page * page;
    size = room + 2 * page;
    pages = static_cast<char *>(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (room) mprotect(pages + page, room, PROT_READ | PROT_WRITE);
    gap = atEnd ? (alignment - used % alignment) % alignment : 0;
    data = pages + page + (atEnd ? room - used - gap : 0);
    std::memcpy(data, bytes.data(), used);
    std::memset(data + used, kUntouched, gap);
  }
  ~Guarded() { munmap(pages, size); }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;

  bool isIntact() const {
    return std::all_of(data + used, data + used + gap, [](char c) { return c == kUntouched; });
  }

  char *data;
  size_t used;

private:
  static constexpr char kUntouched = 0x5a;
  size_t gap;
  char *pages;
  size_t size;
};

} // namespace shardc::test
