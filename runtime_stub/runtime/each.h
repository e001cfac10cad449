// SPDX-License-Identifier: Apache-2.0
// What code of your own is given that is called for each member of a batch, on CPUs and in kernels
// for GPUs: a function
//
//   SHARDC_HD void my_op(View<const float, 1> x, View<float, 1> y, const MemberPlace &place);
//
// of a view for each operand and each result, which has the dimensions that are not the batch's.
#pragma once

#include "runtime/namespace.h"

#include <cstdint>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMostBatchFactors = 8;

/// What one call has of a value. All lists have `rank` numbers.
template <typename T, int rank>
struct View {
  static constexpr int kNumbers = rank > 0 ? rank : 1;

  T *data;                   // null: a result that nobody reads
  int64_t extents[kNumbers]; // of what the device has
  int64_t whole[kNumbers];   // of the value
  int64_t offsets[kNumbers]; // of what the device has in the value
  int64_t strides[kNumbers]; // in elements

  template <typename... Index>
  SHARDC_HD T &operator()(Index... index) const {
    static_assert(sizeof...(index) == rank, "an index for each dimension of the view");
    const int64_t at[] = {int64_t(index)..., 0};
    int64_t offset = 0;
    for (int dim = 0; dim < rank; ++dim)
      offset += at[dim] * strides[dim];
    return data[offset];
  }
};

/// Whose call it is.
struct MemberPlace {
  int64_t factors[kMostBatchFactors]; // where in the whole values, of the rule's factors in order
  int64_t device;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
