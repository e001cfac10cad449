// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/bounds/intervals.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace shardc {

bool isEmpty(const Box &box) {
  return llvm::any_of(box, [](const Interval &v) { return v.empty(); });
}

int64_t volume(const Box &box) {
  int64_t elements = 1;
  for (const Interval &v : box)
    elements *= count(v);
  return elements;
}

static bool covers(const Interval &outer, const Interval &inner) {
  const Interval in = made(inner.lo, inner.hi, inner.step);
  return outer.contains(in.lo) && outer.contains(in.hi - 1) && stepOf(in) % outer.step == 0;
}

bool covers(const Box &outer, const Box &inner) {
  assert(outer.size() == inner.size() && "boxes of one value");
  if (isEmpty(inner)) return true;
  for (size_t dim = 0; dim < outer.size(); ++dim)
    if (!covers(outer[dim], inner[dim])) return false;
  return true;
}

Box hull(const Box &a, const Box &b) {
  assert(a.size() == b.size() && "boxes of one value");
  Box around = isEmpty(a) ? b : a;
  const bool both = !isEmpty(a) && !isEmpty(b);
  for (size_t dim = 0; dim < around.size(); ++dim) {
    Interval &v = around[dim];
    if (both) v = {std::min(a[dim].lo, b[dim].lo), std::max(a[dim].hi, b[dim].hi), 1};
    v.step = 1;
  }
  return around;
}

Box whole(ArrayRef<int64_t> shape) {
  Box box;
  for (int64_t extent : shape)
    box.push_back({0, extent, 1});
  return box;
}

std::string str(const Box &box) {
  std::string text = "[";
  for (const Interval &v : box) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(v.lo) + ":" + std::to_string(v.hi);
    if (v.step != 1) text += ":" + std::to_string(v.step);
  }
  return text + "]";
}

/// The hull that keeps the steps where both boxes have the same numbers of one step.
static Box hullWithSteps(const Box &a, const Box &b) {
  Box around = hull(a, b);
  for (size_t dim = 0; dim < around.size(); ++dim) {
    const int64_t step = std::gcd(std::gcd(stepOf(a[dim]), stepOf(b[dim])), a[dim].lo - b[dim].lo);
    around[dim] = made(around[dim].lo, around[dim].hi, step);
  }
  return around;
}

/// Elements that are in both, at most.
static int64_t shared(const Box &a, const Box &b) {
  int64_t elements = 1;
  for (size_t dim = 0; dim < a.size(); ++dim) {
    const int64_t lo = std::max(a[dim].lo, b[dim].lo), hi = std::min(a[dim].hi, b[dim].hi);
    elements *= std::min(count(clipped(a[dim], lo, hi)), count(clipped(b[dim], lo, hi)));
  }
  return elements;
}

void addBox(SmallVectorImpl<Box> &list, Box box) {
  for (const Box &other : list)
    if (covers(other, box)) return;
  llvm::erase_if(list, [&](const Box &other) { return covers(box, other); });
  for (size_t k = 0; k < list.size(); ++k) {
    Box both = hullWithSteps(list[k], box);
    if (volume(both) > volume(list[k]) + volume(box) - shared(list[k], box)) continue;
    list.erase(list.begin() + k);
    return addBox(list, std::move(both));
  }
  list.push_back(std::move(box));
}

} // namespace shardc
