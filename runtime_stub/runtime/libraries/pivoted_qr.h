// SPDX-License-Identifier: Apache-2.0
// A P = Q R by reflections, where columns are exchanged so that R's diagonal falls. A library does
// it, and the runtime has no code of its own for it.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// For each matrix of a batch.
const char *pivoted_qr(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
