// SPDX-License-Identifier: Apache-2.0
// Collectives that run beside kernels: where they begin, where they are waited for, and what must
// not happen in between.
#include "tests/support/compile.h"

#include "codegen/check/check.h"
#include "codegen/report/times/times.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;
using testing::HasSubstr;

namespace {

/// Ops on x, whose 8 columns two devices share, and w, of whose 4 rows they have two each. Outputs
/// are whole, or cut as x.
Compiled compileOps(const std::string &ops, const std::string &outputs,
                    const std::string &shardings) {
  return compile(R"({"shardc": 1, "kind": "program", "name": "p",
                     "inputs": [{"name": "x", "shape": [3, 8], "dtype": "f32"},
                                {"name": "w", "shape": [4, 5], "dtype": "f32"}],
                     "ops": [)" +
                     ops + R"(], "outputs": [)" + outputs + "]}",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "outputs": [)" + shardings +
                     R"(], "inputs": {"x": [null, "a"], "w": ["a"]}})");
}

const std::string kSum =
    R"({"name": "s", "op": "reduce", "in": ["x"], "dimensions": [1], "reducer": "add"})";
const std::string kOther = R"({"name": "h", "op": "exponential", "in": ["x"]})";
const std::string kUser = R"({"name": "u", "op": "multiply", "in": ["s", "s"]})";

/// "s_part, s.., h, wait s, u": what steps make, and what runs on.
std::string orderOf(const Function &function) {
  std::string text;
  for (const Step &step : function.steps) {
    const bool isWait = step.kind == Step::Kind::wait;
    text += text.empty() ? "" : ", ";
    text += (isWait ? "wait " : "") + StringRef(step.label).split(' ').second.str();
    text += step.runsOn ? ".." : "";
  }
  return text;
}

const Buffer &named(const Function &function, StringRef name) {
  for (const Buffer &buffer : function.buffers)
    if (buffer.name == name) return buffer;
  ADD_FAILURE() << "no buffer " << name.str();
  return function.buffers.front();
}

TEST(Overlap, ACollectiveRunsOnUpToTheStepThatNeedsIt) {
  const Compiled c =
      compileOps(kSum + "," + kOther + "," + kUser, R"("h", "u")", R"([null, "a"], [])");
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions[0];
  EXPECT_EQ(orderOf(function), "s_part, s.., h, wait s, u");
  EXPECT_EQ(check(*c.plan), std::nullopt);
  EXPECT_EQ(named(function, "s_part").lastStep, 3); // with the wait
  EXPECT_EQ(named(function, "s").firstStep, 1);
}

TEST(Overlap, AKernelThatNeedNotWaitGoesFirst) {
  const Compiled c =
      compileOps(kSum + "," + kUser + "," + kOther, R"("h", "u")", R"([null, "a"], [])");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(orderOf(c.plan->functions[0]), "s_part, s.., h, wait s, u");
  EXPECT_EQ(c.plan->functions[0].steps.back().label, "4 u"); // numbered as they stand
  EXPECT_EQ(check(*c.plan), std::nullopt);
}

TEST(Overlap, ACollectiveBeginsWhenItsOperandIsThere) {
  const Compiled c = compileOps(kOther, R"("h", "w")", R"([null, "a"], [])");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_THAT(orderOf(c.plan->functions[0]), HasSubstr(".., h, wait "));
  EXPECT_EQ(check(*c.plan), std::nullopt);
}

TEST(Overlap, NothingRunsOnWhereNothingIsBeside) {
  const Compiled c = compileOps(kSum + "," + kUser, R"("u")", "[]");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(orderOf(c.plan->functions[0]), "s_part, s, u");
}

TEST(Overlap, IsSeenInTheEstimate) {
  Compiled c = compileOps(kSum + "," + kOther + "," + kUser, R"("h", "u")", R"([null, "a"], [])");
  ASSERT_TRUE(c.plan) << c.messages();
  const facts::Times beside = facts::timesOf(*c.plan);
  const double launch = c.plan->machine.launch;
  EXPECT_NEAR(beside.all, beside.working + beside.moving - launch, launch / 10); // h is free
  std::vector<Step> &steps = c.plan->functions[0].steps;
  steps[1].runsOn = false;
  steps.erase(steps.begin() + 3);
  const facts::Times apart = facts::timesOf(*c.plan);
  EXPECT_NEAR(apart.all, apart.working + apart.moving, launch / 1000);
}

/// A plan with a collective that runs on beside h, changed; what the checker says.
template <typename Change>
std::string checked(Change change) {
  Compiled c = compileOps(kSum + "," + kOther + "," + kUser, R"("h", "u")", R"([null, "a"], [])");
  if (!c.plan) return c.messages();
  change(c.plan->functions[0]);
  return check(*c.plan).value_or("");
}

TEST(Overlap, CheckSeesThatNothingWaits) {
  EXPECT_THAT(checked([](Function &function) { function.steps.erase(function.steps.begin() + 3); }),
              HasSubstr("step '4 u': step '2 s' has not been waited for"));
  EXPECT_THAT(checked([](Function &function) {
                function.steps.erase(function.steps.begin() + 3, function.steps.end());
              }),
              HasSubstr("step '2 s': nothing waits for it"));
  EXPECT_THAT(checked([](Function &function) { function.steps[1].runsOn = false; }),
              HasSubstr("what it waits for has not begun"));
}

TEST(Overlap, CheckSeesThatAKernelUsesWhatIsOnItsWay) {
  EXPECT_THAT(checked([](Function &function) { std::swap(function.steps[3], function.steps[4]); }),
              HasSubstr("step '4 u': step '2 s' has not been waited for, and moves what it uses"));
}

/// Memory of what a collective still reads is given away: as if it ended where it begins.
TEST(Overlap, CheckSeesMemoryThatIsUsedAgainTooEarly) {
  EXPECT_THAT(checked([](Function &function) {
                Buffer *part = nullptr, *result = nullptr;
                for (Buffer &buffer : function.buffers) {
                  if (buffer.name == "s_part") part = &buffer;
                  if (buffer.name == "h") result = &buffer;
                }
                part->lastStep = 1;
                result->firstStep = 2;
                result->offset = part->offset;
              }),
              HasSubstr("step '3 h': step '2 s' has not been waited for, and moves what it uses"));
}

} // namespace
