// SPDX-License-Identifier: Apache-2.0
// Products that are done for a block of rows at a time, with what is between them.
#include "tests/support/compile.h"

#include "codegen/check/check.h"
#include "codegen/cpp/kernels.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// y = softmax of x w over dimension `over`, times v; `more` are further outputs, `rows` of x.
std::string program(int over = 1, const std::string &more = "", int64_t rows = 512) {
  const std::string n = std::to_string(rows);
  return R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [)" +
         n + R"(, 16], "dtype": "f32"}, {"name": "w", "shape": [16, 512], "dtype": "f32"},
               {"name": "v", "shape": [512, 32], "dtype": "f32"}],
    "ops": [{"name": "s", "op": "matmul", "in": ["x", "w"]},
            {"name": "p", "op": "softmax", "in": ["s"], "dimension": )" +
         std::to_string(over) + R"(},
            {"name": "y", "op": "matmul", "in": ["p", "v"]}],
    "outputs": ["y")" +
         more + "]}";
}

Plan planOf(const std::string &text, const std::string &config = "", bool rowBlocks = true) {
  Compiled c = readOnly(text);
  c.rowBlocks = rowBlocks;
  compileRead(c, config);
  EXPECT_TRUE(c.plan) << text << c.messages();
  return c.plan ? std::move(*c.plan) : Plan();
}

std::string kernelsOf(const Plan &plan) {
  return kernelsFile(plan, kernelTexts(plan), Target::cpp);
}

TEST(RowBlocks, GoFromProductToProduct) {
  const Plan plan = planOf(program()), whole = planOf(program(), "", false);
  const Function &function = plan.functions.front();
  ASSERT_EQ(function.rowBlocks.size(), 1u) << kernelsOf(plan);
  EXPECT_EQ(function.rowBlocks[0].kernels.size(), 3u);
  EXPECT_FALSE(function.steps[0].together);
  EXPECT_TRUE(function.steps[1].together && function.steps[2].together);
  // The scores and what becomes of them are 1 MiB each.
  EXPECT_EQ(whole.functions.front().arenaBytes - function.arenaBytes, 2 << 20);
  EXPECT_EQ(check(plan), std::nullopt);
  const std::string text = kernelsOf(plan);
  EXPECT_THAT(text, HasSubstr("packed_product<Along::terms, 1>({i_from, i_to}, {0, 512},"));
  EXPECT_THAT(text, HasSubstr("store(s, (i - i_from) * 512 + j, sum)"));
  EXPECT_THAT(text, HasSubstr("float *const s = scratch<float, 1>(168 * 512);"));
}

TEST(RowBlocks, AreOfOneDeviceOnAMesh) {
  const Plan plan = planOf(program(1, "", 1024), R"({"shardc": 1, "kind": "sharding",
    "mesh": "d=2", "inputs": {"x": ["d"]}})");
  EXPECT_EQ(plan.functions.front().rowBlocks.size(), 1u) << kernelsOf(plan);
  EXPECT_EQ(check(plan), std::nullopt);
}

TEST(RowBlocks, NeedAllOfARowAtOnce) {
  const Plan columns = planOf(program(/*over=*/0));
  EXPECT_TRUE(columns.functions.front().rowBlocks.empty())
      << "every row of the softmax needs all others:\n"
      << kernelsOf(columns);
}

TEST(RowBlocks, AreNotOfWhatIsAskedForOtherwise) {
  for (const char *more : {R"(, "s")", R"(, "p")"})
    EXPECT_TRUE(planOf(program(1, more)).functions.front().rowBlocks.empty()) << more;
}

TEST(RowBlocks, AreNotOfWhatStaysInACache) {
  EXPECT_TRUE(planOf(program(1, "", 64)).functions.front().rowBlocks.empty());
}

TEST(RowBlocks, LeaveOutTilesWhoseSumsAreMasked) {
  const auto masked = [](const char *direction, const char *branches) {
    return planOf(std::string(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [512, 16], "dtype": "f32"},
               {"name": "w", "shape": [16, 512], "dtype": "f32"}],
    "ops": [{"name": "s", "op": "matmul", "in": ["x", "w"]},
            {"name": "i", "op": "iota", "iota_dimension": 0, "shape": [512, 512], "dtype": "i32"},
            {"name": "j", "op": "iota", "iota_dimension": 1, "shape": [512, 512], "dtype": "i32"},
            {"name": "m", "op": "compare", "in": ["i", "j"], "comparison_direction": ")") +
                  direction + R"("},
            {"name": "y", "op": "select", "in": ["m", )" +
                  branches + "]}],\n    \"outputs\": [\"y\"]}");
  };
  const std::string number = R"({"value": -1e9, "dtype": "f32"})";
  EXPECT_THAT(kernelsOf(masked("GE", ("\"s\", " + number).c_str())),
              HasSubstr("[=](Interval i, Interval j) { return i.last() >= j.lo; };"));
  EXPECT_THAT(kernelsOf(masked("LT", (number + ", \"s\"").c_str())),
              HasSubstr("[=](Interval i, Interval j) { return i.last() >= j.lo; };"));
  EXPECT_THAT(kernelsOf(masked("GT", (number + ", \"s\"").c_str())),
              HasSubstr("[=](Interval i, Interval j) { return i.lo <= j.last()"));
  EXPECT_THAT(kernelsOf(masked("EQ", (number + ", \"s\"").c_str())), Not(HasSubstr("Interval")))
      << "off the diagonal sums are used everywhere";
}

// The proof.

/// What is wrong with a plan by rows after `change`.
std::string wrongAfter(llvm::function_ref<void(Function &)> change) {
  Plan plan = planOf(program());
  change(plan.functions.front());
  return check(plan).value_or("nothing");
}

TEST(RowBlocks, AreProvenToReadTheirOwnRows) {
  const auto transposed = [](Function &function) {
    Kernel &user = function.kernels[function.steps[1].kernel];
    user.rows->loop = 1;
  };
  EXPECT_THAT(wrongAfter(transposed), HasSubstr("it reads rows that are not of its block"));
  const auto alone = [](Function &function) { function.steps[2].together = false; };
  EXPECT_THAT(wrongAfter(alone), HasSubstr("its rows do not end with it"));
  const auto whole = [](Function &function) {
    function.steps[1].together = function.steps[2].together = false;
  };
  EXPECT_THAT(wrongAfter(whole), HasSubstr("it uses rows of a block, and is not done by rows"));
  const auto kept = [](Function &function) {
    function.buffers[function.steps[0].outs[0]].ofBlock = false;
  };
  EXPECT_THAT(wrongAfter(kept), HasSubstr("larger than its memory"));
  const auto over = [](Function &function) {
    Buffer &x = function.buffers[function.steps[0].ins[0]];
    Buffer &y = function.buffers[function.steps[2].outs[0]];
    y.offset = x.offset;
  };
  EXPECT_THAT(wrongAfter(over), HasSubstr("writes rows of"));
}

} // namespace
} // namespace shardc::test
