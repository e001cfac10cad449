// SPDX-License-Identifier: Apache-2.0
// The schema and the reader say the same, but for what only the program can tell.
#include "frontend/config/config.h"
#include "tests/support/diagnostics.h"
#include "tests/support/json_schema.h"
#include "tests/support/program.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace shardc;
using test::Json;

namespace {

const char *const documents[] = {
    R"({"shardc": 1, "kind": "sharding", "unspecified": "sharded", "conflict": "refine",
        "max_shards": 16, "donate": ["l"], "place": {"gpus": [0, 1], "processes": [0, 1], "hosts": [0, 7]},
        "inputs": {"r": {"4": ["0..0", "1..1"], "k": {"parts": 2}, "unspecified": "whole"},
                   "l": {"0": [":1", "1:"], "2": {"length": 3}}},
        "outputs": {"y": {"0": ["0:2"]}}})",
    R"({"shardc": 1, "kind": "sharding", "inputs": [{"0": {"parts": 2}}, null], "outputs": [{}]})",
    R"({"shardc": 1, "kind": "sharding", "mesh": "data=2, model=4", "unspecified": "open",
        "inputs": {"l": ["data", null, "?"], "r": {"n": ["model", "?"]}},
        "outputs": [[["data", "model"]]], "values": {"h": [null, "?"]}})",
    R"({"shardc": 1, "kind": "sharding", "inputs": {"l": ["x"]},
        "mesh": {"axes": [["x", 2], ["y", 2]], "device_ids": [3, 1, 0, 2]}})",
    R"({"shardc": 1, "kind": "sharding", "meshes": {"m": "x=2"}})",
    R"({"shardc": 1, "kind": "sharding", "mesh": "x=2",
        "inputs": {"l": {"dims": ["x"], "priority": [1, null, null], "replicated": [],
                         "unreduced": {"sum": []}, "mesh": "mesh", "override": true},
                   "r": {"shardy": "[{}, {}, {}, {\"x\"}, {?}]", "override": false}},
        "outputs": {"y": {"dims": {"0": "x"}, "unreduced": []}}})",
    R"j({"shardc": 1, "kind": "sharding",
        "inputs": {"l": {"hlo": "{devices=[2,1,1]<=[2]}", "override": true},
                   "r": {"pxla": {"sharding": [null, null, null, null, "Chunked(2)"],
                                  "mesh_mapping": ["S0"]}}}})j",
    R"({"shardc": 1, "kind": "sharding", "mesh": "x=2",
        "inputs": {"l": {"arrives": ["x"], "used": {"dims": [null, "x"]}, "override": true}},
        "outputs": [{"made": {"0": "x"}, "leaves": []}]})",
    R"({"shardc": 1, "kind": "sharding", "mesh": "x=2",
        "inputs": {"l": {"device": 1}, "r": {"device": 0, "mesh": "mesh", "override": true}}})",
    R"({"shardc": 1, "kind": "sharding", "mesh": "i=2, m=2",
        "map": {"axis": "i", "size": 4, "in": {"l": 1, "r": null}, "out": [-1]}})",
    R"({"shardc": 1, "kind": "sharding",
        "map": [{"axis": "i", "size": 2, "in": [0, null]}, {"axis": "j", "size": 3, "out": 1}]})",
    R"({"shardc": 1, "kind": "sharding",
        "inputs": [{"arrives": {"hlo": "{devices=[2,1,1]<=[2]}"}, "used": []}, null]})",
};

struct SchemaTest : testing::Test {
  SchemaTest() : schema(test::JsonSchema::parse(schemaText())) {}

  static std::string schemaText() {
    std::stringstream text;
    text << std::ifstream(CONFIG_SCHEMA).rdbuf();
    return text.str();
  }

  std::vector<Told> errorsOf(const std::string &text) {
    test::Collected collected(program.context);
    const mlir::OwningOpRef<mlir::ModuleOp> own = program.module->clone(); // it may get a mesh
    readConfig(text, "c.json", *own);
    return collected.all;
  }

  /// The schema may take what the reader refuses for the program's sake, but not what it finds
  /// ill-formed; and whatever the reader takes, the schema takes.
  void compare(const Json &document) {
    std::vector<std::string> violations = schema.violations(document);
    std::vector<Told> errors = errorsOf(document.dump());
    bool refused = false, illFormed = false;
    for (const Told &error : errors) {
      refused |= error.severity == mlir::DiagnosticSeverity::Error;
      illFormed |=
          error.id == "wrong-kind" || error.id == "unknown-key" || error.id == "missing-key";
    }
    ++compared;
    if (!violations.empty())
      EXPECT_TRUE(refused) << document.dump() << "\nonly the schema refuses it: " << violations[0];
    if (illFormed)
      EXPECT_FALSE(violations.empty())
          << document.dump() << "\nonly the reader refuses it: " << errors[0].message;
  }

  test::Signature program{
      R"(%0: tensor<2x2x3xf32> loc("l"),
         %1: tensor<1x1x3x2x2xi32> {shardc.dims = ["a", "b", "k", "j", "n"]} loc("r"))",
      R"(tensor<2x2xf32> {jax.result_info = "y"})"};
  test::JsonSchema schema;
  size_t compared = 0;
};

TEST_F(SchemaTest, TakesWhatTheReaderTakes) {
  for (const char *text : documents) {
    EXPECT_TRUE(schema.accepts(Json::parse(text)))
        << text << schema.violations(Json::parse(text))[0];
    for (const Told &error : errorsOf(text))
      EXPECT_TRUE(error.id == "unsupported-key" || error.id == "unknown-name")
          << text << error.message;
  }
  EXPECT_TRUE(schema.accepts(Json::parse(configToFillIn(*program.module))));
}

TEST_F(SchemaTest, AgreesWithTheReaderOnEveryVariation) {
  for (const char *text : documents)
    test::forEachVariation(Json::parse(text), [&](const Json &document) { compare(document); });
  EXPECT_GT(compared, 500u);
}

} // namespace
