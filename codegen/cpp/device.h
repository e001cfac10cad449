// SPDX-License-Identifier: Apache-2.0
// What differs between the shards of a function, as generated code sees it: the fields of its
// Device, each a Range of indices.
#pragma once

#include "codegen/plan.h"

namespace shardc {

/// A field of a function's `Device`: a range that some window, box or loop has and that differs
/// between shards.
struct DeviceField {
  std::string name; // "i" where it is the slice of coordinate i itself; else after the first value
  Span span;
};
struct DeviceLayout {
  std::vector<DeviceField> fields;
  SmallVector<int64_t, 4> counts; // of the slices of each coordinate

  /// How kernels name a range as a window's dimension: "d.i", "Whole<4>()", "Fixed<2, 3>()".
  std::string dimension(const Span &span) const;
  /// The field with this span; null where the span is uniform.
  const DeviceField *find(const Span &span) const;
};

/// The fields of a function, in order of first use: coordinates that are used, then windows and
/// loops of kernels, then boxes of buffers.
DeviceLayout deviceLayout(const Function &function);

} // namespace shardc
