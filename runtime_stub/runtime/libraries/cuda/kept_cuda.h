// SPDX-License-Identifier: Apache-2.0
// What calls of libraries for GPUs need: things that a device keeps from one call to the next, as
// handles and memory, and errors.
#pragma once

#include "runtime/op.h"
#include "runtime/routines/batch.h"

#include <cuda_runtime.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What a library says is wrong, in words that live as long as the program.
struct LibraryError {
  const char *words;
};

inline void check(cudaError_t status) {
  if (status != cudaSuccess) throw LibraryError{cudaGetErrorString(status)};
}

/// The device's own T: made at the first call that asks for it, and gone with the device.
template <typename T>
T &kept(const shardc_call &call) {
  static const char key = 0;
  shardc_kept &place = *call.keep(call.keeper, &key);
  if (!place.thing) {
    place.thing = new T;
    place.release = [](void *thing) { delete static_cast<T *>(thing); };
  }
  return *static_cast<T *>(place.thing);
}

/// What pieces of a library's memory begin at multiples of.
constexpr int64_t kLibraryPiece = 256; // [bytes]

/// Memory of a GPU, as much as the call that needed most. What calls of one stream have there, one
/// after the other, is nothing to keep.
class LibraryMemory {
public:
  LibraryMemory() = default;
  LibraryMemory(const LibraryMemory &) = delete;
  ~LibraryMemory() { cudaFree(memory); }

  /// What `take` makes of a Workspace, from which it takes all that it needs.
  template <typename Take>
  auto pieces(const Take &take) {
    Workspace counted(nullptr, kLibraryPiece);
    take(counted);
    Workspace own(of(counted.bytes()), kLibraryPiece);
    return take(own);
  }

private:
  char *memory = nullptr;
  int64_t size = 0;

  char *of(int64_t bytes) {
    if (bytes <= size) return memory;
    check(cudaFree(memory)); // waits for those that use it
    memory = nullptr;
    size = 0;
    check(cudaMalloc(reinterpret_cast<void **>(&memory), size_t(bytes)));
    size = bytes;
    return memory;
  }
};

/// Calls `run` with a number of the type of a call's first operand. Returns what is wrong.
template <typename Run>
const char *by_library_for_type(const shardc_call &call, const Run &run) {
  return for_type(call, [&](auto number) -> const char * {
    try {
      run(number);
      return nullptr;
    } catch (const LibraryError &error) {
      return error.words;
    }
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
