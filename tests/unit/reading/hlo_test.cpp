// SPDX-License-Identifier: Apache-2.0
// Programs as JAX prints them without Shardy: mhlo.sharding and custom_call @Sharding.
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

std::string config(const std::string &members = "") {
  return R"({"shardc": 1, "kind": "sharding")" + members + "}";
}

/// A program of x f32[8, 4], whose output is %r.
std::string program(const std::string &argument, const std::string &lines,
                    const std::string &result = "", const std::string &module = "",
                    const std::string &more = "") {
  return "module @m " + module + " {\n" + more + "  func.func public @main(%x: tensor<8x4xf32> " +
         argument + " loc(\"x\")) -> (tensor<8x4xf32> " + result + ") {\n    " + lines +
         "\n    return %r : tensor<8x4xf32>\n  }\n}\n";
}
std::string sharding(const std::string &text) { return "{mhlo.sharding = \"" + text + "\"}"; }
std::string call(const std::string &text, const std::string &more = "backend_config = \"\", ") {
  return "%r = stablehlo.custom_call @Sharding(%x) {" + more + "mhlo.sharding = \"" + text +
         "\"} : (tensor<8x4xf32>) -> tensor<8x4xf32>";
}
constexpr const char *kTanh = "%r = stablehlo.tanh %x : tensor<8x4xf32>";

/// "x=2: [x, -] [x, -]": the mesh, how the input lies, and how the output; else what is wrong.
std::string lies(const std::string &text, const std::string &members = "") {
  const Compiled c = compile(text, config(members));
  if (!c.plan) return c.messages();
  const std::string mesh = c.plan->meshes.empty() ? "none" : c.plan->meshes.front().str();
  return mesh + ": " + c.plan->inputs.front().sharding + " " + c.plan->outputs.front().sharding;
}

constexpr const char *kRows = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}";

TEST(HloPrograms, ShardingsOfArgumentsResultsAndOpsAreHonoured) {
  EXPECT_EQ(lies(program(sharding(kRows), kTanh)),
            "_axis_0=2, _axis_1=4: [_axis_0, -] [_axis_0, -]");
  EXPECT_EQ(lies(program("", kTanh, sharding("{devices=[4,2]<=[2,4]T(1,0)}"))),
            "_axis_0=2, _axis_1=4: [_axis_1, _axis_0] [_axis_1, _axis_0]");
  EXPECT_EQ(lies(program("", "%r = stablehlo.tanh %x " + sharding(kRows) + " : tensor<8x4xf32>")),
            "_axis_0=2, _axis_1=4: [_axis_0, -] [_axis_0, -]");
  EXPECT_EQ(lies(program("", "%r = stablehlo.tanh %x " + sharding("{{devices=[2,1]<=[2]}}") +
                                 " : tensor<8x4xf32>")),
            "_axis_0=2: [_axis_0, -] [_axis_0, -]");
}

TEST(HloPrograms, CallsOfShardingAreConstraints) {
  EXPECT_EQ(lies(program("", call(kRows))), "_axis_0=2, _axis_1=4: [_axis_0, -] [_axis_0, -]");
  EXPECT_EQ(lies(program("", call("{devices=[1,2]<=[2]}",
                                  "api_version = 1 : i32, has_side_effect = false, "))),
            "_axis_0=2: [-, _axis_0] [-, _axis_0]");
  EXPECT_EQ(lies(program("", call("{devices=[1,2]<=[2]}", "has_side_effect = true, "))),
            "_axis_0=2: [-, _axis_0] [-, _axis_0]");
  // Dimension 1 is left open, and the result is split there.
  EXPECT_EQ(lies(program("", call(kRows, "backend_config = \"unspecified_dims=[1]\", "),
                         sharding("{devices=[2,4]<=[8]}"))),
            "_axis_0=2, _axis_1=4: [_axis_0, _axis_1] [_axis_0, _axis_1]");
  EXPECT_EQ(lies(program("", call(kRows), sharding("{devices=[2,4]<=[8]}"))),
            "_axis_0=2, _axis_1=4: [_axis_0, -] [_axis_0, _axis_1]");
}

TEST(HloPrograms, CalledFunctionsAreHonoured) {
  const std::string twice = "  func.func private @f(%v: tensor<8x4xf32> " + sharding(kRows) +
                            ") -> tensor<8x4xf32> {\n    return %v : tensor<8x4xf32>\n  }\n";
  EXPECT_EQ(
      lies(program("", "%r = call @f(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>", "", "", twice)),
      "_axis_0=2, _axis_1=4: [_axis_0, -] [_axis_0, -]");
}

TEST(HloPrograms, ConfigsGiveTheMesh) {
  const std::string text = program(sharding(kRows), call("{devices=[8,1]<=[2,4]T(1,0)}"));
  EXPECT_EQ(lies(text), "_axis_0=2, _axis_1=4: [_axis_0, -] [(_axis_1, _axis_0), -]");
  EXPECT_EQ(lies(text, R"(, "mesh": "x=2, y=4")"), "x=2, y=4: [x, -] [(y, x), -]");
  EXPECT_EQ(lies(text, R"(, "mesh": "x=4, y=2")"),
            "x=4, y=2: [x:(1)2, -] [(x:(2)2, y, x:(1)2), -]");
  EXPECT_EQ(lies(text, R"(, "mesh": "x=2, y=4", "inputs": {"x": ["x"]})"),
            "x=2, y=4: [x, -] [(y, x), -]");
  EXPECT_EQ(lies(text, R"(, "mesh": "x=3, y=2")"),
            "error 1:43 [wrong-mesh] the mesh 'x=3, y=2' has 6 devices, and the program's "
            "shardings (mhlo.sharding) are over 8\n");
  const std::string six =
      program(sharding("{devices=[3,1,2]<=[6] last_tile_dim_replicate}"), kTanh);
  EXPECT_THAT(lies(six, R"(, "mesh": "x=2, y=3")"),
              HasSubstr("[device-order] the sharding of argument 0 has blocks of devices that no "
                        "axes of the mesh 'x=2, y=3', or parts of these, say: 0 1 | 2 3 | 4 5"));
}

TEST(HloPrograms, MeshesOfProgramsCount) {
  const std::string mesh = "  sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n";
  EXPECT_EQ(lies(program(sharding(kRows), kTanh, "", "", mesh)), "x=2, y=4: [x, -] [x, -]");
  EXPECT_EQ(lies(program("{sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>, mhlo.sharding = \"" +
                             std::string(kRows) + "\"}",
                         kTanh, "", "", mesh)),
            "x=2, y=4: [x, -] [x, -]");
  EXPECT_EQ(
      lies(program("{sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}, {}]>, mhlo.sharding = \"" +
                       std::string(kRows) + "\"}",
                   kTanh, "", "", mesh)),
      "error 3:26 [sharding-conflict] 'mhlo.sharding' of argument 0 is [{\"x\"}, {}], and its "
      "'sdy.sharding' is another; drop one of them\n");
}

TEST(HloPrograms, AreForAsManyDevicesAsTheySay) {
  const auto of = [](const char *count) {
    return "attributes {mhlo.num_partitions = " + std::string(count) + " : i32}";
  };
  EXPECT_EQ(lies(program(sharding("{replicated}"), kTanh, "", of("8"))),
            "_axis_0=8: [-, -] [-, -]");
  EXPECT_EQ(lies(program(sharding(kRows), kTanh, "", of("8"))),
            "_axis_0=2, _axis_1=4: [_axis_0, -] [_axis_0, -]");
  EXPECT_THAT(lies(program(sharding(kRows), kTanh, "", of("4"))),
              HasSubstr("[device-order] the sharding of argument 0 is over 8 devices, and the mesh "
                        "'_axis_0=4' has 4"));
}

TEST(HloPrograms, HaveValuesOnOneDevice) {
  const std::string two = "attributes {mhlo.num_partitions = 2 : i32}";
  EXPECT_EQ(
      lies(program(sharding("{maximal device=1}"), kTanh, sharding("{maximal device=0}"), two)),
      "_axis_0=2: on device 1 on device 0");
}

/// As OpSharding::SerializeToString() of jaxlib 0.10.2 gives it.
TEST(HloPrograms, HaveBytesWhereDevicesAreALongList) {
  const auto of = [](const std::string &bytes) { return lies(program(sharding(bytes), kTanh)); };
  EXPECT_EQ(of("\\08\\03\\1A\\03\\02\\01\\040\\01J\\01\\08R\\01\\00"),
            lies(program(sharding("{devices=[2,1,4]<=[8] last_tile_dim_replicate}"), kTanh)));
  EXPECT_EQ(of("\\08\\03\\1A\\02\\02\\04J\\02\\02\\04R\\02\\01\\00"),
            lies(program(sharding("{devices=[2,4]<=[2,4]T(1,0)}"), kTanh)));
  EXPECT_EQ(of("\\08\\03\\1A\\02\\02\\02\\22\\04\\00\\02\\01\\03"),
            lies(program(sharding("{devices=[2,2]0,2,1,3}"), kTanh)));
  EXPECT_EQ(of("\\08\\03\\1A\\03\\02\\01\\04B\\01\\01J\\01\\08R\\01\\00"),
            lies(program(sharding("{devices=[2,1,4]<=[8] last_tile_dims={maximal}}"), kTanh)));
  const std::string module = "attributes {mhlo.num_partitions = 4 : i32}";
  EXPECT_EQ(lies(program(sharding("\\08\\01\\1A\\01\\01\\22\\01\\03"), kTanh, "", module)),
            "_axis_0=4: on device 3 [-, -]");
}

TEST(HloPrograms, ValuesOfAGroupLieAlike) {
  const auto sum = [](const std::string &to, const std::string &from) {
    return "    %" + to + "_0 = stablehlo.reduce(%" + from +
           " init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, "
           "tensor<f32>) -> tensor<f32>\n    %" +
           to + " = stablehlo.broadcast_in_dim %" + to +
           "_0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>\n";
  };
  // Nothing but the group ties %a, which is split, to %t.
  const auto alike = [&](const std::string &group) {
    return lies(program("", "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n" +
                                sum("y", "x") +
                                "    %s = stablehlo.custom_call @Sharding(%y) {mhlo.sharding = "
                                "\"{devices=[2,1]<=[2]}\"} : (tensor<8x4xf32>) -> tensor<8x4xf32>\n"
                                "    %a = stablehlo.tanh %s " +
                                group + " : tensor<8x4xf32>\n" + sum("b", "a") +
                                "    %t = stablehlo.tanh %x " + group +
                                " : tensor<8x4xf32>\n"
                                "    %r = stablehlo.add %t, %b : tensor<8x4xf32>"));
  };
  EXPECT_EQ(alike(sharding("{unknown shard_as 1}")), "_axis_0=2: [_axis_0, -] [_axis_0, -]");
  EXPECT_EQ(alike(sharding("{unknown shard_like 1}")), "_axis_0=2: [_axis_0, -] [_axis_0, -]");
  EXPECT_EQ(alike(""), "_axis_0=2: [-, -] [-, -]");
}

TEST(HloPrograms, SayWhatIsWrong) {
  struct {
    std::string text;
    const char *error;
  } const rows[] = {
      {program(sharding("{devices=[2]<=[2]}"), kTanh),
       "error 2:26 [wrong-notation] 'mhlo.sharding' of argument 0: tiles of 1 dimension, for a "
       "value of rank 2\n"},
      {program("", kTanh, sharding("{split}")),
       "error 2:3 [wrong-notation] 'mhlo.sharding' of result 0: expected replicated, maximal, "
       "manual, unknown, unreduced, devices= or mesh[, not 'split}'\n"},
      {program(sharding("\\08\\03\\1A\\02\\02\\01"), kTanh),
       "error 2:26 [wrong-notation] 'mhlo.sharding' of argument 0: its bytes say {devices=[2,1]}: "
       "expected a number, not '}'\n"},
      {program(sharding("\\08\\03\\1A\\FF"), kTanh),
       "error 2:26 [wrong-notation] 'mhlo.sharding' of argument 0: these are not the bytes of an "
       "OpSharding\n"},
      {program(sharding("{maximal device=2}"), kTanh, "",
               "attributes {mhlo.num_partitions = 2 : i32}"),
       "error 2:26 [wrong-mesh] the sharding of argument 0 is device 2 alone, and the mesh "
       "'_axis_0=2' has 2 devices\nnote 2:26 [] the program names no mesh, so that one is made for "
       "all its shardings and 'mhlo.num_partitions'\n"},
      {program("", call("{manual}")),
       "error 3:10 [wrong-notation] 'mhlo.sharding' of a constraint: 'manual' says what devices "
       "have for themselves inside a shard_map, and this value is whole; give its tiles, or "
       "{replicated}\n"},
      {program("", "%r = stablehlo.tanh %x " + sharding("{{replicated}, {replicated}}") +
                       " : tensor<8x4xf32>"),
       "error 3:10 [wrong-count] 'mhlo.sharding' of 'stablehlo.tanh' has 2 shardings, and the op 1 "
       "results\n"},
      {program("", call(kRows, "backend_config = \"unspecified_dims=[2]\", ")),
       "error 3:10 [wrong-notation] 'backend_config' of @Sharding: a dimension is out of range, "
       "for a value of rank 2\n"},
      {program("", call(kRows, "backend_config = \"dims\", ")),
       "error 3:10 [wrong-notation] 'backend_config' of @Sharding: expected "
       "unspecified_dims=[...], not 'dims'\n"},
      {program("", call(kRows, "custom_call_schedule = 1 : i32, ")),
       "error 3:10 [unknown-attribute] 'sdy.sharding_constraint' has no attribute "
       "'custom_call_schedule'\n"},
      {program("", "%r = \"stablehlo.custom_call\"(%x) <{call_target_name = \"Sharding\", "
                   "custom_call_schedule = 1 : i32}> {mhlo.sharding = \"{replicated}\"} : "
                   "(tensor<8x4xf32>) -> tensor<8x4xf32>"),
       "error 3:10 [unknown-attribute] 'sdy.sharding_constraint' has no attribute "
       "'custom_call_schedule'\n"},
      {program("", "%r = stablehlo.custom_call @Sharding(%x) : (tensor<8x4xf32>) -> "
                   "tensor<8x4xf32>"),
       "error 3:10 [wrong-op] custom_call @Sharding takes one value, gives it back, and has "
       "'mhlo.sharding'\n"},
      {program("", "%y, %r = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "
                   "\"{replicated}\"} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)"),
       "error 3:14 [wrong-op] custom_call @Sharding takes one value, gives it back, and has "
       "'mhlo.sharding'\n"},
      {program("", "%r = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "
                   "\"{manual}\"} : (tensor<8x4xf32>) -> tensor<8x4xf32>"),
       "error 3:10 [wrong-op] what custom_call @SPMDFullToShardShape gives never comes to an "
       "@SPMDShardToFullShape\n"},
      {program(sharding("{devices=[2,1,3]<=[6] last_tile_dim_replicate}"),
               call("{devices=[3,1,2]<=[6] last_tile_dim_replicate}")),
       "error 3:10 [device-order] the sharding of a constraint has blocks of devices that no axes "
       "of the mesh '_axis_0=2, _axis_1=3', or parts of these, say: 0 1 | 2 3 | 4 5\n"
       "note 3:10 [] '_axis_1' counts in steps of 1, '_axis_0' counts in steps of 3; a part of an "
       "axis is one factor of its size\n"
       "note 3:10 [] the program names no mesh, so that one is made for all its shardings\n"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(lies(row.text), row.error) << row.text;
}

} // namespace
} // namespace shardc::test
