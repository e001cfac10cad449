// SPDX-License-Identifier: Apache-2.0
// Donated inputs: who says so, what their memory is used for, and what the check finds where that
// is wrong.
#include "codegen/check/check.h"
#include "codegen/report/plan_summary.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// `main` of w and g f32[64, 64] that returns `outputs`, named w and loss; `of` are attributes of
/// w.
std::string step(const std::string &of, const std::string &lines, const std::string &outputs) {
  return "module @step {\n  func.func public @main(%w: tensor<64x64xf32> {" + of +
         (of.empty() ? "" : ", ") +
         "shardc.name = \"w\"}, %g: tensor<64x64xf32> {shardc.name = \"g\"}) -> "
         "(tensor<64x64xf32> {shardc.name = \"w\"}, tensor<64x64xf32> {shardc.name = \"loss\"}) "
         "{\n" +
         lines + "    return " + outputs + " : tensor<64x64xf32>, tensor<64x64xf32>\n  }\n}\n";
}

const std::string kDescend = "    %d = stablehlo.subtract %w, %g : tensor<64x64xf32>\n"
                             "    %l = stablehlo.negate %g : tensor<64x64xf32>\n";
const std::string kProduct =
    "    %d = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, "
    "tensor<64x64xf32>) -> tensor<64x64xf32>\n"
    "    %l = stablehlo.negate %g : tensor<64x64xf32>\n";
constexpr int64_t kBytes = 64 * 64 * 4;

Compiled compiled(const std::string &program, const std::string &more = "") {
  return compile(program,
                 R"({"shardc": 1, "kind": "sharding", "unspecified": "whole")" + more + "}");
}

const Buffer &bufferOf(const Plan &plan, Role role, int index) {
  for (const Buffer &buffer : plan.functions.front().buffers)
    if (buffer.role == role && buffer.index == index) return buffer;
  throw std::runtime_error("there is no such buffer");
}

int64_t arenaOf(const Compiled &c) { return c.plan->functions.front().arenaBytes; }

TEST(Donation, AnOutputLiesOverTheInputThatIsReadElementByElement) {
  const Compiled kept = compiled(step("", kDescend, "%d, %l"));
  const Compiled given = compiled(step("tf.aliasing_output = 0 : i32", kDescend, "%d, %l"));
  ASSERT_TRUE(kept.plan && given.plan) << given.messages();
  EXPECT_EQ(arenaOf(kept), 4 * kBytes);
  EXPECT_EQ(arenaOf(given), 3 * kBytes);
  EXPECT_EQ(given.plan->functions.front().liveBytes, 3 * kBytes);
  EXPECT_EQ(bufferOf(*given.plan, Role::input, 0).offset,
            bufferOf(*given.plan, Role::output, 0).offset);
  EXPECT_EQ(check(*given.plan), std::nullopt);
  EXPECT_NE(reports::totalsPart(*given.plan, 8).find("donated   overwritten by outputs: w\n"),
            std::string::npos);
}

TEST(Donation, AnyWordForItIsHeard) {
  for (const char *word : {"tf.aliasing_output = 0 : i32", "jax.buffer_donor = true"})
    EXPECT_EQ(arenaOf(compiled(step(word, kDescend, "%d, %l"))), 3 * kBytes) << word;
  EXPECT_EQ(arenaOf(compiled(step("", kDescend, "%d, %l"), R"(, "donate": ["w"])")), 3 * kBytes);
  EXPECT_EQ(arenaOf(compiled(step("jax.buffer_donor = false", kDescend, "%d, %l"))), 4 * kBytes);
}

TEST(Donation, TheConfigsListCountsInPlaceOfTheProgramsWord) {
  const std::string program = step("tf.aliasing_output = 0 : i32", kDescend, "%d, %l");
  EXPECT_EQ(arenaOf(compiled(program, R"(, "donate": [])")), 4 * kBytes);
}

TEST(Donation, AnOutputWithoutANameOfAnInputTakesWhatIsNobodys) {
  const Compiled c = compiled(step("", kDescend, "%d, %l"), R"(, "donate": ["w", "g"])");
  EXPECT_EQ(arenaOf(c), 2 * kBytes);
  EXPECT_EQ(bufferOf(*c.plan, Role::input, 1).offset, bufferOf(*c.plan, Role::output, 1).offset);
  EXPECT_EQ(check(*c.plan), std::nullopt);
}

TEST(Donation, Class26_NothingIsWrittenOverWhatOtherElementsRead) {
  const std::string turned =
      "    %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>\n"
      "    %d = stablehlo.subtract %t, %g : tensor<64x64xf32>\n"
      "    %l = stablehlo.negate %g : tensor<64x64xf32>\n";
  for (const std::string &lines : {kProduct, turned}) {
    const Compiled c = compiled(step("tf.aliasing_output = 0 : i32", lines, "%d, %l"));
    ASSERT_TRUE(c.plan) << c.messages();
    EXPECT_EQ(bufferOf(*c.plan, Role::output, 0).over, -1);
    EXPECT_NE(bufferOf(*c.plan, Role::input, 0).offset, bufferOf(*c.plan, Role::output, 0).offset);
    EXPECT_EQ(check(*c.plan), std::nullopt);
  }
}

TEST(Donation, ADonatedInputIsRoomForWhatComesAfterIt) {
  const std::string lines =
      "    %a = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, "
      "tensor<64x64xf32>) -> tensor<64x64xf32>\n"
      "    %b = stablehlo.dot_general %a, %g, contracting_dims = [1] x [0] : (tensor<64x64xf32>, "
      "tensor<64x64xf32>) -> tensor<64x64xf32>\n"
      "    %d = stablehlo.dot_general %b, %g, contracting_dims = [1] x [0] : (tensor<64x64xf32>, "
      "tensor<64x64xf32>) -> tensor<64x64xf32>\n"
      "    %l = stablehlo.negate %g : tensor<64x64xf32>\n";
  const Compiled kept = compiled(step("", lines, "%d, %l"));
  const Compiled given = compiled(step("jax.buffer_donor = true", lines, "%d, %l"));
  ASSERT_TRUE(kept.plan && given.plan) << given.messages();
  EXPECT_LT(arenaOf(given), arenaOf(kept));
  EXPECT_GE(bufferOf(*given.plan, Role::output, 0).over, 0); // written when w is long read
  EXPECT_EQ(check(*given.plan), std::nullopt);
}

TEST(Donation, TheCheckFindsWhatIsOverwrittenTooEarly) {
  Compiled c = compiled(step("tf.aliasing_output = 0 : i32", kProduct, "%d, %l"));
  ASSERT_TRUE(c.plan) << c.messages();
  Function &function = c.plan->functions.front();
  int input = -1;
  for (const auto &[number, buffer] : llvm::enumerate(function.buffers))
    if (buffer.role == Role::input && buffer.index == 0) input = static_cast<int>(number);
  for (Buffer &buffer : function.buffers)
    if (buffer.role == Role::output && buffer.index == 0) {
      buffer.over = input;
      buffer.offset = function.buffers[input].offset;
      buffer.firstStep = function.buffers[input].lastStep;
    }
  for (Kernel &kernel : function.kernels)
    kernel.overwrites = {{0, 0}};
  const auto problem = check(*c.plan);
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->find("lies over 'w', which it reads"), std::string::npos) << *problem;
}

/// Three trips that read w and g in their first step alone, and have temporaries behind it.
const std::string kTrips =
    "module @trips {\n  func.func public @main(%w: tensor<8x8xf32> {jax.buffer_donor = true, "
    "shardc.name = \"w\"}, %g: tensor<8x8xf32> {shardc.name = \"g\"}) -> tensor<8x8xf64> {\n"
    "    %c0 = stablehlo.constant dense<0> : tensor<i32>\n"
    "    %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
    "    %c3 = stablehlo.constant dense<3> : tensor<i32>\n"
    "    %r:2 = stablehlo.while(%i = %c0, %v = %g) : tensor<i32>, tensor<8x8xf32>\n"
    "    cond {\n"
    "      %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "      stablehlo.return %p : tensor<i1>\n"
    "    } do {\n"
    "      %a = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, "
    "tensor<8x8xf32>) -> tensor<8x8xf32>\n"
    "      %b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, "
    "tensor<8x8xf32>) -> tensor<8x8xf32>\n"
    "      %d = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, "
    "tensor<8x8xf32>) -> tensor<8x8xf32>\n"
    "      %n = stablehlo.add %i, %c1 : tensor<i32>\n"
    "      stablehlo.return %n, %d : tensor<i32>, tensor<8x8xf32>\n"
    "    }\n"
    "    %z = stablehlo.convert %r#1 : (tensor<8x8xf32>) -> tensor<8x8xf64>\n"
    "    return %z : tensor<8x8xf64>\n  }\n}\n";

TEST(Donation, AnInputThatALoopReadsIsThereInAllTrips) {
  const Compiled c = compiled(kTrips);
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions.front();
  const Buffer &w = bufferOf(*c.plan, Role::input, 0);
  for (const Buffer &other : function.buffers)
    EXPECT_TRUE(&other == &w || other.offset >= w.offset + w.bytes ||
                w.offset >= other.offset + other.bytes)
        << other.name;
}

TEST(Donation, TheCheckFindsWhatATripWritesOverAnInputOfTheNext) {
  Compiled c = compiled(kTrips);
  ASSERT_TRUE(c.plan) << c.messages();
  Function &function = c.plan->functions.front();
  const Step &loop = *llvm::find_if(function.steps,
                                    [](const Step &step) { return step.kind == Step::Kind::loop; });
  const Step &second = loop.bodies[1].at(1);
  function.buffers[second.outs.front()].offset = bufferOf(*c.plan, Role::input, 0).offset;
  const auto problem = check(*c.plan);
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->find("of 'w' is read, which is not held"), std::string::npos) << *problem;
}

TEST(Donation, TheCheckFindsAnInputThatTheNextCallLacks) {
  Compiled c = compiled(step("", kProduct, "%d, %l"));
  ASSERT_TRUE(c.plan) << c.messages();
  for (Buffer &buffer : c.plan->functions.front().buffers)
    if (buffer.role == Role::output && buffer.index == 1)
      buffer.offset = bufferOf(*c.plan, Role::input, 0).offset;
  const auto problem = check(*c.plan);
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->find("'w' is not there for the next call"), std::string::npos) << *problem;
}

} // namespace
} // namespace shardc::test
