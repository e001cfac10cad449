// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_contents.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Contents::Contents(const Function &function)
    : boxes(function), memory(function), function(function), contents(function.buffers.size()),
      lostTo(contents.size(), -1) {}

void Contents::know(int buffer, Content content) {
  memory.setUsed(buffer, content.filled.has_value());
  contents[buffer] = std::move(content);
}

void Contents::makeRoom(int buffer) {
  for (const int lost : memory.lieUnder(buffer)) {
    know(lost, {});
    lostTo[lost] = buffer;
  }
}

void Contents::fill(int buffer, Content content) {
  makeRoom(buffer);
  know(buffer, std::move(content));
}

void Contents::swap(int a, int b) {
  Content ofB = std::exchange(contents[b], {});
  Content ofA = std::exchange(contents[a], {});
  know(a, std::move(ofB));
  know(b, std::move(ofA));
}

bool Contents::holds(int buffer, const SharedBoxes &wanted) {
  const auto &filled = contents[buffer].filled;
  return filled ? boxes.covers(*filled, wanted) : emptyEverywhere(wanted);
}

std::string Contents::whyLost(int buffer) const {
  if (contents[buffer].filled || lostTo[buffer] < 0) return "";
  return ", as " + nameOf(lostTo[buffer]) + " lies where it lay";
}

Contents::State Contents::of(ArrayRef<int> buffers) const {
  State state;
  for (int buffer : buffers)
    state.push_back(contents[buffer]);
  return state;
}

void Contents::set(ArrayRef<int> buffers, const State &state) {
  for (const int buffer : buffers)
    memory.setUsed(buffer, false);
  for (auto [buffer, content] : llvm::zip_equal(buffers, state))
    know(buffer, content);
}

Content Contents::common(Content a, const Content &b) {
  // Boxes of no elements are alike wherever they are.
  const bool isSame =
      a.filled == b.filled || (a.filled && b.filled && boxes.covers(*a.filled, *b.filled) &&
                               boxes.covers(*b.filled, *a.filled));
  if (!isSame) a.filled = std::nullopt;
  a.partial.over.insert(b.partial.over.begin(), b.partial.over.end());
  a.isZero = a.isZero && b.isZero;
  if (a.literal != b.literal) a.literal = nullptr;
  return a;
}

bool Contents::shareMemory(ArrayRef<int> some, ArrayRef<int> others) const {
  return llvm::any_of(some, [&](int one) {
    return llvm::any_of(others, [&](int other) { return memory.isShared(one, other); });
  });
}

} // namespace shardc
