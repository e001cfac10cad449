// SPDX-License-Identifier: Apache-2.0
// Convolutions by oneDNN, in bundles that are built with it (SHARDC_ONEDNN).
#pragma once

#include "runtime/host/stream.h"
#include "runtime/libraries/convolution.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// `left` and `right` are what the result is computed of: source and window; output and window;
/// source and output.
void convolve_by_onednn(Stream &stream, const char *step, const Convolution &convolution,
                        const float *left, const float *right, float *result);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
