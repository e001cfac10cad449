// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs whose threads take neighbours, against the interpreter.
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

bool isInVectors(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  const KernelTree tree = scheduleOf(view, Target::cuda);
  return threadsOf(tree)->each > 1;
}

class VectorThreads : public testing::Test {
protected:
  Pool pool;
  Build b{pool};

  /// y[i, j] = `value` of these, by that many rows and columns; operands are there as a whole.
  bool isInVectors(int64_t rows, int64_t columns,
                   const std::function<Expr(Expr i, Expr j)> &value) {
    b.formula = {};
    Expr i = b.loop(rows, "i"), j = b.loop(columns, "j");
    b.result(f32, {rows, columns}, {i, j}, value(i, j));
    const SmallVector<Windows, 2> whole(b.formula.operands.size(), Windows::whole);
    Function function = functionOf("f", b.formula, {}, whole);
    function.kernels[0].bytes = 8 * rows * columns;
    return test::isInVectors(function);
  }
};

TEST_F(VectorThreads, AreOfRowsThatBeginAtMultiplesOfFour) {
  const auto copy = [&](int64_t rows, int64_t columns) {
    return isInVectors(rows, columns, [&](Expr i, Expr j) {
      return b.load(f32, {rows, columns}, {i, j});
    });
  };
  EXPECT_TRUE(copy(600, 512));
  EXPECT_TRUE(copy(1, 300'001)) << "there is no second row";
  EXPECT_FALSE(copy(600, 510));
  EXPECT_FALSE(copy(100, 100)) << "there are too few threads";
}

TEST_F(VectorThreads, ReadFromMultiplesOfFourOn) {
  const auto from = [&](int64_t columns, int64_t first) {
    return isInVectors(600, 512, [&](Expr i, Expr j) {
      return b.load(f32, {600, columns}, {i, expr::add(j, first)});
    });
  };
  EXPECT_TRUE(from(520, 4));
  EXPECT_FALSE(from(520, 1));
  EXPECT_FALSE(from(518, 4)) << "rows of the operand begin elsewhere";
  EXPECT_FALSE(isInVectors(600, 512, [&](Expr i, Expr j) {
    return b.load(f32, {600, 1024}, {i, expr::mul(j, 2)});
  }));
}

TEST_F(VectorThreads, ReadWhatABranchLeavesOutOnlyWhereItIs) {
  const auto left = [&](int64_t columns) {
    return isInVectors(600, 512, [&](Expr i, Expr j) {
      return expr::select(expr::within(j, 0, 256), b.load(f32, {600, columns}, {i, j}),
                          b.number(f32, 0));
    });
  };
  EXPECT_TRUE(left(512));
  EXPECT_FALSE(left(256));
}

TEST_F(VectorThreads, HaveSixteenBytesOfAnyType) {
  const auto copy = [&](ElementType type) {
    b.formula = {};
    Expr i = b.loop(600, "i"), j = b.loop(4096, "j");
    b.result(type, {600, 4096}, {i, j}, b.load(type, {600, 4096}, {i, j}));
    const Function function = functionOf("f", b.formula, {});
    const DeviceLayout layout = deviceLayout(function);
    return threadsOf(scheduleOf(KernelView(function.kernels[0], layout), Target::cuda))->each;
  };
  EXPECT_EQ(copy(i8), 16);
  EXPECT_EQ(copy(f32), 4);
  EXPECT_EQ(copy(f64), 2);
}

TEST_F(VectorThreads, ReduceWhereTermsLieSideBySide) {
  EXPECT_TRUE(isInVectors(600, 512, [&](Expr i, Expr j) {
    Expr k = b.loop(3, "k");
    return b.reduce(Fn::max, {k}, b.load(f32, {600, 3, 512}, {i, k, j}), std::nullopt);
  }));
  EXPECT_FALSE(isInVectors(600, 512, [&](Expr i, Expr j) {
    Expr k = b.loop(3, "k");
    return b.reduce(Fn::max, {k}, b.load(f32, {600, 512, 3}, {i, j, k}), std::nullopt);
  })) << "terms of a neighbour are elsewhere";
}

/// All kinds of accesses: along rows, beside them, in a row that a trip or a table says; of several
/// types, with two results.
class Maker {
public:
  Maker(Pool &pool, std::mt19937 &random) : b(pool), random(random) {}

  Function make(int number) {
    const bool isRow = number % 4 == 0;
    // Of a single row there may be any number.
    const int64_t rows = isRow ? 1 : 530 + below(20), columns = isRow ? 270'337 + below(9) : 512;
    Expr i = b.loop(rows, "i"), j = b.loop(columns, "j");
    const ElementType type = number % 3 == 0 ? f64 : number % 3 == 1 ? f32 : i32;
    Expr x = b.load(type, {rows, columns}, {i, j});
    Expr near = b.load(type, {columns}, {j}), own = b.load(type, {rows}, {i});
    Expr value = b.call(Fn::add, {b.call(Fn::mul, {x, near}), own});
    if (below(2)) value = b.call(Fn::max, {value, expr::cast(type, j)});
    if (below(2)) {
      Expr isIn = b.load(i1, {rows, columns}, {i, j});
      value = expr::select(isIn, value, b.load(type, {rows, columns}, {i, j}));
    }
    if (!isRow && below(2)) {
      Expr picked = expr::at(b.load(i32, {rows}, {i}), 0, 8);
      value = b.call(Fn::sub, {value, b.load(type, {9, columns}, {picked, j})});
    }
    if (!isRow && number % 5 == 0) { // what is read one by one
      Expr later = b.load(type, {rows, columns + 1}, {i, expr::add(j, 1)});
      value = b.call(Fn::sub, {value, later});
    }
    Expr trip = b.pool.trip(0, 5);
    if (!isRow && below(2)) value = b.call(Fn::add, {value, b.load(type, {5, columns}, {trip, j})});
    const bool isUpdate = !isRow && below(2);
    if (isUpdate)
      b.result(type, {5, rows, columns}, {trip, i, j}, value);
    else
      b.result(type, {rows, columns}, {i, j}, value);
    if (!isUpdate && below(2)) b.result(i1, {rows, columns}, {i, j}, b.call(Fn::lt, {value, own}));
    SmallVector<Cut, 1> cuts;
    if (!isUpdate && below(2)) {
      const int64_t extent = isRow ? columns : rows;
      cuts.push_back({isRow ? 1 : 0, {0, below(extent / 500), extent}});
    }
    return functionOf("f" + std::to_string(number), b.formula, cuts);
  }

private:
  Build b;
  std::mt19937 &random;

  int64_t below(int64_t end) { return static_cast<int64_t>(random() % static_cast<uint64_t>(end)); }
};

TEST(Vectors, HaveTheInterpretersBits) {
  std::mt19937 random(5);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (int number = 0; number < 16; ++number)
    plan.functions.push_back(Maker(*plan.pool, random).make(number));
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  int count = 0;
  for (auto [number, function] : llvm::enumerate(plan.functions)) {
    count += isInVectors(function);
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      EXPECT_TRUE(agrees(compiled, function, static_cast<int>(number), shard, random, 16))
          << function.name << ", shard " << shard << ": " << str(function.kernels[0].formula);
  }
  EXPECT_GE(count, 12);
}

} // namespace
} // namespace shardc::test
