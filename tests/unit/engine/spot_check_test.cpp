// SPDX-License-Identifier: Apache-2.0
// Kernels whose text is not what their formulas say.
#include "codegen/engine/spot_check.h"
#include "tests/support/compile.h"
#include "tests/support/engine.h"

#include <gmock/gmock.h>

namespace shardc::test {
namespace {

/// What is found wrong in kernels that do something else than their formulas: after each launch
/// `spoil` changes what it has written.
std::vector<std::string> foundIn(const Compiled &compiled,
                                 llvm::function_ref<void(const Launch &)> spoil) {
  const Plan &plan = *compiled.plan;
  std::vector<HostTensor> inputs, outputs;
  for (const PlanTensor &input : plan.inputs)
    inputs.push_back(iota(input.type));
  SpotChecks checks(plan);
  const Compute compute = [&](const Launch &launch) {
    auto fault = interpretLaunch(launch);
    spoil(launch);
    return fault;
  };
  const auto fault = runPlan(plan, inputs, outputs, {.compute = checks.around(compute)});
  EXPECT_FALSE(fault) << fault->what;
  EXPECT_GT(checks.elements(), 0);
  return checks.wrong();
}

void setFloat(WindowData &window, size_t element, float value) {
  std::memcpy(&window.data[element * sizeof value], &value, sizeof value);
}
WindowData &resultOf(const Launch &launch) { return launch.windows[launch.steps.back().outs[0]]; }

constexpr const char *kScores = R"({"shardc": 1, "kind": "program",
  "inputs": [{"name": "x", "shape": [40, 40], "dtype": "f32"}],
  "ops": [{"name": "y", "op": "exponential", "in": ["x"]}], "outputs": ["y"]})";

TEST(SpotChecks, FindNothingWhereFormulasAreFollowed) {
  EXPECT_THAT(foundIn(compile(kScores, ""), [](const Launch &) {}), testing::IsEmpty());
}

TEST(SpotChecks, LookAtCornersAndTheDiagonal) {
  const Compiled compiled = compile(kScores, "");
  for (const size_t place : {0, 40 * 40 - 1})
    EXPECT_THAT(
        foundIn(compiled, [&](const Launch &launch) { setFloat(resultOf(launch), place, -1); }),
        testing::SizeIs(1))
        << place;
  const auto spoilDiagonal = [](const Launch &launch) {
    for (size_t k = 1; k < 39; ++k)
      setFloat(resultOf(launch), k * 41, -1);
  };
  EXPECT_THAT(foundIn(compiled, spoilDiagonal), testing::SizeIs(1));
}

TEST(SpotChecks, NameTheKernelAndTheElement) {
  const auto found = foundIn(compile(kScores, ""),
                             [](const Launch &launch) { setFloat(resultOf(launch), 0, -1); });
  EXPECT_THAT(found, testing::ElementsAre("kernel 'exponential_0' (step 1 y) makes y[0, 0] -1, and "
                                          "its formula 1"));
}

TEST(SpotChecks, TakeWhatKernelsReadBeforeTheyWriteThere) {
  // A row of the carried value is written in each trip, where it lies.
  const Compiled compiled = compile(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [5, 8], "dtype": "f32"}],
    "ops": [{"name": ["n", "y"], "op": "while",
             "in": [{"value": 0, "dtype": "i32", "shape": []}, "x"],
             "cond": {"inputs": ["k", "v"], "outputs": ["less"],
                      "ops": [{"name": "less", "op": "compare", "in": ["k", 5],
                               "comparison_direction": "LT"}]},
             "body": {"inputs": ["k", "v"], "outputs": ["next", "w"],
                      "ops": [{"name": "next", "op": "add", "in": ["k", 1]},
                              {"name": "r", "op": "dynamic_slice", "in": ["v", "k", 0],
                               "slice_sizes": [1, 8]},
                              {"name": "s", "op": "add", "in": ["r", 1]},
                              {"name": "w", "op": "dynamic_update_slice",
                               "in": ["v", "s", "k", 0]}]}}],
    "outputs": ["y"]})",
                                    "");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  EXPECT_THAT(foundIn(compiled, [](const Launch &) {}), testing::IsEmpty());
}

/// A product, whose elements are taken one after the other: no kernels of parts are made of it.
TEST(SpotChecks, SayWhereAnElementTakesTooLong) {
  const Compiled compiled = compile(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [3000001], "dtype": "f32"}],
    "ops": [{"name": "y", "op": "prod", "in": ["x"], "dimensions": [0]}], "outputs": ["y"]})",
                                    "");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  const Plan &plan = *compiled.plan;
  SpotChecks checks(plan);
  std::vector<HostTensor> outputs;
  const Compute nothing = [](const Launch &) { return std::nullopt; };
  (void)runPlan(plan, {HostTensor::zeros(plan.inputs[0].type)}, outputs,
                {.compute = checks.around(nothing)});
  EXPECT_THAT(checks.unchecked(), testing::SizeIs(testing::Ge(1)));
}

} // namespace
} // namespace shardc::test
