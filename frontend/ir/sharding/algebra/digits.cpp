// SPDX-License-Identifier: Apache-2.0
// An order of devices is made of digits if it only permutes the digits of a number: 0 4 1 5 2 6 3 7
// counts the digit of stride 4 first, and then the one of stride 1. The digits are found from the
// minor end: as long as elements go on in even steps, they belong to one digit. A digit cannot end
// earlier than its steps do, for the next one begins where they end; where that is not at a divisor
// of the length, or an element is not what the digits say, there are none.
#include "frontend/ir/sharding/algebra/digits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc {

using llvm::ArrayRef;

static int64_t elementOf(int64_t number, ArrayRef<Digit> digits) {
  int64_t element = 0;
  for (const Digit &digit : digits) {
    element += number % digit.size * digit.stride;
    number /= digit.size;
  }
  return element;
}

std::optional<Digits> digitsOf(ArrayRef<int64_t> order) {
  const auto length = static_cast<int64_t>(order.size());
  if (length == 0 || order[0] != 0) return std::nullopt;
  Digits digits;
  for (int64_t known = 1; known < length;) {
    const int64_t step = order[known];
    int64_t size = 2;
    while (size * known < length && order[size * known] == size * step)
      ++size;
    if (length % (size * known) != 0) return std::nullopt;
    digits.push_back({size, step});
    known *= size;
  }
  for (int64_t number = 0; number < length; ++number)
    if (elementOf(number, digits) != order[number]) return std::nullopt;
  return digits;
}

std::optional<Digits> splitAt(const Digit &digit, ArrayRef<int64_t> bounds) {
  llvm::SmallVector<int64_t> ends;
  for (const int64_t bound : bounds)
    if (bound > digit.stride && bound < digit.stride * digit.size) ends.push_back(bound);
  ends.push_back(digit.stride * digit.size);
  llvm::sort(ends);
  Digits pieces;
  int64_t begin = digit.stride;
  for (const int64_t end : ends) {
    if (end == begin) continue; // the same bound twice
    if (end % begin != 0) return std::nullopt;
    pieces.push_back({end / begin, begin});
    begin = end;
  }
  return pieces;
}

} // namespace shardc
