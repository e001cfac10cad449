// SPDX-License-Identifier: Apache-2.0
// Shardings in other notations than the usual form, and the mesh that they make where none is
// given.
#include "frontend/ir/sharding/notations/shardy.h"

#include "tests/unit/config/reading.h"

using namespace shardc;

namespace {

struct NotationTest : ConfigTest {
  /// "x=2: [{"x"}, {}, {}]": the mesh and what input l of 2x2x3 has; else what is wrong.
  std::string sharding(const std::string &members) {
    const std::optional<Config> config = readMembers(members);
    if (!config) return errors;
    const auto &given = config->mesh.inputs.front();
    return config->mesh.mesh.str() + ": " + (given ? str(given->sharding, config->mesh.mesh) : "-");
  }
  std::string onMesh(const std::string &mesh, const std::string &entry) {
    return sharding("\"mesh\": \"" + mesh + "\", \"inputs\": {\"l\": " + entry + "}");
  }
  std::string alone(const std::string &entry) {
    return sharding("\"inputs\": {\"l\": " + entry + "}");
  }
};

TEST_F(NotationTest, AllSayTheSame) {
  const std::string expected = "data=2, model=4: [{\"data\"}, {}, {\"model\":(1)2}]";
  for (const char *entry : {
           R"(["data", null, "model:(1)2"])",
           R"({"dims": {"0": "data", "2": "model:(1)2", "1": null}})",
           R"({"shardy": "[{\"data\"}, {}, {\"model\":(1)2}]"})",
           R"({"shardy": " <@mesh, [{\"data\"}, {}, {\"model\":(1)2}]>"})",
           R"({"shardy": "#sdy.sharding<@mesh, [{\"data\"}, {}, {\"model\":(1)2}]>"})",
           R"({"shardy": "<mesh<[\"a\"=4, \"b\"=2]>, [{\"a\":(1)2}, {}, {\"a\":(2)2}]>"})",
           R"({"hlo": "{devices=[2,1,2,2]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"})",
           R"({"hlo": "{devices=[2,1,2,2]1,0,2,3,5,4,7,6 last_tile_dim_replicate}"})",
           R"({"hlo": "{devices=[2,1,2,2]<=[8] last_tile_dims={replicated}}"})",
           R"({"hlo": "{devices=[2,1,2,2]<=[2,2,2]T(0,1,2) last_tile_dim_replicate}"})",
           R"({"hlo": "{mesh['a'=4,'b'=2], [{'a':(1)2}, {}, {'a':(2)2}]}"})",
           R"j({"pxla": {"sharding": ["Chunked(2)", null, "Chunked(2)"],
                        "mesh_mapping": ["S0", "S1", "R2"]}})j",
           R"j({"pxla": {"sharding": ["Unstacked(2)", null, "Chunked(2)"],
                        "mesh_mapping": ["ShardedAxis(0)", "ShardedAxis(1)", "Replicated(2)"]}})j",
       })
    EXPECT_EQ(onMesh("data=2, model=4", entry), expected) << entry;
}

TEST_F(NotationTest, LongFormsSayAll) {
  struct {
    const char *entry, *sharding;
  } const rows[] = {
      {R"({"dims": ["x", "?", null], "priority": [1, 0, null], "mesh": "mesh"})",
       R"(x=2, y=2: [{"x"}p1, {?}, {}])"},
      {R"({"dims": [null, "?"], "replicated": ["y"], "unreduced": ["x"]})",
       R"(x=2, y=2: [{}, {?}, {}], replicated={"y"}, unreduced={"x"})"},
      {R"({"dims": [], "unreduced": {"sum": ["y", "x"]}})",
       R"(x=2, y=2: [{}, {}, {}], unreduced={"x", "y"})"},
      {R"({"dims": [], "unreduced": {"max": ["y", "x"]}})",
       R"(x=2, y=2: [{}, {}, {}], unreduced=max{"x", "y"})"},
      {R"({"dims": [], "unreduced": {"min": ["y"]}})",
       R"(x=2, y=2: [{}, {}, {}], unreduced=min{"y"})"},
      {R"({"dims": [], "unreduced": {"min": []}})", R"(x=2, y=2: [{}, {}, {}])"},
      {R"({"shardy": "[{}, {}, {}], unreduced=max{\"x\"}"})",
       R"(x=2, y=2: [{}, {}, {}], unreduced=max{"x"})"},
      {R"({"hlo": "{mesh['a'=2,'b'=2], [{}, {}, {}], unreduced=min{'b'}}"})",
       R"(x=2, y=2: [{}, {}, {}], unreduced=min{"y"})"},
      {R"({"shardy": "[{\"x\"}p1, {?}p0, {}], replicated={\"y\"}"})",
       R"(x=2, y=2: [{"x"}p1, {?}, {}], replicated={"y"})"},
      {R"({"hlo": "{devices=[1,1,1,2,2]<=[4] last_tile_dims={unreduced, replicated}}"})",
       R"(x=2, y=2: [{}, {}, {}], unreduced={"x"})"},
      {R"({"hlo": "{unknown}"})", R"(x=2, y=2: [{?}, {?}, {?}])"},
      {R"({"hlo": "{replicated}"})", R"(x=2, y=2: [{}, {}, {}])"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(onMesh("x=2, y=2", row.entry), row.sharding) << row.entry;
}

TEST_F(NotationTest, BringsTheMeshWhereNoneIsGiven) {
  struct {
    const char *entry, *sharding;
  } const rows[] = {
      {R"({"hlo": "{devices=[2,1,1,4]<=[8] last_tile_dim_replicate}"})",
       R"(_axis_0=2, _axis_1=4: [{"_axis_0"}, {}, {}])"},
      {R"({"hlo": "{devices=[2,2,1]<=[2,2]T(1,0)}"})",
       R"(_axis_0=2, _axis_1=2: [{"_axis_1"}, {"_axis_0"}, {}])"},
      {R"({"hlo": "{devices=[4,1,1]0,1,3,2}"})", R"(_axis_0=4: [{"_axis_0"}, {}, {}])"},
      {R"({"hlo": "{mesh['a'=2,'b'=2], [{'b', ?}]}"})",
       "wrong-notation at \"{mesh['a'=2,'b'=2], [{'b', ?}]}\": 'hlo' of input 'l': 1 dimension, "
       "for a value of rank 3\n"},
      {R"({"hlo": "{mesh['a'=2,'b'=2], [{'b', ?}, {}, {}]}"})", R"(a=2, b=2: [{"b", ?}, {}, {}])"},
      {R"({"hlo": "{replicated}"})", "_axis_0=1: [{}, {}, {}]"},
      {R"j({"pxla": {"sharding": ["Chunked(2)", null, null], "mesh_mapping": ["R3", "S0"]}})j",
       R"(_axis_0=3, _axis_1=2: [{"_axis_1"}, {}, {}])"},
      {R"({"shardy": "<mesh<[\"a\"=2, \"b\"=4]>, [{\"b\"}, {}, {}]>"})",
       R"(a=2, b=4: [{"b"}, {}, {}])"},
      {R"({"hlo": "{maximal device=0}"})", "_axis_0=1: [{}, {}, {}]"},
      {R"({"hlo": "{maximal device=1}"})",
       "wrong-mesh at \"l\": the sharding of input 'l' is device 1 alone, and the mesh '_axis_0=1' "
       "has 1 device\n"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(alone(row.entry), row.sharding) << row.entry;
  EXPECT_EQ(
      sharding(R"("inputs": {"l": {"hlo": "{devices=[2,1,1,4]<=[8] last_tile_dim_replicate}"}},
                        "outputs": {"y": {"hlo": "{devices=[4,2]<=[8]}"}})"),
      R"(_axis_0=2, _axis_1=2, _axis_2=2: [{"_axis_0"}, {}, {}])");
}

TEST_F(NotationTest, LocatesWhatIsWrong) {
  struct {
    const char *entry, *error;
  } const rows[] = {
      {R"({"hlo": 3})", "wrong-kind at 3: 'hlo' must be a string, not the number 3"},
      {R"({"hlo": "{devices=[2]<=[4]}"})",
       "wrong-notation at \"{devices=[2]<=[4]}\": 'hlo' of input 'l': the tiles [2] are 2 for 4 "
       "devices"},
      {R"({"hlo": "{replicated}", "dims": []})",
       "unknown-key at \"dims\": beside a sharding in another notation there is only "
       "\"override\", not 'dims'"},
      {R"({"hlo": "{replicated}", "shardy": "[{}, {}, {}]"})",
       "wrong-value at {: the sharding of input 'l' is given in 2 notations; keep one"},
      {R"({"hlo": "{replicated}", "override": 1})",
       "wrong-kind at 1: 'override' must be true or false, not the number 1"},
      {R"({"hlo": "{maximal device=6}"})",
       "wrong-mesh at \"{maximal device=6}\": the sharding of input 'l' is device 6 alone, and the "
       "mesh 'x=2, y=3' has 6 devices"},
      {R"({"shardy": "<mesh<[], device_ids=[7]>, []>"})",
       "wrong-mesh at \"<mesh<[], device_ids=[7]>, []>\": the sharding of input 'l' is device 7 "
       "alone, and the mesh 'x=2, y=3' has 6 devices"},
      {R"({"shardy": "<mesh<[], device_ids=[1, 2]>, []>"})",
       "wrong-notation at \"<mesh<[], device_ids=[1, 2]>, []>\": 'shardy' of input 'l': without "
       "axes it is one device, and 'device_ids' lists 2"},
      {R"({"shardy": "<mesh<[], device_ids=[1]>, [{}, {}, {}]>"})",
       "wrong-count at \"<mesh<[], device_ids=[1]>, [{}, {}, {}]>\": a sharding over a mesh that "
       "is "
       "device 1 alone lists no dimensions and no axes; write '[]'"},
      {R"({"device": -1})",
       "wrong-mesh at -1: the sharding of input 'l' is device -1 alone, and the mesh 'x=2, y=3' "
       "has 6 devices"},
      {R"({"device": "x"})",
       "wrong-kind at \"x\": 'device' must be an integer, not the string 'x'"},
      {R"({"device": 1, "dims": ["x"]})",
       "wrong-value at \"dims\": beside 'device', which has all of input 'l', there is no 'dims'"},
      {R"({"hlo": "{devices=[2,2,1]<=[4]}"})",
       "device-order at \"{devices=[2,2,1]<=[4]}\": the sharding of input 'l' is over 4 devices, "
       "and the mesh 'x=2, y=3' has 6"},
      {R"({"hlo": "{devices=[3,1,1,2]<=[6] last_tile_dim_replicate}"})",
       "device-order at \"{devices=[3,1,1,2]<=[6] last_tile_dim_replicate}\": the sharding of "
       "input 'l' has blocks of devices that no axes of the mesh 'x=2, y=3', or parts of these, "
       "say: 0 1 | 2 3 | 4 5"},
      {R"({"pxla": []})", "wrong-kind at [: 'pxla' must be an object, not a list of 0"},
      {R"({"pxla": {"sharding": []}})", "missing-key at {: 'pxla' has no 'mesh_mapping'"},
      {R"({"pxla": {"sharding": [], "mesh_mapping": [], "mesh": 1}})",
       "unknown-key at \"mesh\": 'pxla' has no key 'mesh'"},
      {R"({"pxla": {"sharding": [1], "mesh_mapping": []}})",
       "wrong-kind at 1: a cut, such as \"Chunked(2)\", must be a string, not the number 1"},
      {R"({"pxla": {"sharding": ["Chunked"], "mesh_mapping": []}})",
       "wrong-notation at \"Chunked\": 'pxla' of input 'l': expected '(' where it ends"},
      {R"({"pxla": {"sharding": [], "mesh_mapping": ["S"]}})",
       "wrong-notation at \"S\": 'pxla' of input 'l': expected a number where it ends"},
      {R"({"pxla": {"sharding": [], "mesh_mapping": [0]}})",
       "wrong-kind at 0: a dimension of the mesh, such as \"S0\", must be a string, not the number "
       "0"},
      {R"({"pxla": {"sharding": [], "mesh_mapping": []}})",
       "wrong-notation at {: 'pxla' of input 'l': 'sharding' has 0 entries, for a value of rank 3"},
      {R"j({"pxla": {"sharding": [null, null, "Unstacked(6)"], "mesh_mapping": ["S0"]}})j",
       "wrong-notation at {: 'pxla' of input 'l': Unstacked(6) of dimension 2, which has size 3; "
       "Chunked cuts into any number of parts"},
      {R"j({"pxla": {"sharding": [null, null, "Chunked(2)"], "mesh_mapping": ["S0", "R2"]}})j",
       "device-order at {: the sharding of input 'l' is over 4 devices, and the mesh 'x=2, y=3' "
       "has 6"},
      {R"({"shardy": "{}"})",
       "wrong-notation at \"{}\": 'shardy' of input 'l': expected '[{\"x\"}, {?}]', or that with "
       "its mesh in front, '<@mesh, [...]>'"},
      {R"({"shardy": "[{]"})", "wrong-notation at \"[{]\": 'shardy' of input 'l': unbalanced '{' "
                               "character in pretty dialect name"},
      {R"({"shardy": "<@m, [{}, {}, {}]>"})",
       "wrong-notation at \"<@m, [{}, {}, {}]>\": 'shardy' of input 'l': there is no mesh '@m'; it "
       "is '@mesh'"},
      {R"({"shardy": "[{}]"})",
       "wrong-count at \"[{}]\": a sharding of 1 dimensions for a value of rank 3"},
      {R"({"shardy": "<mesh<[]>, [{}, {}]>"})",
       "wrong-count at \"<mesh<[]>, [{}, {}]>\": a sharding of 2 dimensions for a value of rank 3"},
      {R"({"dims": [], "unreduced": {"max": ["x"], "sum": []}})",
       "wrong-value at {: 'unreduced' has 2 kinds; a value has one: sum, max or min"},
      {R"({"dims": [], "unreduced": {"max": ["z"]}})",
       "unknown-axis at \"z\": the mesh has no axis 'z'"},
      {R"({"dims": [], "unreduced": {"mean": ["x"]}})",
       "unknown-key at \"mean\": 'unreduced' has no key 'mean'"},
      {R"({"dims": [], "mesh": "m"})", "wrong-mesh at \"m\": there is no mesh 'm'; it is 'mesh'"},
      {R"({"dims": [], "prioriti": []})",
       "unknown-key at \"prioriti\": the long form of a sharding has no key 'prioriti'; did you "
       "mean 'priority'?"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(onMesh("x=2, y=3", row.entry), row.error + std::string("\n")) << row.entry;
}

TEST_F(NotationTest, LeavesOutputsUnreduced) {
  for (const char *entry : {R"({"dims": [], "unreduced": {"sum": ["x"]}})",
                            R"({"made": [], "leaves": {"dims": [], "unreduced": ["x"]}})",
                            R"({"hlo": "{devices=[1,1,2]<=[2] last_tile_dims={unreduced}}"})",
                            R"({"shardy": "[{}, {}], unreduced={\"x\"}"})"}) {
    const auto config =
        readMembers(R"("mesh": "x=2", "outputs": {"y": )" + std::string(entry) + "}");
    ASSERT_TRUE(config) << entry << errors;
    EXPECT_EQ(str(config->mesh.outputs[0]->sharding, config->mesh.mesh),
              R"([{}, {}], unreduced={"x"})")
        << entry;
  }
}

TEST_F(NotationTest, LocatesWhatMakesNoMesh) {
  EXPECT_EQ(alone(R"({"shardy": "[{\"x\"}, {}, {}]"})"),
            "missing-mesh at \"[{\\\": 'shardy' of input 'l' names axes, and there is no mesh; add "
            "\"mesh\", or write it out: <mesh<[\"x\"=2]>, [{\"x\"}]>\n");
  EXPECT_EQ(
      sharding(R"("inputs": {"l": {"hlo": "{devices=[2,1,1,3]<=[6] last_tile_dim_replicate}"}},
                        "outputs": {"y": {"hlo": "{devices=[3,2]<=[6]}"}})"),
      "device-order at \"y\": the sharding of output 'y' has blocks of devices that no axes of "
      "the mesh '_axis_0=2, _axis_1=3', or parts of these, say: 0 | 1 | 2 | 3 | 4 | 5\n");
  EXPECT_EQ(sharding(R"("inputs": {"l": {"hlo": "{devices=[2,1,1]<=[2]}"}, "s": {"0": ["0:1"]}})"),
            "slices-and-mesh at \"{devices=[2,1,1]<=[2]}\": a mesh (collective shards) and slices "
            "(independent shards) in one config; keep one\n");
}

} // namespace
