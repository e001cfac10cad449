// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <string>
#include <string_view>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A file whose bytes are read when they are looked at, and no sooner.
class Mapping {
public:
  /// Throws if it cannot be read.
  explicit Mapping(const std::string &path);
  ~Mapping();
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;

  std::string_view bytes() const { return {begin, size}; }

private:
  const char *begin = nullptr;
  size_t size = 0;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
