// SPDX-License-Identifier: Apache-2.0
// Kernels that read along one loop and write along another, against the interpreter.
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

/// z[i, j, k] = max(x[those in another order], w[i, j, k]), and where `masks`, of half of them
/// only.
Formula permuted(Pool &pool, std::array<int64_t, 3> extents, std::array<int, 3> order, bool masks) {
  Build b(pool);
  const Expr loops[] = {b.loop(extents[0], "i"), b.loop(extents[1], "j"), b.loop(extents[2], "k")};
  SmallVector<Expr, 3> index;
  SmallVector<int64_t, 3> shape;
  for (const int dim : order) {
    index.push_back(loops[dim]);
    shape.push_back(extents[dim]);
  }
  Expr value = b.call(Fn::max, {b.load(f32, shape, index), b.load(f32, extents, loops)});
  if (masks)
    value = expr::select(expr::within(loops[0], 0, extents[0] / 2), value, b.number(f32, 0));
  b.result(f32, extents, loops, value);
  return b.formula;
}

bool isTurned(std::array<int64_t, 3> extents, std::array<int, 3> order, bool masks = false) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  const Function function = functionOf("f", permuted(*plan.pool, extents, order, masks), {});
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return !scheduleOf(view, Target::cpp).tile.turned.empty();
}

bool isTurnedTile(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return !scheduleOf(view, Target::cuda).schedules.front().stages.empty();
}

bool isTurnedTile(std::array<int64_t, 3> extents, std::array<int, 3> order, bool masks = false) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  return isTurnedTile(functionOf("f", permuted(*plan.pool, extents, order, masks), {}));
}

TEST(TurnedBlocks, AreWhereReadsGoAgainstTheRows) {
  EXPECT_TRUE(isTurned({40, 8, 50}, {1, 2, 0}));
  EXPECT_TRUE(isTurned({8, 40, 50}, {0, 2, 1}));
  EXPECT_FALSE(isTurned({8, 40, 50}, {1, 0, 2})) << "rows stay rows";
  EXPECT_FALSE(isTurned({7, 40, 50}, {1, 2, 0})) << "there is too little to turn";
  EXPECT_FALSE(isTurned({40, 8, 7}, {1, 2, 0})) << "there is too little to turn";
  EXPECT_FALSE(isTurned({40, 8, 50}, {1, 2, 0}, true)) << "a branch may read what is not there";
}

/// Kernels of extents up to `most`; how many of them turn tiles on GPUs.
int64_t compare(Target target, int64_t most) {
  std::mt19937 random(3);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (int number = 0; number < 40; ++number) {
    std::array<int64_t, 3> extents;
    for (int64_t &extent : extents)
      extent =
          6 + static_cast<int64_t>(random() % static_cast<uint64_t>(random() % 2 == 0 ? 40 : most));
    std::array<int, 3> order = {0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    SmallVector<Cut, 4> cuts;
    const int cut = static_cast<int>(random() % 4);
    if (cut < 3) {
      const int64_t extent = extents[cut];
      const auto at = static_cast<int64_t>(random() % static_cast<uint64_t>(extent + 1));
      cuts.push_back({cut, {0, at, extent}});
    }
    const Formula formula = permuted(*plan.pool, extents, order, random() % 4 == 0);
    const Windows other = random() % 3 == 0 ? Windows::whole : Windows::demanded;
    Function function = functionOf("f" + std::to_string(number), formula, cuts, {other});
    if (number % 2 == 0) function.kernels[0].flops = int64_t(1) << 50; // in many chunks
    plan.functions.push_back(std::move(function));
  }
  const CompiledKernels compiled(plan, target);
  EXPECT_TRUE(compiled.ok());
  if (!compiled.ok()) return 0;
  expectAgreement(compiled, plan.functions, random);
  return llvm::count_if(plan.functions, [](const Function &each) { return isTurnedTile(each); });
}

TEST(TurnedBlocks, HaveTheInterpretersBits) { compare(Target::cpp, 100); }

TEST(TurnedTiles, AreWhereReadsGoAgainstTheRows) {
  EXPECT_TRUE(isTurnedTile({400, 8, 500}, {1, 2, 0}));
  EXPECT_TRUE(isTurnedTile({8, 400, 500}, {0, 2, 1}));
  EXPECT_FALSE(isTurnedTile({8, 400, 500}, {1, 0, 2})) << "rows stay rows";
  EXPECT_FALSE(isTurnedTile({400, 8, 500}, {1, 2, 0}, true))
      << "a branch may read what is not there";
}

TEST(TurnedTiles, AreNotWhereThereIsLittle) {
  EXPECT_FALSE(isTurnedTile({40, 8, 50}, {1, 2, 0})) << "threads would wait twice";
}

TEST(TurnedTiles, FitIntoSharedMemory) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  Expr i = b.loop(1000, "i"), j = b.loop(1000, "j"), sum = b.number(ElementType::f64, 0);
  for (int number = 0; number < 8; ++number)
    sum = b.call(Fn::add, {sum, b.load(ElementType::f64, {1000, 1000}, {j, i})});
  b.result(ElementType::f64, {1000, 1000}, {i, j}, sum);
  const Function function = functionOf("f", b.formula, {});
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  EXPECT_EQ(scheduleOf(view, Target::cuda).schedules.front().stages.size(), 5U);
}

/// Elements of odd rows are under way together; one device has three parts of four.
TEST(TurnedTiles, HaveElementsInTurnsOfRowsThatAreOdd) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  Expr i = b.loop(4, "i"), j = b.loop(2500, "j"), k = b.loop(123, "k");
  Expr x = b.load(f32, {4, 2500, 123}, {i, j, k}), w = b.load(f32, {123}, {k});
  b.result(f32, {4, 2500, 123}, {i, j, k}, b.call(Fn::mul, {b.call(Fn::sub, {x, w}), w}));
  plan.functions.push_back(functionOf("f0", b.formula, {{0, {0, 1, 4}}}));
  plan.functions[0].kernels[0].bytes = 2 * 4 * 3 * 2500 * 123;
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  EXPECT_STREQ(scheduleOf(view, Target::cuda).schedules.front().strategy, "elements in turns");
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  std::mt19937 random(3);
  expectAgreement(compiled, plan.functions, random);
}

TEST(TurnedTiles, HaveTheInterpretersBits) { EXPECT_GE(compare(Target::cuda, 200), 6); }

} // namespace
} // namespace shardc::test
