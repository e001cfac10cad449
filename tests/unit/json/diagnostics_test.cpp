// SPDX-License-Identifier: Apache-2.0
// The smallest program for every message, with its place.
#include "read.h"

#include <gtest/gtest.h>

using namespace shardc;
using test::programOf;
using test::ReadProgram;

namespace {

struct Case {
  const char *op; // of the program of `programOf`; it begins line 8
  const char *id;
  unsigned line, column;
  const char *says; // a part of the message
};

const Case cases[] = {
    {R"({"name": "z", "op": "ad", "in": ["x", "x"]})", "unknown-op", 8, 21, "did you mean 'add'"},
    {R"({"name": "z", "op": "tuple", "in": ["x"]})", "unsupported-op", 8, 21, "tuple"},
    {R"({"name": "z", "op": "send", "in": ["x"]})", "unsupported-op", 8, 21, "send"},
    {R"({"name": "z", "op": "negate", "in": ["xx"]})", "unknown-value", 8, 38,
     "no value is named 'xx'"},
    {R"({"name": "z", "op": "negate", "in": ["z"]})", "cycle", 8, 1, "'z' needs itself"},
    {R"({"name": "z", "op": "negate", "in": ["x", "x"]})", "wrong-count", 8, 1, "2 operands"},
    {R"({"name": "x", "op": "negate", "in": ["x"]})", "duplicate-name", 8, 10, "given twice"},
    {R"({"name": ["z", "w"], "op": "negate", "in": ["x"]})", "wrong-count", 8, 11, "1 results"},
    {R"({"name": "", "op": "negate", "in": ["x"]})", "bad-name", 8, 10, "empty"},
    {R"({"name": "z\u0000", "op": "negate", "in": ["x"]})", "bad-name", 8, 10, "NUL"},
    {R"({"name": "z", "op": "negate", "in": [null]})", "wrong-kind", 8, 38, "an operand"},
    {R"({"name": "z", "in": ["x"]})", "missing-key", 8, 1, "'op'"},
    {R"({"name": "z", "op": "negate", "in": [{"valu": 1}]})", "unknown-key", 8, 39, "value"},
    {R"({"name": "z", "op": "concatenate", "in": ["x"], "axis": 0})", "unknown-attribute", 8, 49,
     "did you mean 'dimension'"},
    {R"({"name": "z", "op": "sum", "in": ["x"], "axes": [0]})", "unknown-attribute", 8, 41,
     "did you mean 'dimensions'"},
    {R"({"name": "z", "op": "transpose", "in": ["x"]})", "missing-attribute", 8, 1, "permutation"},
    {R"({"name": "z", "op": "reshape", "in": ["x"]})", "missing-attribute", 8, 1, "'shape'"},
    {R"({"name": "z", "op": "reduce", "in": ["x", 0], "dimensions": [0]})", "missing-attribute", 8,
     1, "body"},
    {R"({"name": "z", "op": "transpose", "in": ["x"], "permutation": [1, 2]})", "unknown-dimension",
     8, 66, "no dimension 2"},
    {R"({"name": "z", "op": "transpose", "in": ["x"], "permutation": ["c", "rr"]})",
     "unknown-dimension", 8, 68, "no dimension is named 'rr'"},
    {R"({"name": "z", "op": "transpose", "in": ["x"], "permutation": 1})", "wrong-kind", 8, 62,
     "list of dimensions"},
    {R"({"name": "z", "op": "compare", "in": ["x", 1], "comparison_direction": "LTE"})",
     "wrong-value", 8, 72, "did you mean 'L"},
    {R"({"name": "z", "op": "reduce", "in": ["x"], "dimensions": [0], "reducer": "mean"})",
     "wrong-value", 8, 74, "unknown reducer"},
    {R"({"name": "z", "op": "sort", "in": ["x"], "comparator": "add"})", "wrong-kind", 8, 56,
     "'comparator' must be a region"},
    {R"({"name": "z", "op": "layer_norm", "in": ["x"], "epsilon": 1e300})", "wrong-literal", 8, 1,
     "1e+300 is out of range of f32"},
    {R"({"name": "z", "op": "batch_norm_inference", "in": ["x", [1, 1], [1, 1], [1, 1], [1, 1]],
         "epsilon": 1e39, "feature_index": 0})",
     "bad-attribute", 8, 1, "'epsilon' is out of range of f32"},
    {R"({"name": "z", "op": "reduce_precision", "in": ["x"], "exponent_bits": 4294967301,
         "mantissa_bits": 3})",
     "bad-attribute", 8, 1, "'exponent_bits' is out of range of i32"},
    {R"({"name": "z", "op": "convert", "in": ["x"], "dtype": "f33"})", "unknown-dtype", 8, 54,
     "did you mean 'f32'"},
    {R"({"name": "z", "op": "convert", "in": ["x"], "dtype": "f4E2M1FN"})", "unsupported-type", 8,
     54, "f4E2M1FN"},
    {R"({"name": "z", "op": "add", "in": ["y", "i"]})", "type-mismatch", 8, 40, "i32"},
    {R"({"name": "z", "op": "add", "in": ["x", [1, 2]]})", "shape-mismatch", 8, 1, "broadcast"},
    {R"({"name": "z", "op": "negate", "in": ["x"], "shape": [3, 2]})", "wrong-result", 8, 53,
     "[2, 3]"},
    {R"({"name": "z", "op": "negate", "in": ["x"], "dtype": "f64"})", "wrong-result", 8, 53, "f32"},
    {R"({"name": "z", "op": "add", "in": ["x", [[1, 2, 3], [4, 5]]]})", "wrong-literal", 8, 52,
     "ragged"},
    {R"({"name": "z", "op": "add", "in": ["i", 1.5]})", "wrong-literal", 8, 40, "integer"},
    {R"({"name": "z", "op": "add", "in": ["i", 3000000000]})", "wrong-literal", 8, 40, "range"},
    {R"({"name": "z", "op": "constant", "value": {"value": [-1], "dtype": "ui64"}})",
     "wrong-literal", 8, 53, "range"},
    {R"({"name": "z", "op": "constant", "value": {"value": [18446744073709551616], "dtype": "ui64"}})",
     "wrong-literal", 8, 53, "range"},
    {R"({"name": "z", "op": "constant", "value": {"value": [18446744073709551615], "dtype": "i64"}})",
     "wrong-literal", 8, 53, "range"},
    {R"({"name": "z", "op": "constant", "value": {"value": [128], "dtype": "i8"}})",
     "wrong-literal", 8, 53, "range"},
    {R"({"name": "z", "op": "constant", "value": {"value": [-129], "dtype": "i8"}})",
     "wrong-literal", 8, 53, "range"},
    {R"({"name": "z", "op": "constant", "value": {"value": [65536], "dtype": "ui16"}})",
     "wrong-literal", 8, 53, "range"},
    {R"({"name": "z", "op": "add", "in": ["x", 1e39]})", "wrong-literal", 8, 40, "too large"},
    {R"({"name": "z", "op": "add", "in": ["x", true]})", "wrong-literal", 8, 40, "number"},
    {R"({"name": "z", "op": "negate", "in": [1]})", "untyped-literal", 8, 38, "dtype"},
    {R"({"name": "z", "op": "add", "in": ["x", {"value": {"re": 1, "im": 2}}]})", "wrong-literal",
     8, 50, "complex"},
    {R"({"name": "z", "op": "call", "function": "f", "in": ["x"]})", "unknown-function", 8, 41,
     "no function"},
    {R"({"name": "z", "op": "negate", "in": ["x"], "dims": ["a"]})", "wrong-count", 8, 52, "2"},
    {R"({"name": "z", "op": "negate", "in": ["x"], "dims": ["a", "a"]})", "duplicate-name", 8, 58,
     "two dimensions"},
    {R"({"name": "z", "op": "iota", "iota_dimension": 0, "dtype": "i32", "shape": [4294967296, 4294967296]})",
     "too-large", 8, 1, "elements"},
    {R"({"name": "z", "op": "matmul", "in": ["x", "x"]})", "wrong-op", 8, 1, "sums over 3 and 2"},
    {R"({"name": "z", "op": "einsum", "in": ["x", "y"], "equation": "ij,k->ik"})", "", 0, 0, ""},
    {R"({"name": "z", "op": "einsum", "in": ["x", "y"], "equation": "ij,i->j"})", "wrong-op", 8, 1,
     "the letter 'i' is 2 and 3"},
    {R"({"name": "z", "op": "squeeze", "in": ["x"], "dimensions": [0]})", "wrong-op", 8, 1,
     "only dimensions of one element"},
    {R"({"name": "z", "op": "add", "in": ["x", {"file": "w.npy"}]})", "file-outside", 8, 49,
     "no folder"},
    {R"({"name": "z", "op": "slice", "in": ["x"], "start_indices": [0, 0], "limit_indices": [3, 3]})",
     "bad-bounds", 8, 1, ""},
};

TEST(JsonDiagnostics, EachHasItsSmallestProgram) {
  for (const Case &one : cases) {
    ReadProgram read(programOf(one.op));
    if (!*one.id) {
      EXPECT_TRUE(read.module) << one.op << "\n" << read.errors;
      continue;
    }
    EXPECT_FALSE(read.module) << one.op;
    ASSERT_EQ(read.told.size(), 1u) << one.op << "\n" << read.errors;
    const Told &told = read.told[0];
    EXPECT_EQ(told.id, one.id) << one.op << "\n" << read.errors;
    EXPECT_EQ(told.line, one.line) << one.op << "\n" << read.errors;
    EXPECT_EQ(told.column, one.column) << one.op << "\n" << read.errors;
    EXPECT_NE(told.message.find(one.says), std::string::npos) << one.op << "\n" << read.errors;
  }
}

TEST(JsonDiagnostics, TellsAllErrorsInOneRun) {
  ReadProgram read(programOf(R"({"name": "p", "op": "ad", "in": ["x"]},
    {"name": "q", "op": "negate", "in": ["p"]},
    {"name": "z", "op": "negate", "in": ["nobody"]})"));
  ASSERT_EQ(read.told.size(), 2u) << read.errors;
  EXPECT_EQ(read.told[0].id, "unknown-op");
  EXPECT_EQ(read.told[1].id, "unknown-value");
}

std::string idOf(const std::string &text) {
  ReadProgram read(text);
  return read.told.size() == 1 ? read.told[0].id : read.errors;
}

TEST(JsonDiagnostics, OfWholePrograms) {
  EXPECT_EQ(idOf(R"({"shardc": 2, "kind": "program", "inputs": [], "outputs": ["z"]})"),
            "newer-version");
  EXPECT_EQ(idOf(R"({"shardc": 1, "kind": "sharding"})"), "wrong-file-kind");
  EXPECT_EQ(idOf(R"({"shardc": 1, "kind": "program", "inputs": [], "outputs": []})"), "no-outputs");
  EXPECT_EQ(idOf(R"({"shardc": 1, "kind": "program", "inputs": [], "outputs": ["z"], "op": []})"),
            "unknown-key");
  EXPECT_EQ(idOf(R"({"shardc": 1, "kind": "program", "inputs": [], "outputs": ["z"]})"),
            "unknown-value");
  EXPECT_EQ(idOf(programOf("", R"(["x", "x"])")), "duplicate-name");
  EXPECT_EQ(idOf("{"), "json-syntax");
}

TEST(JsonDiagnostics, OfNamesThatWouldBePassedOver) {
  EXPECT_EQ(idOf(programOf(R"({"name": [], "op": "negate", "in": ["x"]})", R"(["x"])")),
            "bad-name");
  EXPECT_EQ(idOf(programOf(R"({"name": "z", "op": "negate", "in": ["x"], "dims": ["1", "0"]})")),
            "bad-name")
      << "\"1\" would be dimension 1, not the one of that name";
}

TEST(JsonDiagnostics, OfFunctions) {
  auto with = [](const char *functions, const char *call) {
    std::string text = programOf(call);
    return text.insert(1, "\"functions\": " + std::string(functions) + ",");
  };
  const char *call = R"({"name": "z", "op": "call", "function": "f", "in": ["x"]})";
  EXPECT_EQ(
      idOf(with(
          R"({"f": {"inputs": ["a"], "ops": [{"name": "b", "op": "call", "function": "f", "in": ["a"]}], "outputs": ["b"]}})",
          call)),
      "recursion");
  EXPECT_EQ(idOf(with(R"({"f": {"inputs": [], "outputs": ["b"]}})", call)), "wrong-count");
  EXPECT_EQ(idOf(with(R"({"g": {"inputs": ["a"], "outputs": ["a"]}})", call)), "unknown-function");
  const char *identity = R"({"f": {"inputs": ["a"], "outputs": ["a"]}})";
  for (const char *more : {R"("reducer": "add")", R"("body": {"inputs": [], "outputs": ["x"]})"})
    EXPECT_EQ(idOf(with(identity, (R"({"name": "z", "op": "call", "function": "f", "in": ["x"], )" +
                                   std::string(more) + "}")
                                      .c_str())),
              "unknown-attribute")
        << more;
}

TEST(JsonDiagnostics, OfFunctionsThatNothingCalls) {
  ReadProgram read(
      R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": [4], "dtype": "f32"}],
 "functions": {"f": {"inputs": ["a"], "ops": [{"name": "b", "op": "nonsense", "in": ["a"]}], "outputs": ["q"]},
               "//g": {"inputs": [], "outputs": []}},
 "outputs": ["x"]})");
  ASSERT_EQ(read.told.size(), 2u) << read.errors;
  EXPECT_EQ(read.told[0].id, "unused-function");
  EXPECT_EQ(read.told[0].line, 2u);
  EXPECT_EQ(read.told[1].id, "unknown-op");
}

} // namespace
