// SPDX-License-Identifier: Apache-2.0
// A value in the memory of the host.
#pragma once

#include "runtime/error.h"
#include "runtime/type.h"

#include <string>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Row-major and little-endian.
struct Array {
  Type type = Type::f32;
  std::vector<int64_t> shape;
  std::vector<char> data;
};

/// What an input or output is: what it is called, and the type and shape of the whole.
struct Signature {
  std::string name;
  Type type = Type::f32;
  std::vector<int64_t> shape;
  std::string spelling = {}; // the program's own name, where `name` is another; else ""
};

/// What people call it.
inline const std::string &shownName(const Signature &signature) {
  return signature.spelling.empty() ? signature.name : signature.spelling;
}

/// The elements of the shape. Throws if their bytes are no number, or an extent is negative.
int64_t elementsOf(const std::vector<int64_t> &shape, Type type);
/// "f32[2, 3]"
std::string typeText(Type type, const std::vector<int64_t> &shape);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
