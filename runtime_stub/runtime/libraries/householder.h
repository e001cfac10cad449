// SPDX-License-Identifier: Apache-2.0
// The first columns of a product of reflections: what runtime/routines/householder.h does, by a
// library.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// For each matrix of a batch.
const char *householder(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
