// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/argsort.h"

#include "runtime/routines/argsort.h"

#ifdef SHARDC_CUB
#include "runtime/libraries/cuda/kept_cuda.h"
#include "runtime/libraries/cuda/sort_pairs_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUB

template <typename Key>
static void sort(const shardc_call &call) {
  const Batch batch = batch_of_vectors(call, call.attributes[0].integer);
  const int64_t n = batch.operands[0].rows, all = batch.members * n;
  const int64_t bytes = bytes_to_sort<Key>(batch.members, n);
  if (bytes < 0) throw LibraryError{"CUB cannot say what it needs"};
  const Pairs<Key> pairs = kept<LibraryMemory>(call).pieces([&](Workspace &memory) {
    Key *from = memory.take<Key>(all), *to = memory.take<Key>(all);
    int32_t *places = memory.take<int32_t>(all), *order = memory.take<int32_t>(all);
    int64_t *starts = memory.take<int64_t>(batch.members + 1);
    return Pairs<Key>{from, to, places, order, starts, memory.take<char>(bytes), bytes};
  });
  check(static_cast<cudaError_t>(
      sort_pairs(static_cast<cudaStream_t>(call.stream), batch, n, pairs)));
}

const char *by_library::argsort(const shardc_call *call) {
  return for_keys(*call, [&]<typename Key>(Key) -> const char * {
    try {
      sort<Key>(*call);
      return nullptr;
    } catch (const LibraryError &error) {
      return error.words;
    }
  });
}

#else

const char *by_library::argsort(const shardc_call *call) { return runtime::argsort(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
