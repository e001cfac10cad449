// SPDX-License-Identifier: Apache-2.0
// A stable order of keys, from the least. Keys are whole numbers without a sign: what a comparator
// looks at is made one before (frontend/ir/calls/routines/sort_calls). An order that is stable is
// one alone, so CPUs and GPUs may find it in ways of their own.
#pragma once

#include "runtime/routines/batch.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Key>
struct Keyed {
  Key key;
  int32_t place;
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
/// number: where the elements of its order are, i32.
const char *argsort(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
