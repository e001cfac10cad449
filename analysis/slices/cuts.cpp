// SPDX-License-Identifier: Apache-2.0
#include "analysis/slices/cuts.h"

#include <algorithm>
#include <numeric>

namespace shardc {

using llvm::ArrayRef;
using llvm::SmallVector;

std::vector<int64_t> singleIndices(int64_t extent) {
  std::vector<int64_t> at(extent + 1);
  std::iota(at.begin(), at.end(), 0);
  return at;
}

bool areSingleIndices(ArrayRef<int64_t> at) {
  return static_cast<int64_t>(at.size()) == at.back() + 1;
}

std::vector<int64_t> commonRefinement(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  std::vector<int64_t> both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

std::string cutsText(ArrayRef<int64_t> at) {
  constexpr size_t kShown = 8;
  std::string text;
  for (size_t slice = 0; slice + 1 < at.size(); ++slice) {
    if (slice == kShown) return text + " ... (" + std::to_string(at.size() - 1) + " slices)";
    text += (slice ? " " : "") + std::to_string(at[slice]) + ":" + std::to_string(at[slice + 1]);
  }
  return text;
}

/// The cuts inside every block of `block` indices, in multiples of `unit`, if they are the same in
/// all blocks and every block starts with a cut.
static std::optional<DigitCuts> patternOf(ArrayRef<int64_t> at, int64_t block, int64_t unit) {
  DigitCuts pattern;
  size_t next = 0;
  for (int64_t start = 0; start < at.back(); start += block) {
    DigitCuts own;
    for (; next < at.size() && at[next] < start + block; ++next) {
      if ((at[next] - start) % unit) return std::nullopt;
      own.push_back((at[next] - start) / unit);
    }
    if (own.empty() || own.front() != 0) return std::nullopt;
    if (start > 0 && own != pattern) return std::nullopt;
    pattern = std::move(own);
  }
  pattern.push_back(block / unit);
  return pattern;
}

std::optional<SmallVector<DigitCuts, 2>> splitOverDigits(ArrayRef<int64_t> at,
                                                         ArrayRef<int64_t> sizes) {
  int64_t block = at.back();
  for (size_t digit = 0; digit < sizes.size(); ++digit) {
    const int64_t unit = block / sizes[digit];
    if (auto pattern = patternOf(at, block, unit)) {
      SmallVector<DigitCuts, 2> cuts(sizes.size());
      for (size_t major = 0; major < digit; ++major)
        cuts[major] = singleIndices(sizes[major]);
      cuts[digit] = std::move(*pattern);
      return cuts;
    }
    block = unit;
  }
  return std::nullopt;
}

std::vector<int64_t> mergeDigits(ArrayRef<DigitCuts> digits, ArrayRef<int64_t> sizes) {
  std::vector<int64_t> starts = {0}; // of the slices so far, in units of the digits so far
  int64_t extent = 1;
  bool single = true; // every slice so far is one index
  for (size_t digit = 0; digit < sizes.size(); ++digit) {
    const bool cut = single && digits[digit].size() > 2;
    std::vector<int64_t> finer;
    for (int64_t start : starts) {
      if (!cut)
        finer.push_back(start * sizes[digit]);
      else
        for (int64_t at : ArrayRef(digits[digit]).drop_back())
          finer.push_back(start * sizes[digit] + at);
    }
    starts = std::move(finer);
    single = single && (sizes[digit] == 1 || (cut && areSingleIndices(digits[digit])));
    extent *= sizes[digit];
  }
  if (starts.size() < 2) return {};
  starts.push_back(extent);
  return starts;
}

} // namespace shardc
