// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of the last dimensions. A library does them, and the runtime has no code of
// its own for it: where none is asked for they are loops.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// For each signal of a batch. The numbers: how many dimensions a signal has, 1 to 3; 0: forwards,
/// 1: backwards, 2: of real numbers, 3: backwards to real numbers; the length of the last
/// dimension.
const char *fft(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
