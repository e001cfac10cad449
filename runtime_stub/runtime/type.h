// SPDX-License-Identifier: Apache-2.0
// Element types, by the rows of types.def. In memory, and in files, an i1 is a byte: 0 or 1.
#pragma once

#include "runtime/complex.h"
#include "runtime/narrow.h"
#include "runtime/small_integers.h"

#include <cstddef>
#include <cstdint>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

enum class Type {
#define SHARDC_TYPE(name, ...) name,
#include "runtime/types.def"
#undef SHARDC_TYPE
};

/// Integers wrap around in their width.
enum class TypeKind { boolean, signedInteger, unsignedInteger, floating, complex };

/// Calls `body` with a zero of the type, and returns what it returns.
template <typename Body>
constexpr auto with_type(Type type, Body body) {
  switch (type) {
#define SHARDC_TYPE(name, cpp, ...)                                                                \
  case Type::name:                                                                                 \
    return body(cpp());
#include "runtime/types.def"
#undef SHARDC_TYPE
  }
  __builtin_unreachable();
}

/// "f32"
constexpr const char *name(Type type) {
  constexpr const char *names[] = {
#define SHARDC_TYPE(name, ...) #name,
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return names[static_cast<int>(type)];
}

/// Of one element.
constexpr size_t bytes(Type type) {
  constexpr size_t bytes[] = {
#define SHARDC_TYPE(name, cpp, bytes, ...) bytes,
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return bytes[static_cast<int>(type)];
}

/// That its numbers differ in: fewer than 8 where a byte has more.
constexpr int bits(Type type) {
  constexpr int bits[] = {
#define SHARDC_TYPE(name, cpp, bytes, bits, ...) bits,
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return bits[static_cast<int>(type)];
}

/// "f4": NumPy's name of the type that files have.
constexpr const char *npy_name(Type type) {
  constexpr const char *names[] = {
#define SHARDC_TYPE(name, cpp, bytes, bits, kind, computed, sum, npy) #npy,
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return names[static_cast<int>(type)];
}

constexpr TypeKind kind(Type type) {
  constexpr TypeKind kinds[] = {
#define SHARDC_TYPE(name, cpp, bytes, bits, kind, ...) TypeKind::kind,
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return kinds[static_cast<int>(type)];
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
