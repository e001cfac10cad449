// SPDX-License-Identifier: Apache-2.0
// Bundles with collectives, built and run; what they print is what the plans' own tests expect.
#include "tests/unit/bundle/built.h"
#include "tests/unit/bundle/collective_plans.h"

#include "gmock/gmock.h"

using namespace shardc;
using testing::HasSubstr;

namespace {

class CollectiveBundle : public BuiltBundle {
protected:
  void expectPrints(const std::string &program, const std::vector<std::string> &inputs,
                    const std::string &expected) const {
    std::vector<std::string> arguments;
    for (const std::string &input : inputs)
      arguments.insert(arguments.end(), {"--input", input});
    arguments.push_back("--print");
    const Ran ran = run(program, arguments);
    EXPECT_EQ(ran.code, 0) << ran.output;
    EXPECT_THAT(ran.output, HasSubstr(expected));
  }
};

const std::vector<std::string> kMlpInputs = {"x=iota", "w1=iota:10", "b1=iota:20", "w2=iota:30"};
const char *const kMlpRow = "  40360 41192 42024 42856 43688\n";
const char *const kStencilRow = "  2 4 8 12 16 20 24 28 32 16\n";
const char *const kScatterRow = "  150 156 162 168 174 180 186 192 198 204\n";
const char *const kTurnRow = "  110 112 114 116 118 120 122 124 126\n";

TEST_F(CollectiveBundle, AllReducesOnCpus) {
  expectPrints(build(plans::mlp()), kMlpInputs, kMlpRow);
}
TEST_F(CollectiveBundle, FillsHalosOnCpus) {
  expectPrints(build(plans::stencil()), {"u=iota"}, kStencilRow);
}
TEST_F(CollectiveBundle, ScattersOnCpus) {
  expectPrints(build(plans::scatter()), {"a=iota"}, kScatterRow);
}
TEST_F(CollectiveBundle, TurnsOnCpus) { expectPrints(build(plans::turn()), {"a=iota"}, kTurnRow); }

TEST_F(CollectiveBundle, AllReducesEmulated) {
  expectPrints(emulate(plans::mlp()), kMlpInputs, kMlpRow);
}
TEST_F(CollectiveBundle, FillsHalosEmulated) {
  expectPrints(emulate(plans::stencil()), {"u=iota"}, kStencilRow);
}

TEST_F(CollectiveBundle, BuildsForGpus) { buildForGpus(plans::mlp()); }

TEST_F(CollectiveBundle, HeaderIsCAndCpp) { expectHeaderCompiles(plans::mlp()); }

} // namespace
