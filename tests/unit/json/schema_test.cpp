// SPDX-License-Identifier: Apache-2.0
// The schema and the reader agree on what has the form of a program.
#include "frontend/json/form/form.h"
#include "tests/support/diagnostics.h"
#include "tests/support/json_schema.h"

#include "mlir/IR/MLIRContext.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace shardc;
using test::Json;

namespace {

/// A program with everything that the form has.
const char *const everything = R"({"shardc": 1, "kind": "program", "name": "p", "// note": 1,
  "inputs": [{"name": "x", "shape": [2, 3], "dtype": "f32", "dims": ["a", "b"]}],
  "functions": {"f": {"inputs": ["a"], "ops": [], "outputs": ["a"]}},
  "ops": [
    {"name": "y", "op": "add", "in": ["x", 1, true, [[2]], {"value": 1, "dtype": "f32", "shape": []},
      {"splat": 0}, {"file": "w.npz", "key": "w"}, {"op": "negate", "in": ["x"]}]},
    {"name": ["p", "q"], "op": "reduce", "in": ["x", 0], "dimensions": [0], "dtype": "f32",
     "shape": [2], "dims": ["a"], "reducer": "add", "function": "f", "sharding": [null],
     "body": {"inputs": ["a", "b"], "ops": [{"name": "c", "op": "add", "in": ["a", "b"]}], "outputs": ["c"]}}],
  "outputs": {"out": "y", "again": "p"}})";
const char *const smallest =
    R"({"shardc": 1, "kind": "program", "inputs": [], "outputs": ["x", "y"]})";

bool readerAccepts(const Json &document) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  test::Collected collected(context);
  auto parsed = json::Document::parse(context, document.dump(), "p.json");
  return parsed && json::readForm(parsed->root());
}

test::JsonSchema schema() {
  std::ifstream file(SHARDC_PROGRAM_SCHEMA);
  std::stringstream text;
  text << file.rdbuf();
  return test::JsonSchema::parse(text.str());
}

TEST(ProgramSchema, AgreesWithTheReader) {
  test::JsonSchema programs = schema();
  int varied = 0, accepted = 0;
  for (const char *text : {everything, smallest}) {
    Json document = Json::parse(text);
    EXPECT_TRUE(programs.accepts(document));
    EXPECT_TRUE(readerAccepts(document));
    test::forEachVariation(document, [&](const Json &changed) {
      ++varied;
      bool fits = programs.accepts(changed);
      accepted += fits;
      EXPECT_EQ(readerAccepts(changed), fits) << changed.dump();
    });
  }
  EXPECT_GT(varied, 500);
  EXPECT_GT(accepted, 20);
}

} // namespace
