// SPDX-License-Identifier: Apache-2.0
// Numbers of a launch that devices may have differently: where an access begins, and how far it
// moves, as sums and products of what the table of devices has.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// `factor` times the sizes of these ranges.
struct Amount {
  int64_t factor = 1;
  SmallVector<const DeviceField *, 2> sizes = {};

  bool is(int64_t number) const { return factor == number && (sizes.empty() || number == 0); }
  bool operator==(const Amount &other) const = default;
};
Amount times(const Amount &a, const Amount &b);

/// The sum of amounts, each times where a range begins if it has one.
struct Offset {
  SmallVector<std::pair<Amount, const DeviceField *>, 2> parts;

  void add(const Amount &amount, const DeviceField *begin = nullptr);
};

/// An access whose indices are sums of loops: elements from the beginning of its window, and those
/// that it moves by while a loop counts up.
struct AffineAccess {
  Offset offset;
  SmallVector<Amount, 8> strides; // by loop; 0: it does not use it
  SmallVector<Amount, 4> pitches; // by dimension of the window
};

/// How many indices the loop has.
Amount countOf(const KernelView &view, int loop);
/// A load, and what is written to the one result; none where an index is no sum of loops, or no
/// range of the table says where a device's part begins. Dimensions of `apart` are left out.
std::optional<AffineAccess> affineLoad(const KernelView &view, Expr load, ArrayRef<int> apart = {});
std::optional<AffineAccess> affineResult(const KernelView &view, ArrayRef<int> apart = {});

} // namespace shardc
