// SPDX-License-Identifier: Apache-2.0
// Which numbers of kernels get names.
#include "formulas.h"
#include "functions.h"

#include "codegen/cpp/body/print_body.h"
#include "codegen/kernel/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ElementType f32 = ElementType::f32;

/// The kernel's body on the target.
std::string textOf(Target target, llvm::function_ref<void(Build &)> build) {
  Plan plan;
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  build(b);
  plan.functions.push_back(functionOf("f", b.formula, {}));
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  Needs needs;
  return codeText(printBody(scheduleOf(view, target), view, needs), 0);
}

/// y[i, j] = exp(f(x[i, j]) - the largest f of the row)
void belowLargest(Build &b, int64_t columns, llvm::function_ref<Expr(Expr)> f) {
  Expr i = b.loop(4, "i"), j = b.loop(columns, "j"), k = b.loop(columns, "k");
  Expr largest = b.reduce(Fn::max, {k}, f(b.load(f32, {4, columns}, {i, k})), -INFINITY);
  Expr below = b.call(Fn::sub, {f(b.again(0, {i, j})), largest});
  b.result(f32, {4, columns}, {i, j}, b.call(Fn::exp, {below}));
}

TEST(NamedConstants, OfTheMaximumAndTheExponentAreOne) {
  // Where a warp keeps its rows, there is one line that scales.
  for (const int64_t columns : {30, 300})
    for (const Target target : {Target::cpp, Target::cuda}) {
      if (columns == 300 && target == Target::cuda) continue;
      const std::string text = textOf(target, [&](Build &b) {
        belowLargest(b, columns, [&](Expr e) {
          return b.call(Fn::mul, {e, b.number(f32, 0.125)});
        });
      });
      EXPECT_EQ(StringRef(text).count("0.125f"), 1u) << text;
      EXPECT_TRUE(StringRef(text).starts_with("const float scale = 0.125f;\n")) << text;
      EXPECT_EQ(StringRef(text).count(" * scale"), 2u) << text;
    }
}

TEST(NamedConstants, StandWhereAValueIsMaskedToo) {
  const std::string text = textOf(Target::cuda, [&](Build &b) {
    belowLargest(b, 30, [&](Expr e) {
      Expr isLess = b.call(Fn::lt, {e, b.number(f32, 7)});
      return expr::select(isLess, e, b.number(f32, -1e9));
    });
  });
  EXPECT_THAT(text, HasSubstr("const float threshold = 7.0f;\nconst float fill = -1e+09f;\n"));
  EXPECT_EQ(StringRef(text).count("1e+09"), 1u) << text;
}

TEST(NamedConstants, AreOfOneValue) {
  // Of x and of z: whoever changes the one does not mean the other.
  const std::string text = textOf(Target::cpp, [](Build &b) {
    Expr i = b.loop(4, "i"), j = b.loop(30, "j"), k = b.loop(30, "k");
    const auto half = [&](Expr e) { return b.call(Fn::mul, {e, b.number(f32, 0.5)}); };
    Expr largest = b.reduce(Fn::max, {k}, half(b.load(f32, {4, 30}, {i, k})), -INFINITY);
    Expr z = half(b.load(f32, {4, 30}, {i, j}));
    b.result(f32, {4, 30}, {i, j}, b.call(Fn::sub, {z, largest}));
  });
  EXPECT_EQ(StringRef(text).count("0.5f"), 2u) << text;
}

TEST(NamedConstants, AreNotOfElementsAtOtherPlaces) {
  const std::string text = textOf(Target::cpp, [](Build &b) {
    Expr i = b.loop(9, "i"), j = b.loop(9, "j");
    const auto half = [&](Expr e) { return b.call(Fn::mul, {e, b.number(f32, 0.5)}); };
    Expr x = b.load(f32, {9, 9}, {i, j});
    b.result(f32, {9, 9}, {i, j}, half(x));
    b.result(f32, {9, 9}, {i, j}, half(b.again(0, {j, i})));
  });
  EXPECT_EQ(StringRef(text).count("0.5f"), 2u) << text;
}

TEST(NamedConstants, AreNotOfOneLine) {
  const std::string text = textOf(Target::cpp, [](Build &b) {
    Expr i = b.loop(9, "i");
    b.result(f32, {9}, {i}, b.call(Fn::mul, {b.load(f32, {9}, {i}), b.number(f32, 0.5)}));
  });
  EXPECT_THAT(text, Not(HasSubstr("scale")));
}

TEST(NamedConstants, KeepSignsAndInfinities) {
  for (const double plain : {-1.0, 0.0, double(INFINITY)}) {
    const std::string text = textOf(Target::cuda, [&](Build &b) {
      belowLargest(b, 30, [&](Expr e) { return b.call(Fn::min, {e, b.number(f32, plain)}); });
    });
    EXPECT_THAT(text, Not(HasSubstr("limit"))) << text;
  }
}

} // namespace
} // namespace shardc::test
