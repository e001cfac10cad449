// SPDX-License-Identifier: Apache-2.0
// Manual computations: what collectives give each device, and what is refused.
#include "tests/support/compile.h"

#include "mlir/IR/Verifier.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Numbers = std::vector<double>;
using testing::HasSubstr;

/// A region over x f32[8], which every device has a part of. `lines` make %r of %x.
struct Manual {
  std::string mesh, axes, in, part, lines, returned, out, result;
};

/// Four devices of two numbers each.
Manual onFour(std::string lines, std::string returned = "2xf32", std::string out = "{\"x\"}",
              std::string result = "8xf32") {
  return {"\"x\"=4", "\"x\"", "{\"x\"}", "2xf32", lines, returned, out, result};
}

/// Two by two devices of two numbers each.
Manual onSquare(std::string lines, std::string returned = "2xf32",
                std::string out = "{\"x\", \"y\"}", std::string result = "8xf32") {
  return {
      "\"x\"=2, \"y\"=2", "\"x\", \"y\"", "{\"x\", \"y\"}", "2xf32", lines, returned, out, result};
}

std::string textOf(const Manual &m) {
  return "sdy.mesh @mesh = <[" + m.mesh +
         "]>\nfunc.func public @main(%arg0: tensor<8xf32>) -> tensor<" + m.result +
         "> {\n  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [" + m.in +
         "]>] out_shardings=[<@mesh, [" + m.out + "]>] manual_axes={" + m.axes + "} (%x: tensor<" +
         m.part + ">) {\n" + m.lines + "\n    sdy.return %r : tensor<" + m.returned +
         ">\n  } : (tensor<8xf32>) -> tensor<" + m.result + ">\n  return %0 : tensor<" + m.result +
         ">\n}\n";
}

/// A config with the mesh alone.
std::string meshOf(const Manual &m) {
  std::string axes = m.mesh;
  llvm::erase(axes, '"');
  return R"({"shardc": 1, "kind": "sharding", "mesh": ")" + axes + "\"}";
}

/// The result where x is 0, 1, ..., 7: the same on one device and on all.
Numbers valuesOf(const Manual &m) {
  Numbers values;
  for (const std::string &config : {std::string(), meshOf(m)}) {
    const Compiled c = compile(textOf(m), config);
    EXPECT_TRUE(c.plan) << textOf(m) << c.messages();
    if (!c.plan) return {};
    const Numbers own =
        shardc::test::valuesOf(runOn(*c.plan, {iota({ElementType::f32, {8}})}).front());
    if (!values.empty()) EXPECT_EQ(own, values);
    values = own;
  }
  return values;
}

std::string errorOf(const Manual &m) {
  const Compiled c = compile(textOf(m), "");
  EXPECT_FALSE(c.plan) << textOf(m);
  return c.messages();
}

/// Groups are of devices.
const std::string kChannel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

std::string reducing(const std::string &name, const std::string &attributes,
                     const std::string &combiner, const std::string &type) {
  return "    %r = \"stablehlo." + name + "\"(%x) <{" + attributes + ", " + kChannel +
         ", use_global_device_ids}> ({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
         "      %c = stablehlo." +
         combiner +
         " %a, %b : tensor<f32>\n      stablehlo.return %c : tensor<f32>\n    }) : " + type;
}
std::string groups(const std::string &list, const std::string &type) {
  return "replica_groups = dense<" + list + "> : tensor<" + type + "xi64>";
}
std::string permuting(const std::string &pairs, const std::string &count) {
  return "    %r = \"stablehlo.collective_permute\"(%x) <{" + kChannel +
         ", source_target_pairs = dense<" + pairs + "> : tensor<" + count +
         "x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>";
}
const char *const kTwoToTwo = "(tensor<2xf32>) -> tensor<2xf32>";

TEST(Manual, AllReduceCombinesWhatDevicesHave) {
  const std::string all = groups("[[0, 1, 2, 3]]", "1x4");
  EXPECT_EQ(valuesOf(onFour(reducing("all_reduce", all, "add", kTwoToTwo), "2xf32", "{}", "2xf32")),
            (Numbers{12, 16}));
  EXPECT_EQ(
      valuesOf(onFour(reducing("all_reduce", all, "maximum", kTwoToTwo), "2xf32", "{}", "2xf32")),
      (Numbers{6, 7}));
}

TEST(Manual, AllReduceRunsAlongTheAxesOfItsGroups) {
  EXPECT_EQ(
      valuesOf(onSquare(reducing("all_reduce", groups("[[0, 1], [2, 3]]", "2x2"), "add", kTwoToTwo),
                        "2xf32", "{\"x\"}", "4xf32")),
      (Numbers{2, 4, 10, 12}));
  EXPECT_EQ(
      valuesOf(onSquare(reducing("all_reduce", groups("[[0, 2], [1, 3]]", "2x2"), "add", kTwoToTwo),
                        "2xf32", "{\"y\"}", "4xf32")),
      (Numbers{4, 6, 8, 10}));
}

TEST(Manual, AllReduceCountsWhatAllHaveAlike) {
  Manual m = onFour("    %x = stablehlo.constant dense<1.5> : tensor<2xf32>\n" +
                        reducing("all_reduce", groups("[[0, 1, 2, 3]]", "1x4"), "add", kTwoToTwo),
                    "2xf32", "{}", "2xf32");
  std::string text = m.lines;
  for (size_t at = text.find("%x"); at != std::string::npos; at = text.find("%x", at))
    text.replace(at, 2, "%one");
  m.lines = text;
  EXPECT_EQ(valuesOf(m), (Numbers{6, 6}));
}

TEST(Manual, AllGatherJoinsPartsInOrderOfTheGroup) {
  const auto gather = [](const std::string &list, const std::string &type) {
    return "    %r = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, " +
           groups(list, type) + ", " + kChannel +
           ", use_global_device_ids}> : (tensor<2xf32>) -> tensor<" + (type == "1x4" ? "8" : "4") +
           "xf32>";
  };
  EXPECT_EQ(valuesOf(onFour(gather("[[0, 1, 2, 3]]", "1x4"), "8xf32", "{}", "8xf32")),
            (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(valuesOf(onSquare(gather("[[0, 2, 1, 3]]", "1x4"), "8xf32", "{}", "8xf32")),
            (Numbers{0, 1, 4, 5, 2, 3, 6, 7}));
  EXPECT_EQ(valuesOf(onSquare(gather("[[0, 2], [1, 3]]", "2x2"), "4xf32", "{\"y\"}", "8xf32")),
            (Numbers{0, 1, 4, 5, 2, 3, 6, 7}));
}

TEST(Manual, ReduceScatterGivesEachItsPart) {
  Manual m = onFour(reducing("reduce_scatter",
                             "scatter_dimension = 0 : i64, " + groups("[[0, 1, 2, 3]]", "1x4"),
                             "add", "(tensor<8xf32>) -> tensor<2xf32>"));
  m.in = "{}";
  m.part = "8xf32";
  EXPECT_EQ(valuesOf(m), (Numbers{0, 4, 8, 12, 16, 20, 24, 28}));
}

TEST(Manual, AllToAllTransposesPartsAndDevices) {
  Manual m = onFour("    %r = \"stablehlo.all_to_all\"(%x) <{" + kChannel +
                    ", split_dimension = 0 : i64, "
                    "concat_dimension = 0 : i64, split_count = 2 : i64, " +
                    groups("[[0, 1]]", "1x2") + "}> : (tensor<4xf32>) -> tensor<4xf32>");
  m.mesh = "\"x\"=2";
  m.part = m.returned = "4xf32";
  EXPECT_EQ(valuesOf(m), (Numbers{0, 1, 4, 5, 2, 3, 6, 7}));
}

TEST(Manual, PermutesMoveAroundOrIntoZeros) {
  EXPECT_EQ(valuesOf(onFour(permuting("[[0, 1], [1, 2], [2, 3], [3, 0]]", "4"))),
            (Numbers{6, 7, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(valuesOf(onFour(permuting("[[0, 1], [1, 2], [2, 3]]", "3"))),
            (Numbers{0, 0, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(valuesOf(onFour(permuting("[[2, 0], [0, 3], [3, 1]]", "3"))),
            (Numbers{4, 5, 6, 7, 0, 0, 0, 1}));
  EXPECT_EQ(valuesOf(onFour(permuting("[[2, 2]]", "1"))), (Numbers{0, 0, 0, 0, 4, 5, 0, 0}));
}

TEST(Manual, PermutesRunAlongOneOrSeveralAxes) {
  EXPECT_EQ(valuesOf(onSquare(permuting("[[0, 1], [1, 0], [2, 3], [3, 2]]", "4"))),
            (Numbers{2, 3, 0, 1, 6, 7, 4, 5}));
  EXPECT_EQ(valuesOf(onSquare(permuting("[[0, 1], [1, 2], [2, 3], [3, 0]]", "4"))),
            (Numbers{6, 7, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(valuesOf(onSquare(permuting("[[0, 3], [3, 0], [1, 1]]", "3"))),
            (Numbers{6, 7, 2, 3, 0, 0, 0, 1}));
}

TEST(Manual, PartitionIdNumbersDevicesRowMajor) {
  const std::string lines = "    %p = stablehlo.partition_id : tensor<ui32>\n"
                            "    %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>\n"
                            "    %w = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> "
                            "tensor<2xf32>\n    %r = stablehlo.multiply %x, %w : tensor<2xf32>";
  EXPECT_EQ(valuesOf(onSquare(lines)), (Numbers{0, 0, 2, 3, 8, 10, 18, 21}));
  Manual swapped = onSquare(lines);
  swapped.in = swapped.out = "{\"y\", \"x\"}";
  EXPECT_EQ(valuesOf(swapped), (Numbers{0, 0, 4, 6, 4, 5, 18, 21}));
}

/// As JAX has axis_index where computations stand in others.
TEST(Manual, NestedRegionsNumberAllDevices) {
  Manual m = onSquare(
      "    %n = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"y\"}]>] "
      "out_shardings=[<@mesh, [{\"y\"}]>] manual_axes={\"y\"} (%v: tensor<2xf32>) {\n"
      "      %p = stablehlo.partition_id : tensor<ui32>\n"
      "      %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>\n"
      "      %w = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>\n"
      "      %s = stablehlo.multiply %v, %w : tensor<2xf32>\n"
      "      sdy.return %s : tensor<2xf32>\n    } : (tensor<4xf32>) -> tensor<4xf32>\n"
      "    %q = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] "
      "manual_axes={\"y\"} () {\n"
      "      %two = stablehlo.constant dense<2> : tensor<ui32>\n"
      "      %p = stablehlo.partition_id : tensor<ui32>\n"
      "      %a = stablehlo.divide %p, %two : tensor<ui32>\n"
      "      sdy.return %a : tensor<ui32>\n    } : () -> tensor<ui32>\n"
      "    %g = stablehlo.convert %q : (tensor<ui32>) -> tensor<f32>\n"
      "    %h = stablehlo.broadcast_in_dim %g, dims = [] : (tensor<f32>) -> tensor<4xf32>\n"
      "    %r = stablehlo.subtract %n, %h : tensor<4xf32>");
  m.axes = "\"x\"";
  m.in = m.out = "{\"x\"}";
  m.part = m.returned = "4xf32";
  EXPECT_EQ(valuesOf(m), (Numbers{0, 0, 2, 3, 7, 9, 17, 20}));
}

TEST(Manual, OpsWithRegionsAndFreeAxesStayInside) {
  Manual m = onSquare("    %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                      "    %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across "
                      "dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n"
                      "    %w = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> "
                      "tensor<4xf32>\n    %q = sdy.sharding_constraint %w <@mesh, [{\"y\"}]> : "
                      "tensor<4xf32>\n    %r = stablehlo.subtract %x, %q : tensor<4xf32>");
  m.axes = "\"x\"";
  m.in = m.out = "{\"x\", \"y\"}";
  m.part = m.returned = "4xf32";
  EXPECT_EQ(valuesOf(m), (Numbers{-6, -5, -4, -3, -18, -17, -16, -15}));
}

/// Adds n times what the device before has, where n is what `limit` makes.
std::string looping(const std::string &limit) {
  return R"(    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<2xf32>
)" + limit +
         R"(
    %w:2 = stablehlo.while(%i = %zero, %s = %start) : tensor<i32>, tensor<2xf32>
     cond {
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %m = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
      %t = stablehlo.add %s, %m : tensor<2xf32>
      stablehlo.return %j, %t : tensor<i32>, tensor<2xf32>
    }
    %r = stablehlo.negate %w#1 : tensor<2xf32>)";
}

std::string broadcasting(const std::string &list, const std::string &type) {
  return "    %r = \"stablehlo.collective_broadcast\"(%x) <{" + kChannel + ", " +
         groups(list, type) + "}> : (tensor<2xf32>) -> tensor<2xf32>";
}

TEST(Manual, CollectiveBroadcastGivesAllWhatTheFirstOfAGroupHas) {
  EXPECT_EQ(valuesOf(onFour(broadcasting("[[2, 0, 1, 3]]", "1x4"))),
            (Numbers{4, 5, 4, 5, 4, 5, 4, 5}));
  EXPECT_EQ(valuesOf(onSquare(broadcasting("[[0, 1], [2, 3]]", "2x2"))),
            (Numbers{0, 1, 0, 1, 4, 5, 4, 5}));
  EXPECT_EQ(valuesOf(onSquare(broadcasting("[[2, 0], [3, 1]]", "2x2"))),
            (Numbers{4, 5, 6, 7, 4, 5, 6, 7}));
}

TEST(Manual, LoopsCarryWhatDevicesHaveOnTheirOwn) {
  EXPECT_EQ(valuesOf(onFour(looping("    %n = stablehlo.constant dense<3> : tensor<i32>"))),
            (Numbers{0, 0, 0, -3, -6, -9, -12, -15}));
}

TEST(Manual, RefusesLoopsThatRunDifferentlyOnDevices) {
  EXPECT_THAT(errorOf(onFour(looping("    %p = stablehlo.partition_id : tensor<ui32>\n    %n = "
                                     "stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>"))),
              HasSubstr("[unsupported-op] stablehlo.while: devices would decide differently"));
}

/// The first device takes what `first` makes, the others what `other` does, of %x.
std::string firstDevice(const std::string &first, const std::string &other) {
  return R"(    %p = stablehlo.partition_id : tensor<ui32>
    %k = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
    %r = "stablehlo.case"(%k) ({
)" + first +
         R"(      stablehlo.return %a : tensor<2xf32>
    }, {
)" + other +
         R"(      stablehlo.return %a : tensor<2xf32>
    }) : (tensor<i32>) -> tensor<2xf32>)";
}
const std::string kNegated = "      %a = stablehlo.negate %x : tensor<2xf32>\n";
const std::string kDoubled = "      %a = stablehlo.add %x, %x : tensor<2xf32>\n";

TEST(Manual, BranchesThatDevicesDecideDifferentlyAreAllComputed) {
  EXPECT_EQ(valuesOf(onFour(firstDevice(kNegated, kDoubled))),
            (Numbers{0, -1, 4, 6, 8, 10, 12, 14}));
  const std::string counted =
      R"(      %l:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<2xf32>
      cond {
        %m = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %m : tensor<i1>
      } do {
        %j = stablehlo.add %i, %s : tensor<i32>
        %w = stablehlo.add %v, %v : tensor<2xf32>
        stablehlo.return %j, %w : tensor<i32>, tensor<2xf32>
      }
      %a = stablehlo.negate %l#1 : tensor<2xf32>
)";
  const std::string numbers = R"(      %c = stablehlo.constant dense<0> : tensor<i32>
      %n = stablehlo.constant dense<3> : tensor<i32>
      %s = stablehlo.constant dense<1> : tensor<i32>
)";
  EXPECT_EQ(valuesOf(onFour(firstDevice(numbers + counted, kDoubled))),
            (Numbers{0, -8, 4, 6, 8, 10, 12, 14}));
  const std::string endless = R"(      %c = stablehlo.constant dense<0> : tensor<i32>
      %s = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %k, %s : tensor<i32>
)";
  EXPECT_THAT(errorOf(onFour(firstDevice(endless + counted, kDoubled))),
              HasSubstr("[unsupported-op] stablehlo.case: devices decide differently, and in a "
                        "branch a loop may never end"));
}

TEST(Manual, RefusesCollectivesInBranchesThatDevicesDecideDifferently) {
  const std::string sent = R"(      %a = "stablehlo.collective_permute"(%x) <{)" + kChannel +
                           R"(, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> :
        (tensor<2xf32>) -> tensor<2xf32>
)";
  EXPECT_THAT(errorOf(onFour(firstDevice(sent, kDoubled))),
              HasSubstr("[unsupported-op] stablehlo.case: devices decide differently, and in a "
                        "branch they communicate"));
}

TEST(Manual, CollectivesAreMovesOfThatKind) {
  const Manual m = onFour(reducing("all_reduce", groups("[[0, 1, 2, 3]]", "1x4"), "add", kTwoToTwo),
                          "2xf32", "{}", "2xf32");
  const Compiled c = compile(textOf(m), meshOf(m));
  ASSERT_TRUE(c.partitioned) << c.messages();
  size_t moved = 0, reduced = 0;
  for (const Placed &placed : c.partitioned->placed) {
    moved += placed.kind == Placed::Kind::moved;
    reduced += placed.reduces;
  }
  EXPECT_EQ(moved, reduced);
  EXPECT_EQ(reduced, 1u);
}

TEST(Manual, RefusesGroupsThatAreNotAxes) {
  const auto reduce = [](const std::string &list, const std::string &type) {
    return reducing("all_reduce", groups(list, type), "add", kTwoToTwo);
  };
  EXPECT_THAT(errorOf(onFour(reduce("[[0, 1, 2], [3, -1, -1]]", "2x3"))),
              HasSubstr("[unsupported-op] stablehlo.all_reduce: groups of several sizes"));
  Manual free = onSquare(reduce("[[0, 1], [2, 3]]", "2x2"));
  free.axes = "\"x\"";
  free.in = free.out = "{\"x\"}";
  free.part = free.returned = "4xf32";
  free.lines = reducing("all_reduce", groups("[[0, 1], [2, 3]]", "2x2"), "add",
                        "(tensor<4xf32>) -> tensor<4xf32>");
  EXPECT_THAT(errorOf(free), HasSubstr("along axis 'y', which is not manual here"));
  free.lines = "    %p = stablehlo.partition_id : tensor<ui32>\n"
               "    %r = stablehlo.negate %x : tensor<4xf32>";
  EXPECT_THAT(errorOf(free), HasSubstr("axis 'y' is not manual here"));
}

TEST(Manual, GroupsAlongNoAxesAreBroughtInOrder) {
  const auto reduce = [](const std::string &list) {
    return reducing("all_reduce", groups(list, "2x2"), "add", kTwoToTwo);
  };
  EXPECT_EQ(valuesOf(onFour(reduce("[[0, 1], [3, 2]]"))), (Numbers{2, 4, 2, 4, 10, 12, 10, 12}));
  EXPECT_EQ(valuesOf(onFour(reduce("[[0, 3], [2, 1]]"))), (Numbers{6, 8, 6, 8, 6, 8, 6, 8}));
  EXPECT_EQ(valuesOf(onSquare(reduce("[[0, 3], [1, 2]]"))), (Numbers{6, 8, 6, 8, 6, 8, 6, 8}));
}

TEST(Manual, GroupsOfNeighboursMayBeNoPartOfAnAxis) {
  const auto sums = [](const std::string &mesh, const std::string &list, const std::string &type) {
    Manual m = onSquare("");
    m.mesh = mesh;
    m.part = m.returned = "1xf32";
    m.lines = reducing("all_reduce", groups(list, type), "add", "(tensor<1xf32>) -> tensor<1xf32>");
    std::string text = textOf(m);
    for (size_t at; (at = text.find("8xf32")) != std::string::npos;)
      text[at] = '6';
    const Compiled c = compile(text, "");
    EXPECT_TRUE(c.plan) << c.messages();
    if (!c.plan) return Numbers{};
    return shardc::test::valuesOf(runOn(*c.plan, {iota({ElementType::f32, {6}})}).front());
  };
  EXPECT_EQ(sums("\"x\"=2, \"y\"=3", "[[0, 1], [2, 3], [4, 5]]", "3x2"),
            (Numbers{1, 1, 5, 5, 9, 9}));
  EXPECT_EQ(sums("\"x\"=3, \"y\"=2", "[[3, 0, 5], [1, 4, 2]]", "2x3"), (Numbers{8, 7, 7, 8, 7, 8}));
}

TEST(Manual, GroupsHaveEachDeviceOnce) {
  const auto error = [](const std::string &list, const std::string &type) {
    return errorOf(onFour(reducing("all_reduce", groups(list, type), "add", kTwoToTwo)));
  };
  EXPECT_THAT(error("[[0, 0], [1, 1]]", "2x2"),
              HasSubstr("[bad-attribute] stablehlo.all_reduce: device 0 is in groups twice"));
  EXPECT_THAT(error("[[0, 1]]", "1x2"), HasSubstr("device 2 is in no group"));
  EXPECT_THAT(error("[[0, 1], [2, 4]]", "2x2"), HasSubstr("there is no device 4; they are 0 to 3"));
  EXPECT_THAT(errorOf(onFour(broadcasting("[[1, 1]]", "1x2"))),
              HasSubstr("device 1 is in groups twice"));
}

TEST(Manual, DevicesSendOnceAndGetOnce) {
  EXPECT_THAT(errorOf(onFour(permuting("[[0, 1], [2, 1]]", "2"))),
              HasSubstr("[bad-attribute] stablehlo.collective_permute: device 1 gets data from two "
                        "others"));
  EXPECT_THAT(errorOf(onFour(permuting("[[0, 1], [0, 2]]", "2"))), HasSubstr("0 sends twice"));
}

/// One of the pairs along axis y is missing: then it counts where devices are along x, too.
TEST(Manual, PermutesByAxesThatPairsDoNotDifferIn) {
  EXPECT_EQ(valuesOf(onSquare(permuting("[[0, 1]]", "1"))), Numbers({0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(Manual, SaysWhatDoesNotFit) {
  Manual m = onFour("    %r = stablehlo.negate %x : tensor<3xf32>", "3xf32");
  m.part = "3xf32";
  EXPECT_THAT(errorOf(m),
              HasSubstr("[shape-mismatch] a value is declared as 'tensor<3xf32>', but on "
                        "each device it is 'tensor<2xf32>'"));
  m = onFour("    %r = stablehlo.negate %x : tensor<2xf32>", "2xf32", "{}");
  EXPECT_THAT(errorOf(m), HasSubstr("[shape-mismatch] sdy.manual_computation"));
  m = onFour("    %r = stablehlo.negate %x : tensor<2xf32>");
  m.mesh = "\"x\"=3";
  EXPECT_THAT(errorOf(m), HasSubstr("[bad-bounds] dimension 0 of 'tensor<8xf32>' does not split"));
  m = onFour("    %r = stablehlo.negate %x : tensor<2xf32>");
  m.axes = "\"z\"";
  EXPECT_THAT(errorOf(m), HasSubstr("[unknown-axis]"));
  m = onSquare("    %r = stablehlo.negate %x : tensor<2xf32>");
  m.axes = "\"y\"";
  EXPECT_THAT(errorOf(m), HasSubstr("[wrong-axes] manual axis 'y' has to be whole, and in front"));
}

TEST(Manual, CollectivesHaveNoMeaningOutside) {
  const Compiled c = compile("func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n" +
                                 reducing("all_reduce", groups("[[0]]", "1x1"), "add", kTwoToTwo) +
                                 "\n    return %r : tensor<2xf32>\n}",
                             "");
  EXPECT_THAT(c.messages(),
              HasSubstr("'stablehlo.all_reduce' cannot be compiled outside of a manual"));
}

TEST(Manual, StepsHaveTheNamesOfTheRegionsOps) {
  const Manual m = onFour(reducing("all_reduce", groups("[[0, 1, 2, 3]]", "1x4"), "add", kTwoToTwo),
                          "2xf32", "{}", "2xf32");
  const Compiled c = compile(textOf(m), meshOf(m));
  ASSERT_TRUE(c.plan) << c.messages();
  std::string steps;
  for (const Step &step : c.plan->functions[0].steps)
    steps += step.text + "\n";
  EXPECT_THAT(steps, HasSubstr("all_reduce("));
  EXPECT_THAT(steps, HasSubstr("manual_computation("));
}

TEST(Manual, WhatItBecomesIsReadAgain) {
  const Compiled c = compile(
      textOf(onFour(reducing("all_reduce", groups("[[0, 1, 2, 3]]", "1x4"), "add", kTwoToTwo))),
      "");
  ASSERT_TRUE(c.plan) << c.messages();
  std::string text;
  llvm::raw_string_ostream out(text);
  mlir::ModuleOp module = *c.program;
  module->print(out);
  EXPECT_THAT(text, HasSubstr("sdy.manual_reduce"));
  const Compiled again = compile(text, "");
  EXPECT_TRUE(again.plan) << again.messages();
}

TEST(Manual, RefusesGroupsOfWhatDevicesHaveOfTheirOwn) {
  EXPECT_THAT(errorOf(onFour("    sdy.sharding_group %x group_id=1 : tensor<2xf32>\n"
                             "    %r = stablehlo.tanh %x : tensor<2xf32>")),
              HasSubstr("[unsupported-op] sharding groups of what devices have of their own"));
}

TEST(Manual, RefusesCollectivesAmongReplicas) {
  EXPECT_THAT(
      errorOf(onFour("    %r = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = "
                     "dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>")),
      HasSubstr("without 'channel_handle' it is among replicas"));
}

} // namespace
} // namespace shardc::test
