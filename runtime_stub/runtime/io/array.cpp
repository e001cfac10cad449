// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/array.h"

#include <limits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

int64_t elementsOf(const std::vector<int64_t> &shape, Type type) {
  // The product of the extents that are not 0 counts, so that no order of them hides an overflow.
  int64_t count = 1, room = std::numeric_limits<int64_t>::max() / static_cast<int64_t>(bytes(type));
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0) throw Error(Exit::wrong_input, "a negative extent");
    empty |= extent == 0;
    if (extent == 0) continue;
    room /= extent;
    if (room == 0) throw Error(Exit::wrong_input, "more elements than any memory holds");
    count *= extent;
  }
  return empty ? 0 : count;
}

std::string typeText(Type type, const std::vector<int64_t> &shape) {
  std::string text = std::string(name(type)) + "[";
  for (size_t dim = 0; dim < shape.size(); ++dim)
    text += (dim == 0 ? "" : ", ") + std::to_string(shape[dim]);
  return text + "]";
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
