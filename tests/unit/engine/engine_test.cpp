// SPDX-License-Identifier: Apache-2.0
// The engine gives the bits of the reference evaluation, whatever a kernel takes beside memory.
#include "tests/support/compile.h"
#include "tests/support/engine.h"

#include <gmock/gmock.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

namespace shardc::test {
namespace {

std::vector<HostTensor> inputsOf(const Plan &plan) {
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : plan.inputs) {
    inputs.push_back(HostTensor::zeros(input.type));
    for (int64_t k = 0; k < input.type.elements(); ++k)
      inputs.back().set(k, Number::of(input.type.type, static_cast<double>(k * 37 % 101) / 8 - 6));
  }
  return inputs;
}

/// Of both engines, on every set of instructions that this processor has.
void expectSameBits(const char *program, const char *config, const Compiled &compiled) {
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  const Plan &plan = *compiled.plan;
  const std::vector<HostTensor> inputs = inputsOf(plan), expected = runOn(plan, inputs);
  for (const std::string &isa : instructionsOfProcessor()) {
    const std::vector<HostTensor> got = runCompiled(plan, inputs, isa);
    for (size_t k = 0; k < expected.size(); ++k)
      EXPECT_EQ(got[k].data, expected[k].data) << isa << ", output " << k << " of\n"
                                               << program << "\n"
                                               << config;
  }
}

void expectSameBits(const char *program, const char *config) {
  expectSameBits(program, config, compile(program, config));
}

TEST(Engine, GivesKernelsTheIndicesOfTheirShard) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [10, 3], "dtype": "f32"}],
    "ops": [{"name": "i", "op": "iota", "iota_dimension": 0, "shape": [10, 3], "dtype": "f32"},
            {"name": "y", "op": "multiply", "in": ["x", "i"]}], "outputs": ["y"]})",
                 R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
                     "inputs": {"x": {"0": {"parts": 3}}}})");
}

/// The quotient does not change in the sum over it, and so stands before it, behind an `if`.
TEST(Engine, DecidesBeforeALoopOnASumThatTheLoopDoesNotChange) {
  expectSameBits(R"(
func.func public @main(%x: tensor<8x16xf32>, %w: tensor<8x16xf32>, %p: tensor<i1>, %z: tensor<f32>) -> tensor<8x16xf32> {
  %a = stablehlo.multiply %x, %w : tensor<8x16xf32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %zs = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %t = stablehlo.select %p, %r, %zs : tensor<i1>, tensor<8xf32>
  %c = stablehlo.constant dense<16.0> : tensor<8xf32>
  %q = stablehlo.divide %t, %c : tensor<8xf32>
  %qs = stablehlo.broadcast_in_dim %q, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %m = stablehlo.multiply %qs, %x : tensor<8x16xf32>
  %n = stablehlo.negate %m : tensor<8x16xf32>
  %s = stablehlo.reduce(%n init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %y = stablehlo.add %m, %ss : tensor<8x16xf32>
  return %y : tensor<8x16xf32>
})",
                 "");
}

TEST(Engine, LetsProductsUnderflowToMinusZero) {
  const char *program = R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [4, 8], "dtype": "f32"}, {"name": "y", "shape": [8, 16], "dtype": "f32"}],
    "ops": [{"name": "a", "op": "multiply", "in": ["x", 1e-25]},
            {"name": "b", "op": "multiply", "in": ["y", 1e-25]},
            {"name": "z", "op": "dot", "in": ["a", "b"]}], "outputs": ["z"]})";
  const Compiled compiled = compile(program, "");
  expectSameBits(program, "", compiled);
  const std::vector<HostTensor> outputs = runOn(*compiled.plan, inputsOf(*compiled.plan));
  EXPECT_THAT(valuesOf(outputs.front()), testing::Contains(testing::Truly(
                                             [](double z) { return z == 0 && std::signbit(z); })));
}

/// Of each sum a device has one index of the first dimension, so a loop over it has no braces.
TEST(Engine, NamesWhatSumsInOneBlockMakeApart) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [2, 64, 4], "dtype": "f32"},
               {"name": "y", "shape": [2, 64, 1], "dtype": "f32"}],
    "ops": [{"name": "a", "op": "sum", "in": ["x"], "dimensions": [0, 1]},
            {"name": "b", "op": "sum", "in": [{"op": "negate", "in": ["x"]}], "dimensions": [0, 1]},
            {"name": "c", "op": "add", "in": ["a", "b"]},
            {"name": "d", "op": "sum", "in": ["y"], "dimensions": [0, 1]},
            {"name": "e", "op": "sum", "in": [{"op": "tanh", "in": ["y"]}], "dimensions": [0, 1]},
            {"name": "f", "op": "add", "in": ["d", "e"]}],
    "outputs": ["c", "f"]})",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "unspecified": "replicated",
                     "inputs": {"x": ["a"], "y": ["a"]}, "outputs": [[], []]})");
}

TEST(Engine, ComparesSumsOfSeveralIndicesInVectors) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [3, 4, 16], "dtype": "f32"}],
    "ops": [{"name": "i", "op": "iota", "iota_dimension": 0, "shape": [3, 4, 16], "dtype": "i32"},
            {"name": "j", "op": "iota", "iota_dimension": 1, "shape": [3, 4, 16], "dtype": "i32"},
            {"name": "k", "op": "iota", "iota_dimension": 2, "shape": [3, 4, 16], "dtype": "i32"},
            {"name": "s", "op": "add", "in": ["i", "j"]},
            {"name": "d", "op": "subtract", "in": ["s", "k"]},
            {"name": "is", "op": "compare", "in": ["d", 0], "comparison_direction": "EQ"},
            {"name": "f", "op": "convert", "in": ["is"], "dtype": "f32"},
            {"name": "y", "op": "multiply", "in": ["f", "x"]}], "outputs": ["y"]})",
                 "");
}

TEST(Engine, CallsFunctionsInBodiesOfReductions) {
  expectSameBits(R"(
func.func private @larger(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %is = func.call @before(%b, %a) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.select %is, %a, %b : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
func.func private @before(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %is = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %is : tensor<i1>
}
func.func public @main(%x: tensor<5x9xf32>) -> tensor<5xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.reduce(%x init: %least) across dimensions = [1]
      : (tensor<5x9xf32>, tensor<f32>) -> tensor<5xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %c = func.call @larger(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %c : tensor<f32>
    }
  return %y : tensor<5xf32>
})",
                 "");
}

TEST(Engine, PicksBranchesInBodiesOfReductions) {
  expectSameBits(R"(
func.func public @main(%x: tensor<5x9xi32>) -> tensor<5xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.reduce(%x init: %zero) across dimensions = [1]
      : (tensor<5x9xi32>, tensor<i32>) -> tensor<5xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %is = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c = "stablehlo.if"(%is) ({
        stablehlo.return %b : tensor<i32>
      }, {
        stablehlo.return %a : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      stablehlo.return %c : tensor<i32>
    }
  return %y : tensor<5xi32>
})",
                 "");
}

TEST(Engine, NamesTheOneIndexThatTwoSumsHaveOnce) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "a", "shape": [2, 1], "dtype": "f32"},
               {"name": "b", "shape": [2, 4, 2], "dtype": "f32"}],
    "ops": [{"name": "f", "op": "reshape", "in": ["b"], "shape": [2, 8]},
            {"name": "g", "op": "tanh", "in": ["f"]},
            {"name": "p", "op": "dot_general", "in": ["f", "a"],
             "lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0]},
            {"name": "q", "op": "dot_general", "in": ["g", "a"],
             "lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0]},
            {"name": "y", "op": "add", "in": ["p", "q"]}], "outputs": ["y"]})",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "x=2, y=3",
                     "inputs": {"a": ["x"], "b": ["x"]}, "outputs": [["y"]]})");
}

TEST(Engine, ReadsNothingForNoChannelsOfAConvolution) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [2, 6, 6, 2], "dtype": "f32"},
               {"name": "w", "shape": [3, 3, 2, 2], "dtype": "f32"}],
    "ops": [{"name": "y", "op": "convolution", "in": ["x", "w"], "padding": [[1, 1], [1, 1]],
             "dim_numbers": "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"}], "outputs": ["y"]})",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "a=3",
                     "inputs": {"x": [null, null, null, "a"], "w": [null, null, null, "a"]},
                     "outputs": [[null, null, null, "a"]]})");
}

TEST(Engine, CallsChunkAfterChunk) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "a", "shape": [300, 64], "dtype": "f32"},
               {"name": "b", "shape": [64, 96], "dtype": "f32"}],
    "ops": [{"name": "c", "op": "dot", "in": ["a", "b"]},
            {"name": "d", "op": "tanh", "in": ["c"]}], "outputs": ["d"]})",
                 "");
}

TEST(Engine, GivesKernelsTheTripsOfLoops) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [4], "dtype": "f32"}],
    "ops": [{"name": ["n", "y"], "op": "while",
             "in": [{"value": 0, "dtype": "i32", "shape": []}, "x"],
             "cond": {"inputs": ["k", "v"], "outputs": ["less"],
                      "ops": [{"name": "less", "op": "compare", "in": ["k", 5],
                               "comparison_direction": "LT"}]},
             "body": {"inputs": ["k", "v"], "outputs": ["next", "w"],
                      "ops": [{"name": "next", "op": "add", "in": ["k", 1]},
                              {"name": "f", "op": "convert", "in": ["k"], "dtype": "f32"},
                              {"name": "w", "op": "add", "in": ["v", "f"]}]}}],
    "outputs": ["y"]})",
                 "");
}

TEST(Engine, ReadsNoMoreThanADeviceHolds) {
  const char *const program =
      R"(func.func @main(%x: tensor<2x4x4xi1>, %n: tensor<ui32>) -> tensor<1x11x2xi1> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %0 = stablehlo.pad %x, %yes, low = [0, 1, 0], high = [0, 0, -2], interior = [0, 2, 0]
    : (tensor<2x4x4xi1>, tensor<i1>) -> tensor<2x11x2xi1>
  %1 = stablehlo.dynamic_slice %0, %n, %one, %one, sizes = [1, 11, 2]
    : (tensor<2x11x2xi1>, tensor<ui32>, tensor<ui32>, tensor<ui32>) -> tensor<1x11x2xi1>
  return %1 : tensor<1x11x2xi1>
})";
  expectSameBits(program, R"({"shardc": 1, "kind": "sharding", "mesh": "x=6",
                              "inputs": {"arg0": ["x", null, null]}})");
}

TEST(Engine, RunsSeveralFunctions) {
  expectSameBits(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [4], "dtype": "f32"}, {"name": "y", "shape": [6], "dtype": "i32"}],
    "ops": [{"name": "a", "op": "exponential", "in": ["x"]}, {"name": "b", "op": "add", "in": ["y", 1]}],
    "outputs": ["a", "b"]})",
                 R"({"shardc": 1, "kind": "sharding",
                     "inputs": {"x": {"0": {"parts": 2}}, "y": {"0": {"parts": 3}}}})");
}

TEST(Engine, RunsKernelsByBlocksOfRows) {
  constexpr const char *program = R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "q", "shape": [640, 32], "dtype": "f32"},
               {"name": "k", "shape": [640, 32], "dtype": "f32"},
               {"name": "v", "shape": [640, 32], "dtype": "f32"}],
    "ops": [{"name": "s", "op": "dot_general", "in": ["q", "k"],
             "lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [1]},
            {"name": "p", "op": "softmax", "in": ["s"], "dimension": 1},
            {"name": "o", "op": "dot", "in": ["p", "v"]}], "outputs": ["o"]})";
  Compiled compiled = readOnly(program);
  compiled.rowBlocks = true;
  compileRead(compiled, "");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  ASSERT_FALSE(compiled.plan->functions.front().rowBlocks.empty());
  expectSameBits(program, "", compiled);
}

constexpr const char *kNegates = R"({"shardc": 1, "kind": "program",
  "inputs": [{"name": "x", "shape": [64], "dtype": "f32"}],
  "ops": [{"name": "y", "op": "negate", "in": ["x"]}], "outputs": ["y"]})";

/// The kernels with other text; there is one place for it.
CpuKernels changed(const Plan &plan, const std::string &from, const std::string &to) {
  CpuKernels text = cpuKernels(plan);
  for (BundleFile &file : text.files) {
    if (file.path != text.source) continue;
    const size_t at = file.text.find(from);
    EXPECT_NE(at, std::string::npos) << from << " is not in\n" << file.text;
    if (at != std::string::npos) file.text.replace(at, from.size(), to);
  }
  return text;
}

TEST(EngineDeathTest, NamesTheKernelThatFaults) {
  const Compiled compiled = compile(kNegates, "");
  const Plan &plan = *compiled.plan;
  const CpuKernels text = changed(plan, "-load(x, i)", "-load((const float *)64, i)");
  EXPECT_EXIT(runCompiled(plan, inputsOf(plan), text, "baseline", [](Compute own) { return own; }),
              testing::ExitedWithCode(70), "kernel 'negate_0' reaches memory that is not its own");
}

TEST(EngineDeathTest, CallsTextThatDoesNotCompileABug) {
  const Compiled compiled = compile(kNegates, "");
  const Plan &plan = *compiled.plan;
  const CpuKernels text = changed(plan, "-load(x, i)", "-no_such_value");
  EXPECT_EXIT(runCompiled(plan, inputsOf(plan), text, "baseline", [](Compute own) { return own; }),
              testing::ExitedWithCode(70), "undeclared identifier 'no_such_value'");
}

TEST(Engine, SaysNothingOfWarnings) {
  const Compiled compiled = compile(kNegates, "");
  const Plan &plan = *compiled.plan;
  const CpuKernels text = changed(plan, "-load(x, i)", "(i, -load(x, i))"); // an unused value
  testing::internal::CaptureStderr();
  runCompiled(plan, inputsOf(plan), text, "baseline", [](Compute own) { return own; });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// Of each thread of this process that lets SIGTERM go to others, its number.
std::set<std::string> threadsWithoutInterrupts() {
  std::set<std::string> threads;
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(task.path() / "status");
    for (std::string word; status >> word;) {
      if (word != "SigBlk:") continue;
      unsigned long long blocked = 0;
      status >> std::hex >> blocked;
      if (blocked >> (SIGTERM - 1) & 1) threads.insert(task.path().filename());
    }
  }
  return threads;
}

TEST(Engine, LeavesInterruptsToWhoCalls) {
  const Compiled compiled = compile(kNegates, "");
  const Plan &plan = *compiled.plan;
  const CompiledKernels kernels(plan, cpuKernels(plan), {.isa = "baseline"});
  const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
  const auto others = std::distance(begin(tasks), end(tasks)) - 1;
  EXPECT_GE(others, 1);
  EXPECT_EQ(threadsWithoutInterrupts().size(), static_cast<size_t>(others));
}

} // namespace
} // namespace shardc::test
