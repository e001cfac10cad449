// SPDX-License-Identifier: Apache-2.0
// Plans with collectives, run by the reference evaluation.
#include "codegen/interp/run_plan.h"
#include "tests/support/compile.h"
#include "tests/unit/bundle/collective_plans.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;
using testing::HasSubstr;

/// Input k counts up from 10 k.
static std::vector<HostTensor> inputsOf(const Plan &plan) {
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : plan.inputs) {
    HostTensor tensor = HostTensor::zeros(input.type);
    for (int64_t i = 0; i < input.type.elements(); ++i)
      tensor.set(i, Number::of(input.type.type, static_cast<int64_t>(10 * inputs.size()) + i));
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

/// The only output, both ways round, which must be the same.
static std::vector<double> ran(const Plan &plan) {
  std::vector<HostTensor> outputs, reversed;
  const auto fault = runPlan(plan, inputsOf(plan), outputs);
  EXPECT_FALSE(fault) << fault->what;
  EXPECT_FALSE(runPlan(plan, inputsOf(plan), reversed, {.reversed = true}));
  EXPECT_EQ(outputs.front().data, reversed.front().data);
  std::vector<double> values;
  for (int64_t i = 0; i < outputs.front().type.elements(); ++i)
    values.push_back(outputs.front().at(i).asDouble());
  return values;
}

static std::string faultOf(const Plan &plan) {
  std::vector<HostTensor> outputs;
  const auto fault = runPlan(plan, inputsOf(plan), outputs);
  return fault ? fault->what : "";
}

TEST(RunCollectives, AllReducesPartialProducts) {
  std::vector<double> expected;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) {
      double y = 0;
      for (int k = 0; k < 8; ++k) {
        double h = 20 + k;
        for (int l = 0; l < 3; ++l)
          h += (3 * i + l) * (10 + 8 * l + k);
        y += h * (30 + 5 * k + j);
      }
      expected.push_back(y);
    }
  EXPECT_EQ(ran(plans::mlp()), expected);
}

TEST(RunCollectives, FillsUnevenHalosInPlace) {
  EXPECT_EQ(ran(plans::stencil()), (std::vector<double>{2, 4, 8, 12, 16, 20, 24, 28, 32, 16}));
}

TEST(RunCollectives, ScattersASum) {
  std::vector<double> expected;
  for (int j = 0; j < 10; ++j)
    expected.push_back(6 * j + 150);
  EXPECT_EQ(ran(plans::scatter()), expected);
}

TEST(RunCollectives, TurnsRowsIntoColumns) {
  std::vector<double> expected;
  for (int i = 0; i < 63; ++i)
    expected.push_back(2 * (i + 1));
  EXPECT_EQ(ran(plans::turn()), expected);
}

TEST(RunCollectives, FaultsWhereANeededBoxIsNotFilled) {
  Plan plan = plans::turn();
  plan.functions[0].collectives[0].over = {};
  EXPECT_THAT(faultOf(plan), HasSubstr("2 c: the members hold "));
}

TEST(RunCollectives, FaultsWhereHeldBoxesOverlap) {
  Plan plan = plans::stencil();
  plan.functions[0].collectives[0].held = plan.functions[0].collectives[0].needed;
  EXPECT_THAT(faultOf(plan), HasSubstr("2 v: members 0 and 1 hold boxes that overlap: [0:4] and "));
}

TEST(RunCollectives, FaultsWhereReplicasDiffer) {
  Plan plan = plans::mlp();
  Function &function = plan.functions[0];
  // Each device keeps its own part of the sum.
  function.collectives[0].over = {};
  EXPECT_EQ(faultOf(plan), "an element of output 'y' is not the same on two devices");
}

TEST(RunCollectives, CombinesBitsInTheOrderOfMembers) {
  Plan plan = plans::scatter();
  plan.functions[0].collectives[0].asBits = true;
  plan.functions[0].collectives[0].combine = Fn::bitOr;
  EXPECT_EQ(faultOf(plan), "");
  plan.functions[0].collectives[0].combine = Fn::max;
  EXPECT_EQ(ran(plan)[0], 40 + 30); // positive floats are ordered as their bits
}

TEST(RunPlan, TakesMemoryForWhatIsLiveAlone) {
  const auto compiled = test::compile(R"(
    func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %4 = stablehlo.dot_general %3, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %5 = stablehlo.dot_general %4, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %5 : tensor<64x64xf32>
    })",
                                      "");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  size_t most = 0;
  const Compute compute = [&](const Launch &launch) {
    size_t bytes = 0;
    for (const WindowData &window : launch.windows)
      bytes += window.data.capacity();
    most = std::max(most, bytes);
    return interpretLaunch(launch);
  };
  std::vector<HostTensor> outputs;
  const auto fault =
      runPlan(*compiled.plan, inputsOf(*compiled.plan), outputs, {.compute = compute});
  EXPECT_FALSE(fault) << fault->what;
  EXPECT_EQ(most, 4 * 64 * 64 * 4); // x, two products and the output
}
