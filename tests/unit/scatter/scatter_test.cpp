// SPDX-License-Identifier: Apache-2.0
// Updates go where the specification says, in their order, however devices share them.
#include "codegen/check/check.h"
#include "frontend/ir/formula/push.h"
#include "tests/support/compile.h"
#include "tests/unit/ir/program.h"
#include "tests/unit/scatter/random_scatter.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

struct Types {
  std::string x = "7x3xf32", i = "5x1xi32", u = "5x3xf32";
};

const char *const kRows = "update_window_dims = [1], inserted_window_dims = [0], "
                          "scatter_dims_to_operand_dims = [0], index_vector_dim = 1";

std::string program(const std::string &dimensions, const Types &types = {},
                    const std::string &body = "stablehlo.add %a, %b") {
  const std::string element = "tensor<" + types.x.substr(types.x.rfind('x') + 1) + ">";
  const std::string x = "tensor<" + types.x + ">", i = "tensor<" + types.i + ">",
                    u = "tensor<" + types.u + ">";
  return oneOp("%x: " + x + " loc(\"x\"), %i: " + i + " loc(\"i\"), %u: " + u + " loc(\"u\")",
               "%r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
               "#stablehlo.scatter<" +
                   dimensions + ">}> ({\n  ^bb0(%a: " + element + ", %b: " + element +
                   "):\n    %c = " + body + " : " + element + "\n    stablehlo.return %c : " +
                   element + "\n  }) : (" + x + ", " + i + ", " + u + ") -> " + x,
               x);
}

struct Wrong {
  std::string dimensions;
  Types types;
  std::string error;
};

TEST(Scatter, SaysWhatIsWrong) {
  const Wrong rows[] = {
      {"update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, "
       "1], index_vector_dim = 1",
       {},
       "bad-attribute: stablehlo.scatter: 'scatter_dims_to_operand_dims' has to have a dimension "
       "for each of the 1 numbers"},
      {"update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], "
       "index_vector_dim = 1",
       {},
       "bad-dimension: stablehlo.scatter"},
      {"update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
       "index_vector_dim = 3",
       {},
       "bad-dimension: stablehlo.scatter: 'index_vector_dim' 3 is not in 0..2"},
      {"update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
       {},
       "bad-attribute: stablehlo.scatter: update_window, inserted_window"},
      {"update_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
       {},
       "bad-attribute: stablehlo.scatter: 'update_window_dims' have to be sorted"},
      {"update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], "
       "index_vector_dim = 1",
       {"2x3xf32", "5x1xi32", "5x3xf32"},
       "shape-mismatch: stablehlo.scatter: dimension 1 of the updates has 3 indices, and the input "
       "only 2"},
      {kRows, {"7x3xf32", "5x1xf32", "5x3xf32"}, "wrong-type: stablehlo.scatter"},
      {kRows, {"7x3xf32", "4x1xi32", "5x3xf32"}, "shape-mismatch: stablehlo.scatter: dimension 0"},
      {kRows, {"7x3xf32", "5x1xi32", "5x3x1xf32"}, "shape-mismatch: stablehlo.scatter: updates"},
      {kRows, {"7x3xf32", "5x1xi32", "5x3xf64"}, "type-mismatch: stablehlo.scatter"},
      {"update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
       "index_vector_dim = 2",
       {"7x3xf32", "5xi32", "5x3xf32"},
       "bad-dimension: stablehlo.scatter: 'index_vector_dim'"},
      {"update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
       "scatter_dims_to_operand_dims = [1], index_vector_dim = 1",
       {},
       "shape-mismatch: stablehlo.scatter: batching dimensions 0 and 0 differ in size"},
      {"update_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
       "index_vector_dim = 1",
       {},
       "bad-attribute: stablehlo.scatter: batching dimensions come in pairs"},
      {"update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [0], "
       "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim "
       "= 1",
       {},
       "bad-dimension: stablehlo.scatter: dimension 0 appears twice in "
       "'inserted_window/input_batching'"},
  };
  for (const Wrong &row : rows) {
    const Program read(program(row.dimensions, row.types));
    EXPECT_FALSE(read.module) << row.dimensions;
    EXPECT_THAT(read.error(), HasSubstr(row.error)) << row.dimensions;
    ASSERT_FALSE(read.told.empty());
    EXPECT_EQ(read.told[0].line, 2u) << row.dimensions;
  }
}

TEST(Scatter, RefusesBodiesThatMixOperands) {
  const Program read(oneOp(
      "%x: tensor<7xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>",
      "%r:2 = \"stablehlo.scatter\"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = "
      "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
      "index_vector_dim = 1>}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, "
      "%d: tensor<f32>):\n    %e = stablehlo.add %a, %d : tensor<f32>\n    stablehlo.return %e, %b "
      ": tensor<f32>, tensor<f32>\n  }) : (tensor<7xf32>, tensor<7xf32>, tensor<5x1xi32>, "
      "tensor<5xf32>, tensor<5xf32>) -> (tensor<7xf32>, tensor<7xf32>)",
      "tensor<7xf32>, tensor<7xf32>"));
  EXPECT_THAT(read.error(), HasSubstr("unsupported-op: stablehlo.scatter: its body combines"));
}

TEST(Push, InvertsWhatPulls) {
  const Program read(program(kRows));
  ASSERT_EQ(read.error(), "");
  Pool pool;
  const auto formula = formulaOf(read.firstOp(), pool);
  ASSERT_TRUE(formula);
  const auto inverted = pushed(*formula);
  ASSERT_TRUE(inverted && inverted->push) << str(*formula);
  EXPECT_EQ(str(inverted->start), "y[i, j] = x0[i, j]");
  EXPECT_EQ(str(*inverted->push), "y[pick(at(x1[k, 0])), j] = add(arg0, x2[k, j])");
  EXPECT_EQ(ruleOf(*formula).str(),
            "([i, j], [k, -], [k, j])->([i, j]) {i=7, j=3, k=5} reduction={k}");
}

TEST(Push, CountsWindowsBesideUpdates) {
  const Program read(program("update_window_dims = [1], scatter_dims_to_operand_dims = [0], "
                             "index_vector_dim = 1",
                             {"7xf32", "5x1xi32", "5x3xf32"}, "stablehlo.maximum %a, %b"));
  ASSERT_EQ(read.error(), "");
  Pool pool;
  const auto formula = formulaOf(read.firstOp(), pool);
  const auto inverted = pushed(*formula);
  ASSERT_TRUE(inverted && inverted->push) << str(*formula);
  EXPECT_EQ(str(*inverted->push), "y[pick(at(x1[j, 0]) + i)] = max(arg0, x2[j, i])");
}

/// The bits of the plain loop, on one device and by cuts of the dimensions.
void expectRuns(const RandomScatter &scatter, const std::string &config, std::mt19937 &random) {
  const Compiled c = compile(scatter.program, config);
  ASSERT_TRUE(c.plan) << scatter.program << config << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt) << scatter.program << config;
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    EXPECT_FALSE(pullOf(kernel.formula.results[0].value)) << str(kernel.formula);
  const std::vector<HostTensor> operands = scatter.operands(random);
  EXPECT_EQ(valuesOf(runOn(*c.plan, operands)[0]), valuesOf(scatter.expected(operands)))
      << scatter.program << config;
}

TEST(Scatter, AtRandomDoesWhatTheSpecificationSays) {
  const ElementType types[] = {ElementType::f32, ElementType::f64, ElementType::i32,
                               ElementType::i64, ElementType::ui32};
  for (int seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const RandomScatter scatter(random, types[seed % 5]);
    expectRuns(scatter, "", random);
    if (HasFailure()) return;
  }
}

/// Axes on dimensions that they fit, of any input, and of the output.
std::string randomMesh(const RandomScatter &scatter, std::mt19937 &random) {
  const auto dims = [&](const TensorSpec &type) {
    std::string text;
    std::vector<std::string> left = {"a", "b"};
    for (size_t dim = 0; dim < type.shape.size(); ++dim) {
      const bool takes = !left.empty() && random() % 2 == 0;
      text += (dim ? ", " : "") + (takes ? "[\"" + left.back() + "\"]" : std::string("null"));
      if (takes) left.pop_back();
    }
    return "[" + text + "]";
  };
  return R"({"shardc": 1, "kind": "sharding", "mesh": "a=2, b=2", "inputs": {"x": )" +
         dims(scatter.x) + R"(, "i": )" + dims(scatter.i) + R"(, "u": )" + dims(scatter.u) + "}}";
}

TEST(Scatter, AtRandomIsTheSameOnAMesh) {
  const ElementType types[] = {ElementType::i32, ElementType::i64, ElementType::ui32};
  for (int seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const RandomScatter scatter(random, types[seed % 3]);
    expectRuns(scatter, randomMesh(scatter, random), random);
    if (HasFailure()) return;
  }
}

std::string mesh(const std::string &axes, const std::string &inputs) {
  return R"({"shardc": 1, "kind": "sharding", "mesh": ")" + axes + R"(", "inputs": {)" + inputs +
         "}}";
}

TEST(Scatter, OfUpdatesThatDevicesShareIsCombined) {
  const std::string config = mesh("a=2", R"("i": ["a"], "u": ["a"])");
  const auto moves = [&](const std::string &body, const std::string &type) {
    const Compiled c =
        compile(program(kRows, {"8x3x" + type, "96x1xi32", "96x3x" + type}, body), config);
    EXPECT_TRUE(c.plan) << c.messages();
    return c.plan ? movesOf(*c.plan) : "";
  };
  EXPECT_THAT(moves("stablehlo.add %a, %b", "f32"), HasSubstr("all_reduce over a"));
  EXPECT_THAT(moves("stablehlo.maximum %a, %b", "f32"), HasSubstr("all_reduce over a"));
  EXPECT_THAT(moves("stablehlo.xor %a, %b", "i32"), HasSubstr("all_reduce over a"));
  // What has an order is not split.
  EXPECT_THAT(moves("stablehlo.subtract %a, %b", "f32"), testing::Not(HasSubstr("all_reduce")));
}

TEST(Scatter, IntoRowsThatDevicesShareMovesNothing) {
  const Compiled c = compile(program(kRows, {"8x3xf32", "6x1xi32", "6x3xf32"}),
                             mesh("a=4", R"("x": ["a"], "i": [null, null], "u": [null, null])"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "");
}

// Where updates go.

const char *const kRowDimensions = R"("update_window_dims": [1], "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1)";

std::string intoRows(const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [8, 3], "dtype": "f32"},
                 {"name": "i", "shape": [4, 1], "dtype": "i32"},
                 {"name": "u", "shape": [4, 3], "dtype": "f32"}],
      "ops": [)" +
         ops + R"(], "outputs": [)" + outputs + "]}";
}

/// How many kernels only copy. The plan is proved, and gives what one without fusion does.
int copies(const std::string &text) {
  const Compiled c = compile(text, ""), plain = compile(text, "", /*fuse=*/false);
  EXPECT_TRUE(c.plan && plain.plan) << c.messages();
  if (!c.plan || !plain.plan) return -1;
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const std::vector<HostTensor> inputs = {iota({ElementType::f32, {8, 3}}, -9),
                                          tensor({ElementType::i32, {4, 1}}, {2, 7, 2, -1}),
                                          iota({ElementType::f32, {4, 3}}, 5)};
  EXPECT_EQ(valuesOf(runOn(*c.plan, inputs)[0]), valuesOf(runOn(*plain.plan, inputs)[0]));
  return static_cast<int>(llvm::count_if(c.plan->functions[0].kernels, [](const Kernel &kernel) {
    return !isPushed(kernel.formula) && isIdentity(kernel.formula);
  }));
}

const std::string kAdded =
    std::string(R"({"name": "z", "op": "scatter", "in": ["e", "i", "u"], )") + kRowDimensions +
    R"(, "reducer": "add"})";
const char *const kMade = R"({"name": "e", "op": "exponential", "in": ["x"]}, )";

TEST(Push, GoesIntoWhatIsNotReadLater) {
  EXPECT_EQ(copies(intoRows(kMade + kAdded, "\"z\"")), 0);
  EXPECT_EQ(copies(intoRows(kMade + kAdded, "\"z\", \"e\"")), 1);
}

TEST(Push, GoesIntoWhatALoopCarries) {
  const std::string loop =
      R"({"name": ["n", "c"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x"],
        "cond": {"inputs": ["k", "a"], "ops": [{"name": "more", "op": "compare", "in": ["k", 6],
                                                "comparison_direction": "LT"}],
                 "outputs": ["more"]},
        "body": {"inputs": ["k", "e"], "ops": [)" +
      kAdded + R"(, {"name": "j", "op": "add", "in": ["k", 1]}], "outputs": ["j", "z"]}})";
  const Compiled c = compile(intoRows(loop, "\"c\""), "");
  ASSERT_TRUE(c.plan) << c.messages();
  const auto *steps = &c.plan->functions[0].steps;
  const auto found =
      llvm::find_if(*steps, [](const Step &step) { return step.kind == Step::Kind::loop; });
  ASSERT_NE(found, steps->end());
  EXPECT_EQ(found->bodies[1].size(), 1u);
  EXPECT_GE(copies(intoRows(loop, "\"c\"")), 0);
}

} // namespace
} // namespace shardc::test
