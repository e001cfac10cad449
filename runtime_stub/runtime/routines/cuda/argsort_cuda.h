// SPDX-License-Identifier: Apache-2.0
// By merging runs, twice as long in each pass: an element finds its place by counting those of the
// other run that go before it. Each is the work of a kernel, a thread for each element of a batch.
#pragma once

#include "runtime/routines/argsort.h"
#include "runtime/routines/cuda/members_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Gives each place its key: of the order that the keys behind this one have made, if any.
template <typename Key>
struct GiveKeys {
  static constexpr bool kIsForTeams = false;
  static constexpr int kThreads = kThreadsOfMember;

  Batch batch;
  int64_t n, number;
  Keyed<Key> *to;

  SHARDC_HD void operator()(int64_t i) const {
    if (i >= batch.members * n) return;
    const bool isFirst = number + 1 == batch.operand_count;
    const int32_t place = isFirst ? int32_t(i % n) : to[i].place;
    to[i] = {batch.matrix<Key>(batch.operands[number], i / n)(place, 0), place};
  }
};

/// How many of a run go before a key: those that are less, of a run in front also those as large.
template <typename Key>
SHARDC_HD int64_t before(const Keyed<Key> *run, int64_t count, Key key, bool isInFront) {
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
struct Merge {
  static constexpr bool kIsForTeams = false;
  static constexpr int kThreads = kThreadsOfMember;

  int64_t all, n, run;
  const Keyed<Key> *from;
  Keyed<Key> *to;

  SHARDC_HD void operator()(int64_t i) const {
    if (i >= all) return;
    const int64_t place = i % n, first = i - place, begin = place / (2 * run) * (2 * run);
    const int64_t middle = begin + run < n ? begin + run : n;
    const int64_t end = middle + run < n ? middle + run : n;
    const bool isInFront = place < middle;
    const int64_t other = isInFront ? middle : begin, count = isInFront ? end - middle : run;
    const int64_t own = isInFront ? place : place - run;
    to[first + own + before(from + first + other, count, from[i].key, !isInFront)] = from[i];
  }
};

template <typename Key>
struct PutPlaces {
  static constexpr bool kIsForTeams = false;
  static constexpr int kThreads = kThreadsOfMember;

  Batch batch;
  int64_t n;
  const Keyed<Key> *from;

  SHARDC_HD void operator()(int64_t i) const {
    if (i >= batch.members * n) return;
    batch.matrix<int32_t>(batch.results[0], i / n)(i % n, 0) = from[i].place;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
