// SPDX-License-Identifier: Apache-2.0
// Numbers as C++ literals.
#pragma once

#include "frontend/ir/formula/expressions/number.h"

namespace shardc {

/// The number as C++ text of exactly its type and value: "0.1f", "-INFINITY", "true", "7u". An i64
/// is written "int64_t(7)" unless `plain`, for where the context makes it 64 bits wide.
std::string literalText(const Number &number, bool plain = false);
/// The number for people: "0.1", "-inf", "7".
std::string numberText(const Number &number);

/// With thousands commas: "133,120".
std::string withCommas(int64_t number);

} // namespace shardc
