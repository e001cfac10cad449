// SPDX-License-Identifier: Apache-2.0
// Manual regions as JAX prints them without Shardy: between custom calls.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

std::string call(const std::string &target, const std::string &value, const std::string &sharding,
                 const std::string &type, const std::string &more = "") {
  return "stablehlo.custom_call @" + target + "(" + value + ") {backend_config = \"" + more +
         "\", mhlo.sharding = \"" + sharding + "\"} : " + type + "\n";
}

constexpr const char *kSame = "(tensor<8x4xf32>) -> tensor<8x4xf32>";
constexpr const char *kLocal = "(tensor<2x4xf32>) -> tensor<2x4xf32>";
constexpr const char *kIn = "(tensor<8x4xf32>) -> tensor<2x4xf32>";
constexpr const char *kOut = "(tensor<2x4xf32>) -> tensor<8x4xf32>";

/// A sum over devices of f32[8, 4], whose rows are split in 4; "manual" stands for `manual`.
std::string program(const std::string &manual, const std::string &rows, const std::string &groups,
                    const std::string &open = "") {
  return "module @m attributes {mhlo.num_partitions = 8 : i32} {\n"
         "func.func public @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
         "%0 = " +
         call("Sharding", "%x", rows, kSame, open) +
         "%1 = " + call("SPMDFullToShardShape", "%0", manual, kIn, open) +
         "%2 = func.call @body(%1) : " + kLocal + "\n" +
         "%3 = " + call("Sharding", "%2", manual, kLocal, open) +
         "%4 = " + call("SPMDShardToFullShape", "%3", rows, kOut, open) +
         "return %4 : tensor<8x4xf32>\n}\n"
         "func.func private @body(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {\n"
         "%0 = " +
         call("Sharding", "%x", manual, kLocal, open) +
         "%1 = \"stablehlo.all_reduce\"(%0) <{channel_handle = "
         "#stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<" +
         groups +
         ">, use_global_device_ids}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
         "%2 = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %2 : tensor<f32>\n}) : " +
         kLocal + "\nreturn %1 : tensor<2x4xf32>\n}\n}\n";
}

constexpr const char *kConfig = R"({"shardc": 1, "kind": "sharding", "mesh": "x=4, y=2"})";

TEST(ManualCalls, AreManualComputations) {
  const Compiled c = compile(program("{manual}", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}",
                                     "[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64"),
                             kConfig);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->inputs[0].sharding, "[x, -]");
  ASSERT_EQ(c.plan->functions[0].collectives.size(), 1u);
  EXPECT_EQ(c.plan->functions[0].collectives[0].groupSize, 4);
}

TEST(ManualCalls, MayBeManualAlongSomeDevices) {
  const Compiled c =
      compile(program("{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}",
                      "{devices=[4,1,2]<=[8] last_tile_dim_replicate}",
                      "[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64", "unspecified_dims=[0,1]"),
              kConfig);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->inputs[0].sharding, "[x, -]");
  EXPECT_EQ(c.plan->functions[0].collectives[0].groupSize, 4);
}

TEST(ManualCalls, MakeAMeshWithoutOne) {
  const Compiled c = compile(program("{manual}", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}",
                                     "[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64"),
                             R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->inputs[0].sharding, "[_axis_0, -]");
}

TEST(ManualCalls, Class36_ChannelsSayNothingOfWhichCollectiveItIs) {
  // Two, one after the other, whose channels are one, are two, or are not given.
  const auto twice = [](const std::string &first, const std::string &second) {
    const std::string groups = "[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64";
    const std::string channel =
        "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, ";
    std::string text =
        program("{manual}", "{devices=[4,1,2]<=[8] last_tile_dim_replicate}", groups);
    const size_t begin = text.find("%1 = \"stablehlo.all_reduce"), end = text.find("return %1");
    std::string one = text.substr(begin, end - begin), other = one;
    one.replace(one.find(channel), channel.size(), first);
    other.replace(other.find(channel), channel.size(), second);
    other.replace(0, 2, "%5");
    other.replace(other.find("(%0)"), 4, "(%7)");
    other.replace(other.find("%2 = "), 2, "%6").replace(other.find("return %2"), 9, "return %6");
    const std::string between = "%7 = stablehlo.multiply %0, %1 : tensor<2x4xf32>\n";
    return text.replace(begin, end - begin, one + between + other)
        .replace(text.find("return %1"), 9, "return %5");
  };
  const auto handle = [](int number) {
    return "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(number) +
           ", type = 1>, ";
  };
  for (const std::string &text :
       {twice(handle(1), handle(1)), twice(handle(2), handle(1)), twice(handle(1), handle(7))}) {
    const Compiled c = compile(text, kConfig);
    ASSERT_TRUE(c.plan) << c.messages() << text;
    ASSERT_EQ(c.plan->functions[0].collectives.size(), 2u) << text;
    EXPECT_EQ(c.plan->functions[0].collectives[0].id, "c0");
    EXPECT_EQ(c.plan->functions[0].collectives[1].id, "c1");
    EXPECT_EQ(c.plan->functions[0].collectives[1].groupSize, 4);
  }
}

std::string errors(const std::string &lines) {
  return compile("module @m attributes {mhlo.num_partitions = 4 : i32} {\n"
                 "func.func public @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {\n" +
                     lines + "return %r : tensor<8x4xf32>\n}\n}\n",
                 R"({"shardc": 1, "kind": "sharding"})")
      .messages();
}

TEST(ManualCalls, SayWhereTheyEncloseNoRegion) {
  const std::string rows = "{devices=[4,1]<=[4]}";
  const std::string given = "%0 = " + call("Sharding", "%x", rows, kSame);
  const std::string into = "%1 = " + call("SPMDFullToShardShape", "%0", "{manual}", kIn);
  const std::string out = "%r = " + call("SPMDShardToFullShape", "%1", rows, kOut);
  EXPECT_EQ(errors(given + into + out), "");
  EXPECT_EQ(errors("%1 = " + call("SPMDFullToShardShape", "%x", "{manual}", kIn) + out),
            "error 3:6 [wrong-op] custom_call @SPMDFullToShardShape takes what custom_call "
            "@Sharding gives\n");
  EXPECT_EQ(errors(given + "%1 = stablehlo.slice %0 [0:2, 0:4] : " + kIn + "\n" + out),
            "error 3:6 [wrong-op] an op between custom_call @SPMDFullToShardShape and "
            "@SPMDShardToFullShape reads a value that no @SPMDFullToShardShape gives\n");
  EXPECT_EQ(errors(given + into +
                   "%2 = stablehlo.tanh %1 : tensor<2x4xf32>\n%r = stablehlo.tanh "
                   "%x : tensor<8x4xf32>\n"),
            "error 4:6 [wrong-op] what custom_call @SPMDFullToShardShape gives never comes to an "
            "@SPMDShardToFullShape\n");
  EXPECT_EQ(errors(given + "%1 = " + call("SPMDFullToShardShape", "%0", "{replicated}", kIn) + out),
            "error 4:6 [wrong-notation] 'mhlo.sharding' of custom_call @SPMDFullToShardShape: it "
            "does not say along which devices it is manual\n");
  EXPECT_EQ(
      errors(given + into + "%r = stablehlo.custom_call @SPMDShardToFullShape(%1) : " + kOut +
             "\n"),
      "error 5:6 [wrong-op] custom_call @SPMDShardToFullShape takes one value, gives one, and "
      "has 'mhlo.sharding'\n");
}

} // namespace
} // namespace shardc::test
