// SPDX-License-Identifier: Apache-2.0
// What configs say, read and written.
#include "tests/unit/config/reading.h"

using namespace shardc;

namespace {

std::string shownCuts(const TensorCuts &cuts) {
  std::string result;
  for (const DimensionCuts &dim : cuts.dims) {
    result += std::to_string(dim.dimension) + ":";
    for (int64_t cut : dim.cuts)
      result += " " + std::to_string(cut);
    for (const std::string &spelled : dim.spelled)
      result += " " + spelled;
    result += "; ";
  }
  return result + (cuts.unspecified == Unspecified::whole ? "whole" : "sharded");
}

TEST_F(ConfigTest, ReadsTheFirstExample) {
  std::optional<Config> config =
      readMembers(R"("unspecified": "sharded", "inputs": {"r": {"4": ["0..0", "1..1"]}})");
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(config->mode, Mode::independent);
  ASSERT_EQ(config->inputs.size(), 4u);
  EXPECT_EQ(shownCuts(config->inputs[0]), "sharded");
  EXPECT_EQ(shownCuts(config->inputs[1]), "4: 0 1 2 0..0 1..1; sharded");
  auto loc =
      llvm::cast<mlir::FileLineColLoc>(mlir::LocationAttr(config->inputs[1].dims.front().loc));
  EXPECT_EQ(loc.getColumn(), 78u);
  EXPECT_EQ(config->maxShards, 1024);
  EXPECT_EQ(config->conflict, Conflict::error);
  EXPECT_EQ(config->outputs.size(), 2u);
  EXPECT_FALSE(config->outputs[0]);
}

TEST_F(ConfigTest, ReadsEverySpellingOfSlices) {
  struct {
    const char *entry, *cuts;
  } const rows[] = {
      {R"({"2": ["0..1", "2..2"]})", "2: 0 2 3 0..1 2..2; sharded"},
      {R"({"2": ["0:2", "2:3"]})", "2: 0 2 3 0:2 2:3; sharded"},
      {R"({"2": [":1", "1:"]})", "2: 0 1 3 :1 1:; sharded"},
      {R"({"2": [":"]})", "2: 0 3 :; sharded"},
      {R"({"2": ["0 .. 0", " 1:3"]})", "2: 0 1 3 0 .. 0  1:3; sharded"},
      {R"({"2": {"parts": 2}})", "2: 0 2 3 0:2 2:3; sharded"},
      {R"({"2": {"parts": 3}})", "2: 0 1 2 3 0:1 1:2 2:3; sharded"},
      {R"({"2": {"length": 3}})", "2: 0 3 0:3; sharded"},
      {R"({"2": {"length": 1}, "-2": {"length": 2}})",
       "1: 0 2 0:2; 2: 0 1 2 3 0:1 1:2 2:3; sharded"},
      {R"({"2": [":"], "unspecified": "whole"})", "2: 0 3 :; whole"},
      {R"({})", "sharded"},
  };
  for (const auto &row : rows) {
    std::optional<Config> config = readMembers(
        "\"unspecified\": \"sharded\", \"inputs\": {\"l\": " + std::string(row.entry) + "}");
    ASSERT_TRUE(config) << row.entry << errors;
    EXPECT_EQ(shownCuts(config->inputs[0]), row.cuts) << row.entry;
  }
}

TEST_F(ConfigTest, CutsPartsByTheCutRule) {
  std::optional<Config> config = readMembers(
      R"("inputs": {"big": {"0": {"parts": 3}}}, "outputs": {"out1": {"1": {"parts": 3}, "0": ["0:0"]}})");
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(config->inputs[3].dims[0].cuts,
            (std::vector<int64_t>{0, 333333333333333334, 666666666666666667, 1000000000000000000}));
  EXPECT_EQ(config->outputs[1]->dims[1].cuts, (std::vector<int64_t>{0, 4, 7, 10}));
  EXPECT_EQ(config->outputs[1]->dims[0].cuts, (std::vector<int64_t>{0, 0}));
}

TEST_F(ConfigTest, TakesTheModeFromWhatIsThere) {
  struct {
    const char *members;
    Mode mode;
  } const rows[] = {
      {R"("inputs": {})", Mode::oneDevice},
      {R"("inputs": {"l": {}}, "max_shards": 8)", Mode::oneDevice},
      {R"("unspecified": "sharded")", Mode::independent},
      {R"("unspecified": "whole")", Mode::independent},
      {R"("inputs": {"l": {"unspecified": "whole"}})", Mode::independent},
      {R"("inputs": {"l": {"0": {"parts": 1}}})", Mode::independent},
      {R"("outputs": {"y": {"0": ["0:2"]}})", Mode::independent},
  };
  for (const auto &row : rows) {
    std::optional<Config> config = readMembers(row.members);
    ASSERT_TRUE(config) << row.members << errors;
    EXPECT_EQ(config->mode, row.mode) << row.members;
  }
  EXPECT_EQ(shownCuts(readMembers("\"inputs\": {}")->inputs[0]), "whole");
  EXPECT_EQ(defaultConfig(*program.module)->mode, Mode::oneDevice);
  EXPECT_EQ(defaultConfig(*program.module)->inputs.size(), 4u);
}

TEST_F(ConfigTest, ReadsOptions) {
  std::optional<Config> config = readMembers(
      R"("unspecified": "whole", "conflict": "refine", "max_shards": 7, "donate": ["r", "arg3"])");
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(config->conflict, Conflict::refine);
  EXPECT_EQ(config->maxShards, 7);
  EXPECT_EQ(config->donated, (std::vector<bool>{false, true, false, true}));
}

TEST_F(ConfigTest, FindsTensorsAndDimensionsByEveryName) {
  struct {
    const char *inputs, *cuts;
  } const rows[] = {
      {R"({"r": {"n": {"parts": 2}}})", "4: 0 1 2 0:1 1:2; sharded"},
      {R"({"r": {"-1": {"parts": 2}}})", "4: 0 1 2 0:1 1:2; sharded"},
      {R"({"arg1": {"4": {"parts": 2}}})", "4: 0 1 2 0:1 1:2; sharded"},
      {R"({"*": {}, "r": {"4": {"parts": 2}}})", "4: 0 1 2 0:1 1:2; sharded"},
      {R"({"r*": {"4": {"parts": 2}}, "*": {}})", "4: 0 1 2 0:1 1:2; sharded"},
      {R"([{}, {"4": {"parts": 2}}, null, {}])", "4: 0 1 2 0:1 1:2; sharded"},
  };
  for (const auto &row : rows) {
    std::optional<Config> config = readMembers("\"inputs\": " + std::string(row.inputs));
    ASSERT_TRUE(config) << row.inputs << errors;
    EXPECT_EQ(shownCuts(config->inputs[1]), row.cuts) << row.inputs;
  }
}

TEST_F(ConfigTest, WritesConfigsThatItReads) {
  std::string text = configToFillIn(*program.module);
  EXPECT_EQ(text, R"({ "shardc": 1, "kind": "sharding",
  "//": "cut a dimension: [\"0:2\", \"2:5\"], {\"parts\": 2} or {\"length\": 1}",
  "unspecified": "whole",
  "inputs": {
    "//l": "f32[2, 2, 3]",
    "l": { "0": ["0:2"], "1": ["0:2"], "2": ["0:3"] },
    "//r": "i32[1, 1, 3, 2, 2]",
    "r": { "a": ["0:1"], "b": ["0:1"], "k": ["0:3"], "j": ["0:2"], "n": ["0:2"] },
    "//s": "f32[]",
    "s": {},
    "//big": "i1[1000000000000000000]",
    "big": { "0": ["0:1000000000000000000"] }
  },
  "outputs": {
    "//y": "f32[2, 2]",
    "y": {},
    "//out1": "f32[0, 10]",
    "out1": {}
  }
}
)");
  std::optional<Config> config = read(text);
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(config->mode, Mode::independent);
}

TEST_F(ConfigTest, WritesMeshConfigsThatItReads) {
  MeshConfig given;
  given.mesh.axes = {{"a", 2}, {"b", 2}};
  given.inputs.resize(4);
  const mlir::Location loc = mlir::UnknownLoc::get(&program.context);
  Sharding usual = replicatedSharding(3), lasting = openSharding(5);
  usual.dims[0].axes = {wholeAxis(given.mesh, 0), wholeAxis(given.mesh, 1)};
  usual.dims[2].open = true;
  lasting.dims[1] = {{wholeAxis(given.mesh, 1)}, /*open=*/true, /*priority=*/2};
  lasting.replicated = {wholeAxis(given.mesh, 0)};
  given.inputs[0] = UserSharding{usual, loc};
  given.inputs[1] = UserSharding{lasting, loc};
  const std::string text = configToFillIn(*program.module, &given);
  EXPECT_EQ(text, R"json({ "shardc": 1, "kind": "sharding",
  "mesh": "a=2, b=2",
  "//": "per dimension: null (whole), an axis, a list of axes, or \"?\" (as it comes from others)",
  "inputs": {
    "//l": "f32[2, 2, 3]",
    "l": [["a", "b"], null, "?"],
    "//r": "i32[1, 1, 3, 2, 2]",
    "r": {"dims": ["?", ["b", "?"], "?", "?", "?"], "priority": [0, 2, 0, 0, 0], "replicated": ["a"]},
    "//s": "f32[]",
    "s": [],
    "//big": "i1[1000000000000000000]",
    "big": ["?"]
  },
  "outputs": {
    "//y": "f32[2, 2]",
    "y": ["?", "?"],
    "//out1": "f32[0, 10]",
    "out1": ["?", "?"]
  }
}
)json");
  const std::optional<Config> config = read(text);
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(config->mode, Mode::collective);
  EXPECT_EQ(config->mesh.inputs[0]->sharding, usual);
  EXPECT_EQ(config->mesh.inputs[1]->sharding, lasting);
}

TEST(Config, WritesMeshesThatItReadsForHostileNames) {
  test::Signature program(R"(%0: tensor<2xf32> loc("same"), %1: tensor<2xf32> loc("same"),
                             %2: tensor<2xf32> loc("arg0"))");
  test::Collected collected(program.context);
  MeshConfig given;
  given.mesh.axes = {{"a", 2}};
  const std::string text = configToFillIn(*program.module, &given);
  EXPECT_TRUE(readConfig(text, "c.json", *program.module)) << collected.lines();
}

TEST(Config, SurvivesHostileNames) {
  test::Signature program(R"(%0: tensor<2xf32> loc("//c"), %1: tensor<2xf32> loc("x\"\n*"),
                             %2: tensor<2xf32> loc("same"), %3: tensor<2xf32> loc("same"),
                             %4: tensor<2xf32> loc("\FF"), %5: tensor<2xf32> loc("arg0"))");
  test::Collected collected(program.context);
  std::optional<Config> config =
      readConfig(configToFillIn(*program.module), "c.json", *program.module);
  ASSERT_TRUE(config) << collected.lines();
  for (const TensorCuts &cuts : config->inputs)
    EXPECT_EQ(cuts.dims.size(), 1u);
}

} // namespace
