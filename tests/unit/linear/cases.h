// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace shardc::test {

/// Programs and configs that grow in one way.
struct Case {
  const char *name;
  std::string (*program)(size_t);
  std::string (*config)(size_t); // "" where the program says all
  size_t n;                      // counts of allocations at n, 2n and 4n tell lines from squares
};
llvm::ArrayRef<Case> cases();

} // namespace shardc::test
