// SPDX-License-Identifier: Apache-2.0
// Convolutions by cuDNN, in bundles that are built with it (SHARDC_CUDNN).
#pragma once

#include "runtime/host/stream.h"
#include "runtime/libraries/convolution.h"
#include "runtime/type.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// `left` and `right` are what the result is computed of: source and window; output and window;
/// source and output. All three are of one type: f32, which may be rounded to TF32, bf16 or f16.
/// False: cuDNN has nothing that does it, and nothing has been done.
bool convolve_by_cudnn(Stream &stream, const char *step, const Convolution &convolution, Type type,
                       const void *left, const void *right, void *result);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
