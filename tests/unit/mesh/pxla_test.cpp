// SPDX-License-Identifier: Apache-2.0
// Placements as pxla's ShardingSpec had them: the indices that its spec_to_indices gave, and the
// conditions that it asserted.
#include "frontend/ir/sharding/notations/hlo_sharding.h"
#include "frontend/ir/sharding/notations/pxla_spec.h"
#include "tests/unit/mesh/boxes.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

using Words = std::vector<std::string>;

/// From words: "" is a dimension that is whole.
std::optional<MeshedSharding> read(const Words &cuts, const Words &mapping,
                                   std::vector<int64_t> shape, NotationProblem &problem) {
  PxlaSpec spec;
  for (const std::string &cut : cuts) {
    const auto dim = cut.empty() ? PxlaSpec::Dim() : parsePxlaDim(cut, problem);
    if (!dim) return std::nullopt;
    spec.sharding.push_back(*dim);
  }
  for (const std::string &word : mapping) {
    const auto dim = parsePxlaMeshDim(word, problem);
    if (!dim) return std::nullopt;
    spec.meshMapping.push_back(*dim);
  }
  return meaningOf(spec, shape, problem);
}

std::string indices(const Words &cuts, const Words &mapping, std::vector<int64_t> shape) {
  NotationProblem problem;
  const auto given = read(cuts, mapping, shape, problem);
  return given ? joined(boxesOf(*given, shape)) : problem.what;
}

std::string times(int count, const std::string &text) {
  std::string all;
  for (int k = 0; k < count; ++k)
    all += (k > 0 ? " " : "") + text;
  return all;
}

TEST(PxlaSpec, HasTheIndicesOfSpecToIndices) {
  const std::string transposed = "[0:2,0:4] [2:4,0:4] [0:2,4:8] [2:4,4:8]";
  struct {
    std::vector<int64_t> shape;
    Words cuts, mapping;
    std::string indices;
  } const rows[] = {
      {{4, 8},
       {"Chunked(2)", "Chunked(2)"},
       {"S0", "S1"},
       "[0:2,0:4] [0:2,4:8] [2:4,0:4] [2:4,4:8]"},
      {{4, 8}, {"Chunked(2)", "Chunked(2)"}, {"S1", "S0"}, transposed},
      {{4, 8}, {"Chunked(2)", "Chunked(2)"}, {"R2", "S1", "S0"}, times(2, transposed)},
      {{4, 8}, {"Chunked(2)", ""}, {"S0"}, "[0:2,0:8] [2:4,0:8]"},
      {{4, 8}, {"", ""}, {}, "[0:4,0:8]"},
      {{4, 8}, {"Unstacked(4)", ""}, {"S0"}, "[0:1,0:8] [1:2,0:8] [2:3,0:8] [3:4,0:8]"},
      {{2, 2}, {"", "Unstacked(2)"}, {"S0"}, "[0:2,0:1] [0:2,1:2]"},
      {{2, 8},
       {"Unstacked(2)", ""},
       {"S0", "R3"},
       times(3, "[0:1,0:8]") + " " + times(3, "[1:2,0:8]")},
      {{2, 8}, {"Unstacked(2)", ""}, {"R3", "S0"}, times(3, "[0:1,0:8] [1:2,0:8]")},
      {{2, 8},
       {"Unstacked(2)", "Chunked(2)"},
       {"S0", "S1", "R3"},
       times(3, "[0:1,0:4]") + " " + times(3, "[0:1,4:8]") + " " + times(3, "[1:2,0:4]") + " " +
           times(3, "[1:2,4:8]")},
      {{2, 8},
       {"Unstacked(2)", "Chunked(2)"},
       {"S0", "R3", "S1"},
       times(3, "[0:1,0:4] [0:1,4:8]") + " " + times(3, "[1:2,0:4] [1:2,4:8]")},
      {{2, 7, 4},
       {"Unstacked(2)", "", "Chunked(2)"},
       {"R3", "R2", "S0", "R2", "S1"},
       times(6, times(2, "[0:1,0:7,0:2] [0:1,0:7,2:4]") + " " +
                    times(2, "[1:2,0:7,0:2] [1:2,0:7,2:4]"))},
      {{}, {}, {"R3"}, "[] [] []"},
      // Several chunks on one dimension, the first one major; in the long words; uneven.
      {{4}, {"Chunked(2,2)"}, {"S1", "S0"}, "[0:1] [2:3] [1:2] [3:4]"},
      {{4},
       {"Chunked( 2, 2 )"},
       {"ShardedAxis(0)", "Replicated(1)", "ShardedAxis(1)"},
       "[0:1] [1:2] [2:3] [3:4]"},
      {{10}, {"Chunked(4)"}, {"S0"}, "[0:3] [3:5] [5:8] [8:10]"},
      {{3}, {"Chunked(1)"}, {"S0"}, "[0:3]"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(indices(row.cuts, row.mapping, row.shape), row.indices)
        << testing::PrintToString(row.cuts) << testing::PrintToString(row.mapping);
}

TEST(PxlaSpec, SaysWhatIsWrong) {
  struct {
    Words cuts, mapping;
    const char *problem;
  } const rows[] = {
      {{"Chunked(2)"}, {"S0"}, "'sharding' has 1 entries, for a value of rank 2"},
      {{"Unstacked(2)", ""},
       {"S0"},
       "Unstacked(2) of dimension 0, which has size 4; Chunked cuts into any number of parts"},
      {{"Chunked(2)", "Chunked(2)"},
       {"S0"},
       "'mesh_mapping' has no S1, which is sharded axis 1 of 2, counted from 0"},
      {{"Chunked(2)", ""}, {"S0", "S0"}, "'mesh_mapping' has sharded axis 0 twice"},
      {{"Chunked(2)", ""},
       {"S0", "S1"},
       "'mesh_mapping' has sharded axis 1, and 'sharding' has 1 of them, counted from 0"},
      {{"", ""},
       {"S99999999999"},
       "'mesh_mapping' has sharded axis 99999999999, and 'sharding' has 0 of them, counted from 0"},
      {{"Chunked(2)", "Chunked(99999)"}, {"S0", "S1"}, "the mesh has more than 65536 devices"},
      {{"Chunked()", ""}, {}, "Chunked(...) has numbers of at least 1"},
      {{"Chunked(0)", ""}, {"S0"}, "Chunked(...) has numbers of at least 1"},
      {{"Unstacked(2,2)", ""}, {"S0"}, "Unstacked(n) has one number, of at least 1"},
      {{"Chunked(2", ""}, {"S0"}, "expected ')' where it ends"},
      {{"Chunked(2)x", ""}, {"S0"}, "expected the end, not 'x'"},
      {{"Cut(2)", ""}, {"S0"}, "expected Chunked(...) or Unstacked(...), not 'Cut(2)'"},
      {{"Chunked(2)", ""},
       {"T0"},
       "expected S and the number of a sharded axis, or R and how many copies, not 'T0'"},
      {{"Chunked(2)", ""}, {"S"}, "expected a number where it ends"},
      {{"Chunked(2)", ""}, {"S0", "R0"}, "there are 0 copies"},
      {{"Chunked(2)", ""}, {"ShardedAxis 0"}, "expected '(', not '0'"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(indices(row.cuts, row.mapping, {4, 8}), row.problem)
        << testing::PrintToString(row.cuts) << testing::PrintToString(row.mapping);
}

TEST(PxlaSpec, IsWrittenAsReadAndAsHlo) {
  struct {
    Words cuts, mapping;
    const char *pxla, *hlo;
  } const rows[] = {
      {{"Chunked(2)", ""},
       {"S0", "R2"},
       R"j({"sharding": ["Chunked(2)", null], "mesh_mapping": ["S0", "R2"]})j",
       "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"},
      {{"Chunked(2)", ""},
       {"R2", "S0"},
       R"j({"sharding": ["Chunked(2)", null], "mesh_mapping": ["R2", "S0"]})j",
       "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"},
      {{"Chunked(2)", "Chunked(2)"},
       {"S1", "S0"},
       R"j({"sharding": ["Chunked(2)", "Chunked(2)"], "mesh_mapping": ["S1", "S0"]})j",
       "{devices=[2,2]<=[2,2]T(1,0)}"},
      {{"", "Chunked(2,2)"},
       {"S1", "S0"},
       R"j({"sharding": [null, "Chunked(2,2)"], "mesh_mapping": ["S1", "S0"]})j",
       "{devices=[1,4]<=[2,2]T(1,0)}"},
      {{"Unstacked(4)", ""},
       {"R2", "S0", "R3"},
       R"j({"sharding": ["Chunked(4)", null], "mesh_mapping": ["R2", "S0", "R3"]})j",
       "{devices=[4,1,6]<=[2,4,3]T(1,0,2) last_tile_dim_replicate}"},
      {{"", ""}, {"R4"}, R"j({"sharding": [null, null], "mesh_mapping": ["R4"]})j", "{replicated}"},
      {{"", ""}, {}, R"j({"sharding": [null, null], "mesh_mapping": []})j", "{replicated}"},
  };
  for (const auto &row : rows) {
    NotationProblem problem;
    const auto given = read(row.cuts, row.mapping, {4, 8}, problem);
    ASSERT_TRUE(given) << problem.what;
    EXPECT_EQ(pxlaText(*given, problem), row.pxla) << problem.what;
    EXPECT_EQ(hloText(*given, problem), row.hlo) << problem.what;
  }
}

TEST(PxlaText, SaysWhatPxlaCannotSay) {
  MeshedSharding given{{"mesh", {{"x", 4}}, {0, 1, 3, 2}}, replicatedSharding(1)};
  given.sharding.dims[0].axes = {wholeAxis(given.mesh, 0)};
  NotationProblem problem;
  EXPECT_FALSE(pxlaText(given, problem));
  EXPECT_EQ(problem.what,
            "pxla has no list of devices, and their order is none of its meshes'; hlo has");
  given.sharding = replicatedSharding(1);
  given.sharding.unreduced = {wholeAxis(given.mesh, 0)};
  EXPECT_FALSE(pxlaText(given, problem));
  EXPECT_EQ(problem.what, "pxla has no word for partial sums; hlo, sdy and spec have");
}

} // namespace
