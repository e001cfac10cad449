// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs in which a warp has a row: which have, and that they have the interpreter's
// bits.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/warp_rows.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

struct Rows {
  int64_t rows = 20, columns = 300;
  bool isSoftmax = true;    // else what the squares of a row and a start add up to
  bool sumsColumns = false; // of columns, not of rows
  ElementType type = f32;
};

/// y = softmax(x + 1) along rows, or z[i] = 2 + sum over j of x[i, j]^2.
Formula formulaOf(Pool &pool, const Rows &shape) {
  Build b(pool);
  const auto &[rows, columns, isSoftmax, sumsColumns, type] = shape;
  Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(columns, "k"),
       l = b.loop(columns, "l");
  const bool isFloat = type == f32;
  SmallVector<SumOrder, 2> order;
  if (isFloat) order = orderOfSum({columns}, {Along::row});
  const auto index = [&](Expr column) {
    return sumsColumns ? SmallVector<Expr, 4>{column, i} : SmallVector<Expr, 4>{i, column};
  };
  const SmallVector<int64_t, 4> sizes =
      sumsColumns ? SmallVector<int64_t, 4>{columns, rows} : SmallVector<int64_t, 4>{rows, columns};
  Expr x = b.load(type, sizes, index(j));
  if (!isSoftmax) {
    Expr at = b.again(0, index(k));
    Expr sum = b.reduce(Fn::add, {k}, b.call(Fn::mul, {at, at}), 2.0, order);
    b.result(type, {rows}, {i}, sum);
    return b.formula;
  }
  const auto more = [&](Expr e) { return b.call(Fn::add, {e, b.number(type, 1)}); };
  Expr largest = b.reduce(Fn::max, {k}, more(b.again(0, index(k))), -INFINITY);
  const auto e = [&](Expr at) { return b.call(Fn::exp, {b.call(Fn::sub, {at, largest})}); };
  Expr sum = b.reduce(Fn::add, {l}, e(more(b.again(0, index(l)))), 0.0, order);
  b.result(type, {rows, columns}, {i, j}, b.call(Fn::div, {e(more(x)), sum}));
  return b.formula;
}

bool hasWarps(const Rows &shape, ArrayRef<Cut> cuts = {}) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  const Function function = functionOf("f", formulaOf(*plan.pool, shape), cuts);
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return warpRowsOf(view, nestOf(view)).has_value();
}

TEST(WarpRows, AreReducedAlongByThreadsOfAWarp) {
  EXPECT_TRUE(hasWarps({}));
  EXPECT_TRUE(hasWarps({.isSoftmax = false}));
  EXPECT_TRUE(hasWarps({.columns = 5000}));
  EXPECT_TRUE(hasWarps({.isSoftmax = false, .type = ElementType::i32}));
  EXPECT_FALSE(hasWarps({.columns = 32})) << "threads would have nothing to do";
}
TEST(WarpRows, HaveAllOfTheirLeaves) {
  EXPECT_FALSE(hasWarps({.columns = 5000, .isSoftmax = false}, {{2, {0, 1000, 5000}}}));
}

TEST(WarpRows, HaveTheInterpretersBits) {
  std::mt19937 random(11);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  const auto add = [&](const Rows &shape, ArrayRef<Cut> cuts = {}) {
    plan.functions.push_back(functionOf("f" + std::to_string(plan.functions.size()),
                                        formulaOf(*plan.pool, shape), cuts));
  };
  for (const int64_t columns : {64, 100, 127, 512, 1024, 1025, 3000, 4096, 11008}) {
    add({.rows = 5, .columns = columns});
    add({.rows = 19, .columns = columns, .isSoftmax = false});
  }
  add({.rows = 9, .columns = 300}, {{0, {0, 2, 9}}});
  add({.rows = 9, .columns = 300, .isSoftmax = false}, {{0, {0, 2, 2, 9}}});
  add({.rows = 9, .columns = 700, .isSoftmax = false}, {{2, {0, 300, 700}}});
  add({.rows = 9, .columns = 700, .isSoftmax = false, .type = ElementType::i32});
  add({.rows = 9, .columns = 700, .isSoftmax = false, .sumsColumns = true});
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  for (auto [number, function] : llvm::enumerate(plan.functions))
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      EXPECT_TRUE(agrees(compiled, function, static_cast<int>(number), shard, random))
          << function.name << ", shard " << shard << ": " << str(function.kernels[0].formula);
  std::string report;
  ASSERT_TRUE(nvccCompiles(plan, kernelTexts(plan), &report));
  size_t spills = 0;
  for (size_t at = 0; (at = report.find(" bytes spill stores", at + 1)) != std::string::npos;)
    spills += report.compare(at - 3, 3, ", 0") != 0;
  EXPECT_EQ(spills, 0u) << report;
}

} // namespace
} // namespace shardc::test
