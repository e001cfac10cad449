// SPDX-License-Identifier: Apache-2.0
// A call (op.h) as one for each member of a batch (each.h).
#pragma once

#include "runtime/each.h"
#include "runtime/op.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The factors of a rule whose indices number the members, and what the device has of them.
struct EachBatch {
  int64_t device, factors;
  int64_t extents[kMostBatchFactors] = {}, offsets[kMostBatchFactors] = {};

  int64_t members() const {
    int64_t all = 1;
    for (int64_t f = 0; f < factors; ++f)
      all *= extents[f];
    return all;
  }
  SHARDC_HD MemberPlace place(int64_t member) const {
    MemberPlace place = {{}, device};
    for (int64_t f = factors; f-- > 0; member /= extents[f])
      place.factors[f] = offsets[f] + member % extents[f];
    return place;
  }
};

/// A value of a call, as all members are given it.
template <typename T, int rank>
struct EachValue {
  View<T, rank> first;              // of the member at the beginning of all factors
  int64_t steps[kMostBatchFactors]; // to the next one of a factor, in elements

  SHARDC_HD View<T, rank> of(const EachBatch &batch, const MemberPlace &place) const {
    View<T, rank> own = first;
    if (!own.data) return own;
    for (int64_t f = 0; f < batch.factors; ++f)
      own.data += (place.factors[f] - batch.offsets[f]) * steps[f];
    return own;
  }
};

/// What a value has to do with the batch: of each of its dimensions the number of a factor, or -1.
template <typename T, int rank, int count>
EachValue<T, rank> value_of(const shardc_part &part, const int (&factors)[count],
                            EachBatch &batch) {
  EachValue<T, rank> value = {};
  value.first.data = static_cast<T *>(part.data);
  int own = 0;
  for (int64_t dim = 0; part.data && dim < part.rank; ++dim) {
    if (const int f = factors[dim]; f >= 0) {
      value.steps[f] = part.strides[dim];
      batch.extents[f] = part.extents[dim], batch.offsets[f] = part.offsets[dim];
      continue;
    }
    value.first.extents[own] = part.extents[dim], value.first.whole[own] = part.whole[dim];
    value.first.offsets[own] = part.offsets[dim], value.first.strides[own] = part.strides[dim];
    ++own;
  }
  return value;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
