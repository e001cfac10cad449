// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/reshard/forms.h"

#include "tests/support/compile.h"

#include "codegen/check/check.h"

#include "gtest/gtest.h"

namespace shardc::test {

Ran run(const std::string &program, const std::string &config,
        std::vector<std::vector<double>> given) {
  const Compiled c = compile(
      program, config.empty() ? "" : R"({"shardc": 1, "kind": "sharding", )" + config + "}");
  EXPECT_TRUE(c.plan) << c.messages();
  Ran ran;
  if (!c.plan) return ran;
  if (const auto wrong = check(*c.plan)) ADD_FAILURE() << *wrong;
  for (const Collective &collective : c.plan->functions[0].collectives)
    EXPECT_EQ(collective.payloadBytes, collective.boundBytes);
  ran.moves = movesOf(*c.plan);
  std::vector<HostTensor> inputs;
  for (size_t k = 0; k < c.plan->inputs.size(); ++k) {
    const TensorSpec &type = c.plan->inputs[k].type;
    const bool isGiven = k < given.size() && !given[k].empty();
    inputs.push_back(isGiven ? tensor(type, given[k]) : iota(type, 1));
  }
  for (const HostTensor &output : runOn(*c.plan, inputs))
    ran.outputs.push_back(valuesOf(output));
  ran.shards = shardsText(*c.plan);
  return ran;
}

std::string program(const std::string &inputs, const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" + inputs +
         R"(], "ops": [)" + ops + R"(], "outputs": [)" + outputs + "]}";
}
std::string input(const std::string &name, const std::string &shape) {
  return R"({"name": ")" + name + R"(", "shape": )" + shape + R"(, "dtype": "f32"})";
}
std::string op(const std::string &name, const std::string &mnemonic, const std::string &in,
               const std::string &more) {
  return R"({"name": ")" + name + R"(", "op": ")" + mnemonic + R"(", "in": [)" + in + "]" +
         (more.empty() ? "" : ", " + more) + "}";
}
std::string dot(const std::string &name, const std::string &a, const std::string &b) {
  return op(name, "dot", "\"" + a + "\", \"" + b + "\"");
}

} // namespace shardc::test
