// SPDX-License-Identifier: Apache-2.0
// What things are, as lists of words: keys of tables that remember what was worked out of them.
#pragma once

#include "frontend/ir/formula/formula.h"

#include "llvm/ADT/Hashing.h"

namespace shardc {

/// Words; equal lists mean equal things to whoever made them.
using Key = SmallVector<uint64_t, 24>;
struct KeyHash {
  size_t operator()(const Key &key) const {
    return llvm::hash_combine_range(key.begin(), key.end());
  }
};

/// Of formulas in one pool, equal ones and no others add equal words.
void addTo(Key &key, const Formula &formula);
/// Of formulas in one pool, those with the same results over operands of the same numbers add equal
/// words, and no others: what loops are called and how long operands are does not matter.
void addResults(Key &key, const Formula &formula);
inline void addTo(Key &key, const void *address) {
  key.push_back(reinterpret_cast<uintptr_t>(address));
}
inline void addTo(Key &key, int64_t number) { key.push_back(static_cast<uint64_t>(number)); }

} // namespace shardc
