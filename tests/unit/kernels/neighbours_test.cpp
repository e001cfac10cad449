// SPDX-License-Identifier: Apache-2.0
// Reductions of neighbours that a thread of a GPU reads at once, against the interpreter.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"
#include "harness.h"

#include "codegen/kernel/schedule.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

struct Windowed {
  int64_t places = 3000, row = 96;
  Fn fn = Fn::add;
  bool differ = false; // the condition between neighbours
};

/// z[i, l] = sum or max over m of x[2 i + m, l] if that is there, times w[m, l] if they are summed,
/// else plus w[l].
Formula windows(Pool &pool, const Windowed &made) {
  Build b(pool);
  const bool isSum = made.fn == Fn::add;
  const int64_t most = 2 * made.places;
  Expr i = b.loop(made.places, "i"), l = b.loop(made.row, "l"), m = b.loop(3, "m");
  Expr at = expr::add(expr::mul(i, 2), m);
  Expr x = b.load(f32, {most, made.row}, {at, l});
  if (!isSum) x = b.call(Fn::add, {x, b.load(f32, {made.row}, {l})});
  const double none = isSum ? 0.0 : -std::numeric_limits<double>::infinity();
  Expr here = expr::within(made.differ ? expr::add(at, l) : at, 0, most);
  Expr value = expr::select(here, x, b.number(f32, none));
  if (isSum) value = b.call(Fn::mul, {value, b.load(f32, {3, made.row}, {m, l})});
  b.result(f32, {made.places, made.row}, {i, l}, b.reduce(made.fn, {m}, value, none));
  return b.formula;
}

int64_t neighboursOf(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return threadsOf(scheduleOf(view, Target::cuda))->each;
}

int64_t neighboursOf(const Windowed &made) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  return neighboursOf(functionOf("f", windows(*plan.pool, made), {}));
}

TEST(NeighbourTerms, AreReadAtOnce) {
  EXPECT_EQ(neighboursOf(Windowed{}), 4);
  EXPECT_EQ(neighboursOf(Windowed{.fn = Fn::max}), 4);
  EXPECT_EQ(neighboursOf(Windowed{.row = 98}), 1) << "rows begin elsewhere";
  EXPECT_EQ(neighboursOf(Windowed{.places = 300}), 1) << "too few to keep memory busy";
  EXPECT_EQ(neighboursOf(Windowed{.differ = true}), 1) << "not all of them are there";
}

TEST(NeighbourTerms, HaveTheInterpretersBits) {
  std::mt19937 random(5);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  const Windowed made[] = {{}, {.fn = Fn::max}, {.row = 98}};
  for (auto [number, each] : llvm::enumerate(made)) {
    SmallVector<Cut, 4> cuts;
    if (number == 0) cuts.push_back({0, {0, 2900, 3000}});
    const Formula formula = windows(*plan.pool, each);
    plan.functions.push_back(functionOf("f" + std::to_string(number), formula, cuts));
  }
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  expectAgreement(compiled, plan.functions, random);
}

} // namespace
} // namespace shardc::test
