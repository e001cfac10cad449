// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A list in somebody else's memory, for as long as that is there: of what stands between braces,
/// up to the end of the statement.
template <typename T>
class List {
public:
  List() = default;
  List(const T *first, size_t count) : first(first), count(count) {}
  List(std::initializer_list<T> all) : List(all.begin(), all.size()) {}
  List(const std::vector<T> &all) : List(all.data(), all.size()) {} // NOLINT: it is one

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  const T *data() const { return first; }
  const T *begin() const { return first; }
  const T *end() const { return first + count; }
  const T &front() const { return *first; }
  const T &operator[](size_t number) const { return first[number]; }

private:
  const T *first = nullptr;
  size_t count = 0;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
