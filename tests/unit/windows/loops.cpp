// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/windows/loops.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace shardc::test {

static int64_t volume(const Numbers &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

static size_t offset(const Numbers &shape, const Numbers &index) {
  int64_t at = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    at = at * shape[dim] + index[dim];
  return static_cast<size_t>(at);
}

Array::Array(Numbers of, double value)
    : shape(std::move(of)), data(static_cast<size_t>(volume(shape)), value) {}
double &Array::at(const Numbers &index) { return data[offset(shape, index)]; }
double Array::at(const Numbers &index) const { return data[offset(shape, index)]; }

void forEachIndex(const Numbers &shape, const std::function<void(const Numbers &)> &visit) {
  for (int64_t number = 0, all = volume(shape); number < all; ++number) {
    Numbers index(shape.size());
    int64_t left = number;
    for (size_t dim = shape.size(); dim-- > 0; left /= shape[dim])
      index[dim] = left % shape[dim];
    visit(index);
  }
}

WindowDim WindowDim::random(std::mt19937 &random, bool dilated) {
  const auto oneOf = [&](Numbers choices) { return choices[random() % choices.size()]; };
  WindowDim dim{oneOf({1, 2, 3, 4}),     oneOf({1, 1, 2, 3}),    1, 1,
                oneOf({-1, 0, 0, 1, 2}), oneOf({-1, 0, 0, 1, 2})};
  if (!dilated) return dim;
  dim.dilation = oneOf({1, 1, 2, 3});
  dim.baseDilation = oneOf({1, 1, 1, 2, 3});
  return dim;
}

int64_t WindowDim::count(int64_t extent) const {
  const int64_t all = low + (extent > 0 ? (extent - 1) * baseDilation + 1 : 0) + high;
  const int64_t length = (size - 1) * dilation + 1;
  return all <= 0 || length > all ? 0 : (all - length) / stride + 1;
}

int64_t WindowDim::place(int64_t number, int64_t inside, int64_t extent) const {
  const int64_t at = number * stride + inside * dilation - low;
  if (at < 0 || at % baseDilation != 0) return -1;
  return at / baseDilation < extent ? at / baseDilation : -1;
}

Roles Roles::random(std::mt19937 &random, int64_t rank) {
  Numbers dims(static_cast<size_t>(rank));
  std::iota(dims.begin(), dims.end(), 0);
  std::shuffle(dims.begin(), dims.end(), random);
  return {dims[0], dims[1], Numbers(dims.begin() + 2, dims.end())};
}

Numbers Roles::placed(int64_t ofFirst, int64_t ofSecond, const Numbers &ofSpatial) const {
  Numbers made(spatial.size() + 2);
  made[first] = ofFirst;
  made[second] = ofSecond;
  for (size_t k = 0; k < spatial.size(); ++k)
    made[spatial[k]] = ofSpatial[k];
  return made;
}

static Numbers sizesOf(const std::vector<WindowDim> &windows) {
  Numbers sizes;
  for (const WindowDim &window : windows)
    sizes.push_back(window.size);
  return sizes;
}

/// Where an element of a window lies, in all dimensions; none in padding and gaps.
static std::optional<Numbers> placeIn(const std::vector<WindowDim> &windows, const Numbers &number,
                                      const Numbers &inside, const Numbers &extents) {
  Numbers at;
  for (size_t k = 0; k < windows.size(); ++k) {
    at.push_back(windows[k].place(number[k], inside[k], extents[k]));
    if (at.back() < 0) return std::nullopt;
  }
  return at;
}

Array convolved(const Convolution &conv, const Array &lhs, const Array &rhs) {
  const int64_t groups = conv.featureGroups * conv.batchGroups;
  const int64_t features = rhs.shape[conv.kernel.second], taken = rhs.shape[conv.kernel.first];
  const int64_t batch = lhs.shape[conv.input.first] / conv.batchGroups;
  Numbers extents, count;
  for (size_t k = 0; k < conv.windows.size(); ++k) {
    extents.push_back(lhs.shape[conv.input.spatial[k]]);
    count.push_back(conv.windows[k].count(extents[k]));
  }
  Array made(conv.output.placed(batch, features, count));
  forEachIndex(made.shape, [&](const Numbers &index) {
    const int64_t feature = index[conv.output.second], group = feature / (features / groups);
    Numbers number;
    for (const int64_t dim : conv.output.spatial)
      number.push_back(index[dim]);
    const int64_t from = index[conv.output.first] + (conv.batchGroups > 1 ? group * batch : 0);
    const int64_t channels = conv.featureGroups > 1 ? group * taken : 0;
    forEachIndex(sizesOf(conv.windows), [&](const Numbers &inside) {
      const auto at = placeIn(conv.windows, number, inside, extents);
      if (!at) return;
      Numbers ofKernel = inside;
      for (size_t k = 0; k < inside.size(); ++k)
        if (conv.reversed[k]) ofKernel[k] = conv.windows[k].size - 1 - inside[k];
      for (int64_t c = 0; c < taken; ++c)
        made.at(index) += lhs.at(conv.input.placed(from, channels + c, *at)) *
                          rhs.at(conv.kernel.placed(c, feature, ofKernel));
    });
  });
  return made;
}

static Numbers countsOf(const std::vector<WindowDim> &windows, const Numbers &shape) {
  Numbers counts;
  for (size_t k = 0; k < windows.size(); ++k)
    counts.push_back(windows[k].count(shape[k]));
  return counts;
}

Array windowsReduced(const std::vector<WindowDim> &windows, const Array &x, double init,
                     const Combine &combine) {
  Array made(countsOf(windows, x.shape), init);
  forEachIndex(made.shape, [&](const Numbers &number) {
    forEachIndex(sizesOf(windows), [&](const Numbers &inside) {
      if (const auto at = placeIn(windows, number, inside, x.shape))
        made.at(number) = combine(made.at(number), x.at(*at));
    });
  });
  return made;
}

Array scatteredToLargest(const std::vector<WindowDim> &windows, const Array &x, const Array &source,
                         double init) {
  Array made(x.shape, init);
  forEachIndex(source.shape, [&](const Numbers &number) {
    std::optional<Numbers> best;
    forEachIndex(sizesOf(windows), [&](const Numbers &inside) {
      const auto at = placeIn(windows, number, inside, x.shape);
      if (at && (!best || x.at(*at) > x.at(*best))) best = at;
    });
    if (best) made.at(*best) += source.at(number);
  });
  return made;
}

} // namespace shardc::test
