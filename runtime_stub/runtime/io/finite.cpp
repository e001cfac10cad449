// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/finite.h"

#include "runtime/io/element.h"

#include <cmath>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The first of so many elements that is not finite; `count` if all are.
static int64_t first_not_finite(Type type, const char *row, int64_t count) {
  return with_type(type, [&](auto value) {
    using T = decltype(value);
    int64_t k = 0;
    if constexpr (isComplex<T> || isFloating<T>)
      while (k < count) {
        std::memcpy(&value, row + k * sizeof value, sizeof value);
        if constexpr (isComplex<T>) {
          if (!std::isfinite(value.re) || !std::isfinite(value.im)) return k;
        } else if (!std::isfinite(static_cast<double>(value))) {
          return k;
        }
        ++k;
      }
    return count;
  });
}

/// "[0, 2]", of the element at `place` of a window.
static std::string indices_of(const Box &window, int64_t place) {
  std::string text;
  for (size_t dim = window.size(); dim-- > 0; place /= window[dim].size()) {
    const int64_t index = window[dim].lo + place % window[dim].size();
    text = std::to_string(index) + (text.empty() ? "" : ", ") + text;
  }
  return "[" + text + "]";
}

std::optional<std::string> find_not_finite(Type type, const BoxData &piece, const Box &box) {
  const Box held = intersect(piece.box, box);
  const size_t size = bytes(type);
  std::optional<std::string> found;
  for_each_row(held, held, piece.box, [&](int64_t, int64_t at, int64_t count) {
    if (found) return;
    const int64_t first = first_not_finite(type, piece.data + at * size, count);
    if (first == count) return;
    const Element element = loadElement(type, piece.data + (at + first) * size);
    found = indices_of(piece.box, at + first) + " is " + elementText(type, element);
  });
  return found;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
