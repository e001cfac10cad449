// SPDX-License-Identifier: Apache-2.0
// Small random expressions and formulas, beside what they mean computed the plain way.
#pragma once

#include "codegen/interp/interp.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include <functional>
#include <random>

namespace shardc::test {

/// The value of every loop.
using Point = SmallVector<int64_t, 4>;

/// An index built by the constructors, and its value at a point without them.
struct SampleIndex {
  Expr e;
  std::function<int64_t(const Point &)> value;
};
/// A condition likewise.
struct SampleCondition {
  Expr e;
  std::function<bool(const Point &)> value;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  Pool pool;
  SmallVector<int64_t, 4> extents; // of the loops

  int upTo(int n) { return static_cast<int>(random() % static_cast<unsigned>(n + 1)); }
  int between(int lo, int hi) { return lo + upTo(hi - lo); }

  void makeLoops(int count, int most);
  SampleIndex index(int depth);
  SampleCondition condition(int depth);
  Interval interval(int64_t extent, bool steps);
  Env env(bool steps);
  /// A formula of some results and operands; its loads are in bounds wherever they are evaluated.
  Formula formula(ArrayRef<TensorSpec> operands);
  /// Any value over loops; loads are clipped by selects or clamps.
  Expr value(const Formula &formula, int depth);

private:
  std::mt19937 random;
  int openReductions = 0;
  Expr load(const Formula &formula);
  Expr reduction(const Formula &formula, int depth);
};

/// Calls `visit` at every point of the loops of `env`.
void forEachPoint(const Env &env, const std::function<void(const Point &)> &visit);
/// The value of an index without loads.
int64_t evaluate(Expr index, const Point &point);
bool holds(Expr condition, const Point &point);

/// A window that holds all of a value, of whole numbers.
WindowData randomData(const TensorSpec &type, std::mt19937 &random);
/// The same elements in a smaller window.
WindowData cutOut(const WindowData &from, const Box &window);
WindowData emptyWindow(ElementType type, const Box &window);
/// Interprets with whole loops into whole windows; faults fail the test.
std::vector<WindowData> runWhole(const Formula &formula, ArrayRef<WindowData> operands);

} // namespace shardc::test
