// SPDX-License-Identifier: Apache-2.0
// Formulas as ops would give them, for tests.
#pragma once

#include "frontend/ir/formula/formula.h"

#include <random>

namespace shardc::test {

/// Builds one formula.
class Build {
public:
  explicit Build(Pool &pool) : pool(pool) {}

  Pool &pool;
  Formula formula;

  Expr loop(int64_t extent, const std::string &name);
  /// A new operand, and its element at `index`.
  Expr load(ElementType type, ArrayRef<int64_t> shape, ArrayRef<Expr> index);
  Expr again(int operand, ArrayRef<Expr> index);
  Expr number(ElementType type, double value) { return pool.literal(Number::of(type, value)); }
  Expr call(Fn fn, ArrayRef<Expr> args);
  Expr reduce(Fn fn, ArrayRef<Expr> loops, Expr value, std::optional<double> init,
              ArrayRef<SumOrder> order = {});
  void result(ElementType type, ArrayRef<int64_t> shape, ArrayRef<Expr> index, Expr value);
};

/// Which loops of a formula may be cut, and whether its numbers are exact in any order.
struct Example {
  Formula formula;
  SmallVector<int, 4> cuttable;
};
/// A formula of some kind, chosen by `random`.
Example randomExample(Pool &pool, std::mt19937 &random);

} // namespace shardc::test
