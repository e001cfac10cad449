// SPDX-License-Identifier: Apache-2.0
// Inputs that arrive in one placement and are used in another, and outputs that are made in one and
// leave in another.
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "tests/unit/config/reading.h"

#include "llvm/Support/raw_ostream.h"

using namespace shardc;

namespace {

struct PlacementTest : ConfigTest {
  /// What the program has in its lines with a constraint, when it is read.
  std::string constraints(const std::string &members) {
    const std::optional<Config> config = readMembers(members);
    if (!config) return errors;
    std::string text, found;
    llvm::raw_string_ostream(text) << *program.module;
    for (StringRef rest = text; !rest.empty();) {
      StringRef line;
      std::tie(line, rest) = rest.split('\n');
      if (line.contains("sdy.sharding_constraint")) found += line.trim().str() + "\n";
    }
    return found;
  }
};

TEST_F(PlacementTest, ConstrainsAllThatUsesAnInput) {
  const auto config = readMembers(
      R"("mesh": "x=2, y=2", "inputs": {"l": {"arrives": ["x"], "used": [null, "y"]}})");
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(str(config->mesh.inputs[0]->sharding, config->mesh.mesh), R"([{"x"}, {}, {}])");
  mlir::func::FuncOp entry = entryOf(*program.module);
  ASSERT_TRUE(entry.getArgument(0).hasOneUse());
  mlir::Operation *used = *entry.getArgument(0).user_begin();
  EXPECT_EQ(used->getName().getStringRef(), "sdy.sharding_constraint");
  EXPECT_EQ(valueName(used->getResult(0)), "l_used");
}

TEST_F(PlacementTest, ConstrainsWhatAnOutputIsMadeAs) {
  const auto config = readMembers(
      R"("mesh": "x=2", "outputs": {"y": {"made": ["x"], "leaves": {"hlo": "{replicated}"}}})");
  ASSERT_TRUE(config) << errors;
  EXPECT_EQ(str(config->mesh.outputs[0]->sharding, config->mesh.mesh), "[{}, {}]");
  mlir::Operation *end = entryOf(*program.module).front().getTerminator();
  EXPECT_EQ(valueName(end->getOperand(0)), "y_made");
  EXPECT_FALSE(valueName(end->getOperand(1)));
}

TEST_F(PlacementTest, BringsAMeshWhereItsNotationsDo) {
  EXPECT_EQ(constraints(R"j("inputs": {"l": {"arrives": {"hlo": "{devices=[2,1,1]<=[2]}"},
      "used": {"pxla": {"sharding": [null, "Chunked(2)", null], "mesh_mapping": ["S0"]}}}})j"),
            "%0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {\"_axis_0\"}, {}]> : "
            "tensor<2x2x3xf32>\n");
}

TEST_F(PlacementTest, LocatesWhatIsWrong) {
  struct {
    const char *members, *error;
  } const rows[] = {
      {R"("inputs": {"l": {"arrives": ["x"]}})", "missing-key at {: input 'l' has no 'used'"},
      {R"("inputs": {"l": {"used": ["x"]}})", "missing-key at {: input 'l' has no 'arrives'"},
      {R"("outputs": {"y": {"leaves": ["x"]}})", "missing-key at {: output 'y' has no 'made'"},
      {R"("inputs": {"l": {"made": [], "leaves": []}})",
       "wrong-value at {: input 'l' has 'arrives' and 'used'; 'leaves' and 'made' are for outputs"},
      {R"("outputs": {"y": {"arrives": [], "used": []}})",
       "wrong-value at {: output 'y' has 'leaves' and 'made'; 'arrives' and 'used' are for inputs"},
      {R"("inputs": {"l": {"arrives": [], "used": [], "dims": []}})",
       "unknown-key at \"dims\": beside 'arrives' and 'used' of input 'l' there is only "
       "\"override\", not 'dims'"},
      {R"("inputs": {"l": {"arrives": [], "used": [], "made": []}})",
       "unknown-key at \"made\": beside 'arrives' and 'used' of input 'l' there is only "
       "\"override\", not 'made'"},
      {R"("inputs": {"l": {"arrives": [], "used": [], "override": 1}})",
       "wrong-kind at 1: 'override' must be true or false, not the number 1"},
      {R"("inputs": {"l": {"arrives": {"dims": [], "override": true}, "used": []}})",
       "wrong-value at {: \"override\" of input 'l' stands beside 'arrives' and 'used', not in one "
       "of them"},
      {R"("inputs": {"l": {"arrives": ["z"], "used": ["w"]}})",
       "unknown-axis at \"z\": the mesh has no axis 'z'\n"
       "unknown-axis at \"w\": the mesh has no axis 'w'"},
      {R"("inputs": {"l": {"arrives": [], "used": {"arrives": [], "used": []}}})",
       "unknown-dimension at \"arrives\": input 'l' has no dimension 'arrives'; it has dimensions "
       "0 "
       "to 2\nunknown-dimension at \"used\": input 'l' has no dimension 'used'; it has dimensions "
       "0 "
       "to 2"},
      {R"("inputs": {"l": {"arrives": 3, "used": []}})",
       "wrong-kind at 3: a sharding must be a list with one entry per dimension, or "
       "an object, not the number 3"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(errorsOf("\"mesh\": \"x=2\", " + std::string(row.members)),
              row.error + std::string("\n"))
        << row.members;
}

TEST_F(PlacementTest, NeedsAMesh) {
  EXPECT_EQ(
      errorsOf(R"("inputs": {"l": {"arrives": ["x"], "used": []}})"),
      "missing-mesh at {: 'arrives' and 'used', 'made' and 'leaves' are placements on a mesh, "
      "and there is none\n");
  EXPECT_EQ(errorsOf(R"("inputs": {"l": {"arrives": ["0:2"], "used": []}}, "mesh": "x=2")"),
            "slices-and-mesh at \"x=2\": a mesh (collective shards) and slices (independent "
            "shards) in one config; keep one\n");
}

} // namespace
