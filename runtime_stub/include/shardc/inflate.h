// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace shardc::runtime {
inline namespace v1 {

/// `packed` (RFC 1951) decompressed: exactly `bytes` bytes, else throws.
std::string inflate(std::string_view packed, size_t bytes);

} // namespace v1
} // namespace shardc::runtime
