// SPDX-License-Identifier: Apache-2.0
// By merging runs, twice as long in each pass: an element finds its place by counting those of the
// other run that go before it.
#include "runtime/routines/argsort.h"

#include "runtime/routines/cuda/each_cuda.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Gives each place its key: of the order that the keys behind this one have made, if any.
template <typename Key>
__global__ void give_keys(const Batch batch, int64_t n, int64_t number, Keyed<Key> *to) {
  const int64_t i = int64_t(blockIdx.x) * kThreadsOfMember + threadIdx.x;
  if (i >= batch.members * n) return;
  const bool isFirst = number + 1 == batch.operand_count;
  const int32_t place = isFirst ? int32_t(i % n) : to[i].place;
  to[i] = {batch.matrix<Key>(batch.operands[number], i / n)(place, 0), place};
}

/// How many of a run go before a key: those that are less, of a run in front also those as large.
template <typename Key>
__device__ int64_t before(const Keyed<Key> *run, int64_t count, Key key, bool isInFront) {
  int64_t lo = 0, hi = count;
  while (lo < hi) {
    const int64_t middle = (lo + hi) / 2;
    const Key other = run[middle].key;
    if (other < key || (isInFront && other == key))
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

template <typename Key>
__global__ void merge(int64_t all, int64_t n, int64_t run, const Keyed<Key> *from, Keyed<Key> *to) {
  const int64_t i = int64_t(blockIdx.x) * kThreadsOfMember + threadIdx.x;
  if (i >= all) return;
  const int64_t place = i % n, first = i - place, begin = place / (2 * run) * (2 * run);
  const int64_t middle = begin + run < n ? begin + run : n;
  const int64_t end = middle + run < n ? middle + run : n;
  const bool isInFront = place < middle;
  const int64_t other = isInFront ? middle : begin, count = isInFront ? end - middle : run;
  const int64_t own = isInFront ? place : place - run;
  to[first + own + before(from + first + other, count, from[i].key, !isInFront)] = from[i];
}

template <typename Key>
__global__ void finish(const Batch batch, int64_t n, const Keyed<Key> *from) {
  const int64_t i = int64_t(blockIdx.x) * kThreadsOfMember + threadIdx.x;
  if (i >= batch.members * n) return;
  batch.matrix<int32_t>(batch.results[0], i / n)(i % n, 0) = from[i].place;
}

template <typename Key>
static const char *sort(const Batch &batch, const shardc_call &call) {
  const auto stream = static_cast<cudaStream_t>(call.stream);
  const int64_t n = batch.operands[0].rows, all = batch.members * n;
  const auto blocks = unsigned((all + kThreadsOfMember - 1) / kThreadsOfMember);
  if (call.scratch_bytes < bytes_of_member<Merging<Key>>(batch) * batch.members)
    return kTooLittleScratch;
  auto *from = static_cast<Keyed<Key> *>(call.scratch), *to = from + all;
  for (int64_t number = batch.operand_count; number-- > 0;) {
    give_keys<Key><<<blocks, kThreadsOfMember, 0, stream>>>(batch, n, number, from);
    for (int64_t run = 1; run < n; run *= 2) {
      merge<Key><<<blocks, kThreadsOfMember, 0, stream>>>(all, n, run, from, to);
      std::swap(from, to);
    }
  }
  finish<Key><<<blocks, kThreadsOfMember, 0, stream>>>(batch, n, from);
  return launched();
}

const char *argsort(const shardc_call *call) {
  return for_keys(*call, [&]<typename Key>(Key) {
    return sort<Key>(batch_of_vectors(*call, call->attributes[0].integer), *call);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
