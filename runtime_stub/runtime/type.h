// SPDX-License-Identifier: Apache-2.0
// Element types. In memory, and in files, an i1 is a byte: 0 or 1.
#pragma once

#include "runtime/namespace.h"

#include <cstddef>
#include <cstdint>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

enum class Type { f32, f64, i1, i32, i64, ui32 };

/// Calls `body` with a zero of the type, and returns what it returns.
template <typename Body>
constexpr auto with_type(Type type, Body body) {
  switch (type) {
  case Type::f32:
    return body(float());
  case Type::f64:
    return body(double());
  case Type::i1:
    return body(bool());
  case Type::i32:
    return body(int32_t());
  case Type::i64:
    return body(int64_t());
  case Type::ui32:
    break;
  }
  return body(uint32_t());
}

/// "f32"
constexpr const char *name(Type type) {
  constexpr const char *names[] = {"f32", "f64", "i1", "i32", "i64", "ui32"};
  return names[static_cast<int>(type)];
}

/// Of one element.
constexpr size_t bytes(Type type) {
  return with_type(type, [](auto zero) { return sizeof(zero); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
