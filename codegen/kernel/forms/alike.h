// SPDX-License-Identifier: Apache-2.0
// Whether expressions are the same but for the numbers of some loops: a term of a softmax's sum and
// its result, which run along the row each on its own.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

class Alike {
public:
  /// Pairs of loops, which are as long, in the first expression and in the second; all others are
  /// themselves.
  explicit Alike(ArrayRef<std::pair<int64_t, int64_t>> loops);

  bool are(Expr a, Expr b);

private:
  llvm::DenseMap<int64_t, int64_t> loops;
  llvm::DenseMap<std::pair<Expr, Expr>, bool> known; // each pair is compared once

  bool compare(Expr a, Expr b);
  int64_t loopFor(int64_t loop) const;
  bool areInOrder(Expr a, Expr b);
  bool areInSomeOrder(Expr a, Expr b, int64_t sign = 1);
  bool areMirrored(Expr a, Expr b);
};

} // namespace shardc
