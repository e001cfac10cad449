// SPDX-License-Identifier: Apache-2.0
// Entries for trees of parameters.
#include "tests/unit/config/reading.h"

using namespace shardc;

namespace {

struct Paths : testing::Test {
  test::Signature program{R"(%0: tensor<6xf32> loc("p/params/A/kernel"),
                             %1: tensor<6xf32> loc("p/params/A/bias"),
                             %2: tensor<6xf32> loc("p/params/B/kernel"),
                             %3: tensor<6xf32> loc("q/params/B/kernel"))",
                          R"(tensor<6xf32> {jax.result_info = "result[0]['A']['kernel']"})"};

  /// The inputs that the entry applies to, as digits; the error where there is one.
  std::string inputsOf(const std::string &name) {
    test::Collected collected(program.context);
    const std::string text =
        R"({"shardc": 1, "kind": "sharding", "unspecified": "whole", "inputs": {")" + name +
        R"(": {"0": {"parts": 2}}}})";
    std::optional<Config> config = readConfig(text, "c.json", *program.module);
    if (!config) return collected.all.front().id + ": " + collected.all.front().message;
    std::string numbers;
    for (auto [number, cuts] : llvm::enumerate(config->inputs))
      if (!cuts.dims.empty()) numbers += std::to_string(number);
    return numbers;
  }
};

TEST_F(Paths, AreFoundByEverySpelling) {
  for (const char *name : {"p/params/A/kernel", "params/A/kernel", "p['params']['A']['kernel']",
                           "['params']['A']['kernel']", "p.params.A.kernel"})
    EXPECT_EQ(inputsOf(name), "0") << name;
}

TEST_F(Paths, FitPatternsOfEverySpelling) {
  const std::pair<const char *, const char *> rows[] = {{"*/kernel", "023"},
                                                        {"*['kernel']", "023"},
                                                        {"params/*/kernel", "023"},
                                                        {"p/params/*", "012"},
                                                        {"p['params']['*']['kernel']", "02"},
                                                        {"params/A*", "01"}};
  for (const auto &[pattern, numbers] : rows)
    EXPECT_EQ(inputsOf(pattern), numbers) << pattern;
}

TEST_F(Paths, AreNotFoundByOtherEnds) {
  for (const char *name : {"A/kernel", "kernel", "p/params", "params"})
    EXPECT_EQ(inputsOf(name).find("unknown-name: "), 0u) << name;
}

TEST_F(Paths, AreAmbiguousWhereTwoHaveOne) {
  EXPECT_EQ(inputsOf("params/B/kernel"),
            "ambiguous-name: 'params/B/kernel' may be input 'p/params/B/kernel' or "
            "'q/params/B/kernel'; write more of the name");
}

TEST_F(Paths, HaveOneEntryHoweverSpelled) {
  test::Collected collected(program.context);
  EXPECT_FALSE(readConfig(R"({"shardc": 1, "kind": "sharding", "inputs": {
    "params/A/bias": {}, "p['params']['A']['bias']": {}}})",
                          "c.json", *program.module));
  EXPECT_EQ(collected.all.front().id, "ambiguous-name");
}

TEST_F(Paths, OfOutputsMayLeaveOutTheResult) {
  for (const char *name : {"result/0/A/kernel", "0/A/kernel", "result[0]['A']['kernel']"}) {
    test::Collected collected(program.context);
    EXPECT_TRUE(readConfig(std::string(R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
                             "outputs": {")") +
                               name + R"(": {"0": {"parts": 2}}}})",
                           "c.json", *program.module))
        << collected.lines();
  }
}

} // namespace
