// SPDX-License-Identifier: Apache-2.0
// A stable order of keys: what runtime/routines/argsort.h does, by a library.
#pragma once

#include "runtime/libraries/by_library.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace by_library {
inline namespace SHARDC_BUILT_WITH {

/// What the runtime's routine does, with its bits: a stable order is one alone.
const char *argsort(const shardc_call *call);

} // namespace SHARDC_BUILT_WITH
} // namespace by_library
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
