// SPDX-License-Identifier: Apache-2.0
// By the digits of keys, the last one first: each pass keeps the order of the one before, and one
// in which all keys have the same digit is left out.
#include "runtime/routines/argsort.h"

#include "runtime/routines/cpu/each_cpu.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Key>
struct ByDigits {
  static constexpr int kBits = 8, kDigits = 1 << kBits, kPasses = int(sizeof(Key)) * 8 / kBits;

  struct Space {
    Keyed<Key> *from, *to;
    int64_t (*counts)[kDigits];

    Space(Workspace &scratch, const Batch &batch) {
      from = scratch.take<Keyed<Key>>(batch.operands[0].rows);
      to = scratch.take<Keyed<Key>>(batch.operands[0].rows);
      counts = scratch.take<int64_t[kDigits]>(kPasses);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    Space space(scratch, member.batch);
    const auto keys = member.operand<Key>(0);
    const auto places = member.result<int32_t>(0);
    memset(space.counts, 0, kPasses * sizeof *space.counts);
    for (int64_t i = 0; i < keys.rows; ++i) {
      space.from[i] = {keys(i, 0), int32_t(i)};
      for (int pass = 0; pass < kPasses; ++pass)
        ++space.counts[pass][digit(keys(i, 0), pass)];
    }
    for (int pass = 0; pass < kPasses; ++pass)
      sort(space, keys.rows, pass);
    for (int64_t i = 0; i < keys.rows; ++i)
      places(i, 0) = space.from[i].place;
  }

private:
  static int64_t digit(Key key, int pass) { return key >> (pass * kBits) & Key(kDigits - 1); }

  static void sort(Space &space, int64_t n, int pass) {
    int64_t *counts = space.counts[pass];
    if (counts[digit(space.from[0].key, pass)] == n) return;
    int64_t before = 0;
    for (int64_t value = 0; value < kDigits; ++value)
      before += std::exchange(counts[value], before);
    for (int64_t i = 0; i < n; ++i)
      space.to[counts[digit(space.from[i].key, pass)]++] = space.from[i];
    std::swap(space.from, space.to);
  }
};

const char *argsort(const shardc_call *call) {
  return for_keys(*call, [&]<typename Key>(Key) {
    return for_each_of<ByDigits<Key>>(batch_of_vectors(*call, call->attributes[0].integer));
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
