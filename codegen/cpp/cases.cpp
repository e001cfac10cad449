// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/cases.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {
namespace {

/// Counts through the combinations of some coordinates.
class Combinations {
public:
  Combinations(SmallVector<int, 4> over, const DeviceLayout &layout)
      : over(std::move(over)), layout(layout), at(layout.counts.size(), 0) {}

  int64_t valueOf(const Bound &bound) const {
    int64_t place = 0;
    for (int c : bound.over)
      place = place * layout.counts[c] + at[c];
    return bound.values[place];
  }
  Interval intervalOf(const Span &span) const { return {valueOf(span.lo), valueOf(span.hi), 1}; }
  Box boxOf(ArrayRef<Span> spans) const {
    Box box;
    for (const Span &span : spans)
      box.push_back(intervalOf(span));
    return box;
  }

  /// The next combination; false after the last.
  bool advance() {
    for (int c : llvm::reverse(over)) {
      if (++at[c] < layout.counts[c]) return true;
      at[c] = 0;
    }
    return false;
  }

private:
  SmallVector<int, 4> over;
  const DeviceLayout &layout;
  SmallVector<int64_t, 4> at;
};

void addCoordinates(SmallVectorImpl<int> &over, ArrayRef<Span> spans) {
  for (const Span &span : spans) {
    over.append(span.lo.over.begin(), span.lo.over.end());
    over.append(span.hi.over.begin(), span.hi.over.end());
  }
}

SmallVector<int, 4> coordinatesUsed(const Kernel &kernel) {
  SmallVector<int, 4> over;
  addCoordinates(over, kernel.loops);
  for (const Kernel::Window &window : kernel.ins)
    addCoordinates(over, window.window);
  for (const Kernel::Window &window : kernel.outs)
    addCoordinates(over, window.window);
  llvm::sort(over);
  over.erase(std::unique(over.begin(), over.end()), over.end());
  return over;
}

} // namespace

std::vector<Case> casesOf(const Kernel &kernel, const DeviceLayout &layout) {
  Combinations combinations(coordinatesUsed(kernel), layout);
  std::vector<Case> cases;
  do {
    Case &here = cases.emplace_back();
    for (const Span &span : kernel.loops)
      here.loops.push_back(combinations.intervalOf(span));
    for (const Kernel::Window &window : kernel.ins)
      here.ins.push_back(combinations.boxOf(window.window));
    for (const Kernel::Window &window : kernel.outs)
      here.outs.push_back(combinations.boxOf(window.window));
  } while (combinations.advance());
  return cases;
}

} // namespace shardc
