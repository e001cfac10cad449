// SPDX-License-Identifier: Apache-2.0
// Rows that threads of a GPU keep in registers: which are, and that kernels have the interpreter's
// bits.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"
#include "harness.h"

#include "codegen/kernel/schedule.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using enum ElementType;

std::optional<KeptRows> keptOf(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return scheduleOf(view, Target::cuda).schedules.front().kept;
}

class Kept : public testing::Test {
protected:
  Pool pool;
  Build b{pool};
  Expr i, j, k;

  void loops(int64_t rows, int64_t columns) {
    b.formula = {};
    i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(columns, "k");
  }
  Expr sumOf(Expr value, int64_t columns) {
    return b.reduce(Fn::add, {k}, value, 0.0, orderOfSum({columns}, {Along::row}));
  }
  /// y[i, j] = x[i, j] / sum over k of x[i, k]
  std::optional<KeptRows> ofShares(int64_t columns, ArrayRef<Cut> cuts = {}) {
    loops(20, columns);
    Expr x = b.load(f32, {20, columns}, {i, j});
    b.result(f32, {20, columns}, {i, j}, b.call(Fn::div, {x, sumOf(b.again(0, {i, k}), columns)}));
    return keptOf(functionOf("f", b.formula, cuts));
  }
};

TEST_F(Kept, AreRowsThatAReductionAndAResultRead) {
  const std::optional<KeptRows> rows = ofShares(512);
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->kept, (SmallVector<Expr, 4>{b.again(0, {i, j})}));
  EXPECT_EQ(std::tuple(rows->count, rows->warps, rows->inFours), std::tuple(512, 1, true));
}

TEST_F(Kept, AreReadInFoursWhereRowsBeginAtMultiplesOfThem) {
  EXPECT_FALSE(ofShares(510)->inFours);
  EXPECT_TRUE(ofShares(2048)->inFours);
  EXPECT_FALSE(ofShares(2052)->inFours) << "the second of 2 leaves begins at 1026";
}

TEST_F(Kept, AreNoLongerThanRegistersAreMany) {
  EXPECT_TRUE(ofShares(11008)) << "16 leaves of 688";
  EXPECT_FALSE(ofShares(100'000)) << "more leaves than a block has warps";
}

/// Four rows of 32 elements of a thread, each made of the one before: x, that less its sum, times
/// the sum of its squares, and by the sum of its exponentials. sum(that).
TEST_F(Kept, CountWhereTheyAreNeededAtOneTime) {
  const auto keepsAll = [&](bool untilTheEnd) {
    loops(20, 1024);
    const Expr read = b.load(f32, {20, 1024}, {i, j});
    SmallVector<Expr, 4> rows = {b.again(0, {i, k})}, own = {read};
    const auto next = [&](Fn fn, Expr total) {
      rows.push_back(b.call(fn, {rows.back(), total}));
      own.push_back(b.call(fn, {own.back(), total}));
    };
    next(Fn::sub, sumOf(rows.back(), 1024));
    next(Fn::mul, sumOf(b.call(Fn::mul, {rows.back(), rows.back()}), 1024));
    next(Fn::div, sumOf(b.call(Fn::exp, {rows.back()}), 1024));
    const Expr last = sumOf(b.call(Fn::abs, {rows.back()}), 1024);
    Expr value = b.call(Fn::sub, {own.back(), last});
    for (Expr each : ArrayRef(own).drop_back())
      if (untilTheEnd) value = b.call(Fn::add, {value, b.call(Fn::cos, {each})});
    b.result(f32, {20, 1024}, {i, j}, value);
    return keptOf(functionOf("f", b.formula, {})).has_value();
  };
  EXPECT_TRUE(keepsAll(false));
  EXPECT_FALSE(keepsAll(true)) << "128 registers of a thread";
}

TEST_F(Kept, HaveALeafForEachWarp) {
  const auto ofLeaves = [&](int64_t leaves) {
    loops(20, 4096);
    Expr x = b.load(f32, {20, 4096}, {i, j});
    const SumOrder order = {leaves, 128};
    Expr sum = b.reduce(Fn::add, {k}, b.again(0, {i, k}), 0.0, {order});
    b.result(f32, {20, 4096}, {i, j}, b.call(Fn::div, {x, sum}));
    return keptOf(functionOf("f", b.formula, {})).has_value();
  };
  EXPECT_TRUE(ofLeaves(32));
  EXPECT_FALSE(ofLeaves(64)) << "of which a warp would have two";
}

TEST_F(Kept, AreWholeOnAShard) {
  EXPECT_TRUE(ofShares(512, {{0, {0, 3, 20}}}));
  EXPECT_FALSE(ofShares(512, {{1, {0, 256, 512}}})) << "a result has half of what is added up";
}

/// What is read once is kept for the sake of wide reads.
TEST_F(Kept, AreOfWhatIsReadOnceWhereItIsReadInFours) {
  const auto ofExtent = [&](int extent) {
    loops(20, extent);
    Expr x = b.load(f32, {20, extent}, {i, k});
    b.result(f32, {20}, {i}, sumOf(b.call(Fn::exp, {x}), extent));
    return keptOf(functionOf("f", b.formula, {})).has_value();
  };
  EXPECT_TRUE(ofExtent(512));
  EXPECT_FALSE(ofExtent(510));
}

TEST_F(Kept, AreFoundOnceWhereAPartIsUsedAgainAndAgain) {
  loops(20, 512);
  const auto power = [&](Expr value) {
    for (int times = 0; times < 64; ++times)
      value = b.call(Fn::mul, {value, value});
    return value;
  };
  Expr x = b.load(f32, {20, 512}, {i, j});
  Expr sum = sumOf(power(b.again(0, {i, k})), 512);
  b.result(f32, {20, 512}, {i, j}, b.call(Fn::div, {power(x), sum}));
  const Function function = functionOf("f", b.formula, {});
  EXPECT_TRUE(keptOf(function));
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  EXPECT_TRUE(threadsOf(scheduleOf(view, Target::cuda))->keepsRows);
}

TEST_F(Kept, AreReadOnlyWhereABranchReads) {
  loops(20, 512);
  Expr x = b.load(f32, {20, 256}, {i, k}), zero = b.number(f32, 0);
  const auto masked = [&](Expr at) {
    return expr::select(expr::within(at, 0, 256), b.again(0, {i, at}), zero);
  };
  Expr sum = sumOf(masked(k), 512);
  b.result(f32, {20, 512}, {i, j}, b.call(Fn::div, {masked(j), sum}));
  const std::optional<KeptRows> rows = keptOf(functionOf("f", b.formula, {}));
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->kept, (SmallVector<Expr, 4>{masked(j)}));
  EXPECT_FALSE(rows->inFours);
  EXPECT_EQ(x->kind, Kind::Load);
}

/// Of the kind of a softmax or normalisation: two reductions, the second of what is made of the
/// first; one value for each row, or one or two for each element.
class Maker {
public:
  Maker(Pool &pool, std::mt19937 &random) : b(pool), random(random) {}

  Function make(int number) {
    columns = oneOf({64, 100, 127, 256, 512, 1024, 1025, 1500, 2048, 3000, 4096});
    type = number % 4 == 0 ? f64 : number % 4 == 1 ? i32 : f32;
    Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(columns, "k"),
         l = b.loop(columns, "l");
    b.load(type, {rows, columns}, {i, j});
    b.load(type, {columns}, {j});
    b.load(i1, {rows, columns}, {i, j});
    b.load(i32, {rows}, {i});
    b.load(type, {9, columns}, {i, j});
    const int kind = static_cast<int>(random() % 5);
    const auto term = [&](Expr at) { return termAt(kind, i, at); };
    const bool isMax = random() % 2 == 0;
    Expr first = isMax ? b.reduce(Fn::max, {k}, term(k), lowest()) : sum(k, term(k));
    const auto moved = [&](Expr at) { return b.call(Fn::sub, {term(at), first}); };
    const auto square = [&](Expr at) { return b.call(Fn::mul, {moved(at), moved(at)}); };
    const bool isExp = type != i32 && random() % 2 == 0;
    const auto made = [&](Expr at) { return isExp ? b.call(Fn::exp, {moved(at)}) : square(at); };
    Expr second = sum(l, made(l));
    const int results = static_cast<int>(random() % 3);
    if (results == 0) b.result(type, {rows}, {i}, second);
    if (results >= 1)
      b.result(type, {rows, columns}, {i, j},
               b.call(Fn::mul, {b.call(Fn::sub, {made(j), second}), b.again(1, {j})}));
    if (results == 2) b.result(i1, {rows, columns}, {i, j}, b.call(Fn::lt, {moved(j), second}));
    SmallVector<Cut, 1> cuts;
    if (random() % 2) cuts.push_back({0, {0, 2, rows}});
    return functionOf("f" + std::to_string(number), b.formula, cuts);
  }

private:
  Build b;
  std::mt19937 &random;
  int64_t rows = 5, columns = 0;
  ElementType type = f32;

  int64_t oneOf(ArrayRef<int64_t> list) { return list[random() % list.size()]; }
  double lowest() const { return type == i32 ? -2147483648.0 : -INFINITY; }
  Expr sum(Expr loop, Expr value) {
    SmallVector<SumOrder, 2> order;
    if (type != i32) order = orderOfSum({columns}, {Along::row});
    return b.reduce(Fn::add, {loop}, value, 0.0, order);
  }

  Expr termAt(int kind, Expr i, Expr at) {
    Expr x = b.again(0, {i, at});
    switch (kind) {
    case 0:
      return x;
    case 1:
      return b.call(Fn::add, {x, b.again(1, {at})});
    case 2:
      return expr::select(b.again(2, {i, at}), x, b.number(type, 1));
    case 3:
      return b.call(Fn::add, {x, b.again(4, {expr::at(b.again(3, {i}), 0, 8), at})});
    default:
      return b.call(Fn::max, {x, expr::cast(type, at)});
    }
  }
};

TEST(KeptRows, HaveTheInterpretersBits) {
  const uint32_t seed = seedOfRun(7);
  SCOPED_TRACE("SHARDC_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (int number = 0; number < 40; ++number)
    plan.functions.push_back(Maker(*plan.pool, random).make(number));
  const CompiledKernels compiled(plan, Target::cuda);
  ASSERT_TRUE(compiled.ok());
  int kept = 0, inFours = 0;
  for (auto [number, function] : llvm::enumerate(plan.functions)) {
    const std::optional<KeptRows> rows = keptOf(function);
    kept += rows.has_value();
    inFours += rows && rows->inFours;
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      EXPECT_TRUE(agrees(compiled, function, static_cast<int>(number), shard, random, 16))
          << function.name << ", shard " << shard << ": " << str(function.kernels[0].formula);
  }
  EXPECT_GE(kept, 25);
  EXPECT_GE(inFours, 8);
  EXPECT_GE(kept - inFours, 8);
  std::string report;
  ASSERT_TRUE(nvccCompiles(plan, kernelTexts(plan), &report));
  EXPECT_EQ(spillsIn(report), 0u) << report;
}

} // namespace
} // namespace shardc::test
