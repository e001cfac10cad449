// SPDX-License-Identifier: Apache-2.0
// Programs, configs and runs of the independent mode in a line each.
#pragma once

#include "tests/support/compile.h"

#include "gtest/gtest.h"

#include <stdexcept>

namespace shardc::test {

using Values = std::vector<double>;

inline const char *const kDefault =
    R"({"shardc": 1, "kind": "sharding", "unspecified": "sharded"})";

inline std::string program(const std::string &inputs, const std::string &ops,
                           const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" + inputs +
         R"(], "ops": [)" + ops + R"(], "outputs": [)" + outputs + "]}";
}

inline std::string config(const std::string &inputs, const std::string &more = "") {
  return R"({"shardc": 1, "kind": "sharding", )" + more + R"("inputs": {)" + inputs + "}}";
}

/// Compiles, runs forwards and backwards, and compares with `expected` and with the unfused
/// program on one device.
inline void expectRun(const Compiled &c, const std::vector<HostTensor> &inputs,
                      const std::vector<Values> &expected) {
  if (!c.plan) throw std::runtime_error(c.messages()); // what follows would read the plan
  for (bool reversed : {false, true}) {
    const auto outputs = runOn(*c.plan, inputs, reversed);
    ASSERT_EQ(outputs.size(), expected.size());
    for (size_t output = 0; output < outputs.size(); ++output)
      EXPECT_EQ(valuesOf(outputs[output]), expected[output]) << shardsText(*c.plan);
  }
}

inline const TensorSpec f32_33{ElementType::f32, {3, 3}}, i32_33{ElementType::i32, {3, 3}};

inline std::string input(const char *name, const char *shape, const char *type = "f32") {
  return std::string(R"({"name": ")") + name + R"(", "shape": )" + shape + R"(, "dtype": ")" +
         type + R"("})";
}

} // namespace shardc::test
