// SPDX-License-Identifier: Apache-2.0
// Choices follow the machine, and what is computed does not.
#include "analysis/program/cost.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// The first machine, changed.
Machine having(llvm::function_ref<void(Machine &)> change) {
  Machine machine = machines().front();
  change(machine);
  return machine;
}

Compiled compileFor(const Machine &machine, llvm::StringRef program, llvm::StringRef config) {
  Compiled c = readOnly(program);
  EXPECT_TRUE(c.program) << c.messages();
  c.machine = machine;
  compileRead(c, config);
  EXPECT_TRUE(c.plan) << c.messages();
  return c;
}

constexpr const char *kWhole = R"({"shardc": 1, "kind": "sharding", "unspecified": "whole"})";

// Two devices have halves of the terms of a product. All of x and w are less than twice the result,
// but then each device does all of it.

constexpr const char *kProduct = R"({"shardc": 1, "kind": "program", "name": "p",
  "inputs": [{"name": "x", "shape": [64, 16], "dtype": "f32"},
             {"name": "w", "shape": [16, 64], "dtype": "f32"}],
  "ops": [{"name": "y", "op": "matmul", "in": ["x", "w"]}], "outputs": ["y"]})";
constexpr const char *kTermsApart = R"({"shardc": 1, "kind": "sharding", "mesh": "k=2",
  "inputs": {"x": [null, "k"], "w": ["k"]}, "outputs": {"y": []}})";

std::string movesOn(double linkBandwidth, const std::string &type = "f32") {
  std::string program = kProduct;
  for (size_t at = 0; (at = program.find("f32", at)) != std::string::npos; ++at)
    program.replace(at, 3, type);
  const Machine machine = having([&](Machine &m) { m.linkBandwidth = linkBandwidth; });
  return movesOf(*compileFor(machine, program, kTermsApart).plan);
}

constexpr const char *kGathered = "all_gather over k, 2048 bytes; all_gather over k, 2048 bytes; ";
constexpr const char *kReduced = "all_reduce over k, 16384 bytes; ";

TEST(Choices, SlowLinksLetDevicesRepeatAProduct) {
  EXPECT_EQ(movesOn(450e9), kGathered);
  EXPECT_EQ(movesOn(450e6), kGathered);
}

TEST(Choices, FastLinksMoveMoreForLessWork) { EXPECT_EQ(movesOn(450e12), kReduced); }

TEST(Choices, WorkIsThatOfTheElementType) {
  EXPECT_EQ(movesOn(8e12, "f32"), kGathered);
  EXPECT_EQ(movesOn(8e12, "i32"), kReduced); // half as fast
  EXPECT_EQ(movesOn(4e12, "i32"), kGathered);
  // A quarter of that, and but twice the bytes.
  EXPECT_EQ(movesOn(4e12, "i64"), "all_reduce over k, 32768 bytes; ");
}

// Fusion.

/// How many kernels there are where memory has this bandwidth.
size_t kernelsOn(double memoryBandwidth, const std::string &program) {
  const Machine machine = having([&](Machine &m) { m.memoryBandwidth = memoryBandwidth; });
  return compileFor(machine, program, kWhole).plan->functions.front().kernels.size();
}

std::string programOf(const std::string &ops, const std::string &outputs = R"("y")") {
  return R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [64, 64], "dtype": "f32"},
               {"name": "w", "shape": [64, 8], "dtype": "f32"},
               {"name": "v", "shape": [8, 8], "dtype": "f32"}],
    "ops": [)" +
         ops + R"(], "outputs": [)" + outputs + "]}";
}

TEST(Choices, SlowMemoryLetsKernelsDoWorkAgain) {
  const std::string program = programOf(R"(
      {"name": "e", "op": "exponential", "in": ["x"]}, {"name": "y", "op": "matmul", "in": ["e", "w"]})");
  EXPECT_EQ(kernelsOn(1e12, program), 1U);
  EXPECT_EQ(kernelsOn(1e14, program), 2U);
}

TEST(Choices, SlowMemoryMakesNoKernelReduceAgain) {
  const std::string chain = programOf(R"(
      {"name": "h", "op": "matmul", "in": ["x", "w"]}, {"name": "y", "op": "matmul", "in": ["h", "v"]})");
  const std::string twice = programOf(R"(
      {"name": "h", "op": "matmul", "in": ["x", "w"]}, {"name": "y", "op": "negate", "in": ["h"]},
      {"name": "z", "op": "exponential", "in": ["h"]})",
                                      R"("y", "z")");
  EXPECT_GT(kernelsOn(1e3, chain), 1U);
  EXPECT_GT(kernelsOn(1e3, twice), 1U); // y and z are one, which reads h
}

TEST(Choices, SoftmaxIsOneKernelOnEveryMachine) {
  const std::string program =
      programOf(R"({"name": "y", "op": "softmax", "in": ["x"], "dimension": 1})");
  for (const Machine &machine : machines())
    EXPECT_EQ(compileFor(machine, program, kWhole).plan->functions.front().kernels.size(), 1U)
        << machine.name;
}

/// h1 = x + b1, h2 = h1 + b2, ..., and a softmax of each, as a model's layers have it. Several sums
/// may be one kernel, which reads two operands more for each that it gives.
TEST(Choices, SumOfManyBranchesIsNotAddedUpAgain) {
  std::string inputs, ops, outputs;
  for (int layer = 1; layer <= 6; ++layer) {
    const std::string n = std::to_string(layer);
    const std::string before = layer == 1 ? "x" : "h" + std::to_string(layer - 1);
    inputs += R"(, {"name": "b)" + n + R"(", "shape": [512, 512], "dtype": "f32"})";
    ops += std::string(layer > 1 ? ", " : "") + R"({"name": "h)" + n +
           R"(", "op": "add", "in": [")" + before + R"(", "b)" + n + R"("]}, {"name": "y)" + n +
           R"(", "op": "softmax", "in": ["h)" + n + R"("], "dimension": 1})";
    outputs += std::string(layer > 1 ? ", " : "") + "\"y" + n + "\"";
  }
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [512, 512], "dtype": "f32"})" +
                              inputs + R"(], "ops": [)" + ops + R"(], "outputs": [)" + outputs +
                              "]}";
  for (const Machine &machine : machines()) {
    const Compiled c = compileFor(machine, program, kWhole);
    for (const Kernel &kernel : c.plan->functions.front().kernels)
      EXPECT_LE(kernel.formula.operands.size(), 2 * kernel.formula.results.size() + 1)
          << machine.name << ": " << kernel.name;
  }
}

/// v has four users, which all end in y.
TEST(Choices, UsersThatEndInOneKernelReadOnceWhatTheyShare) {
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "a", "shape": [2048, 2048], "dtype": "f32"},
               {"name": "b", "shape": [2048, 2048], "dtype": "f32"}],
    "ops": [{"name": "v", "op": "add", "in": [{"op": "multiply", "in": ["a", "b"]}, 0.5]},
            {"name": "bell", "op": "exponential",
             "in": [{"op": "multiply", "in": [{"op": "negate", "in": ["v"]}, "v"]}]},
            {"name": "y", "op": "add",
             "in": [{"op": "multiply", "in": [{"op": "tanh", "in": ["v"]}, "bell"]},
                    {"op": "maximum", "in": ["v", "a"]}]}],
    "outputs": ["y"]})";
  for (const Machine &machine : machines())
    EXPECT_EQ(compileFor(machine, program, kWhole).plan->functions.front().kernels.size(), 1U)
        << machine.name;
}

// Rows of a softmax are a point each.

TEST(Choices, MachinesThatStartQuicklyAreKeptBusy) {
  const std::string program = programOf(
      R"({"name": "e", "op": "exponential", "in": ["x"]}, {"name": "y", "op": "sum", "in": ["e"],
          "dimensions": [0, 1]})");
  const auto kernels = [&](double launch) {
    const Machine machine = having([&](Machine &m) { m.launch = launch; });
    return compileFor(machine, program, kWhole).plan->functions.front().kernels.size();
  };
  EXPECT_EQ(kernels(1e-3), 1U);
  EXPECT_EQ(kernels(1e-9), 2U) << "rows in one, and what they add up to";
}

// Numbers.

TEST(Choices, SumsAreTheSameOnEveryMachine) {
  const std::string program = programOf(R"(
      {"name": "h", "op": "matmul", "in": ["x", "x"]}, {"name": "s", "op": "softmax", "in": ["h"],
       "dimension": 1}, {"name": "y", "op": "matmul", "in": ["s", "w"]})");
  SmallVector<Machine, 0> all(machines());
  for (const double factor : {1e-6, 1e6})
    all.push_back(having([&](Machine &m) { m.memoryBandwidth *= factor; }));
  std::vector<std::vector<double>> results;
  for (const Machine &machine : all) {
    const Compiled c = compileFor(machine, program, kWhole);
    SmallVector<HostTensor, 2> inputs;
    for (const PlanTensor &input : c.plan->inputs) {
      HostTensor made = HostTensor::zeros(input.type);
      for (int64_t k = 0; k < input.type.elements(); ++k)
        made.set(k, Number::of(input.type.type, 1.0 / static_cast<double>(3 + k % 101)));
      inputs.push_back(std::move(made));
    }
    results.push_back(valuesOf(runOn(*c.plan, inputs).front()));
  }
  for (const auto &result : results)
    EXPECT_EQ(result, results.front());
}

// Costs.

TEST(Costs, WorkTakesAsLongAsItsTypesSay) {
  Pool pool;
  const auto formulaOf = [&](ElementType type) {
    Formula formula;
    Expr i = pool.loop(0, 100);
    formula.loops.push_back({"i", 100});
    formula.operands.push_back({type, {100}});
    Expr x = expr::load(pool, type, 0, {i});
    formula.results.push_back({{type, {100}}, {i}, expr::scalar(Fn::add, type, {x, x})});
    return formula;
  };
  const Machine &machine = machines().front();
  for (const ElementType type : {ElementType::f32, ElementType::f64, ElementType::i64}) {
    const Formula formula = formulaOf(type);
    const Env env = wholeLoops(formula);
    EXPECT_DOUBLE_EQ(secondsOf(formula, env, machine), 100 / machine.operationsOf(type));
    EXPECT_DOUBLE_EQ(secondsWithLoads(formula, env, machine) - secondsOf(formula, env, machine),
                     100 * info(type).bytes / machine.cacheBandwidth);
    EXPECT_EQ(termsOf(formula, env), 0);
  }
}

} // namespace
} // namespace shardc::test
