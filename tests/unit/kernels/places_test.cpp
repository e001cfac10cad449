// SPDX-License-Identifier: Apache-2.0
// Kernels of few elements that share what they read, against the interpreter.
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

/// z[a, i, g] = sum over r, s of x[a, i + r, s, g] * w[a, r, s, g], as a gradient of a kernel has
/// it.
Formula gradient(Pool &pool, int64_t images, int64_t places, int64_t terms, int64_t row) {
  Build b(pool);
  Expr a = b.loop(images, "a"), i = b.loop(places, "i"), g = b.loop(row, "g");
  Expr r = b.loop(terms, "r"), s = b.loop(24, "s");
  Expr x = b.load(f32, {images, places + terms - 1, 24, row}, {a, expr::add(i, r), s, g});
  Expr w = b.load(f32, {images, terms, 24, row}, {a, r, s, g});
  Expr sum = b.reduce(Fn::add, {r, s}, b.call(Fn::mul, {x, w}), 0.0);
  b.result(f32, {images, places, row}, {a, i, g}, sum);
  return b.formula;
}

bool hasPlaces(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  const std::vector<Schedule> schedules = scheduleOf(view, Target::cuda).schedules;
  return !schedules.empty() && StringRef(schedules.front().strategy) == "places";
}

bool hasPlaces(int64_t images, int64_t places, int64_t terms, int64_t row) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  return hasPlaces(functionOf("f", gradient(*plan.pool, images, places, terms, row), {}));
}

TEST(Places, AreWhereFewElementsShareWhatIsRead) {
  EXPECT_TRUE(hasPlaces(8, 9, 28, 128));
  EXPECT_FALSE(hasPlaces(800, 9, 28, 128)) << "they fill a GPU by themselves";
  EXPECT_FALSE(hasPlaces(8, 40, 28, 128)) << "a block has no room for them";
  EXPECT_FALSE(hasPlaces(1, 3, 28, 64)) << "they wait, wherever they are";
}

TEST(Places, HaveTheInterpretersBits) {
  std::mt19937 random(5);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  const auto upTo = [&](int64_t most) {
    return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(most));
  };
  for (int number = 0; number < 12; ++number) {
    const int64_t images = 8 + upTo(4), places = 3 + upTo(6), row = 90 + upTo(60);
    const int64_t extents[] = {images, places, row};
    SmallVector<Cut, 4> cuts;
    const int cut = static_cast<int>(random() % 4);
    if (cut < 3) cuts.push_back({cut, {0, upTo(extents[cut]), extents[cut]}});
    const Windows other = random() % 3 == 0 ? Windows::whole : Windows::demanded;
    const Formula formula = gradient(*plan.pool, images, places, 12, row);
    plan.functions.push_back(functionOf("f" + std::to_string(number), formula, cuts, {other}));
  }
  EXPECT_GE(llvm::count_if(plan.functions, [](const Function &each) { return hasPlaces(each); }),
            8);
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  expectAgreement(compiled, plan.functions, random);
}

} // namespace
} // namespace shardc::test
