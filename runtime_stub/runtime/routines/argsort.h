// SPDX-License-Identifier: Apache-2.0
// A stable order of keys, from the least. Keys are whole numbers without a sign: what a comparator
// looks at is made one, or several, before (frontend/ir/calls/routines/sort_calls). Of several the
// first that differ decide: so all are sorted by the last one, what that makes by the one before,
// and so on. An order that is stable is one alone, so CPUs and GPUs may find it in ways of their
// own.
#pragma once

#include "runtime/routines/batch.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMostKeys = kMostOperands;

template <typename Key>
struct Keyed {
  Key key;
  int32_t place;
};

/// What orders a member by merging, as GPUs do.
template <typename Key>
struct Merging {
  struct Space {
    Keyed<Key> *from, *to;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      from = scratch.take<Keyed<Key>>(batch.operands[0].rows);
      to = scratch.take<Keyed<Key>>(batch.operands[0].rows);
    }
  };
};

/// What orders a member by the digits of keys, as CPUs do.
template <typename Key>
struct ByDigits {
  static constexpr int kBits = 8, kDigits = 1 << kBits, kPasses = int(sizeof(Key)) * 8 / kBits;

  struct Space : Merging<Key>::Space {
    int64_t (*counts)[kDigits]; // how many keys have a value of a digit

    Space(Workspace &scratch, const Batch &batch) : Merging<Key>::Space(scratch, batch) {
      counts = scratch.take<int64_t[kDigits]>(kPasses);
    }
  };

  static void run(const Member &member);
};

/// Calls `run` with a number of the keys' type. Returns what it does, or what is wrong.
template <typename Run>
const char *for_keys(const shardc_call &call, const Run &run) {
  const char *type = call.operands[0].type;
  if (!std::strcmp(type, "ui32")) return run(uint32_t());
  if (!std::strcmp(type, "ui64")) return run(uint64_t());
  return "it is for ui32 and ui64";
}

/// For each vector of a batch, along the dimension behind which there are as many as the call's
/// number: where the elements of its order are, i32. Operands: keys of one type, the first one
/// first, at most kMostKeys.
const char *argsort(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
