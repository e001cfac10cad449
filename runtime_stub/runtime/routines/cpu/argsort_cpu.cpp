// SPDX-License-Identifier: Apache-2.0
// By the digits of keys, the last one first: each pass keeps the order of the one before, and one
// in which all keys have the same digit is left out.
#include "runtime/routines/argsort.h"

#include "runtime/routines/cpu/each_cpu.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Key>
static int64_t digit(Key key, int pass) {
  using Digits = ByDigits<Key>;
  return key >> (pass * Digits::kBits) & Key(Digits::kDigits - 1);
}

template <typename Key>
static void sort_by(typename ByDigits<Key>::Space &space, int64_t n, int pass) {
  int64_t *counts = space.counts[pass];
  if (counts[digit(space.from[0].key, pass)] == n) return;
  int64_t before = 0;
  for (int64_t value = 0; value < ByDigits<Key>::kDigits; ++value)
    before += std::exchange(counts[value], before);
  for (int64_t i = 0; i < n; ++i)
    space.to[counts[digit(space.from[i].key, pass)]++] = space.from[i];
  std::swap(space.from, space.to);
}

template <typename Key>
static void sort_by(typename ByDigits<Key>::Space &space, const Strided<Key> &keys) {
  constexpr int kPasses = ByDigits<Key>::kPasses;
  memset(space.counts, 0, kPasses * sizeof *space.counts);
  for (int64_t i = 0; i < keys.rows; ++i) {
    const Key key = keys(space.from[i].place, 0);
    space.from[i].key = key;
    for (int pass = 0; pass < kPasses; ++pass)
      ++space.counts[pass][digit(key, pass)];
  }
  for (int pass = 0; pass < kPasses; ++pass)
    sort_by<Key>(space, keys.rows, pass);
}

template <typename Key>
void ByDigits<Key>::run(const Member &member) {
  Workspace scratch(member.scratch);
  Space space(scratch, member.batch);
  const auto places = member.result<int32_t>(0);
  for (int64_t i = 0; i < places.rows; ++i)
    space.from[i].place = int32_t(i);
  for (int64_t k = member.batch.operand_count; k-- > 0;)
    sort_by<Key>(space, member.operand<Key>(int(k)));
  for (int64_t i = 0; i < places.rows; ++i)
    places(i, 0) = space.from[i].place;
}

const char *argsort(const shardc_call *call) {
  return for_keys(*call, [&]<typename Key>(Key) {
    return for_each_of<ByDigits<Key>>(batch_of_vectors(*call, call->attributes[0].integer), *call);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
