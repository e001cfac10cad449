// SPDX-License-Identifier: Apache-2.0
// What single rules do to the text of a kernel.
#include "formulas.h"
#include "functions.h"

#include "codegen/cpp/kernels.h"
#include "codegen/kernel/view/runtime_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ElementType f32 = ElementType::f32, i1 = ElementType::i1;

class KernelText : public testing::Test {
protected:
  KernelText() {
    plan.name = plan.id = "made";
    plan.pool = std::make_unique<Pool>();
  }
  Plan plan;

  std::string textOf(Function function, Target target = Target::cpp) {
    plan.functions.clear();
    plan.functions.push_back(std::move(function));
    return kernelsFile(plan, kernelTexts(plan), target);
  }
  Formula copyOf(int64_t rows, int64_t columns) {
    Build b(*plan.pool);
    Expr i = b.loop(rows, "i"), j = b.loop(columns, "j");
    b.result(f32, {rows, columns}, {i, j}, b.load(f32, {rows, columns}, {i, j}));
    return b.formula;
  }
  /// y = x . w, or x . transpose(w).
  Formula productOf(int64_t rows, int64_t columns, bool isTurned = false) {
    Build b(*plan.pool);
    Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(512, "k");
    Expr x = b.load(f32, {rows, 512}, {i, k});
    Expr w = isTurned ? b.load(f32, {columns, 512}, {j, k}) : b.load(f32, {512, columns}, {k, j});
    Expr sum = b.reduce(Fn::add, {k}, b.call(Fn::mul, {x, w}), 0.0);
    b.result(f32, {rows, columns}, {i, j}, sum);
    return b.formula;
  }
  /// y[i, j] = sum over k of x[i - by, k, j] where i - j >= from, else 0.
  Formula sumWhere(int64_t from, int64_t by = 0) {
    Build b(*plan.pool);
    Expr i = b.loop(128, "i"), j = b.loop(64, "j"), k = b.loop(9, "k");
    Expr x = b.load(f32, {128, 9, 64}, {expr::add(i, -by), k, j});
    Expr sum = b.reduce(Fn::add, {k}, x, 0.0);
    Expr isBelow = expr::within(expr::sub(i, j), from, 128);
    b.result(f32, {128, 64}, {i, j}, expr::select(isBelow, sum, b.number(f32, 0)));
    return b.formula;
  }
};

TEST_F(KernelText, HasNoDeviceWhereNothingDiffers) {
  const std::string text = textOf(functionOf("f", copyOf(8, 4), {{0, {0, 4, 8}}}));
  EXPECT_THAT(text, HasSubstr("for (int i = 0; i < 4; ++i)"));
  EXPECT_THAT(text, HasSubstr("store(y0, i * 4 + j, load(x0, i * 4 + j));"));
  EXPECT_THAT(text, Not(HasSubstr("Device")));
}
TEST_F(KernelText, LeavesOutLoopsOfOneElement) {
  const std::string text = textOf(functionOf("f", copyOf(1, 4), {}));
  EXPECT_THAT(text,
              HasSubstr("  in_vectors<float, 4>(0, [&](auto j) { store(y0, j, load(x0, j)); });"));
}
TEST_F(KernelText, CountsLargeValuesIn64Bits) {
  const Function function = functionOf("f", copyOf(70000, 70000), {});
  EXPECT_THAT(textOf(function), HasSubstr("for (int64_t i = 0; i < 70000; ++i)"));
  EXPECT_THAT(textOf(function, Target::cuda), HasSubstr("const int64_t n = int64_t(blockIdx.x)"));
}
/// Compilers vectorise what they know not to wrap around.
TEST_F(KernelText, CountsTripsIn64BitsOnCpus) {
  Build b(*plan.pool);
  Expr i = b.loop(40, "i"), trip = plan.pool->trip(0, 9);
  b.result(f32, {40}, {i}, b.load(f32, {9, 40}, {trip, i}));
  const Function function = functionOf("f", b.formula, {}, {}, {"x", "trip", "kernel_0"});
  EXPECT_THAT(textOf(function), HasSubstr("(int64_t trip, const float *__restrict__ x"));
  EXPECT_THAT(textOf(function), HasSubstr("store(trip_2, i, load(x, trip * 40 + i));"));
  const std::string cuda = textOf(function, Target::cuda);
  EXPECT_THAT(cuda, HasSubstr("kernel_0(int trip, const float *__restrict__ x"));
  EXPECT_THAT(cuda, HasSubstr("gpu::kernel_0, 1, 256, int(trip), x, trip_2);"));
}
TEST_F(KernelText, TakesNoWordOfTheRuntimesForAName) {
  ASSERT_GT(runtimeWords().size(), 40u);
  for (const RuntimeWord &word : runtimeWords()) {
    const std::string name = word.name;
    const Function function = functionOf("f", copyOf(8, 4), {}, {}, {name, "y", "kernel_0"});
    for (const Target target : {Target::cpp, Target::cuda})
      EXPECT_THAT(textOf(function, target), HasSubstr("__restrict__ " + name + "_2")) << name;
  }
}
/// Each dynamic slice picks with a loop of its own.
TEST_F(KernelText, ReadsOnceWhatIsPickedTwice) {
  Build b(*plan.pool);
  Expr i = b.loop(12, "i"), r = b.loop(20, "r"), s = b.loop(20, "s");
  Expr back = expr::add(expr::sub(plan.pool->constant(0), plan.pool->trip(0, 20)), 19);
  Expr x = b.load(f32, {20, 12}, {expr::pick(back, r), i});
  Expr again = expr::load(*plan.pool, f32, 0, {expr::pick(back, s), i});
  Expr difference = b.call(Fn::sub, {again, b.load(f32, {12}, {i})});
  Expr same = b.call(Fn::sub, {x, expr::load(*plan.pool, f32, 1, {i})});
  b.result(f32, {12}, {i}, b.call(Fn::mul, {difference, same}));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {}), Target::cuda), HasSubstr(R"(
  const float sub_x0 = x0[(19 - trip) * 12 + i] - x1[i];
  y0[i] = sub_x0 * sub_x0;
)"));
}
TEST_F(KernelText, SaysOnceWhereALoopIsAt) {
  Build b(*plan.pool);
  Expr i = b.loop(12, "i");
  Expr back = expr::add(expr::sub(plan.pool->constant(0), plan.pool->trip(0, 20)), 19);
  Expr x = b.load(f32, {20, 12}, {back, i}), y = b.load(f32, {20, 12}, {back, i});
  b.result(f32, {12}, {i}, b.call(Fn::mul, {x, y}));
  const std::string text = textOf(functionOf("f", b.formula, {}), Target::cuda);
  EXPECT_THAT(text, HasSubstr("\n//             at = 19-trip\n"));
  EXPECT_THAT(text, HasSubstr(R"(
  const int at = 19 - trip;
  y0[i] = x0[at * 12 + i] * x1[at * 12 + i];
)"));
}
TEST_F(KernelText, DividesNothingWhereRowsAreWide) {
  const std::string text = textOf(functionOf("f", copyOf(32, 512), {}), Target::cuda);
  EXPECT_THAT(text, HasSubstr("const int i = blockIdx.y;\n"
                              "  const int j = blockIdx.x * 256 + threadIdx.x;\n"
                              "  y0[i * 512 + j] = x0[i * 512 + j];"));
  EXPECT_THAT(text, HasSubstr("gpu::kernel_0, {2, 32}, 256, x0, y0);"));
}
TEST_F(KernelText, LaunchesOneBlockForNoElements) {
  const std::string text = textOf(functionOf("f", copyOf(0, 4), {}), Target::cuda);
  EXPECT_THAT(text, HasSubstr("gpu::kernel_0, 1, 256, x0, y0);"));
}
TEST_F(KernelText, DropsRestrictWhereMemoryIsShared) {
  const std::string text = textOf(functionOf("f", copyOf(8, 4), {}, {}, {"v", "v", "kernel_0"}));
  EXPECT_THAT(text, HasSubstr("static void kernel_0(const float *v, float *v_2)"));
}
TEST_F(KernelText, KeepsParametersApartFromFunctions) {
  Build b(*plan.pool);
  Expr i = b.loop(4, "i");
  b.result(f32, {4}, {i}, b.call(Fn::exp, {b.load(f32, {4}, {i})}));
  const std::string text = textOf(functionOf("f", b.formula, {}, {}, {"exp", "i", "exp_0"}));
  EXPECT_THAT(text, HasSubstr("store(i, i_2, exp(load(exp_2, i_2)));"));
}
TEST_F(KernelText, KeepsTheOrderOfFloatSums) {
  Build b(*plan.pool);
  Expr i = b.loop(4, "i");
  Expr x = b.load(f32, {4}, {i}), y = b.load(f32, {4}, {i}), z = b.load(f32, {4}, {i});
  b.result(f32, {4}, {i}, b.call(Fn::sub, {x, b.call(Fn::add, {y, z})}));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})),
              HasSubstr("load(x0, i) - (load(x1, i) + load(x2, i))"));
}
/// y[i, j] = exp(x[j]) / sum over k of exp(x[k]), or of x[i, j] and x[i, k].
static Formula sharesOf(Pool &pool, bool hasRows) {
  Build b(pool);
  Expr i = b.loop(4, "i"), j = b.loop(256, "j"), k = b.loop(256, "k");
  const auto index = [&](Expr last) {
    return hasRows ? SmallVector<Expr, 2>{i, last} : SmallVector<Expr, 2>{last};
  };
  const SmallVector<int64_t, 2> shape =
      hasRows ? SmallVector<int64_t, 2>{4, 256} : SmallVector<int64_t, 2>{256};
  Expr own = b.call(Fn::exp, {b.load(f32, shape, index(j))});
  Expr sum = b.reduce(Fn::add, {k}, b.call(Fn::exp, {b.again(0, index(k))}), 0.0, {{1, 128}});
  b.result(f32, {4, 256}, {i, j}, b.call(Fn::div, {own, sum}));
  return b.formula;
}
TEST_F(KernelText, KeepsTermsOfASumWhereTheyAreWanted) {
  const std::string text = textOf(functionOf("f", sharesOf(*plan.pool, true), {}));
  EXPECT_THAT(text, HasSubstr("const auto term = exp(load(x0, i * 256 + k));"));
  EXPECT_THAT(text, HasSubstr("store(y0, i * 256 + k, term);"));
  EXPECT_THAT(text, HasSubstr("store(y0, i * 256 + j, load(y0, i * 256 + j) / sum);"));
}
TEST_F(KernelText, IsKeptFromResultsWhoseLoopsAreNotOpen) {
  const std::string text = textOf(functionOf("f", sharesOf(*plan.pool, false), {}));
  EXPECT_THAT(text, HasSubstr("store(y0, i * 256 + j, exp(load(x0, j)) / sum);"));
}
TEST_F(KernelText, RunsBlocksOfAProductInsideItsSum) {
  EXPECT_THAT(textOf(functionOf("f", productOf(130, 512), {})), HasSubstr(R"(
//   blocks   4 i by 64 j inside the loop over k: memory is read in rows
//   work     0 bytes, 0 FLOPs
static void kernel_0(const float *__restrict__ x0, const float *__restrict__ x1,
                     float *__restrict__ y0) {
  in_blocks<4, 130>(0, [&](int64_t i_from, auto i_to) SHARDC_INLINED {
    for (int64_t j_from = 0; j_from < 512; j_from += 64) {
      float sum[4][64] = {};
      for (int64_t k = 0; k < 512; ++k)
        for (int64_t i = i_from; i != i_to; ++i)
          in_vectors<float, 64>(j_from, [&](auto j) {
            store(sum[i - i_from], j - j_from,
                  load(sum[i - i_from], j - j_from) + x0[i * 512 + k] * load(x1, k * 512 + j));
          });
      for (int64_t i = i_from; i < i_to; ++i)
        in_vectors<float, 64>(
            j_from, [&](auto j) { store(y0, i * 512 + j, load(sum[i - i_from], j - j_from)); });
    }
  });
}
)"));
}
TEST_F(KernelText, RunsSmallerBlocksWhereMemoryIsNotReadInRows) {
  EXPECT_THAT(
      textOf(functionOf("f", productOf(128, 512, true), {})),
      HasSubstr("//   blocks   4 i by 16 j inside the loop over k: no sum waits for itself"));
}
TEST_F(KernelText, ComputesABlockOfTermsBeforeItAddsThem) {
  Build b(*plan.pool);
  Expr i = b.loop(5, "i"), k = b.loop(512, "k");
  Expr x = b.call(Fn::exp, {b.load(f32, {5, 512}, {i, k})});
  b.result(f32, {5}, {i}, b.reduce(Fn::add, {k}, x, 0.0));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})), HasSubstr(R"(
    float sum = 0.0f;
    for (int64_t k_from = 0; k_from < 512; k_from += 64) {
      float terms[64];
      in_vectors<float, 64>(k_from,
                            [&](auto k) { store(terms, k - k_from, exp(load(x0, i * 512 + k))); });
      for (int64_t k = k_from; k < k_from + 64; ++k)
        sum += terms[k - k_from];
    }
)"));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {}), Target::cuda), Not(HasSubstr("terms")));
}
TEST_F(KernelText, BranchesInVectorsByWhatNeighboursShareAlone) {
  Build b(*plan.pool);
  Expr i = b.loop(8, "i"), j = b.loop(64, "j");
  Expr x = b.load(f32, {9, 64}, {i, j}), next = b.again(0, {expr::add(i, 1), j});
  Expr isEven = expr::within(expr::digit(i, 1, 2), 0, 1);
  Expr apart = b.call(Fn::sub, {x, next});
  Expr both = expr::select(b.call(Fn::ne, {apart, apart}), b.call(Fn::add, {x, next}),
                           b.call(Fn::exp, {apart}));
  b.result(f32, {8, 64}, {i, j}, expr::select(isEven, both, b.number(f32, 1)));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})), HasSubstr(R"(
    in_vectors<float, 64>(0, [&](auto j) {
      if (i % 2 == 0) {
        const auto sub_x0 = load(x0, i * 64 + j) - load(x0, (i + 1) * 64 + j);
        store(y0, i * 64 + j,
              sub_x0 != sub_x0 ? load(x0, i * 64 + j) + load(x0, (i + 1) * 64 + j) : exp(sub_x0));
      } else {
        store(y0, i * 64 + j, 1.0f);
      }
    });
)"));
}
/// y[i, j] = sum over k of x[i, k] * w[k, j], of 8 leaves.
Formula leavesOf(Pool &pool, int64_t columns) {
  Build b(pool);
  Expr i = b.loop(4, "i"), j = b.loop(columns, "j"), k = b.loop(512, "k");
  Expr x = b.load(f32, {4, 512}, {i, k}), w = b.load(f32, {512, columns}, {k, j});
  Expr term = b.call(Fn::term, {x, w});
  b.result(f32, {4, columns}, {i, j}, b.reduce(Fn::add, {k}, term, 0.0, {{8, 1}}));
  return b.formula;
}
/// y[i, j] = isIn[i, j] ? x[i, j] : 0
TEST_F(KernelText, ReadsBooleansAsMasks) {
  Build b(*plan.pool);
  Expr i = b.loop(5, "i"), j = b.loop(64, "j");
  Expr isIn = b.load(i1, {5, 64}, {i, j}), x = b.load(f32, {5, 64}, {i, j});
  b.result(f32, {5, 64}, {i, j}, expr::select(isIn, x, b.number(f32, 0)));
  b.result(i1, {5, 64}, {i, j}, b.call(Fn::lt, {x, b.number(f32, 1)}));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})), HasSubstr(R"(
    in_vectors<float, 64>(0, [&](auto j) {
      store(y0, i * 64 + j, load(x0, i * 64 + j) ? load(x1, i * 64 + j) : 0.0f);
      store(y1, i * 64 + j, load(x1, i * 64 + j) < 1.0f);
    });
)"));
}
TEST_F(KernelText, ConvertsWhatItReadsOfAnotherWidth) {
  Build b(*plan.pool);
  Expr i = b.loop(5, "i"), j = b.loop(64, "j");
  Expr byte = b.load(ElementType::ui8, {5, 64}, {i, j});
  b.result(f32, {5, 64}, {i, j}, expr::scalar(Fn::convert, f32, {byte}));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})), HasSubstr(R"(
    in_vectors<float, 64>(
        0, [&](auto j) { store(y0, i * 64 + j, converted<float>(load(x0, i * 64 + j))); });
)"));
}
TEST_F(KernelText, AddsUpTheLeavesOfAProductInATree) {
  EXPECT_THAT(textOf(functionOf("f", leavesOf(*plan.pool, 64), {})), HasSubstr(R"(
  SumTree<float[4][64], 4> tree;
  for (int64_t k_from = 0; k_from < 512; k_from += 64) {
    float leaf_sum[4][64] = {};
    for (int64_t k = k_from; k < k_from + 64; ++k)
#pragma GCC unroll 4
      for (int64_t i = 0; i < 4; ++i)
        in_vectors<float, 64>(0, [&](auto j) {
          store(leaf_sum[i], j, fma(x0[i * 512 + k], load(x1, k * 64 + j), load(leaf_sum[i], j)));
        });
    tree.add(k_from / 64, leaf_sum);
  }
  float sum[4][64];
  tree.total(sum);
)"));
  EXPECT_THAT(textOf(functionOf("f", leavesOf(*plan.pool, 15), {}), Target::cuda), HasSubstr(R"(
  SumTree<float, 4> tree;
  for (int k_from = 0; k_from < 512; k_from += 64) {
    float leaf_sum = 0.0f;
    for (int k = k_from; k < k_from + 64; ++k)
      leaf_sum = fma(x0[i * 512 + k], x1[k * 15 + j], leaf_sum);
    tree.add(k_from / 64, leaf_sum);
  }
  const float sum = tree.total();
  y0[n] = sum;
)"));
}
/// y[i] = sum over k of x[i, k]
Formula rowSums(Pool &pool, int64_t terms, SumOrder order) {
  Build b(pool);
  Expr i = b.loop(5, "i"), k = b.loop(terms, "k");
  Expr x = b.load(f32, {5, terms}, {i, k});
  b.result(f32, {5}, {i}, b.reduce(Fn::add, {k}, x, 0.0, order));
  return b.formula;
}
TEST_F(KernelText, AddsUpARowInLanes) {
  const Function function = functionOf("f", rowSums(*plan.pool, 512, {1, 128}), {});
  EXPECT_THAT(textOf(function), HasSubstr(R"(
    float lanes[128] = {};
    for (int64_t k_from = 0; k_from < 512; k_from += 128)
      in_lanes<float, 128>(k_from, [&](auto k, auto lane) {
        store(lanes, lane, load(lanes, lane) + load(x0, i * 512 + k));
      });
    const float sum = sum_of_lanes(lanes);
)"));
  EXPECT_THAT(textOf(function, Target::cuda), HasSubstr(R"(
  using Row = RowShape<512, 1, 4>; // elements, warps, neighbours of a thread
  const int lane = threadIdx.x;
  const auto x0_row = load_part<Row>(&x0[i * 512]);
  const float sum = sum_of_parts(x0_row);
)"));
  const Function odd = functionOf("f", rowSums(*plan.pool, 510, {1, 128}), {});
  EXPECT_THAT(textOf(odd, Target::cuda), HasSubstr(R"(
  const auto term = [=](int k) { return x0[i * 510 + k]; };
  const float sum = sum_by_team<RowTeam<1>, int, 1>({.count = 510}, term);
)"));
}
TEST_F(KernelText, KnowsWhichLeavesOfASumADeviceHas) {
  const Formula formula = rowSums(*plan.pool, 60, {8, 1});
  EXPECT_THAT(textOf(functionOf("f", formula, {{1, {0, 18, 60}}}), Target::cuda), HasSubstr(R"(
  SumTree<float, 6> tree;
  for (int leaf = leaf_of(8, 60, d.k.lo); leaf <= leaf_of(8, 60, d.k.hi - 1); ++leaf) {
    const int k_from = leaf_start(8, 60, leaf, d.k.lo, d.k.hi) - d.k.lo;
    const int k_to = leaf_start(8, 60, leaf + 1, d.k.lo, d.k.hi) - d.k.lo;
    float leaf_sum = 0.0f;
    for (int k = k_from; k < k_to; ++k)
)"));
}
TEST_F(KernelText, SaysOfWhichLeavesATeamAddsUpASubtree) {
  const Formula formula = rowSums(*plan.pool, 1000, {16, 1});
  EXPECT_THAT(textOf(functionOf("f", formula, {{1, {0, 250, 500, 1000}}}), Target::cuda),
              HasSubstr(R"(
  const float sum = sum_by_team<ColumnTeam<8, 8>, int, 8>(
      {.count = 1000, .begin = d.k.lo, .end = d.k.hi, .from = d.k.lo, .leaves = 16}, term);
)"));
}
TEST_F(KernelText, AddsUpBeforeATreeWhatNoLeafChanges) {
  Build b(*plan.pool);
  Expr j = b.loop(5, "j"), i = b.loop(64, "i"), k = b.loop(3, "k");
  Expr inner = b.reduce(Fn::add, {k}, b.load(f32, {5, 3}, {j, k}), 0.0, {{1, 1}});
  Expr term = b.call(Fn::mul, {inner, b.load(f32, {64}, {i})});
  b.result(f32, {5}, {j}, b.reduce(Fn::add, {i}, term, 0.0, {{8, 1}}));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {}), Target::cuda), HasSubstr(R"(
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k)
    sum += x0[j * 3 + k];
  SumTree<float, 4> tree;
  for (int i_from = 0; i_from < 64; i_from += 8) {
    float leaf_sum = 0.0f;
    for (int i = i_from; i < i_from + 8; ++i)
      leaf_sum += sum * x1[i];
    tree.add(i_from / 8, leaf_sum);
  }
  const float sum_2 = tree.total();
)"));
}
TEST_F(KernelText, NamesNothingOutsideOfALoopOfTermsThatItUses) {
  Build b(*plan.pool);
  Expr j = b.loop(5, "j"), k = b.loop(5, "k"), i = b.loop(3, "i");
  Expr factor = b.call(Fn::exp, {b.load(f32, {3, 5}, {i, j})});
  Expr term = b.call(Fn::mul, {b.load(f32, {3, 5, 5}, {i, k, j}), factor});
  b.result(f32, {}, {}, b.reduce(Fn::max, {j, k, i}, term, 0.0, {}));
  const std::string text = textOf(functionOf("f", b.formula, {}), Target::cuda);
  EXPECT_LT(text.find("for (int i = "), text.find("exp(x0[i * 5")) << text;
}
/// 64 rows of 50,000 FLOPs: four are worth a thread's time.
Function ofWork(Function function) {
  function.kernels[0].flops = 64 * 50'000;
  return function;
}
TEST_F(KernelText, TakesItsOutermostLoopInChunks) {
  const Function function = ofWork(functionOf("f", copyOf(64, 8), {}));
  EXPECT_THAT(textOf(function), HasSubstr(R"(
static void kernel_0(int64_t from, int64_t to, const float *__restrict__ x0,
                     float *__restrict__ y0) {
  for (int64_t i = from; i < to; ++i)
)"));
  EXPECT_THAT(launchersFile(plan, kernelTexts(plan)), HasSubstr("kernels().kernel_0, {64, 4}, "));
  EXPECT_THAT(textOf(function, Target::cuda), Not(HasSubstr("int64_t from")));
}
TEST_F(KernelText, TakesALongerLoopInChunksWhereTheOutermostHasFewIndices) {
  Build b(*plan.pool);
  Expr i = b.loop(3, "i"), j = b.loop(64, "j"), k = b.loop(8, "k");
  b.result(f32, {3, 64, 8}, {i, j, k}, b.load(f32, {3, 64, 8}, {i, j, k}));
  const Function function = ofWork(functionOf("f", b.formula, {}));
  EXPECT_THAT(textOf(function), HasSubstr(R"(
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = from; j < to; ++j)
)"));
  EXPECT_THAT(launchersFile(plan, kernelTexts(plan)), HasSubstr("kernels().kernel_0, {64, 4}, "));
}
TEST_F(KernelText, TakesRowsOfAProductInChunksWhereThereAreFewBatches) {
  Build b(*plan.pool);
  Expr i = b.loop(2, "i"), j = b.loop(512, "j"), k = b.loop(64, "k"), l = b.loop(64, "l");
  Expr term =
      b.call(Fn::term, {b.load(f32, {2, 512, 64}, {i, j, l}), b.load(f32, {2, 64, 64}, {i, l, k})});
  b.result(f32, {2, 512, 64}, {i, j, k}, b.reduce(Fn::add, {l}, term, 0.0, {{2, 1}}));
  EXPECT_THAT(textOf(ofWork(functionOf("f", b.formula, {}))),
              AllOf(HasSubstr("for (int64_t i = 0; i < 2; ++i)"),
                    HasSubstr("packed_product<Along::terms, 2>({from, to}, ")));
}
TEST_F(KernelText, HasChunksOfNeighboursWhereTheyAreMost) {
  const auto chunksOf = [&](int64_t rows) {
    const Function function = ofWork(functionOf("f", copyOf(rows, 8192), {}));
    EXPECT_THAT(textOf(function), HasSubstr("(int64_t from, int64_t to, "));
    return launchersFile(plan, kernelTexts(plan));
  };
  EXPECT_THAT(chunksOf(3), HasSubstr("kernels().kernel_0, {8192, 768}, "));
  EXPECT_THAT(chunksOf(16), HasSubstr("kernels().kernel_0, {16, 1}, ")) << "enough for threads";
}
TEST_F(KernelText, HasNoChunksWhereShardsDiffer) {
  const Function function = ofWork(functionOf("f", copyOf(64, 8), {{0, {0, 30, 64}}}));
  EXPECT_THAT(textOf(function), Not(HasSubstr("int64_t from")));
}
TEST_F(KernelText, HasNoChunksWhereResultsOverwriteOperands) {
  const Function function = ofWork(functionOf("f", copyOf(64, 8), {}, {}, {"v", "v", "kernel_0"}));
  EXPECT_THAT(textOf(function), Not(HasSubstr("int64_t from")));
}
TEST_F(KernelText, HasNoBlocksWhereThreadsRunResults) {
  const std::string text = textOf(functionOf("f", productOf(128, 512), {}), Target::cuda);
  EXPECT_THAT(text, HasSubstr("  float sum = 0.0f;\n#pragma unroll 16\n"
                              "  for (int k = 0; k < 512; ++k)\n"));
  EXPECT_THAT(text, Not(HasSubstr("blocks")));
}
/// y[i] = sum over k of x[i, k] or of x[k, i], a thread each.
TEST_F(KernelText, ReadsManyTermsOfAThreadBeforeItAddsThem) {
  const auto sumOf = [&](bool areRows) {
    Build b(*plan.pool);
    Expr i = b.loop(512, "i"), k = b.loop(28, "k");
    Expr x = areRows ? b.load(f32, {512, 28}, {i, k}) : b.load(f32, {28, 512}, {k, i});
    b.result(f32, {512}, {i}, b.reduce(Fn::add, {k}, x, 0.0));
    return textOf(functionOf("f", b.formula, {}), Target::cuda);
  };
  EXPECT_THAT(sumOf(false), HasSubstr("#pragma unroll\n"
                                      "  for (int k = 0; k < 28; ++k)\n"
                                      "    sum += x0[k * 512 + i];\n"));
  EXPECT_THAT(sumOf(true),
              HasSubstr("#pragma unroll\n"
                        "  for (int k_from = 0; k_from < 28; k_from += 4) {\n"
                        "    const Vec<float, 4> x0_vec = load_vec<4>(&x0[i * 28 + k_from]);\n"
                        "#pragma unroll\n"
                        "    for (int lane = 0; lane < 4; ++lane)\n"
                        "      sum += x0_vec[lane];\n"));
}
/// y[i] = max over j, k of x[i, j, k].
TEST_F(KernelText, CombinesWhatHasNoOrderOnceForAllRows) {
  Build b(*plan.pool);
  Expr i = b.loop(2048, "i"), j = b.loop(28, "j"), k = b.loop(28, "k");
  Expr x = b.load(f32, {2048, 28, 28}, {i, j, k});
  b.result(f32, {2048}, {i}, b.reduce(Fn::max, {j, k}, x, -INFINITY));
  const std::string text = textOf(functionOf("f", b.formula, {}), Target::cuda);
  EXPECT_THAT(text, HasSubstr("    for (int k = lane; k < 28; k += 32)\n"));
  EXPECT_THAT(text, HasSubstr("over_team<PlaneTeam<"));
}
TEST_F(KernelText, HasNoBlocksWhereResultsOverwriteOperands) {
  const Function function =
      functionOf("f", productOf(128, 512), {}, {}, {"x", "v", "v", "kernel_0"});
  EXPECT_THAT(textOf(function), Not(HasSubstr("blocks")));
}
TEST_F(KernelText, TakesASumOutOfABranchThatIsOftenTaken) {
  EXPECT_THAT(textOf(functionOf("f", sumWhere(0), {})), HasSubstr("float sum[64] = {};"));
  EXPECT_THAT(textOf(functionOf("f", sumWhere(100), {})), Not(HasSubstr("sum[64]")));
}
/// y[i, j] = sum over k of x[i + k - 4, j], without what is outside, where y1[i, j] > 0, else 0, as
/// in the gradient of a convolution before which negative numbers are left out.
TEST_F(KernelText, TakesASumOutOfABranchWhereItReadsNothingOutsideByItself) {
  Build b(*plan.pool);
  Expr i = b.loop(128, "i"), j = b.loop(64, "j"), k = b.loop(9, "k"), zero = b.number(f32, 0);
  Expr at = expr::add(expr::add(i, k), -4);
  Expr x = b.load(f32, {128, 64}, {at, j});
  Expr sum = b.reduce(Fn::add, {k}, expr::select(expr::within(at, 0, 128), x, zero), 0.0);
  Expr isPositive = b.call(Fn::gt, {b.load(f32, {128, 64}, {i, j}), zero});
  b.result(f32, {128, 64}, {i, j}, expr::select(isPositive, sum, zero));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})), HasSubstr("float sum[64] = {};"));
}
/// y[i, j] = x[i, j] less the sum of row i, where i >= j, else 0, as in the gradient of attention.
TEST_F(KernelText, SumsARowOnceWhereElementsOfItAreMasked) {
  Build b(*plan.pool);
  Expr i = b.loop(128, "i"), j = b.loop(64, "j"), k = b.loop(64, "k");
  Expr sum = b.reduce(Fn::add, {k}, b.load(f32, {128, 64}, {i, k}), 0.0);
  Expr less = b.call(Fn::sub, {b.again(0, {i, j}), sum});
  Expr isBelow = expr::within(expr::sub(i, j), 0, 128);
  b.result(f32, {128, 64}, {i, j}, expr::select(isBelow, less, b.number(f32, 0)));
  const Function function = functionOf("f", b.formula, {});
  EXPECT_THAT(textOf(function),
              HasSubstr("        sum[i - i_from] += x0[i * 64 + k];\n"
                        "    for (int64_t i = i_from; i < i_from + 16; ++i)\n"
                        "      in_vectors<float, 64>(0, [&](auto j) {\n"
                        "        store(y0, i * 64 + j, "
                        "i >= j ? load(x0, i * 64 + j) - sum[i - i_from] : 0.0f);\n"));
  EXPECT_THAT(textOf(function, Target::cuda),
              HasSubstr("      sum += x0_vec[lane];\n  }\n  for (int j = 0; j < 64; ++j)\n"));
}
TEST_F(KernelText, LeavesASumInABranchThatKeepsItFromReadingOutside) {
  EXPECT_THAT(textOf(functionOf("f", sumWhere(8, 8), {})), Not(HasSubstr("sum[64]")));
}

} // namespace
} // namespace shardc::test
