// SPDX-License-Identifier: Apache-2.0
// Every row of the table of diagnostics has a smallest input here that triggers it.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

using namespace shardc;
using namespace shardc::test;

namespace {

std::string withOutputs(const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [
    {"name": "x", "shape": [4, 6], "dtype": "f32"}, {"name": "s", "shape": [4, 4], "dtype": "f32"}],
    "ops": [)" +
         ops + R"(], "outputs": )" + outputs + "}";
}
/// A program of one op, without its braces; its result is y.
std::string op(const std::string &text) {
  return withOutputs("{\"name\": \"y\", " + text + "}", R"(["y"])");
}
std::string inText(const std::string &lines, const std::string &type = "tensor<4x6xf32>") {
  return "func.func public @main(%x: tensor<4x6xf32>, %v: tensor<f32>) -> " + type + " {\n" +
         lines + "\n  return %y : " + type + "\n}\n";
}
std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding", )" + members + "}";
}
/// A config that cuts dimension 1 of x, which has 6 elements.
std::string cut(const std::string &slices) {
  return config(R"("inputs": {"x": {"1": )" + slices + "}}");
}
std::string mesh(const std::string &members) { return config(R"("mesh": "a=2", )" + members); }

struct Row {
  const char *id;
  std::string program, config;
};

std::vector<Row> rows() {
  const std::string good = op(R"("op": "negate", "in": ["x"])");
  const std::string annotated = R"(sdy.mesh @mesh = <["a"=2]>
func.func public @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
    -> tensor<4x6xf32> {
  %y = stablehlo.negate %x : tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
)";
  const std::string square = op(R"("op": "add", "in": ["s", "st"]}, {"name": "st",
    "op": "transpose", "in": ["s"], "permutation": [1, 0])");
  const std::string product = op(R"("op": "dot_general", "in": ["x", "x"],
    "lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0])");
  return {
      {"json-syntax", "{", ""},
      {"duplicate-key", R"({"shardc": 1, "shardc": 1})", ""},
      {"too-deep", std::string(2000, '['), ""},
      {"too-large", R"({"a": [)" + std::string(70 << 20, ' ') + "]}", ""},
      {"wrong-value", good, config(R"("conflict": "no")")},
      {"wrong-kind", good, config(R"("conflict": 1)")},
      {"missing-key", op(R"("in": ["x"])"), ""},
      {"unknown-key", good, config(R"("inptus": {})")},
      {"wrong-file-kind", good, good},
      {"newer-version", R"({"shardc": 99, "kind": "program"})", ""},

      {"unknown-op", op(R"("op": "negat", "in": ["x"])"), ""},
      {"unsupported-op", op(R"("op": "send", "in": ["x"])"), ""},
      {"unsupported-type", op(R"("op": "convert", "in": ["x"], "dtype": "f4E2M1FN")"), ""},
      {"wrong-op", op(R"("op": "matmul", "in": ["x", "x"])"), ""},

      {"recursion",
       inText("  %y = call @main(%x, %v) : (tensor<4x6xf32>, tensor<f32>) -> "
              "tensor<4x6xf32>"),
       ""},
      {"unknown-function", op(R"("op": "call", "function": "f", "in": ["x"])"), ""},
      {"no-entry", "module {\n}\n", ""},
      {"cuts-conflict", square,
       config(R"("inputs": {"s": {"0": ["0:1", "1:4"], "1": ["0:2", "2:4"]}})")},
      {"too-many-shards", good, config(R"("max_shards": 3, "unspecified": "sharded")")},
      {"repeated-work", product,
       config(
           R"("unspecified": "whole", "outputs": {"y": {"0": {"length": 1}, "1": {"length": 1}}})")},

      {"gathered-dimension", R"(func.func public @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
           %y = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
           return %y : tensor<4x4xf32>
         })",
       mesh(R"("inputs": {"arg0": ["a"]})")},

      {"slice-syntax", good, cut(R"(["2"])")},
      {"slice-step", good, cut(R"(["0:6:2"])")},
      {"slice-reversed", good, cut(R"(["2:1"])")},
      {"slice-empty", good, cut("[]")},
      {"slice-bounds", good, cut(R"(["0:7"])")},
      {"slices-gap", good, cut(R"(["0:2", "3:6"])")},
      {"slices-overlap", good, cut(R"(["0:4", "3:6"])")},
      {"slices-order", good, cut(R"(["3:6", "0:3"])")},
      {"length-divides", good, cut(R"({"length": 4})")},
      {"too-many-slices", good, cut(R"({"parts": 7})")},
      {"unknown-name", good, config(R"("inputs": {"z": {}})")},
      {"ambiguous-name", good, config(R"("inputs": {"x": {}, "arg0": {}})")},
      {"unused-entry", good, config(R"("inputs": {"x": {}, "x*": {}})")},
      {"wrong-count", op(R"("op": "negate", "in": ["x", "x"])"), ""},
      {"unknown-dimension", good, config(R"("inputs": {"x": {"2": [":"]}})")},
      {"dimension-twice", good, config(R"("inputs": {"x": {"1": [":"], "-1": [":"]}})")},
      {"slices-and-mesh", good, mesh(R"("inputs": {"x": {"0": ["0:4"]}})")},
      {"wrong-mesh", good, config(R"("mesh": "a=0")")},
      {"wrong-axes", good, mesh(R"("inputs": {"x": [["?", "a"]]})")},
      {"unknown-axis", good, mesh(R"("inputs": {"x": ["b"]})")},
      {"wrong-notation", good, mesh(R"("inputs": {"x": {"hlo": "{devices=[2]<=[2]}"}})")},
      {"device-order", good, mesh(R"("inputs": {"x": {"hlo": "{devices=[3,1]<=[3]}"}})")},
      {"axis-twice", good, mesh(R"("inputs": {"x": ["a", "a"]})")},
      {"missing-mesh", good, config(R"("inputs": {"x": ["a"]})")},
      {"sharding-conflict", annotated, mesh(R"("inputs": {"arg0": [null]})")},
      {"unsupported-axes", good, R"({"shardc": 1, "kind": "sharding", "mesh": "a=12",
           "inputs": {"x": ["a:(1)2", "a:(3)2"]}})"},
      {"several-meshes",
       "sdy.mesh @a = <[\"a\"=2]>\nsdy.mesh @b = <[\"b\"=2]>\n" +
           inText("  %y = stablehlo.negate %x : tensor<4x6xf32>"),
       ""},
      {"partitions-differ", R"(module attributes {mhlo.num_partitions = 8 : i32} {
           func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
             return %x : tensor<4xf32>
           } })",
       R"({"shardc": 1, "kind": "sharding"})"},
      {"unsupported-key", good, config(R"("op_priorities": [])")},
      {"wrong-map", good, config(R"("mesh": "a=4", "map": {"axis": "a", "size": 2})")},
      {"not-replicated", good, config(R"("map": {"axis": "a", "size": 2, "out": {"y": null}})")},

      {"unknown-attribute", op(R"("op": "negate", "in": ["x"], "axis": 0)"), ""},
      {"unsupported-attribute",
       inText("  %y = stablehlo.negate %x {tool.hint = 1 : i32} : tensor<4x6xf32>"), ""},
      {"missing-attribute", op(R"("op": "transpose", "in": ["x"])"), ""},

      {"shape-mismatch", op(R"("op": "add", "in": ["x", "s"])"), ""},
      {"type-mismatch",
       op(R"("op": "add", "in": ["x", {"op": "convert", "in": ["x"], "dtype": "i32"}])"), ""},
      {"wrong-type", op(R"("op": "not", "in": ["x"])"), ""},
      {"bad-dimension", op(R"("op": "transpose", "in": ["x"], "permutation": [1, 1])"), ""},
      {"bad-bounds", op(R"("op": "slice", "in": ["x"], "start_indices": [0, 0],
                           "limit_indices": [5, 6])"),
       ""},
      {"wrong-region",
       inText("  %y = stablehlo.reduce(%x init: %v) across dimensions = [1] : (tensor<4x6xf32>, "
              "tensor<f32>) -> tensor<4xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) { "
              "%c = stablehlo.add %a, %v : tensor<f32> stablehlo.return %c : tensor<f32> }",
              "tensor<4xf32>"),
       ""},
      {"too-many-elements",
       op(R"("op": "pad", "in": ["x", 0], "edge_padding_low": [200000000000000, 200000000000000],
             "edge_padding_high": [0, 0])"),
       ""},
      {"bad-attribute", op(R"("op": "dot_general", "in": ["x", "x"],
                              "lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [])"),
       ""},

      {"bytecode", "ML\xefR", ""},
      {"hlo-text", "HloModule jit_f\n", ""},
      {"foreign-op", inText("  %y = \"tosa.abs\"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>"), ""},
      {"unknown-reader",
       "\x7f"
       "ELF",
       ""},

      {"bad-name", op(R"("op": "negate", "in": ["x"]}, {"name": "", "op": "negate", "in": ["x"])"),
       ""},
      {"no-outputs", withOutputs("", "[]"), ""},
      {"duplicate-name", withOutputs(R"({"name": "x", "op": "negate", "in": ["s"]})", R"(["x"])"),
       ""},
      {"unknown-value", op(R"("op": "negate", "in": ["z"])"), ""},
      {"unused-function",
       R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": [4], "dtype": "f32"}],
           "functions": {"f": {"inputs": ["a"], "outputs": ["a"]}}, "outputs": ["x"]})",
       ""},
      {"cycle", op(R"("op": "negate", "in": ["y"])"), ""},
      {"unknown-dtype", op(R"("op": "convert", "in": ["x"], "dtype": "f33")"), ""},
      {"wrong-result", op(R"("op": "negate", "in": ["x"], "dtype": "f64")"), ""},
      {"wrong-literal", op(R"("op": "add", "in": ["x", true])"), ""},
      {"untyped-literal", op(R"("op": "negate", "in": [1])"), ""},
      {"file-outside", op(R"("op": "add", "in": ["x", {"file": "../w.npy"}])"), ""},
      {"file-unreadable", op(R"("op": "add", "in": ["x", {"file": "absent.npy"}])"), ""},
      {"wrong-data", op(R"("op": "add", "in": ["x", {"file": "broken.npy"}])"), ""},
      {"unsupported-sharding", good,
       config(R"("mesh": "a=6", "inputs": {"x": {"dims": [], "unreduced": ["a:(1)2"]}},
                 "outputs": {"y": {"dims": [], "unreduced": ["a:(1)3"]}})")},
  };
}

class Diagnostics : public testing::Test {
protected:
  // Tests run beside each other: a folder each, by process.
  Diagnostics() : folder(testing::TempDir() + "shardc_diagnostics_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/broken.npy") << "no array";
  }
  ~Diagnostics() override { std::filesystem::remove_all(folder); }

  const std::string folder;
};

const DiagInfo *infoOf(llvm::StringRef id) {
  for (const DiagInfo &info : diagnosticTable())
    if (info.id == id) return &info;
  return nullptr;
}

TEST_F(Diagnostics, EveryRowHasAnInputThatTriggersIt) {
  std::set<std::string> triggered;
  for (const Row &row : rows()) {
    SCOPED_TRACE(row.id);
    const DiagInfo *info = infoOf(row.id);
    ASSERT_NE(info, nullptr) << "no such diagnostic any more";
    const Compiled c = compile(row.program, row.config, true, folder);
    const auto told = llvm::find_if(c.told, [&](const Told &one) { return one.id == row.id; });
    if (told == c.told.end()) {
      ADD_FAILURE() << c.messages();
      continue;
    }
    triggered.insert(row.id);
    EXPECT_EQ(told->severity, info->severity);
    EXPECT_FALSE(told->file.empty());
    EXPECT_GT(told->line, 0u) << c.messages();
    EXPECT_GT(told->column, 0u) << c.messages();
    EXPECT_EQ(c.plan.has_value(), info->severity != mlir::DiagnosticSeverity::Error);
  }
  for (const DiagInfo &info : diagnosticTable()) {
    const bool isOfPlugin =
        llvm::StringRef(info.id).starts_with("plugin-"); // tests/plugins/refused
    EXPECT_TRUE(isOfPlugin || triggered.count(info.id)) << "nothing triggers " << info.id;
  }
}

TEST_F(Diagnostics, EveryRowSaysWhatItMeansAndShowsAWayOut) {
  std::set<llvm::StringRef> ids;
  for (const DiagInfo &info : diagnosticTable()) {
    EXPECT_TRUE(ids.insert(info.id).second) << info.id << " is there twice";
    EXPECT_NE(llvm::StringRef(info.summary), "") << info.id;
    EXPECT_NE(llvm::StringRef(info.fix), "") << info.id;
  }
}

} // namespace
