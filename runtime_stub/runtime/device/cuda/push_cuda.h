// SPDX-License-Identifier: Apache-2.0
// Updates that are pushed into elements on GPUs, those of one element in their order, whatever
// atomics would do. Elements that are found by one number are beside each other; blocks along z
// have turns at these numbers, and of what is a block's each of its teams has. A block looks at all
// updates, as many at once as it has threads, and lists its own; its teams take theirs of those,
// several at once, as memory answers late.
#pragma once

#include "runtime/device/cuda/sum_tree_cuda.h"
#include "runtime/interval.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Updates that a thread looks at before any is taken, and that it takes at once.
constexpr int kLooks = 8, kTogether = 4;

/// Which of the updates from `from` on, kLooks for each thread, a block has, in order: how many.
template <int threads, typename Index, typename IsOwn>
__device__ inline int list_own(Index from, Index end, const IsOwn &is_own, Index *listed) {
  constexpr int warps = threads / kWarp;
  __shared__ int of_warp[warps];
  const int warp = int(threadIdx.x) / kWarp, lane = int(threadIdx.x) % kWarp;
  const Index first = from + warp * kLooks * kWarp + lane;
  bool is[kLooks];
#pragma unroll
  for (int n = 0; n < kLooks; ++n)
    is[n] = first + n * kWarp < end && is_own(first + n * kWarp);
  unsigned own[kLooks];
  int count = 0;
#pragma unroll
  for (int n = 0; n < kLooks; ++n) {
    own[n] = __ballot_sync(~0u, is[n]);
    count += __popc(own[n]);
  }
  __syncthreads(); // what was listed before has been read
  if (lane == 0) of_warp[warp] = count;
  __syncthreads();
  int place = 0, all = 0;
#pragma unroll
  for (int other = 0; other < warps; ++other) {
    if (other < warp) place += of_warp[other];
    all += of_warp[other];
  }
#pragma unroll
  for (int n = 0; n < kLooks; ++n) {
    if (is[n]) listed[place + __popc(own[n] & ((1u << lane) - 1))] = first + n * kWarp;
    place += __popc(own[n]);
  }
  __syncthreads();
  return all;
}

/// Each update goes to its element, which may be that of one before it. There are `count`; what
/// stands behind these are updates, too, but go nowhere.
template <typename Index, typename Element, typename Value, typename Combine>
__device__ inline void push_together(const Index (&updates)[kTogether], int count,
                                     const Element &element, const Value &value,
                                     const Combine &combine) {
  using T = std::decay_t<decltype(*element(updates[0]))>;
  T *to[kTogether];
  T now[kTogether], more[kTogether];
#pragma unroll
  for (int n = 0; n < kTogether; ++n)
    to[n] = element(updates[n]);
#pragma unroll
  for (int n = 0; n < kTogether; ++n) {
    more[n] = value(updates[n]);
    now[n] = *to[n];
  }
#pragma unroll
  for (int n = 0; n < kTogether; ++n) {
#pragma unroll
    for (int before = 0; before < n; ++before)
      if (to[before] == to[n]) now[n] = now[before];
    now[n] = combine(now[n], more[n]);
    if (n < count) *to[n] = now[n];
  }
}

/// found(i) says by which number update i finds its element, or less than 0 where it goes nowhere;
/// the element of this thread takes value(i) as `combine` says. Of `threads` each of the teams has
/// whole warps; `blocks` have turns.
template <typename Index, int threads, int teams, int blocks, typename Found, typename Element,
          typename Value, typename Combine>
__device__ inline void push_own(Range<Index> all, const Found &found, const Element &element,
                                const Value &value, const Combine &combine) {
  __shared__ Index listed[threads * kLooks];
  const int team = int(threadIdx.x) / (threads / teams), lane = int(threadIdx.x) % kWarp;
  const auto is_own = [&](Index i) {
    const Index at = found(i);
    return at >= 0 && at % blocks == Index(blockIdx.z);
  };
  for (Index from = all.lo; from < all.hi; from += threads * kLooks) {
    const int count = list_own<threads>(from, all.hi, is_own, listed);
    for (int first = 0; first < count; first += kWarp) {
      const bool is = first + lane < count &&
                      (teams == 1 || found(listed[first + lane]) / blocks % teams == team);
      for (unsigned own = __ballot_sync(~0u, is); own != 0;) {
        const int left = __popc(own);
        Index updates[kTogether];
#pragma unroll
        for (int n = 0; n < kTogether; ++n) {
          if (own != 0)
            updates[n] = listed[first + __ffs(int(own)) - 1];
          else
            updates[n] = updates[0];
          own &= own - 1;
        }
        push_together(updates, left, element, value, combine);
      }
    }
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
