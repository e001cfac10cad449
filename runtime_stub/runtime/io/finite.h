// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/box.h"
#include "runtime/type.h"

#include <optional>
#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The first element of `box`, of which `piece` has all or a part, that is NaN or infinite: "[0, 2]
/// is nan". Nothing if there is none.
std::optional<std::string> find_not_finite(Type type, const BoxData &piece, const Box &box);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
