// SPDX-License-Identifier: Apache-2.0
// Meshes, axes and sub-axes. Pure algebra, no MLIR. Source of the idea: Shardy's axis references
// (openxla/shardy); what they mean is checked by brute force against sets of devices.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// More devices, and more axes, are refused.
inline constexpr int64_t kMostDevices = 65536;
inline constexpr size_t kMostAxes = 64;

struct MeshAxis {
  std::string name;
  int64_t size;
  bool operator==(const MeshAxis &other) const = default;
};

/// Devices as a named box. A device's position is row-major over the axes.
struct Mesh {
  std::string name;
  std::vector<MeshAxis> axes;     // major to minor
  std::vector<int64_t> deviceIds; // by position; empty: 0, 1, ...

  int64_t devices() const;
  /// The id of the device at a position, and the other way round; none if there is no such device.
  int64_t deviceAt(int64_t position) const;
  std::optional<int64_t> positionOf(int64_t device) const;
  /// The number of the axis with this name, -1 if none.
  int find(llvm::StringRef axisName) const;
  /// "data=2, model=4".
  std::string str() const;
  bool operator==(const Mesh &other) const = default;
};

/// What is wrong with a mesh, in words; empty where nothing is: names of axes are distinct and fit
/// for configs, sizes are positive, device ids are those of the devices, each once, or none at all,
/// and there are not too many of either. Without axes there is one device id, or none.
std::string problemOf(const Mesh &mesh);
/// Ids in the order of positions say nothing, but where there are no axes: that is one device.
void dropUsualIds(Mesh &mesh);

/// A part of an axis of size n: reshape it to [before, size, n / (before * size)], and take the
/// middle. The whole axis is {axis, 1, n}.
struct AxisRef {
  int axis;
  int64_t before, size;
  auto operator<=>(const AxisRef &) const = default;
};
/// Axes that split a dimension, major to minor.
using AxisList = llvm::SmallVector<AxisRef, 2>;

AxisRef wholeAxis(const Mesh &mesh, int axis);
/// Whether one value cannot be split over both. It can where one ends before the other begins and
/// both are pieces of one cut of the axis: (1)2 and (2)3 of 12, but not (1)2 and (3)2.
bool overlaps(const AxisRef &a, const AxisRef &b);
bool overlaps(const AxisRef &a, llvm::ArrayRef<AxisRef> list);
/// Whether one cut of an axis has pieces that make up each: not for (1)2 and (1)3.
bool nest(const AxisRef &a, const AxisRef &b);
/// Parts that the list splits into.
int64_t product(llvm::ArrayRef<AxisRef> list);
/// Appends an axis; a part next to the last one's minor end is joined with it.
void append(AxisList &list, AxisRef axis);
/// The longest list that both begin with; a common major part of an axis counts.
AxisList commonPrefix(llvm::ArrayRef<AxisRef> a, llvm::ArrayRef<AxisRef> b);
bool isPrefix(llvm::ArrayRef<AxisRef> prefix, llvm::ArrayRef<AxisRef> list);
/// What is left of `list` after `prefix`, which it begins with.
AxisList withoutPrefix(llvm::ArrayRef<AxisRef> list, llvm::ArrayRef<AxisRef> prefix);
/// The longest prefix (a major part of an axis counts) that overlaps none of `taken`.
AxisList prefixWithout(llvm::ArrayRef<AxisRef> list, llvm::ArrayRef<AxisRef> taken);
/// Takes from the front of `list` axes that split `size` evenly; a major part of an axis where only
/// that divides. What they are is cut off the list.
AxisList takeDividing(AxisList &list, int64_t size);
/// What of `list` no axis of `taken` overlaps, in its order; parts of axes are left out whole.
AxisList without(llvm::ArrayRef<AxisRef> list, llvm::ArrayRef<AxisRef> taken);

/// The place of a device, by its coordinates on the axes, among the parts of a list.
int64_t placeOn(llvm::ArrayRef<AxisRef> list, const Mesh &mesh,
                llvm::ArrayRef<int64_t> coordinates);
/// The coordinates of the device at a position.
llvm::SmallVector<int64_t, 4> coordinatesAt(const Mesh &mesh, int64_t position);

/// "data", or "data:(1)2" for a part.
std::string str(const AxisRef &axis, const Mesh &mesh);
/// "data, model".
std::string str(llvm::ArrayRef<AxisRef> list, const Mesh &mesh);

} // namespace shardc
