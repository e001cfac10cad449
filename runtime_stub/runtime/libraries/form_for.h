// SPDX-License-Identifier: Apache-2.0
// Libraries of linear algebra have a function for each type of numbers.
#pragma once

#include "runtime/complex.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a function's four forms, for f32, f64, c64 and c128, the one for T.
template <typename T, typename S, typename D, typename C, typename Z>
constexpr auto form_for(S s, D d, C c, Z z) {
  if constexpr (std::is_same_v<T, float>)
    return s;
  else if constexpr (std::is_same_v<T, double>)
    return d;
  else if constexpr (std::is_same_v<T, c64>)
    return c;
  else
    return z;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
