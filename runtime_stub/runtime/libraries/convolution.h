// SPDX-License-Identifier: Apache-2.0
// Convolutions as libraries are asked for them: by the names of a forward one, whatever is
// computed.
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What is computed of the other two.
enum class ConvolutionResult : uint8_t { output, source, window };

/// How many indices, and how many elements apart neighbours are in each tensor; 0: it has no such
/// loop.
struct ConvolutionLoop {
  int64_t count, source, window, output;
};

/// A dimension of places: output i is made of the window's k at source i * stride + k * dilation -
/// before, where the source has that. Extents are of each tensor, as are the steps between
/// neighbours.
struct ConvolutionPlace {
  struct Of {
    int64_t extent, step;
  } source, window, output;
  int64_t stride, dilation, before;

  /// What the source lacks behind it; less than a stride of it may be left over.
  int64_t after() const {
    const int64_t most = (output.extent - 1) * stride + (window.extent - 1) * dilation + 1;
    const int64_t lacks = most - source.extent - before;
    return lacks < 0 && lacks > -stride ? 0 : lacks;
  }
};

/// Groups have inputs and outputs of their own; the source's inputs and the output's outputs go on
/// from group to group.
struct Convolution {
  ConvolutionResult result;
  ConvolutionLoop groups, images, inputs, outputs;
  std::vector<ConvolutionPlace> places;

  /// All that it is: what libraries prepare for one is kept by these.
  std::vector<int64_t> key() const {
    std::vector<int64_t> key = {int64_t(result)};
    for (const ConvolutionLoop *loop : {&groups, &images, &inputs, &outputs})
      key.insert(key.end(), {loop->count, loop->source, loop->window, loop->output});
    for (const ConvolutionPlace &place : places) {
      for (const auto &of : {place.source, place.window, place.output})
        key.insert(key.end(), {of.extent, of.step});
      key.insert(key.end(), {place.stride, place.dilation, place.before});
    }
    return key;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
