// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs in which a team of threads has a row or a column: which have, and that they have
// the interpreter's bits.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/schedule.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

struct Sums {
  int64_t rows = 20, columns = 300; // `columns` terms
  bool isSoftmax = true;            // else what the squares of a row and a start add up to
  Along along = Along::row; // of memory; a column's terms are in the operand's first dimension
  ElementType type = f32;
};

/// y = softmax(x + 1) along rows, or z[i] = 2 + sum over j of x[i, j]^2.
Formula formulaOf(Pool &pool, const Sums &shape) {
  Build b(pool);
  const auto &[rows, columns, isSoftmax, along, type] = shape;
  Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(columns, "k"),
       l = b.loop(columns, "l");
  const bool isFloat = info(type).isFloat, areColumns = along == Along::column;
  SmallVector<SumOrder, 2> order;
  if (isFloat) order = orderOfSum({columns}, {along});
  const auto index = [&](Expr term) {
    return areColumns ? SmallVector<Expr, 4>{term, i} : SmallVector<Expr, 4>{i, term};
  };
  const SmallVector<int64_t, 4> sizes =
      areColumns ? SmallVector<int64_t, 4>{columns, rows} : SmallVector<int64_t, 4>{rows, columns};
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
  const SmallVector<Expr, 4> to = index(j);
  b.result(type, sizes, to, b.call(Fn::div, {e(more(x)), sum}));
  return b.formula;
}

/// The grid of teams; of teams of one thread where there are none.
Threads threadsFor(const Sums &shape, ArrayRef<Cut> cuts = {}) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  const Function function = functionOf("f", formulaOf(*plan.pool, shape), cuts);
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return *threadsOf(scheduleOf(view, Target::cuda));
}
int teamFor(const Sums &shape, ArrayRef<Cut> cuts = {}) { return threadsFor(shape, cuts).team; }

bool keepsColumns(const Sums &shape) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  const Function function = functionOf("f", formulaOf(*plan.pool, shape), {});
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  const std::optional<KeptRows> kept = scheduleOf(view, Target::cuda).schedules.front().kept;
  return kept && kept->slots != 0;
}

TEST(Teams, AreWarpsForRows) {
  EXPECT_EQ(teamFor({}), 32);
  EXPECT_EQ(teamFor({.isSoftmax = false}), 32);
  EXPECT_EQ(teamFor({.isSoftmax = false, .type = ElementType::i32}), 32);
  EXPECT_EQ(teamFor({.columns = 5000}), 8 * 32) << "a warp for each leaf";
  EXPECT_EQ(teamFor({.columns = 64}), 32) << "each thread has two lanes";
  EXPECT_EQ(teamFor({.columns = 32}), 1) << "threads would have nothing to do";
}
TEST(Teams, FillAGpuWithRows) {
  EXPECT_EQ(threadsFor({.rows = 100}).own(), 1);
  EXPECT_EQ(threadsFor({.rows = 132 * 8}).own(), 8);
}
/// y[i] = sum over j of x[i, j] where a[i], else 0.
TEST(Teams, ShareOutWhatIsAskedForOnAConditionAndMayBeRead) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  Expr i = b.loop(20, "i"), j = b.loop(300, "j");
  Expr sum =
      b.reduce(Fn::add, {j}, b.load(f32, {20, 300}, {i, j}), 0.0, orderOfSum({300}, {Along::row}));
  Expr isAsked = b.load(ElementType::i1, {20}, {i});
  b.result(f32, {20}, {i}, expr::select(isAsked, sum, b.number(f32, 0)));
  const Function function = functionOf("f", b.formula, {});
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  EXPECT_EQ(threadsOf(scheduleOf(view, Target::cuda))->team, 32);
}
TEST(Teams, HaveTheSubtreeThatShardsTouch) {
  const Sums sum = {.columns = 5000, .isSoftmax = false}; // leaves of 625
  EXPECT_EQ(teamFor(sum, {{2, {0, 1000, 5000}}}), 8 * 32);
  EXPECT_EQ(teamFor(sum, {{2, {0, 1250, 2500, 5000}}}), 4 * 32);
  const Sums column = {.rows = 64, .columns = 4625, .isSoftmax = false, .along = Along::column};
  EXPECT_TRUE(threadsFor(column, {{2, {0, 579, 2313, 4625}}}).isSpread) << "leaves of 36 and 37";
}
TEST(Teams, HaveColumnsWhoseNeighboursShareASector) {
  const Sums sum = {.rows = 4096, .columns = 512, .isSoftmax = false, .along = Along::column};
  EXPECT_TRUE(threadsFor(sum).isSpread);
  EXPECT_EQ(threadsFor(sum).own(), 8);
  EXPECT_EQ(threadsFor(sum).team, 16) << "a thread for each leaf";
  Sums few = sum;
  few.rows = 1;
  few.columns = 4096;
  EXPECT_EQ(threadsFor(few).own(), 1);
  EXPECT_EQ(threadsFor(few).team, 128);
  few.columns = 30000;
  EXPECT_EQ(threadsFor(few).team, 512);
}
TEST(Teams, AreNotMadeWhereThreadsHaveEnoughColumns) {
  EXPECT_EQ(teamFor({.rows = 1 << 20, .columns = 512, .isSoftmax = false, .along = Along::column}),
            1);
}
/// In which a thread keeps 30 to 60 elements.
TEST(Teams, KeepColumnsThatAreReadAgain) {
  const Sums softmax = {.rows = 730, .columns = 1900, .along = Along::column};
  EXPECT_TRUE(threadsFor(softmax).isSpread);
  EXPECT_EQ(threadsFor(softmax).team, 32) << "a leaf each";
  EXPECT_EQ(threadsFor(softmax).own(), 8);
  EXPECT_TRUE(keepsColumns(softmax));
  EXPECT_FALSE(
      keepsColumns({.rows = 730, .columns = 1900, .isSoftmax = false, .along = Along::column}))
      << "they are read once";
  EXPECT_FALSE(keepsColumns({.rows = 730, .columns = 9000, .along = Along::column}))
      << "registers are too few";
  EXPECT_FALSE(keepsColumns(
      {.rows = 730, .columns = 1900, .along = Along::column, .type = ElementType::f64}))
      << "doubles take two each";
}
TEST(Teams, FollowMemoryWhereNoOrderSaysWhat) {
  Sums sum = {.rows = 64, .columns = 4096, .isSoftmax = false, .type = ElementType::i32};
  EXPECT_FALSE(threadsFor(sum).isSpread);
  sum.along = Along::column;
  EXPECT_TRUE(threadsFor(sum).isSpread);
}

/// y[i] = what `fn` makes of x[i, j, k] over j, k and, where there are some, l; or, where the
/// results are along memory, y[k] of x[i, j, k] over i and j.
struct Planes {
  int64_t results = 9, outer = 100, inner = 200, last = 0;
  bool areColumns = false;
  Fn fn = Fn::add;
};
Formula planesOf(Pool &pool, const Planes &shape) {
  Build b(pool);
  Expr i = b.loop(shape.results, "i");
  SmallVector<Expr, 3> loops = {b.loop(shape.outer, "j"), b.loop(shape.inner, "k")};
  SmallVector<int64_t, 4> extents = {shape.outer, shape.inner};
  if (shape.last > 0) {
    loops.push_back(b.loop(shape.last, "l"));
    extents.push_back(shape.last);
  }
  SmallVector<Along, 3> along(loops.size(), Along::column);
  if (!shape.areColumns) along.back() = Along::row;
  SmallVector<Expr, 4> index(loops.begin(), loops.end());
  SmallVector<int64_t, 4> sizes = extents;
  index.insert(shape.areColumns ? index.end() : index.begin(), i);
  sizes.insert(shape.areColumns ? sizes.end() : sizes.begin(), shape.results);
  const bool isSum = shape.fn == Fn::add;
  SmallVector<SumOrder, 2> order;
  if (isSum) order = orderOfSum(extents, along);
  Expr x = b.load(f32, sizes, index);
  Expr made = b.reduce(shape.fn, loops, b.call(Fn::mul, {x, x}), isSum ? 2.0 : -INFINITY, order);
  b.result(f32, {shape.results}, {i}, made);
  return b.formula;
}
std::string strategyFor(const Planes &shape) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  const Function function = functionOf("f", planesOf(*plan.pool, shape), {});
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return scheduleOf(view, Target::cuda).schedules.front().strategy;
}
TEST(Teams, ShareOutTheFirstOfSeveralLoops) {
  EXPECT_EQ(strategyFor({}), "planes") << "rows are read side by side";
  EXPECT_EQ(strategyFor({.fn = Fn::max}), "planes");
  EXPECT_EQ(strategyFor({.results = 300, .outer = 1000, .inner = 20, .areColumns = true}),
            "columns");
  EXPECT_EQ(strategyFor({.outer = 4, .inner = 8}), "elements") << "there is little to share";
  EXPECT_EQ(strategyFor({.fn = Fn::mul}), "elements") << "one element after the other";
}

TEST(Teams, HaveTheInterpretersBits) {
  std::mt19937 random(11);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  const auto add = [&](const Sums &shape, ArrayRef<Cut> cuts = {},
                       Windows windows = Windows::demanded) {
    plan.functions.push_back(functionOf("f" + std::to_string(plan.functions.size()),
                                        formulaOf(*plan.pool, shape), cuts, {windows}));
  };
  for (const int64_t columns : {64, 100, 127, 512, 1024, 1025, 3000, 4096, 11008}) {
    add({.rows = 5, .columns = columns});
    add({.rows = 19, .columns = columns, .isSoftmax = false});
  }
  add({.rows = 9, .columns = 300}, {{0, {0, 2, 9}}});
  add({.rows = 9, .columns = 300, .isSoftmax = false}, {{0, {0, 2, 2, 9}}});
  add({.rows = 9, .columns = 700, .isSoftmax = false}, {{2, {0, 300, 700}}});
  add({.rows = 9, .columns = 700, .isSoftmax = false, .type = ElementType::i32});
  add({.rows = 9, .columns = 700, .isSoftmax = false, .along = Along::column});
  for (const int64_t rows : {1, 3, 50, 200})
    for (const int64_t terms : {100, 1111}) {
      add({.rows = rows, .columns = terms, .isSoftmax = false, .along = Along::column});
      add({.rows = rows, .columns = terms, .along = Along::column});
    }
  for (const int64_t terms : {64, 100, 1900})
    add({.rows = 11, .columns = terms, .along = Along::column});
  add({.rows = 21, .columns = 500, .along = Along::column}, {{0, {0, 9, 21}}});
  add({.rows = 3, .columns = 40000, .isSoftmax = false, .along = Along::column});
  add({.rows = 70, .columns = 300, .isSoftmax = false, .along = Along::column}, {{0, {0, 2, 70}}});
  for (const Along along : {Along::column, Along::row}) {
    const auto cut = [&](int64_t terms, const std::vector<int64_t> &ends) {
      for (const Windows windows : {Windows::demanded, Windows::whole})
        add({.rows = 5, .columns = terms, .isSoftmax = false, .along = along}, {{2, ends}},
            windows);
    };
    cut(4096, {0, 2048, 4096}); // halves have half of the leaves
    cut(4625, {0, 2313, 4625}); // also where leaves differ
    cut(4625, {0, 1542, 3084, 4625});
    cut(3001, {0, 90, 91, 3001});
  }
  const auto addPlanes = [&](const Planes &shape, ArrayRef<Cut> cuts = {}) {
    plan.functions.push_back(
        functionOf("f" + std::to_string(plan.functions.size()), planesOf(*plan.pool, shape), cuts));
  };
  for (const Fn fn : {Fn::add, Fn::max}) {
    addPlanes({.fn = fn});
    addPlanes({.outer = 65, .inner = 1500, .fn = fn});
    addPlanes({.outer = 101, .fn = fn}, {{1, {0, 13, 60, 101}}});
    addPlanes({.outer = 101, .fn = fn}, {{1, {0, 1, 2, 101}}}); // of one index some
    addPlanes({.outer = 2, .inner = 300, .fn = fn}, {{1, {0, 1, 2}}});
    addPlanes({.outer = 2, .inner = 300, .fn = fn}, {{1, {0, 1, 1, 2}}});
    addPlanes({.outer = 40, .inner = 7, .last = 64, .fn = fn});
    addPlanes({.results = 70, .outer = 100, .inner = 20, .areColumns = true, .fn = fn});
    addPlanes({.results = 70, .inner = 90, .areColumns = true, .fn = fn}, {{1, {0, 50, 100}}});
  }
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  expectAgreement(compiled, plan.functions, random, 16);
}

TEST(Teams, SpillNothing) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (const Sums &shape :
       {Sums{.rows = 5, .columns = 127}, Sums{.rows = 5, .columns = 11008},
        Sums{.rows = 19, .columns = 4096, .isSoftmax = false},
        Sums{.rows = 200, .columns = 1111, .along = Along::column},
        Sums{.rows = 61, .columns = 3000, .along = Along::column},
        Sums{.rows = 3, .columns = 40000, .isSoftmax = false, .along = Along::column}})
    plan.functions.push_back(
        functionOf("f" + std::to_string(plan.functions.size()), formulaOf(*plan.pool, shape), {}));
  for (const Planes &shape : {Planes{}, Planes{.results = 70, .inner = 20, .areColumns = true},
                              Planes{.outer = 40, .inner = 7, .last = 64}})
    plan.functions.push_back(
        functionOf("f" + std::to_string(plan.functions.size()), planesOf(*plan.pool, shape), {}));
  std::string report;
  ASSERT_TRUE(nvccCompiles(plan, kernelTexts(plan), &report));
  EXPECT_EQ(spillsIn(report), 0u) << report;
}

} // namespace
} // namespace shardc::test
