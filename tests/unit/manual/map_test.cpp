// SPDX-License-Identifier: Apache-2.0
// Maps: what each position gets and gives, and what is refused. P and E are the numbers of pmap's
// capabilities and errors in docs/differences.md.
#include "tests/support/compile.h"

#include "codegen/check/check.h"
#include "frontend/ir/sharding/algebra/spread.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Numbers = std::vector<double>;
using Shape = llvm::SmallVector<int64_t>;
using testing::HasSubstr;

/// A program of x f32[2] that makes y by one op, and a map over i.
std::string program(const std::string &op, const std::string &shape = "[2]",
                    const std::string &dtype = "f32") {
  return R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": )" + shape +
         R"(, "dtype": ")" + dtype + R"("}], "ops": [{"name": "y", )" + op +
         R"(}], "outputs": ["y"]})";
}
std::string mapOf(const std::string &map, const std::string &more = "") {
  return R"({"shardc": 1, "kind": "sharding", "map": )" + map + more + "}";
}
const std::string kDouble = R"("op": "add", "in": ["x", "x"])";
const std::string kFour = R"({"axis": "i", "size": 4})";

Compiled compiled(const std::string &text, const std::string &config) {
  Compiled c = compile(text, config);
  EXPECT_TRUE(c.plan) << c.messages();
  if (c.plan) EXPECT_EQ(check(*c.plan), std::nullopt);
  return c;
}

/// The result where x is 0, 1, 2, ...
Numbers valuesOf(const std::string &text, const std::string &config) {
  const Compiled c = compiled(text, config);
  if (!c.plan) return {};
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : c.plan->inputs)
    inputs.push_back(iota(input.type));
  return shardc::test::valuesOf(runOn(*c.plan, inputs).front());
}
Shape outputShape(const std::string &text, const std::string &config) {
  const Compiled c = compiled(text, config);
  if (!c.plan) return {};
  return llvm::to_vector(c.plan->outputs.front().type.shape);
}
std::string errorOf(const std::string &text, const std::string &config) {
  const Compiled c = compile(text, config);
  EXPECT_FALSE(c.plan);
  return c.messages();
}
int64_t collectivesOf(const Compiled &c) {
  int64_t count = 0;
  for (const Function &function : c.plan->functions)
    count += static_cast<int64_t>(function.collectives.size());
  return count;
}

TEST(Map, P26_PositionsComputeWhatTheProgramSays) {
  EXPECT_EQ(valuesOf(program(kDouble), mapOf(kFour)), (Numbers{0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(outputShape(program(kDouble), mapOf(kFour)), (Shape{4, 2}));
}

TEST(Map, P27_InputsAreMappedAlongAnyDimension) {
  const std::string sum = R"("op": "psum", "in": ["x"], "axis": "i")";
  for (const char *place : {"1", "-1"})
    EXPECT_EQ(valuesOf(program(sum), mapOf(R"({"axis": "i", "size": 4, "in": {"x": )" +
                                           std::string(place) + R"(}, "out": null})")),
              (Numbers{0 + 1 + 2 + 3, 4 + 5 + 6 + 7}));
}

TEST(Map, P28_OutputsAreStackedAnywhereOrAreOneCopy) {
  EXPECT_EQ(outputShape(program(kDouble), mapOf(R"({"axis": "i", "size": 3, "out": {"y": 1}})")),
            (Shape{2, 3}));
  EXPECT_EQ(valuesOf(program(kDouble), mapOf(R"({"axis": "i", "size": 3, "out": -1})")),
            (Numbers{0, 4, 8, 2, 6, 10}));
  EXPECT_EQ(valuesOf(program(kDouble),
                     mapOf(R"({"axis": "i", "size": 3, "in": {"x": null}, "out": {"y": null}})")),
            (Numbers{0, 2}));
}

TEST(Map, R17_OneCopyIsRefusedWherePositionsMayDiffer) {
  EXPECT_THAT(errorOf(program(kDouble), mapOf(R"({"axis": "i", "size": 4, "out": {"y": null}})")),
              HasSubstr("[not-replicated] output 'y' is asked for as one copy, and positions along "
                        "'i' may have different ones"));
  const std::string place = R"("op": "add", "in": [{"op": "axis_index", "axis": "i"}, 1])";
  EXPECT_THAT(errorOf(program(place), mapOf(R"({"axis": "i", "size": 4, "out": [null]})")),
              HasSubstr("[not-replicated]"));
}

TEST(Map, P33_ConstantsInOutputsAreEverywhere) {
  const std::string text = program(R"("op": "full", "value": 3, "dtype": "f32", "shape": [])");
  EXPECT_EQ(valuesOf(text, mapOf(R"({"axis": "i", "size": 3, "in": null})")), (Numbers{3, 3, 3}));
  EXPECT_EQ(valuesOf(text, mapOf(R"({"axis": "i", "size": 3, "out": null})")), (Numbers{3}));
}

TEST(Map, P31_TheMeshSaysWhichDevicesInWhichOrder) {
  const Compiled c =
      compiled(program(kDouble),
               mapOf(kFour, R"(, "mesh": {"axes": [["i", 4]], "device_ids": [3, 1, 0, 2]})"));
  EXPECT_EQ(c.config.mesh.mesh.deviceIds, (std::vector<int64_t>{3, 1, 0, 2}));
  const std::string index = program(R"("op": "axis_index", "axis": "i")");
  EXPECT_EQ(valuesOf(index, mapOf(kFour, R"(, "mesh": {"axes": [["i", 4]],
                                         "device_ids": [3, 1, 0, 2]})")),
            (Numbers{0, 1, 2, 3}));
}

TEST(Map, P39_MapsNestAndTheInnerOneIsInserted) {
  const std::string maps = R"([{"axis": "i", "size": 2, "in": 1, "out": 0},
                               {"axis": "j", "size": 3, "in": 0, "out": 1}])";
  const Compiled c = compiled(program(kDouble), mapOf(maps));
  EXPECT_EQ(llvm::to_vector(c.plan->inputs.front().type.shape), (Shape{3, 2, 2}));
  EXPECT_EQ(llvm::to_vector(c.plan->outputs.front().type.shape), (Shape{2, 2, 3}));
  EXPECT_EQ(c.config.mesh.mesh.str(), "i=2, j=3");
}

TEST(Map, P42_InnerOutputsKeepSignsOfZeros) {
  const Compiled c = compiled(program(R"("op": "negate", "in": ["x"])", "[2, 2]", "f64"),
                              mapOf(R"([{"axis": "i", "size": 2, "out": 2},
                                        {"axis": "j", "size": 2, "out": 1}])"));
  const auto out = runOn(*c.plan, {HostTensor::zeros(c.plan->inputs.front().type)});
  for (double each : shardc::test::valuesOf(out.front()))
    EXPECT_TRUE(std::signbit(each));
}

TEST(Map, P43_PositionsMayBeMoreThanDevicesEvenlyOrNot) {
  const std::string sum = program(R"("op": "psum", "in": ["x"], "axis": "i")");
  const std::string map = R"({"axis": "i", "size": 6, "out": null})";
  for (const char *devices : {"1", "2", "3", "4", "5", "6"}) {
    const std::string mesh = R"(, "mesh": "i=)" + std::string(devices) + "\"";
    EXPECT_EQ(valuesOf(sum, mapOf(map, mesh)), (Numbers{30, 36})) << devices;
    EXPECT_EQ(valuesOf(program(R"("op": "axis_index", "axis": "i")"),
                       mapOf(R"({"axis": "i", "size": 6})", mesh)),
              (Numbers{0, 1, 2, 3, 4, 5}));
  }
}

TEST(Map, P43_NeighboursOnADeviceSendNothing) {
  const std::string next = program(R"("op": "ppermute", "in": ["x"], "axis": "i",
                                      "perm": [[0, 1], [2, 3], [4, 5]])");
  const std::string map = R"({"axis": "i", "size": 6})";
  EXPECT_EQ(collectivesOf(compiled(next, mapOf(map, R"(, "mesh": "i=3")"))), 0);
  EXPECT_EQ(collectivesOf(compiled(next, mapOf(map))), 1);
}

TEST(Map, P46_OtherAxesOfTheMeshShardWhatPositionsDo) {
  const std::string sum = program(R"("op": "psum", "in": ["x"], "axis": "i")");
  const Compiled c = compiled(sum, mapOf(R"({"axis": "i", "size": 2, "out": null})",
                                         R"(, "mesh": "i=2, m=2", "inputs": {"x": ["i", "m"]})"));
  EXPECT_EQ(shardc::test::valuesOf(runOn(*c.plan, {iota(c.plan->inputs.front().type)}).front()),
            (Numbers{2, 4}));
  EXPECT_EQ(c.plan->devices(), 4);
  EXPECT_EQ(c.plan->inputs.front().sharding, "[i, m]");
}

TEST(Map, P45_OpsOfAPositionLieOnOtherAxes) {
  const std::string text = program(R"("op": "add", "in": ["x", 1], "sharding": ["m"])");
  const Compiled c =
      compiled(text, mapOf(R"({"axis": "i", "size": 2})", R"(, "mesh": "i=2, m=2")"));
  EXPECT_EQ(c.plan->outputs.front().sharding, "[i, m]");
}

TEST(Map, P58_OrderOfAxesIsTheOrderOfMembers) {
  const auto gathered = [&](const std::string &axes) {
    return valuesOf(R"({"shardc": 1, "kind": "program", "inputs": [], "ops": [
      {"name": "k", "op": "axis_index", "axis": ["i", "j"]},
      {"name": "y", "op": "all_gather", "in": ["k"], "axis": )" +
                        axes + R"(}], "outputs": ["y"]})",
                    mapOf(R"([{"axis": "i", "size": 2, "out": null},
                              {"axis": "j", "size": 3, "out": null}])"));
  };
  EXPECT_EQ(gathered(R"(["i", "j"])"), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(gathered(R"(["j", "i"])"), (Numbers{0, 3, 1, 4, 2, 5}));
}

TEST(Map, R16_IndicesOnSeveralAxesCountTheFirstAsMajor) {
  const std::string maps = R"([{"axis": "i", "size": 2}, {"axis": "j", "size": 3}])";
  EXPECT_EQ(valuesOf(program(R"("op": "axis_index", "axis": ["j", "i"])"), mapOf(maps)),
            (Numbers{0, 2, 4, 1, 3, 5}));
  EXPECT_EQ(valuesOf(program(R"("op": "axis_index", "axis": "j")"),
                     mapOf(R"([{"axis": "i", "size": 2, "out": null}, {"axis": "j", "size": 3}])")),
            (Numbers{0, 1, 2}));
}

TEST(Map, R16_DestinationsWithoutASourceGetZeros) {
  EXPECT_EQ(
      valuesOf(program(R"("op": "ppermute", "in": ["x"], "axis": "i", "perm": [[3, 0]])", "[]"),
               mapOf(kFour)),
      (Numbers{3, 0, 0, 0}));
}

TEST(Map, R16_SumsOfBooleansCount) {
  const Compiled c =
      compiled(program(R"("op": "psum", "axis": "i", "in": [{"op": "compare", "in": ["x", 1],
                 "comparison_direction": "GE"}])",
                       "[]"),
               mapOf(R"({"axis": "i", "size": 4, "out": null})"));
  EXPECT_EQ(shardc::test::valuesOf(runOn(*c.plan, {iota(c.plan->inputs.front().type)}).front()),
            (Numbers{3}));
}

TEST(Map, P59_GroupsOfIndicesCutTheAxisUp) {
  const auto summed = [&](const std::string &groups) {
    return valuesOf(
        program(R"("op": "psum", "in": ["x"], "axis": "i", "axis_index_groups": )" + groups, "[]"),
        mapOf(kFour));
  };
  EXPECT_EQ(summed("[[0, 1], [2, 3]]"), (Numbers{1, 1, 5, 5}));
  EXPECT_EQ(summed("[[0, 2], [1, 3]]"), (Numbers{2, 4, 2, 4}));
  EXPECT_EQ(summed("[[0, 3], [2, 1]]"), (Numbers{3, 3, 3, 3}));
  EXPECT_EQ(summed("[[3, 0, 1, 2]]"), (Numbers{6, 6, 6, 6}));
  EXPECT_EQ(valuesOf(program(R"("op": "all_gather", "in": ["x"], "axis": "i",
                                "axis_index_groups": [[0, 3], [2, 1]])",
                             "[]"),
                     mapOf(kFour)),
            (Numbers{0, 3, 2, 1, 2, 1, 0, 3}));
  EXPECT_EQ(valuesOf(program(R"("op": "all_gather", "in": ["x"], "axis": "i",
                                "axis_index_groups": [[1, 2], [3, 0]])",
                             "[]"),
                     mapOf(kFour)),
            (Numbers{3, 0, 1, 2, 1, 2, 3, 0}));
}

TEST(Map, R20_WholeInputsAreDonated) {
  const Compiled c = compiled(program(kDouble), mapOf(kFour, R"(, "donate": ["x"])"));
  EXPECT_TRUE(c.plan->inputs.front().donated);
}

TEST(Map, R21_OutputsLieAsInputsOfTheSameAxisDo) {
  const Compiled c =
      compiled(program(kDouble),
               mapOf(R"({"axis": "i", "size": 6, "in": 1, "out": 1})", R"(, "mesh": "i=4")"));
  EXPECT_EQ(c.plan->inputs.front().sharding, "[-, i]");
  EXPECT_EQ(c.plan->outputs.front().sharding, "[-, i]");
}

TEST(Map, P61_SumsOfWhatAllHaveAlikeSendNothing) {
  const std::string config = mapOf(R"({"axis": "i", "size": 4, "in": null, "out": null})");
  const std::string sum = program(R"("op": "psum", "in": ["x"], "axis": "i")");
  EXPECT_EQ(collectivesOf(compiled(sum, config)), 0);
  EXPECT_EQ(valuesOf(sum, config), (Numbers{0, 4}));
  const std::string part = program(R"("op": "psum_scatter", "in": ["x"], "axis": "i")", "[4]");
  EXPECT_EQ(collectivesOf(compiled(part, mapOf(R"({"axis": "i", "size": 4, "in": null})"))), 0);
}

TEST(Map, P63_ShufflesTakeFromWhatTheyList) {
  EXPECT_EQ(
      valuesOf(program(R"("op": "pshuffle", "in": ["x"], "axis": "i", "perm": [1, 3, 0, 2])", "[]"),
               mapOf(kFour)),
      (Numbers{1, 3, 0, 2}));
  const std::string map = R"({"axis": "i", "size": 2})";
  EXPECT_EQ(valuesOf(program(R"("op": "pswapaxes", "in": ["x"], "axis": "i", "dimension": 0)"),
                     mapOf(map)),
            (Numbers{0, 2, 1, 3}));
}

TEST(Map, P65_ComplexNumbersAndLargestBooleansAreCombined) {
  const std::string any = program(R"("op": "pmax", "axis": "i", "in": [{"op": "compare",
      "in": ["x", 3], "comparison_direction": "GE"}])",
                                  "[]");
  EXPECT_EQ(valuesOf(any, mapOf(R"({"axis": "i", "size": 4, "out": null})")), (Numbers{1}));
  for (const char *part : {"real", "imag"}) {
    const std::string sum = program(R"("op": ")" + std::string(part) +
                                        R"(", "in": [{"op": "psum", "axis": "i", "in":
        [{"op": "complex", "in": ["x", "x"]}]}])",
                                    "[]");
    EXPECT_EQ(valuesOf(sum, mapOf(R"({"axis": "i", "size": 4, "out": null})")), (Numbers{6}));
  }
}

/// StableHLO text of a position, which numbers positions as replicas.
std::string replicas(int count) {
  return "module @m attributes {mhlo.num_replicas = " + std::to_string(count) + R"( : i32} {
  func.func public @main(%x: tensor<f32>) -> (tensor<f32>, tensor<ui32>) {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.replica_id : tensor<ui32>
    return %0, %1 : tensor<f32>, tensor<ui32>
  }
})";
}

TEST(Map, P32_GroupsOfReplicasAreOfPositions) {
  EXPECT_EQ(valuesOf(replicas(4), mapOf(kFour)), (Numbers{1, 1, 5, 5}));
  EXPECT_EQ(valuesOf(replicas(4), mapOf(kFour, R"(, "mesh": "m=3, i=2")")), (Numbers{1, 1, 5, 5}));
  EXPECT_EQ(valuesOf(replicas(4), mapOf(kFour, R"(, "mesh": "i=2, m=3")")), (Numbers{1, 1, 5, 5}));
}

TEST(Map, E12_E14_ProgramsOfOtherNumbersOfPositionsAreRefused) {
  EXPECT_THAT(errorOf(replicas(8), mapOf(kFour)),
              HasSubstr("[wrong-map] the program was made for 8 positions"));
}

TEST(Map, E9_E19_DimensionsAreThoseWithTheAxis) {
  EXPECT_THAT(errorOf(program(kDouble), mapOf(R"({"axis": "i", "size": 4, "in": {"x": 2}})")),
              HasSubstr("[unknown-dimension] input 'x' cannot be mapped along dimension 2: with "
                        "axis 'i' it has dimensions 0 to 1"));
  EXPECT_THAT(errorOf(program(kDouble), mapOf(R"({"axis": "i", "size": 4, "out": [-3]})")),
              HasSubstr("output 'y' cannot be mapped along dimension -3"));
}

TEST(Map, E13_E15_DevicesAreNoMoreThanPositions) {
  EXPECT_THAT(errorOf(program(kDouble), mapOf(kFour, R"(, "mesh": "i=8")")),
              HasSubstr("[wrong-map] axis 'i' has 8 devices, and the map only 4 positions"));
}

TEST(Map, E33_TheMeshHasTheAxesOutermostFirst) {
  EXPECT_THAT(errorOf(program(kDouble), mapOf(kFour, R"(, "mesh": "k=4")")),
              HasSubstr("the mesh 'k=4' has no axis 'i' of the map"));
  const std::string maps = R"([{"axis": "i", "size": 2}, {"axis": "j", "size": 2}])";
  EXPECT_THAT(errorOf(program(kDouble), mapOf(maps, R"(, "mesh": "j=2, i=2")")),
              HasSubstr("behind those of the maps around it"));
}

TEST(Map, E38_AxesHaveDifferentNames) {
  const std::string maps = R"([{"axis": "i", "size": 2}, {"axis": "i", "size": 2}])";
  EXPECT_THAT(errorOf(program(kDouble), mapOf(maps)), HasSubstr("[wrong-map] the axes of the map"));
}

TEST(Map, E40_GroupsOfIndicesHaveEachOnce) {
  const auto error = [&](const std::string &groups) {
    return errorOf(
        program(R"("op": "psum", "in": ["x"], "axis": "i", "axis_index_groups": )" + groups),
        mapOf(kFour));
  };
  EXPECT_THAT(error("[[0, 1], [1, 2]]"),
              HasSubstr("'axis_index_groups': index 1 is in groups twice"));
  EXPECT_THAT(error("[[0, 1], [2, 4]]"), HasSubstr("there is no index 4; they are 0 to 3"));
  EXPECT_THAT(error("[[0, 1]]"), HasSubstr("index 2 is in no group; each has to be in one"));
  EXPECT_THAT(error("[[0, 1], [2]]"), HasSubstr("all of one length"));
}

TEST(Map, E41_MembersSendOnceAndGetOnce) {
  const auto error = [&](const std::string &pairs) {
    return errorOf(program(R"("op": "ppermute", "in": ["x"], "axis": "i", "perm": )" + pairs),
                   mapOf(kFour));
  };
  EXPECT_THAT(error("[[0, 1], [0, 2]]"), HasSubstr("member 0 sends twice"));
  EXPECT_THAT(error("[[0, 1], [2, 1]]"), HasSubstr("member 1 gets data from two others"));
  EXPECT_THAT(error("[[0, 4]]"), HasSubstr("there is no member 4; they are 0 to 3"));
  EXPECT_THAT(errorOf(program(R"("op": "pshuffle", "in": ["x"], "axis": "i", "perm": [0, 1])"),
                      mapOf(kFour)),
              HasSubstr("'perm' has 2 members for groups of 4"));
}

TEST(Map, E42_WhatIsSplitHasAPartForEachMember) {
  EXPECT_THAT(errorOf(program(R"("op": "all_to_all", "in": ["x"], "axis": "i",
                                 "split_dimension": 0, "concat_dimension": 0)"),
                      mapOf(kFour)),
              HasSubstr("dimension 0 has 2 elements, and groups 4 members"));
  EXPECT_THAT(errorOf(program(R"("op": "psum_scatter", "in": ["x"], "axis": "i", "tiled": true)"),
                      mapOf(kFour)),
              HasSubstr("it has to have a multiple of that"));
}

TEST(Map, E43_AxesAreThoseOfAMap) {
  EXPECT_THAT(errorOf(program(R"("op": "psum", "in": ["x"], "axis": "batchs")"),
                      mapOf(R"({"axis": "batches", "size": 4})")),
              HasSubstr("[unknown-axis] no map has an axis 'batchs'; did you mean 'batches'?"));
  EXPECT_THAT(errorOf(program(R"("op": "psum", "in": ["x"], "axis": "i")"),
                      R"({"shardc": 1, "kind": "sharding", "mesh": "i=4"})"),
              HasSubstr("axis 'i' is one of a map, and the config has none"));
}

double bytesOf(const Compiled &c) {
  double bytes = 0;
  for (const Function &function : c.plan->functions)
    for (const Collective &collective : function.collectives)
      bytes += collective.payloadBytes;
  return bytes;
}

TEST(Map, P55_PositionsAndAnAnnotatedProgramGiveTheSameNumbersAndBytes) {
  const std::string part = program(R"("op": "psum", "axis": "i", "in": [
      {"op": "sum", "dimensions": [0], "in": [{"op": "multiply", "in": ["x", "x"]}]}])",
                                   "[2, 5]");
  const Compiled mapped = compiled(part, mapOf(R"({"axis": "i", "size": 4, "out": null})"));
  const std::string all = program(R"("op": "sum", "dimensions": [0], "in": [
      {"op": "multiply", "in": ["x", "x"]}])",
                                  "[8, 5]");
  const Compiled whole =
      compiled(all, R"({"shardc": 1, "kind": "sharding", "mesh": "i=4", "inputs": {"x": ["i"]},
               "outputs": {"y": []}})");
  const auto run = [](const Compiled &c) {
    return shardc::test::valuesOf(runOn(*c.plan, {iota(c.plan->inputs.front().type)}).front());
  };
  EXPECT_EQ(run(mapped), run(whole));
  EXPECT_EQ(bytesOf(mapped), bytesOf(whole));
  EXPECT_GT(bytesOf(mapped), 0);
}

/// pshuffle of `count` positions by `source` of each.
std::string shuffled(int count, int (*source)(int place)) {
  std::string list;
  for (int place = 0; place < count; ++place)
    list += (place == 0 ? "" : ", ") + std::to_string(source(place));
  return program(R"("op": "pshuffle", "in": ["x"], "axis": "i", "perm": [)" + list + "]", "[]");
}
std::string positions(int count) {
  return mapOf(R"({"axis": "i", "size": )" + std::to_string(count) + "}");
}

TEST(Map, P62_EachPositionReceivesWhatItIsSentAndNoMore) {
  const std::string scattered = shuffled(64, [](int place) { return place * 37 % 64; });
  EXPECT_EQ(64 * bytesOf(compiled(scattered, positions(64))), 60 * 4); // four keep their own
  Numbers expected;
  for (int place = 0; place < 64; ++place)
    expected.push_back(place * 37 % 64);
  EXPECT_EQ(valuesOf(scattered, positions(64)), expected);
}

TEST(Map, P62_PermutationsOfManyPositionsAreOfFewRuns) {
  const std::string reversed = shuffled(4096, [](int place) { return 4095 - place; });
  const Compiled c =
      compiled(reversed, mapOf(R"({"axis": "i", "size": 4096})", R"(, "mesh": "i=8")"));
  EXPECT_EQ(8 * bytesOf(c), 4096 * 4);
  const std::string scattered = shuffled(2048, [](int place) { return place * 37 % 2048; });
  EXPECT_THAT(errorOf(scattered, positions(2048)),
              HasSubstr("[too-large] stablehlo.collective_permute: it sends in 2048 runs"));
}

TEST(Map, P59_GroupsLieOnEachCopyOfTheMap) {
  const std::string text = program(R"("op": "psum", "in": ["x"], "axis": "i",
                                      "axis_index_groups": [[0, 3], [2, 1]])",
                                   "[]");
  for (const char *mesh : {"i=4, m=2", "m=2, i=4", "i=2, m=3"})
    EXPECT_EQ(valuesOf(text, mapOf(kFour, R"(, "mesh": ")" + std::string(mesh) + "\"")),
              (Numbers{3, 3, 3, 3}))
        << mesh;
}

TEST(Map, P60_NumbersAreOfWhatTheProgramWasMadeFor) {
  const auto numbers = [](const std::string &word, const std::string &op) {
    return valuesOf("module @m attributes {mhlo.num_" + word + R"( = 4 : i32} {
      func.func public @main() -> tensor<ui32> {
        %0 = stablehlo.)" +
                        op + R"( : tensor<ui32>
        return %0 : tensor<ui32> } })",
                    mapOf(kFour));
  };
  EXPECT_EQ(numbers("replicas", "replica_id"), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(numbers("replicas", "partition_id"), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(numbers("partitions", "partition_id"), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(numbers("partitions", "replica_id"), (Numbers{0, 0, 0, 0}));
}

TEST(Map, NamesOfAxesHaveNoControlCharacters) {
  for (const char *name : {"\\u0000", "a\\u0007", "\\u007f"})
    EXPECT_THAT(
        errorOf(program(kDouble), mapOf(R"({"axis": ")" + std::string(name) + R"(", "size": 4})")),
        HasSubstr("cannot be the name of an axis"))
        << name;
}

TEST(Map, RefusesProgramsOfAllDevicesAndSlices) {
  const std::string whole = R"(module @m { sdy.mesh @mesh = <["i"=4]>
    func.func public @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}]>})
      -> tensor<4xf32> { return %x : tensor<4xf32> } })";
  EXPECT_THAT(errorOf(whole, mapOf(kFour)), HasSubstr("[several-meshes]"));
  EXPECT_THAT(
      errorOf(program(kDouble), mapOf(kFour, R"(, "inputs": {"x": {"0": ["0:2", "2:4"]}})")),
      HasSubstr("[slices-and-mesh]"));
}

TEST(Map, PartsOfAnAxisLieOnTheDevicesThatHaveThem) {
  const Mesh eight{"", {{"i", 8}}, {}}, four{"", {{"i", 4}}, {}}, three{"", {{"i", 3}}, {}};
  const auto spreadPart = [&](const Mesh &devices, AxisRef part) {
    Sharding sharding;
    sharding.dims.push_back({{part}});
    const Sharding over = spread(sharding, eight, devices);
    return over.dims.front().axes.empty() ? "" : str(over.dims.front().axes, devices);
  };
  EXPECT_EQ(spreadPart(four, {0, 1, 8}), "i");
  EXPECT_EQ(spreadPart(four, {0, 1, 2}), "i:(1)2");
  EXPECT_EQ(spreadPart(four, {0, 2, 4}), "i:(2)2");
  EXPECT_EQ(spreadPart(four, {0, 4, 2}), "");
  EXPECT_EQ(spreadPart(three, {0, 1, 8}), "i");
  EXPECT_EQ(spreadPart(three, {0, 1, 2}), "");
  EXPECT_EQ(spreadPart(eight, {0, 2, 2}), "i:(2)2");
}

} // namespace
} // namespace shardc::test
