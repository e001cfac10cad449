// SPDX-License-Identifier: Apache-2.0
// Shardings in HLO's text: what they mean, what is wrong with them, and how they are written.
#include "frontend/ir/sharding/notations/hlo_sharding.h"
#include "tests/unit/mesh/boxes.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

/// What devices hold of a value with one index per block, or what is wrong.
std::string meaning(const char *text, std::vector<int64_t> shape) {
  NotationProblem problem;
  const auto parsed = parseHloSharding(text, problem);
  const auto given = parsed ? meaningOf(*parsed, shape.size(), problem) : std::nullopt;
  if (!given) return problem.what;
  return joined(boxesOf(*given, shape));
}

TEST(HloSharding, R01_MeansABoxPerDevice) {
  struct {
    const char *text;
    std::vector<int64_t> shape;
    const char *boxes;
  } const rows[] = {
      {"{devices=[2,2]0,1,2,3}", {2, 2}, "[0:1,0:1] [0:1,1:2] [1:2,0:1] [1:2,1:2]"},
      {"{devices=[2,2]<=[4]}", {2, 2}, "[0:1,0:1] [0:1,1:2] [1:2,0:1] [1:2,1:2]"},
      {"{devices=[2,2]0,2,1,3}", {2, 2}, "[0:1,0:1] [1:2,0:1] [0:1,1:2] [1:2,1:2]"},
      {"{devices=[2,2]<=[2,2]T(1,0)}", {2, 2}, "[0:1,0:1] [1:2,0:1] [0:1,1:2] [1:2,1:2]"},
      {"{devices=[4]3,0,2,1}", {4}, "[1:2] [3:4] [2:3] [0:1]"},
      {"{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
       {2, 3},
       "[0:1,0:3] [0:1,0:3] [1:2,0:3] [1:2,0:3]"},
      {"{devices=[2,1,2]0,2,1,3 last_tile_dims={replicated}}",
       {2, 3},
       "[0:1,0:3] [1:2,0:3] [0:1,0:3] [1:2,0:3]"},
      {"{ devices = [ 4 ] <= [ 4 ] }", {4}, "[0:1] [1:2] [2:3] [3:4]"},
      {"{{devices=[2]<=[2]}}", {2}, "[0:1] [1:2]"},
      {"{devices=[2]<=[2] metadata={op_name=\"a}\\\"\" source={1}}}", {2}, "[0:1] [1:2]"},
      {"{devices=[4]<=[4]}", {10}, "[0:3] [3:5] [5:8] [8:10]"},
      {"{devices=[1,2]<=[2] last_tile_dims={unreduced}}", {4}, "[0:4] [0:4]"},
      {"{devices=[2,1]<=[2] last_tile_dims={manual}}", {2}, "[0:1] [1:2]"},
      // What XLA makes of `maximal` behind tiles: each device of the subgroup has the tile.
      {"{devices=[2,2]<=[4] last_tile_dims={maximal}}", {2}, "[0:1] [0:1] [1:2] [1:2]"},
      {"{devices=[1,2,2]<=[4] last_tile_dims={maximal, unreduced}}",
       {3},
       "[0:3] [0:3] [0:3] [0:3]"},
      {"{mesh['a'=2,'b'=2], [{'b'}, {'a', ?}]}", {2, 2}, "[0:1,0:1] [1:2,0:1] [0:1,1:2] [1:2,1:2]"},
      {"{mesh['a'=4], [{'a':(2)2}], replicated={'a':(1)2}}", {2}, "[0:1] [1:2] [0:1] [1:2]"},
      {"{mesh['a'=2,'b'=2], device_ids=(0,2,1,3), [{'a'}]}", {2}, "[0:1] [1:2] [0:1] [1:2]"},
      {"{mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)), [{'a'}]}", {2}, "[0:1] [1:2] [0:1] [1:2]"},
      {"{mesh['a'=2], replicated}", {2}, "[0:2] [0:2]"},
      {"{mesh['a'=2], unreduced}", {2}, "[0:2] [0:2]"},
      {"{mesh['a'=2,'b'=1], [{'b'}], unreduced={'a'}}", {2}, "[0:2] [0:2]"},
      {"{mesh['a'=2], [{}], unreduced=max{'a'}}", {2}, "[0:2] [0:2]"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(meaning(row.text, row.shape), row.boxes) << row.text;
}

TEST(HloSharding, TransposesTheDevicesOfAnIota) {
  NotationProblem problem;
  const auto parsed = parseHloSharding("{devices=[4,4,1]<=[4,2,2]T(1,0,2)}", problem);
  ASSERT_TRUE(parsed) << problem.what;
  EXPECT_EQ(parsed->devices,
            std::vector<int64_t>({0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}));
}

TEST(HloSharding, SaysWhatIsWrong) {
  struct {
    const char *text, *problem;
  } const rows[] = {
      {"", "expected '{' where it ends"},
      {"devices=[2]<=[2]", "expected '{', not 'devices=[2]<=[2]'"},
      {"{split}", "expected replicated, maximal, manual, unknown, unreduced, devices= or mesh[, "
                  "not 'split}'"},
      {"{replicated", "expected '}' where it ends"},
      {"{replicated devices=[2]<=[2]}", "expected '}', not 'devices=[2]<=[2]}'"},
      {"{replicated} {manual}", "expected the end, not '{manual}'"},
      {"{maximal}", "expected device= and the one device that has it all, not '}'"},
      {"{maximal device=0,1}", "expected '}', not ',1}'"},
      {"{devices=}", "expected '[', not '}'"},
      {"{devices=[]<=[1]}", "the tiles [] are none"},
      {"{devices=[0,2]<=[2]}", "the tiles [0,2] are none"},
      {"{devices=[2,x]<=[2]}", "expected a number, not 'x]<=[2]}'"},
      {"{devices=[-2]<=[2]}", "expected a number, not '-2]<=[2]}'"},
      {"{devices=[99999999999999999999]<=[2]}", "'99999999999999999999' is too large"},
      {"{devices=[4,4]}", "expected a number, not '}'"},
      {"{devices=[2,2]0,1,2}", "the tiles [2,2] are 4 for 3 devices"},
      {"{devices=[2,2]<=[8]}", "the tiles [2,2] are 4 for 8 devices"},
      {"{devices=[9999999999,9999999999]<=[8]}",
       "the tiles [9999999999,9999999999] are too many for 8 devices"},
      {"{devices=[2,2]0,1,2,2}", "device 2 occurs twice"},
      {"{devices=[2,2]4,5,6,7}", "there is no device 4; ids are 0 to 3"},
      {"{devices=[4]<=[]}", "<=[] is not 1 to 65536 devices"},
      {"{devices=[4]<=[0,4]}", "<=[0,4] is not 1 to 65536 devices"},
      {"{devices=[4]<=[65537]}", "<=[65537] is not 1 to 65536 devices"},
      {"{devices=[4]<=[2,2]T}", "expected '(', not '}'"},
      {"{devices=[4]<=[2,2]T(0)}", "T[0] is not an order of the 2 dimensions [2,2]"},
      {"{devices=[4]<=[2,2]T(0,0)}", "T[0,0] is not an order of the 2 dimensions [2,2]"},
      {"{devices=[4]<=[2,2]T(1,2)}", "T[1,2] is not an order of the 2 dimensions [2,2]"},
      {"{devices=[4]<=[4] last_tile_dims={manual,replicated}}",
       "last_tile_dims names 2 dimensions of the tiles [4]"},
      {"{devices=[4]<=[4] last_tile_dims={shared}}",
       "expected replicated, maximal, manual or unreduced, not 'shared}}'"},
      {"{devices=[4]<=[4] last_tile_dims={maximal=0}}", "expected '}', not '=0}}'"},
      {"{devices=[1,4]<=[4] last_tile_dim_replicate last_tile_dims={manual}}",
       "last_tile_dim_replicate and last_tile_dims exclude each other"},
      {"{replicated last_tile_dims={manual}}", "last_tile_dims is for devices=[...]"},
      {"{devices=[4]<=[4] metadata={op_name=\"x\"}", "expected '}' where it ends"},
      {"{devices=[4]<=[4] metadata={op_name=\"x\"", "'{' has no '}': '{op_name=\"x\"'"},
      {"{devices=[4,1]<=[4]}", "tiles of 2 dimensions, for a value of rank 1"},
      {"{devices=[4]<=[4] last_tile_dim_replicate}",
       "tiles of 0 dimensions, for a value of rank 1"},
      {"{manual}", "'manual' says what devices have for themselves inside a shard_map, and this "
                   "value is whole; give its tiles, or {replicated}"},
      {"{devices=[2,2]<=[4] last_tile_dims={manual}}",
       "'manual' says what devices have for themselves inside a shard_map, and this value is "
       "whole; give its tiles, or {replicated}"},
      {"{unreduced}",
       "{unreduced} does not say over which devices; write last_tile_dims={unreduced}"},
      {"{}", "a tuple of 0 shardings, for one value"},
      {"{{replicated}, {replicated}}", "a tuple of 2 shardings, for one value"},
      {"{mesh[a=2], [{}]}", "expected ''', not 'a=2], [{}]}'"},
      {"{mesh['a=2], [{}]}", "a name does not end: 'a=2], [{}]}"},
      {"{mesh['a'=0], [{}]}", "axis 'a' has size 0; it must be at least 1"},
      {"{mesh['a'=2,'a'=2], [{}]}", "axis 'a' occurs twice"},
      {"{mesh['a'=2], [{'b'}]}", "its mesh 'a=2' has no axis 'b'"},
      {"{mesh['a'=2], [{'a'}], replicated={'a'}}", "axis 'a' is used twice"},
      {"{mesh['a'=4], [{'a':(3)2}]}", "a part of axis 'a' does not fit its size 4"},
      {"{mesh['a'=4], [{'a':(0)2}]}", "a part of axis 'a' does not fit its size 4"},
      {"{mesh['a'=4], [{?, 'a'}]}", "expected '}', not ', 'a'}]}'"},
      {"{mesh['a'=4], [{}], [{}]}", "dimensions are listed twice"},
      {"{mesh['a'=4], [{}, {}]}", "2 dimensions, for a value of rank 1"},
      {"{mesh['a'=4], [{}], device_ids=(0,1)}", "'device_ids' lists 2 devices, and the mesh has 4"},
      {"{mesh['a'=4], shared}",
       "expected dimensions, replicated, unreduced or manual, not 'shared}'"},
      {"{mesh['a'=4], [{}], unreduced=mean{'a'}}", "expected '{', not 'mean{'a'}}'"},
      {"{mesh['a'=4], [{}], replicated=max{'a'}}", "expected '{', not 'max{'a'}}'"},
      {"{mesh['a'=4], [{}], manual={'a'}}",
       "'manual' says what devices have for themselves inside a shard_map, and this value is "
       "whole; give its tiles, or {replicated}"},
      {"{mesh['a'=4,'b'=2], [{'a'}], unreduced}", "every axis is named, and some have been"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(meaning(row.text, {8}), row.problem) << row.text;
}

TEST(HloSharding, KeepsTheGroupOfValuesThatLieAlike) {
  for (const char *text :
       {"{devices=[2]<=[2] shard_as 5}", "{unknown shard_like 5}", "{{replicated shard_as 5}}"}) {
    NotationProblem problem;
    const auto parsed = parseHloSharding(text, problem);
    ASSERT_TRUE(parsed) << text << problem.what;
    EXPECT_EQ(groupOf(*parsed), 5) << text;
  }
}

TEST(HloSharding, OfOneDeviceIsThatDeviceAlone) {
  for (const char *text : {"{maximal device=5}", "{maximal_mesh[device_id=5]}"}) {
    NotationProblem problem;
    const auto parsed = parseHloSharding(text, problem);
    ASSERT_TRUE(parsed) << text << problem.what;
    const auto given = meaningOf(*parsed, 2, problem);
    ASSERT_TRUE(given) << text;
    EXPECT_EQ(onlyDevice(*given), 5) << text;
  }
}

/// The table of how a NamedSharding over x=2, y=4 becomes one of HLO.
TEST(HloText, IsAsShortAsXlaPrintsIt) {
  const Mesh mesh = {"mesh", {{"x", 2}, {"y", 4}}, {}};
  const AxisRef x = wholeAxis(mesh, 0), y = wholeAxis(mesh, 1);
  struct {
    AxisList first, second;
    const char *text;
  } const rows[] = {
      {{x}, {y}, "{devices=[2,4]<=[8]}"},
      {{y}, {x}, "{devices=[4,2]<=[2,4]T(1,0)}"},
      {{x, y}, {}, "{devices=[8,1]<=[8]}"},
      {{y, x}, {}, "{devices=[8,1]<=[2,4]T(1,0)}"},
      {{x}, {}, "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"},
      {{}, {y}, "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"},
      {{}, {}, "{replicated}"},
  };
  for (const auto &row : rows) {
    MeshedSharding given{mesh, replicatedSharding(2)};
    given.sharding.dims[0].axes = row.first;
    given.sharding.dims[1].axes = row.second;
    NotationProblem problem;
    EXPECT_EQ(hloText(given, problem), row.text) << problem.what;
  }
  const Mesh four = {"mesh", {{"a", 2}, {"b", 2}, {"c", 2}, {"d", 2}}, {}};
  MeshedSharding given{four, replicatedSharding(3)};
  given.sharding.dims[1].axes = {wholeAxis(four, 3), wholeAxis(four, 1)};
  given.sharding.dims[2].axes = {wholeAxis(four, 2)};
  NotationProblem problem;
  EXPECT_EQ(hloText(given, problem),
            "{devices=[1,4,2,2]<=[2,4,2]T(2,1,0) last_tile_dim_replicate}");
}

TEST(HloText, ListsDevicesThatAreInNoOrderOfDigits) {
  MeshedSharding given{{"mesh", {{"x", 4}}, {0, 1, 3, 2}}, replicatedSharding(1)};
  given.sharding.dims[0].axes = {wholeAxis(given.mesh, 0)};
  NotationProblem problem;
  EXPECT_EQ(hloText(given, problem), "{devices=[4]0,1,3,2}");
  given.sharding.dims[0] = {};
  given.sharding.unreduced = {{0, 1, 2}};
  EXPECT_EQ(hloText(given, problem),
            "{devices=[1,2,2]<=[4] last_tile_dims={unreduced, replicated}}");
}

TEST(HloText, SaysWhatHloCannotSay) {
  const Mesh mesh = {"mesh", {{"x", 2}, {"y", 2}}, {}};
  MeshedSharding given{mesh, replicatedSharding(1)};
  given.sharding.dims[0] = {{wholeAxis(mesh, 0)}, false, 2};
  NotationProblem problem;
  EXPECT_FALSE(hloText(given, problem));
  EXPECT_EQ(problem.what, "HLO has no word for a priority; spec and sdy have");
  given.sharding.dims[0].priority = 0;
  given.sharding.replicated = {wholeAxis(mesh, 1)};
  EXPECT_FALSE(hloText(given, problem));
  EXPECT_EQ(problem.what, "HLO has no word for axes that stay replicated; spec and sdy have");
  given.sharding.replicated = {};
  given.sharding.unreduced = {wholeAxis(mesh, 1)};
  given.sharding.unreducedBy = UnreducedBy::max;
  EXPECT_FALSE(hloText(given, problem));
  EXPECT_EQ(problem.what,
            "HLO has no word for parts that are combined by max or min; spec and sdy have");
}

} // namespace
