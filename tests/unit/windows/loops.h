// SPDX-License-Identifier: Apache-2.0
// Ops over windows as plain loops, written from the specification, and random instances of them.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace shardc::test {

using Numbers = std::vector<int64_t>;

/// A tensor of whole numbers, row-major.
struct Array {
  Numbers shape;
  std::vector<double> data;

  explicit Array(Numbers shape, double value = 0);
  double &at(const Numbers &index);
  double at(const Numbers &index) const;
};

/// Calls `visit` for every index below `shape`.
void forEachIndex(const Numbers &shape, const std::function<void(const Numbers &)> &visit);

/// One dimension of windows.
struct WindowDim {
  int64_t size, stride, dilation, baseDilation, low, high;

  static WindowDim random(std::mt19937 &random, bool dilated);
  /// Windows over so many elements.
  int64_t count(int64_t extent) const;
  /// Of element `inside` of window `number`; -1 where none is there.
  int64_t place(int64_t number, int64_t inside, int64_t extent) const;
};

/// What dimensions of a tensor are: two by name, and spatial ones in order.
struct Roles {
  int64_t first, second;
  Numbers spatial;

  static Roles random(std::mt19937 &random, int64_t rank);
  /// A shape or index with these in it.
  Numbers placed(int64_t ofFirst, int64_t ofSecond, const Numbers &ofSpatial) const;
};

struct Convolution {
  Roles input, kernel, output;
  std::vector<WindowDim> windows;
  std::vector<bool> reversed;
  int64_t featureGroups, batchGroups;
};
Array convolved(const Convolution &conv, const Array &lhs, const Array &rhs);

using Combine = std::function<double(double, double)>;
Array windowsReduced(const std::vector<WindowDim> &windows, const Array &x, double init,
                     const Combine &combine);
/// What each window's first largest element gets of `source`, added up.
Array scatteredToLargest(const std::vector<WindowDim> &windows, const Array &x, const Array &source,
                         double init);

} // namespace shardc::test
