// SPDX-License-Identifier: Apache-2.0
// Meshes to try, their parts of axes and lists of these, and what a list means: the place of every
// device on it.
#pragma once

#include "frontend/ir/sharding/algebra/mesh.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <string>
#include <vector>

namespace shardc::test {

using llvm::ArrayRef;

inline Mesh meshOf(std::vector<int64_t> sizes) {
  Mesh mesh;
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    mesh.axes.push_back({std::string(1, static_cast<char>('x' + axis)), sizes[axis]});
  return mesh;
}

/// Every part of every axis.
inline std::vector<AxisRef> everyPart(const Mesh &mesh) {
  std::vector<AxisRef> parts;
  for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis)
    for (int64_t before = 1; before <= mesh.axes[axis].size; ++before)
      for (int64_t size = 2; before * size <= mesh.axes[axis].size; ++size)
        if (mesh.axes[axis].size % (before * size) == 0) parts.push_back({axis, before, size});
  return parts;
}

/// The places of all devices on a list.
inline std::vector<int64_t> placesOn(ArrayRef<AxisRef> list, const Mesh &mesh) {
  std::vector<int64_t> places;
  for (int64_t device = 0; device < mesh.devices(); ++device)
    places.push_back(placeOn(list, mesh, coordinatesAt(mesh, device)));
  return places;
}

inline std::vector<int64_t> dividedBy(std::vector<int64_t> places, int64_t divisor) {
  for (int64_t &place : places)
    place /= divisor;
  return places;
}

/// Whether every pair of places occurs, and as often as any other: the lists have nothing in
/// common.
inline bool areIndependent(ArrayRef<AxisRef> a, ArrayRef<AxisRef> b, const Mesh &mesh) {
  std::map<std::pair<int64_t, int64_t>, int64_t> seen;
  const auto x = placesOn(a, mesh), y = placesOn(b, mesh);
  for (size_t device = 0; device < x.size(); ++device)
    ++seen[{x[device], y[device]}];
  const int64_t each = mesh.devices() / (product(a) * product(b));
  return static_cast<int64_t>(seen.size()) == product(a) * product(b) &&
         llvm::all_of(seen, [&](const auto &pair) { return pair.second == each; });
}

inline bool isPart(const AxisRef &part, const Mesh &mesh) {
  return part.before >= 1 && part.size >= 2 &&
         mesh.axes[part.axis].size % (part.before * part.size) == 0;
}

/// Parts of the mesh, none of size 1, none that could be joined with the next.
inline bool isCanonical(ArrayRef<AxisRef> list, const Mesh &mesh) {
  for (size_t k = 0; k < list.size(); ++k) {
    if (!isPart(list[k], mesh)) return false;
    if (k > 0 && list[k].axis == list[k - 1].axis &&
        list[k].before == list[k - 1].before * list[k - 1].size)
      return false;
  }
  return true;
}

/// Lists of up to three parts that do not overlap.
inline std::vector<AxisList> someLists(const Mesh &mesh) {
  std::vector<AxisList> lists = {{}}, all = {{}};
  for (int length = 0; length < 3; ++length) {
    std::vector<AxisList> longer;
    for (const AxisList &list : lists)
      for (const AxisRef &part : everyPart(mesh)) {
        if (overlaps(part, list)) continue;
        AxisList more = list;
        append(more, part);
        if (!llvm::is_contained(all, more)) {
          longer.push_back(more);
          all.push_back(more);
        }
      }
    lists = std::move(longer);
  }
  return all;
}

inline const std::vector<Mesh> &meshes() {
  static const std::vector<Mesh> all = {meshOf({2}),    meshOf({6}),      meshOf({8}),
                                        meshOf({12}),   meshOf({2, 3}),   meshOf({4, 2}),
                                        meshOf({2, 6}), meshOf({2, 2, 2})};
  return all;
}

inline std::string text(ArrayRef<AxisRef> list, const Mesh &mesh) {
  return "{" + str(list, mesh) + "}";
}

} // namespace shardc::test
