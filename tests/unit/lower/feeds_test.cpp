// SPDX-License-Identifier: Apache-2.0
// What moves between calls: outputs that become inputs and lie otherwise.
#include "codegen/check/check.h"
#include "codegen/report/facts.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::HasSubstr;

namespace shardc::test {
namespace {

/// x f32[8, 6] becomes x + x, on four devices.
Compiled twice(const std::string &input, const std::string &output) {
  return compile(R"(func.func public @main(%x: tensor<8x6xf32> loc("x"))
      -> (tensor<8x6xf32> {jax.result_info = "result['x']"}) {
    %0 = stablehlo.add %x, %x : tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  })",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "p=2, q=2", "inputs": {"x": )" +
                     input + R"(}, "outputs": {"x": )" + output + "}}");
}

/// "all_gather 24 of 24", the bytes that a device receives and the fewest; or what is wrong.
std::string fed(const Compiled &c) {
  if (!c.plan) return c.messages();
  if (const auto wrong = check(*c.plan)) return *wrong;
  std::string text;
  const Function &function = c.plan->functions.front();
  for (const Feed &feed : function.feeds) {
    const Collective &each = function.collectives[feed.step.collective];
    text += std::string(name(each.pattern)) + " " + facts::bytesText(each.payloadBytes) + " of " +
            facts::bytesText(each.boundBytes);
  }
  return text;
}

TEST(Feeds, MoveWhatDevicesLack) {
  EXPECT_EQ(fed(twice(R"(["p", "q"])", R"(["p", "q"])")), "");
  EXPECT_EQ(fed(twice(R"([null, null])", R"(["p", "q"])")), "all_gather 144 bytes of 144 bytes");
  EXPECT_EQ(fed(twice(R"(["p", null])", R"([null, "p"])")), "all_to_all 48 bytes of 48 bytes");
  EXPECT_EQ(fed(twice(R"(["p", "q"])", R"(["q", "p"])")), "permute 24 bytes of 24 bytes");
  EXPECT_EQ(fed(twice(R"(["p", "q"])", R"([null, null])")), "exchange 0 bytes of 0 bytes");
}

TEST(Feeds, AreNotOfACall) {
  const Compiled c = twice(R"([null, null])", R"(["p", "q"])");
  EXPECT_EQ(facts::bytesMoved(*c.plan).payload, 0);
  EXPECT_EQ(facts::bytesFed(*c.plan).payload, 144);
  EXPECT_EQ(facts::collectiveSteps(*c.plan), 0u);
}

TEST(Feeds, AreProved) {
  Compiled c = twice(R"(["p", null])", R"([null, "p"])");
  Function &function = c.plan->functions.front();
  Collective &collective = function.collectives[function.feeds.front().step.collective];
  std::swap(collective.needed, collective.held);
  EXPECT_NE(check(*c.plan), std::nullopt);
  std::swap(collective.needed, collective.held);
  collective.over = {1};
  EXPECT_THAT(*check(*c.plan), HasSubstr("step 'feed x': "));
  collective.over = {0};
  EXPECT_EQ(check(*c.plan), std::nullopt);
  std::swap(function.feeds.front().step.ins, function.feeds.front().step.outs);
  EXPECT_THAT(*check(*c.plan), HasSubstr("it is between other memory"));
}

} // namespace
} // namespace shardc::test
