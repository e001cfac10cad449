// SPDX-License-Identifier: Apache-2.0
// An operator new that counts, in place of the library's.
#include "allocated.h"

#include <cstdlib>
#include <new>

static size_t allocated = 0;

namespace shardc::test {
size_t allocatedBytes() { return allocated; }
} // namespace shardc::test

static void *counted(size_t bytes, size_t alignment) {
  allocated += bytes;
  void *memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void *operator new(size_t bytes) { return counted(bytes, alignof(std::max_align_t)); }
void *operator new[](size_t bytes) { return counted(bytes, alignof(std::max_align_t)); }
void *operator new(size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<size_t>(alignment));
}
void *operator new[](size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<size_t>(alignment));
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }
