// SPDX-License-Identifier: Apache-2.0
// Memory between pages that nobody may touch.
#pragma once

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace shardc::test {

/// A copy of some bytes that ends (or starts) where the next (or previous) page cannot be read, so
/// that a kernel that leaves its window stops the test.
class Guarded {
public:
  Guarded(const std::vector<char> &bytes, size_t used, bool atEnd) : used(used) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t room = (used + page - 1) / page * page;
    size = room + 2 * page;
    pages = static_cast<char *>(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (room) mprotect(pages + page, room, PROT_READ | PROT_WRITE);
    data = pages + page + (atEnd ? room - used : 0);
    std::memcpy(data, bytes.data(), used);
  }
  ~Guarded() { munmap(pages, size); }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;

  char *data;
  size_t used;

private:
  char *pages;
  size_t size;
};

} // namespace shardc::test
