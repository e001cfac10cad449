// SPDX-License-Identifier: Apache-2.0
// Kernels that are a bare convolution, or a gradient of one, as libraries know them: by the tensors
// of a forward one, of which two are given and the third is the result.
#pragma once

#include "codegen/kernel/forms/library/amounts.h"
#include "codegen/kernel/forms/library/bare_product.h"
#include "runtime/libraries/convolution.h"

namespace shardc {

/// How many indices, and what each tensor moves by.
struct ConvolutionLoop {
  Amount count = {1}, source = {0}, window = {0}, output = {0};
};
struct ConvolutionPlace {
  struct Of {
    int64_t extent = 1;
    Amount step = {0};
  } source, window, output;
  int64_t stride = 1, dilation = 1, before = 0;
};

/// Operands by number, in the order of the result's kind (runtime/libraries/convolution.h), and
/// where each begins.
struct Convolution {
  runtime::ConvolutionResult result;
  int left = 0, right = 0;
  ElementType factors;
  ConvolutionLoop groups, images, inputs, outputs;
  SmallVector<ConvolutionPlace, 3> places;
  Offset leftAt, rightAt, resultAt;
};
/// None where the kernel is something else, or devices share out places.
std::optional<Convolution> convolutionOf(const KernelView &view);

} // namespace shardc
