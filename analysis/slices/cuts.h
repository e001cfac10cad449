// SPDX-License-Identifier: Apache-2.0
// Lists of cuts of one dimension: 0 = at[0] < at[1] < ... < at[n] = extent. Pure algebra.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// The cuts of a digit; empty: it is whole.
using DigitCuts = std::vector<int64_t>;

/// One slice per index.
std::vector<int64_t> singleIndices(int64_t extent);
bool areSingleIndices(llvm::ArrayRef<int64_t> at);
/// The coarsest list that has all cuts of both.
std::vector<int64_t> commonRefinement(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);
/// "0:2 2:5".
std::string cutsText(llvm::ArrayRef<int64_t> at);

/// The cuts of a dimension as cuts of its digits (sizes major to minor), where each slice is a box
/// of digits: single indices above one digit that is cut the same everywhere, whole digits below.
/// None where slices are not boxes.
std::optional<llvm::SmallVector<DigitCuts, 2>> splitOverDigits(llvm::ArrayRef<int64_t> at,
                                                               llvm::ArrayRef<int64_t> sizes);

/// The opposite: the cuts of a dimension whose digits are cut so. A digit may be cut only below
/// digits cut into single indices; from the first that is not so, cuts are dropped. Empty: whole.
std::vector<int64_t> mergeDigits(llvm::ArrayRef<DigitCuts> digits, llvm::ArrayRef<int64_t> sizes);

} // namespace shardc
