// SPDX-License-Identifier: Apache-2.0
// Expressions that are the same but for a loop: a score, and what its largest is of.
#include "codegen/kernel/forms/alike.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

/// A row i, and keys j and k that are as many.
struct Loops {
  Pool pool;
  Expr i = pool.loop(0, 9), j = pool.loop(1, 7), k = pool.loop(2, 7);

  /// lo <= a - b < hi
  Expr difference(Expr a, Expr b, int64_t lo, int64_t hi) {
    return expr::within(expr::linear(pool, 0, {{1, a}, {-1, b}}), lo, hi);
  }
  bool areAlike(Expr of_j, Expr of_k) { return Alike({{1, 2}}).are(of_j, of_k); }
};

TEST(Alike, ABandIsTheSameFromItsOtherSide) {
  Loops in;
  const Expr band = in.difference(in.i, in.j, -2, 5);
  EXPECT_TRUE(in.areAlike(band, in.difference(in.i, in.k, -2, 5)));
  EXPECT_TRUE(in.areAlike(band, in.difference(in.k, in.i, -4, 3))) << "-4 <= k - i <= 2";
}

TEST(Alike, BandsOfOtherKeysDiffer) {
  Loops in;
  const Expr band = in.difference(in.i, in.j, -2, 5);
  EXPECT_FALSE(in.areAlike(band, in.difference(in.k, in.i, -2, 5)));
  EXPECT_FALSE(in.areAlike(band, in.difference(in.k, in.i, -4, 4)));
  EXPECT_FALSE(in.areAlike(band, in.difference(in.i, in.k, -2, 4)));
  EXPECT_FALSE(in.areAlike(band, in.difference(in.k, in.j, -4, 3))) << "of no row";
}

} // namespace
} // namespace shardc::test
