// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/argsort.h"

#include "runtime/routines/cuda/argsort_cuda.h"
#include "runtime/routines/cuda/each_cuda.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Key>
static const char *sort(const Batch &batch, const shardc_call &call) {
  const int64_t n = batch.operands[0].rows, all = batch.members * n;
  if (call.scratch_bytes < bytes_of_member<Merging<Key>>(batch) * batch.members)
    return kTooLittleScratch;
  auto *from = static_cast<Keyed<Key> *>(call.scratch), *to = from + all;
  const char *wrong = nullptr;
  for (int64_t number = batch.operand_count; !wrong && number-- > 0;) {
    wrong = launch_threads(call, "argsort_keys", all, GiveKeys<Key>{batch, n, number, from});
    for (int64_t run = 1; !wrong && run < n; run *= 2) {
      wrong = launch_threads(call, "argsort_merge", all, Merge<Key>{all, n, run, from, to});
      std::swap(from, to);
    }
  }
  if (wrong) return wrong;
  return launch_threads(call, "argsort_places", all, PutPlaces<Key>{batch, n, from});
}

const char *argsort(const shardc_call *call) {
  return for_keys(*call, [&]<typename Key>(Key) {
    return sort<Key>(batch_of_vectors(*call, call->attributes[0].integer), *call);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
