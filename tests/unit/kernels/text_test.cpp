// SPDX-License-Identifier: Apache-2.0
// What single rules do to the text of a kernel.
#include "formulas.h"
#include "functions.h"

#include "codegen/cpp/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ElementType f32 = ElementType::f32;

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
    return kernelsFile(plan, target);
  }
  Formula copyOf(int64_t rows, int64_t columns) {
    Build b(*plan.pool);
    Expr i = b.loop(rows, "i"), j = b.loop(columns, "j");
    b.result(f32, {rows, columns}, {i, j}, b.load(f32, {rows, columns}, {i, j}));
    return b.formula;
  }
};

TEST_F(KernelText, HasNoDeviceWhereNothingDiffers) {
  const std::string text = textOf(functionOf("f", copyOf(8, 4), {{0, {0, 4, 8}}}));
  EXPECT_THAT(text, HasSubstr("for (int i = 0; i < 4; ++i)"));
  EXPECT_THAT(text, HasSubstr("y0[i * 4 + j] = x0[i * 4 + j];"));
  EXPECT_THAT(text, Not(HasSubstr("Device")));
}
TEST_F(KernelText, LeavesOutLoopsOfOneElement) {
  const std::string text = textOf(functionOf("f", copyOf(1, 4), {}));
  EXPECT_THAT(text, HasSubstr("  for (int j = 0; j < 4; ++j)\n    y0[j] = x0[j];"));
}
TEST_F(KernelText, CountsLargeValuesIn64Bits) {
  const Function function = functionOf("f", copyOf(70000, 70000), {});
  EXPECT_THAT(textOf(function), HasSubstr("for (int64_t i = 0; i < 70000; ++i)"));
  EXPECT_THAT(textOf(function, Target::cuda), HasSubstr("const int64_t n = int64_t(blockIdx.x)"));
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
  EXPECT_THAT(text, HasSubstr("i[i_2] = exp(exp_2[i_2]);"));
}
TEST_F(KernelText, KeepsTheOrderOfFloatSums) {
  Build b(*plan.pool);
  Expr i = b.loop(4, "i");
  Expr x = b.load(f32, {4}, {i}), y = b.load(f32, {4}, {i}), z = b.load(f32, {4}, {i});
  b.result(f32, {4}, {i}, b.call(Fn::sub, {x, b.call(Fn::add, {y, z})}));
  EXPECT_THAT(textOf(functionOf("f", b.formula, {})), HasSubstr("= x0[i] - (x1[i] + x2[i]);"));
}

} // namespace
} // namespace shardc::test
