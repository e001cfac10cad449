// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <string>
#include <string_view>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// `packed` (RFC 1951) decompressed: exactly `bytes` bytes, else throws.
std::string inflate(std::string_view packed, size_t bytes);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
