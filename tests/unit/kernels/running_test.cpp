// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs whose threads reduce on from element to element, against the interpreter.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"
#include "harness.h"

#include "codegen/kernel/schedule.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using enum ElementType;

constexpr int64_t kBlock = 16;

struct Scanned {
  int64_t rows, columns;
  ElementType type = f32;
  Fn fn = Fn::add;
  double nothing = 0;
  bool isBefore = false;
  std::vector<int64_t> cuts = {}; // of columns
  Windows windows = Windows::whole;
};

/// y[i, j] = before[i, j / 16] and x[i, k] * w[k] reduced over the block's k up to j.
Function scan(Pool &pool, const Scanned &own, const std::string &name = "f") {
  Build b(pool);
  Expr i = b.loop(own.rows, "i"), j = b.loop(own.columns, "j"), k = b.loop(kBlock, "k");
  Expr block = expr::div(j, kBlock), place = expr::linear(pool, 0, {{kBlock, block}, {1, k}});
  const int64_t blocks = (own.columns + kBlock - 1) / kBlock;
  Expr term = b.call(Fn::mul, {b.load(own.type, {own.rows, own.columns}, {i, place}),
                               b.load(own.type, {own.columns}, {place})});
  Expr beyond = expr::sub(expr::mod(j, kBlock), k);
  Expr upTo = expr::select(expr::within(beyond, own.isBefore ? 1 : 0, kBlock), term,
                           b.number(own.type, own.nothing));
  Expr within = b.reduce(own.fn, {k}, upTo, std::nullopt);
  Expr before = b.load(own.type, {own.rows, blocks}, {i, block});
  b.result(own.type, {own.rows, own.columns}, {i, j}, b.call(own.fn, {before, within}));
  SmallVector<Cut, 1> cuts;
  if (!own.cuts.empty()) cuts.push_back({1, own.cuts});
  const SmallVector<Windows, 3> windows(b.formula.operands.size(), own.windows);
  return functionOf(name, b.formula, cuts, windows);
}

bool isRunning(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelTree tree = scheduleOf(KernelView(function.kernels[0], layout), Target::cuda);
  return threadsOf(tree)->each == kBlock;
}

bool isRunning(const Scanned &own) {
  Pool pool;
  return isRunning(scan(pool, own));
}

TEST(Running, GoOnWhereBlocksAreWhole) {
  EXPECT_TRUE(isRunning({3, 160}));
  EXPECT_TRUE(isRunning({1, 165})) << "the last block is shorter";
  EXPECT_TRUE(isRunning({3, 160, i32, Fn::add, 0, true}));
  EXPECT_TRUE(isRunning({1, 165, f32, Fn::add, 0, false, {0, 64, 165}}));
  EXPECT_FALSE(isRunning({1, 165, f32, Fn::add, 0, false, {0, 60, 165}}))
      << "a device begins within a block";
  EXPECT_FALSE(isRunning({3, 165})) << "rows begin at no multiple of 16 bytes";
}

TEST(Running, ReadNoTermThatIsNotThere) {
  const auto demanded = [](bool isBefore) {
    return isRunning({3, 160, f32, Fn::add, 0, isBefore, {}, Windows::demanded});
  };
  EXPECT_TRUE(demanded(false));
  EXPECT_FALSE(demanded(true)) << "the last element of a row is before no other";
}

TEST(Running, WantTermsOfNothingElsewhere) { EXPECT_FALSE(isRunning({3, 160, f32, Fn::add, 1})); }

TEST(Running, HaveTheInterpretersBits) {
  std::mt19937 random(7);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  const auto add = [&](const Scanned &own) {
    plan.functions.push_back(scan(*plan.pool, own, "f" + std::to_string(plan.functions.size())));
    EXPECT_TRUE(isRunning(plan.functions.back()));
  };
  for (const bool isBefore : {false, true}) {
    add({3, 160, f32, Fn::add, 0, isBefore});
    add({1, 1000, f64, Fn::add, 0, isBefore, {0, 496, 1000}});
    add({5, 72, i32, Fn::add, 0, isBefore});
    add({2, 48, i32, Fn::mul, 1, isBefore});
    add({2, 48, i32, Fn::max, -2147483648.0, isBefore});
  }
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  expectAgreement(compiled, plan.functions, random, 16);
}

} // namespace
} // namespace shardc::test
