// SPDX-License-Identifier: Apache-2.0
// What tests of fusion look at: a plan beside the one without fusion, and its steps' labels.
#pragma once

#include "tests/support/compile.h"

#include "codegen/check/check.h"

#include "gtest/gtest.h"

namespace shardc::test {

/// The plan of a program, which the check takes and whose outputs have the bits of one device
/// without fusion, of inputs that count in `steps` of a unit. Empty where it does not compile.
inline Plan fusedPlanOf(const std::string &program, const std::string &config, double steps = 1) {
  Compiled c = compile(program, config);
  const Compiled plain = compile(program, "", /*fuse=*/false);
  EXPECT_TRUE(c.plan && plain.plan) << c.messages() << plain.messages();
  if (!c.plan || !plain.plan) return {};
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : plain.plan->inputs) {
    std::vector<double> values;
    for (int64_t k = 0; k < input.type.elements(); ++k)
      values.push_back(static_cast<double>(k * 37 % 101) / steps);
    inputs.push_back(tensor(input.type, values));
  }
  const auto expected = runOn(*plain.plan, inputs), got = runOn(*c.plan, inputs);
  for (size_t output = 0; output < expected.size(); ++output)
    EXPECT_EQ(valuesOf(got[output]), valuesOf(expected[output]))
        << plain.plan->outputs[output].name;
  EXPECT_EQ(check(*c.plan), std::nullopt);
  return std::move(*c.plan);
}

/// "1 m, n; 2 z" and the like, those of bodies behind their step.
inline std::string labelsOf(ArrayRef<Step> steps) {
  std::string labels;
  for (const Step &step : steps) {
    labels += (labels.empty() ? "" : "; ") + step.label;
    for (const std::vector<Step> &body : step.bodies)
      labels += "; " + labelsOf(body);
  }
  return labels;
}
inline std::string labelsOf(const Plan &plan) {
  return plan.functions.empty() ? "" : labelsOf(plan.functions.front().steps);
}

} // namespace shardc::test
