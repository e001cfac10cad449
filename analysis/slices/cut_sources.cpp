// SPDX-License-Identifier: Apache-2.0
#include "analysis/slices/cut_sources.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc {

int CutSources::of(const CutSource &source) {
  const auto [known, fresh] = single.try_emplace(source, static_cast<int>(sets.size()));
  if (fresh) sets.push_back({source});
  return known->second;
}

int CutSources::united(int a, int b) {
  if (a == b) return a;
  const auto [known, fresh] = unions.try_emplace(std::minmax(a, b), static_cast<int>(sets.size()));
  if (fresh) sets.push_back({{}, a, b});
  return known->second;
}

llvm::SmallVector<CutSource, 2> CutSources::listed(int set) const {
  llvm::SmallVector<CutSource, 2> all;
  llvm::DenseSet<int> seen;
  std::vector<int> open = {set};
  while (!open.empty()) {
    const int number = open.back();
    open.pop_back();
    if (!seen.insert(number).second) continue;
    const Set &at = sets[number];
    if (at.left < 0)
      all.push_back(at.source);
    else
      open.insert(open.end(), {at.left, at.right});
  }
  llvm::sort(all);
  return all;
}

} // namespace shardc
