// SPDX-License-Identifier: Apache-2.0
// Where cuts go back to. A sum of thousands of inputs goes back to all of them, and so does each of
// its prefixes: sets are kept as what they were united of, and listed when somebody asks.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <vector>

namespace shardc {

/// The entry of the config that a cut goes back to.
struct CutSource {
  bool isOutput;
  unsigned index; // of the input or output
  int64_t dimension;
  auto operator<=>(const CutSource &) const = default;
};

/// Sets of sources, by number.
class CutSources {
public:
  int of(const CutSource &source);
  /// What is in either.
  int united(int a, int b);
  /// Sorted.
  llvm::SmallVector<CutSource, 2> listed(int set) const;

private:
  struct Set {
    CutSource source; // of one alone
    int left = -1, right = -1;
  };
  std::vector<Set> sets;
  std::map<CutSource, int> single;
  llvm::DenseMap<std::pair<int, int>, int> unions;
};

} // namespace shardc
