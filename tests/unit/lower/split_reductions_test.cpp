// SPDX-License-Identifier: Apache-2.0
// Sums over several loops in two kernels: which are, and that they have the bits of one.
#include "tests/support/compile.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

/// r = op(exp(x)), along `dimensions`.
struct Reduction {
  std::string shape = "16, 96, 40", dimensions = "0, 1", mesh = "a=1", sharding = "[]";
  std::string op = "sum", type = "f32";
};

Plan planOf(const Reduction &of, const Machine &machine) {
  const bool isPlace = of.op == "argmax";
  const std::string along =
      isPlace ? "\"dimension\": " + of.dimensions : "\"dimensions\": [" + of.dimensions + "]";
  const std::string first = StringRef(of.type).starts_with("i") ? "negate" : "exponential";
  const std::string program = R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [)" +
                              of.shape + R"(], "dtype": ")" + of.type + R"("}],
    "ops": [{"name": "e", "op": ")" +
                              first + R"(", "in": ["x"]},
            {"name": "r", "op": ")" +
                              of.op + R"(", "in": ["e"], )" + along + R"(}], "outputs": ["r"]})";
  Compiled c = readOnly(program);
  EXPECT_TRUE(c.program) << c.messages();
  c.machine = machine;
  compileRead(c, R"({"shardc": 1, "kind": "sharding", "mesh": ")" + of.mesh +
                     R"(", "inputs": {"x": )" + of.sharding + "}}");
  EXPECT_TRUE(c.plan) << c.messages();
  return std::move(*c.plan);
}

/// On a GPU whose kernels begin after so long. [s]
Plan planOf(const Reduction &of, double launch) {
  Machine machine = machines().front();
  machine.launch = launch;
  return planOf(of, machine);
}

size_t kernelsOf(const Reduction &of, double launch = 1e-9) {
  return planOf(of, launch).functions.front().kernels.size();
}

bool hasInner(const Plan &plan) {
  return llvm::any_of(plan.functions.front().buffers, [](const Buffer &buffer) {
    return buffer.name.find("_inner") != std::string::npos;
  });
}
bool isSplit(const Reduction &of) { return hasInner(planOf(of, 1e-9)); }
bool isSplitOnCpus(const Reduction &of) { return hasInner(planOf(of, *findMachine("cpu"))); }

TEST(SplitReductions, AreThoseWorthAnotherKernel) {
  EXPECT_EQ(kernelsOf({}, 1), 1u) << "a launch takes longer";
  EXPECT_GT(kernelsOf({}), 1u);
  EXPECT_EQ(kernelsOf({.shape = "2, 40, 300000"}), 1u) << "a thread for each result is enough";
}
TEST(SplitReductions, HaveAnInnerSumThatStandsAlone) {
  EXPECT_TRUE(isSplit({}));
  EXPECT_TRUE(isSplit({.shape = "16, 96, 40", .dimensions = "0, 2"}));
  EXPECT_FALSE(isSplit({.shape = "1, 30, 20", .dimensions = "0, 2"})) << "rows of 20 are added on";
}
TEST(SplitReductions, CutWhatIsLong) {
  EXPECT_TRUE(isSplit({.shape = "8192", .dimensions = "0"}));
  EXPECT_TRUE(isSplit({.shape = "8192, 3", .dimensions = "0"}));
  EXPECT_TRUE(isSplit({.shape = "8200", .dimensions = "0"})) << "leaves have 512 or 513 terms";
  EXPECT_TRUE(isSplit({.shape = "8191", .dimensions = "0"})) << "leaves have 1023 or 1024 terms";
  EXPECT_TRUE(isSplit({.shape = "8191, 3", .dimensions = "0"}));
  EXPECT_TRUE(isSplit({.shape = "8192", .dimensions = "0", .op = "max_of"}));
  EXPECT_TRUE(isSplit({.shape = "8192", .dimensions = "0", .op = "argmax"}));
  EXPECT_TRUE(isSplit({.shape = "8192", .dimensions = "0", .op = "sum", .type = "bf16"}));
  EXPECT_TRUE(isSplit({.shape = "8191", .dimensions = "0", .op = "max_of"}));
  EXPECT_TRUE(isSplit({.shape = "8191", .dimensions = "0", .type = "i32"}));
  EXPECT_TRUE(isSplit({.shape = "7, 8191", .op = "max_of"})) << "of the longer dimension";
  EXPECT_FALSE(isSplit({.shape = "1024", .dimensions = "0"})) << "one leaf";
  EXPECT_FALSE(isSplit({.shape = "8192", .dimensions = "0", .op = "prod"}))
      << "one element after the other";
}
TEST(SplitReductions, ReduceRowsAlongMemoryOfWhatHasSeveralDimensions) {
  const auto elementsInside = [](const Reduction &of) {
    int64_t elements = 0;
    const Plan plan = planOf(of, 1e-6);
    for (const Buffer &buffer : plan.functions.front().buffers)
      if (buffer.name.find("_inner") != std::string::npos)
        elements = std::max(elements, buffer.bytes / info(buffer.type).bytes);
    return elements;
  };
  // A row of 203 each, of 4,000 together: each loop by itself has fewer parts.
  EXPECT_GE(elementsInside({.shape = "40, 100, 203", .dimensions = "0, 1, 2", .op = "max_of"}),
            4000);
  EXPECT_LT(elementsInside({.shape = "40, 100, 7", .dimensions = "0, 1, 2", .op = "max_of"}), 4000)
      << "rows that are short for threads";
  EXPECT_LT(elementsInside({.shape = "400, 1000, 50", .dimensions = "0, 1, 2", .op = "max_of"}),
            400000)
      << "more rows than are worth memory";
}
TEST(SplitReductions, GiveOtherThreadsOfCpusWork) {
  EXPECT_TRUE(isSplitOnCpus({.shape = "1048576", .dimensions = "0"}));
  EXPECT_TRUE(isSplitOnCpus({.shape = "3, 1048576", .dimensions = "1"}));
  EXPECT_TRUE(isSplitOnCpus({.shape = "32768, 48", .dimensions = "0"}));
  EXPECT_TRUE(isSplitOnCpus({.shape = "1048576", .dimensions = "0", .op = "max_of"}));
  EXPECT_TRUE(isSplitOnCpus({.shape = "1048576", .dimensions = "0", .op = "argmax"}));
  EXPECT_FALSE(isSplitOnCpus({.shape = "4, 1048576", .dimensions = "1"})) << "a row for each";
  EXPECT_FALSE(isSplitOnCpus({.shape = "8192, 256", .dimensions = "0"})) << "columns for each";
  EXPECT_FALSE(isSplitOnCpus({.shape = "65536", .dimensions = "0"})) << "done sooner than shared";
  EXPECT_FALSE(isSplitOnCpus({.shape = "1048579", .dimensions = "0"})) << "no equal leaves";
}
TEST(SplitReductions, CutWhatDevicesHoldWhereTheyHaveWholeParts) {
  EXPECT_TRUE(isSplit({.shape = "8192", .dimensions = "0", .mesh = "a=2", .sharding = "[\"a\"]"}));
  EXPECT_FALSE(isSplit({.shape = "8192", .dimensions = "0", .mesh = "a=3", .sharding = "[\"a\"]"}))
      << "lanes are counted from the first term that a device has";
}
TEST(SplitReductions, CutWhatDevicesHaveAPartOfALeafOf) {
  for (const char *mesh : {"a=3", "a=5", "a=6"})
    EXPECT_TRUE(
        isSplit({.shape = "8192, 3", .dimensions = "0", .mesh = mesh, .sharding = "[\"a\"]"}))
        << mesh;
  // Each device has a dimension of its own, so its parts are none that another adds up.
  const Plan plan =
      planOf({.shape = "8192, 3", .dimensions = "0", .mesh = "a=3", .sharding = "[\"a\"]"}, 1e-9);
  for (const Buffer &buffer : plan.functions.front().buffers)
    if (StringRef(buffer.name).ends_with("_inner")) EXPECT_EQ(buffer.shape.front(), 3);
}
/// Whether the gradient of a 3x3 kernel, of so many images of 16 by 16, is cut: a sum over images
/// and their pixels.
bool isKernelGradientSplit(int64_t images, const Machine &machine) {
  const std::string count = std::to_string(images);
  const std::string x = "tensor<" + count + "x16x16x3xf32>",
                    y = "tensor<" + count + "x16x16x8xf32>";
  const std::string text = "func.func @main(%x: " + x + ", %y: " + y +
                           R"mlir() -> tensor<3x3x3x8xf32> {
    %r = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
      window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : ()mlir" + x + ", " +
                           y + R"mlir() -> tensor<3x3x3x8xf32>
    return %r : tensor<3x3x3x8xf32> })mlir";
  Compiled c = readOnly(text);
  EXPECT_TRUE(c.program) << c.messages();
  c.machine = machine;
  compileRead(c, "");
  EXPECT_TRUE(c.plan) << c.messages();
  return hasInner(*c.plan);
}
TEST(SplitReductions, HaveAProductForEachIndexOutsideWhereLoopsInsideHaveLeaves) {
  for (const char *machine : {"cpu", "h100"})
    EXPECT_TRUE(isKernelGradientSplit(2, *findMachine(machine))) << machine;
  EXPECT_FALSE(isKernelGradientSplit(1, *findMachine("cpu"))) << "a sum over pixels alone";
}
TEST(SplitReductions, LetPartsShareTermsThatMayBeRepeated) {
  // 8191 is prime.
  EXPECT_TRUE(isSplit({.shape = "8191", .dimensions = "0", .op = "argmax"}));
  EXPECT_TRUE(isSplit({.shape = "3, 8191", .dimensions = "1", .op = "argmax"}));
}
/// The bits of x^T w, of x[terms, 12] and w[terms, 40], where kernels begin after so long.
std::vector<double> bitsOfProduct(int64_t terms, const std::string &mesh, double launch) {
  const std::string rows = std::to_string(terms);
  Compiled c = readOnly(R"({"shardc": 1, "kind": "program", "inputs": [
      {"name": "x", "shape": [)" +
                        rows + R"(, 12], "dtype": "f32"}, {"name": "w", "shape": [)" + rows +
                        R"(, 40], "dtype": "f32"}], "ops": [
      {"name": "y", "op": "dot_general", "in": ["x", "w"], "lhs_contracting_dimensions": [0],
       "rhs_contracting_dimensions": [0]}], "outputs": ["y"]})");
  EXPECT_TRUE(c.program) << c.messages();
  c.machine = machines().front();
  c.machine.launch = launch;
  compileRead(c, R"({"shardc": 1, "kind": "sharding", "mesh": ")" + mesh +
                     R"(", "inputs": {"x": ["a"], "w": ["a"]}})");
  EXPECT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(hasInner(*c.plan), launch < 1) << terms << " terms on " << mesh;
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : c.plan->inputs) {
    inputs.push_back(HostTensor::zeros(input.type));
    for (int64_t k = 0; k < input.type.elements(); ++k)
      inputs.back().set(k, Number::of(input.type.type, 1.0 / static_cast<double>(3 + k % 101)));
  }
  return valuesOf(runOn(*c.plan, inputs).front());
}
TEST(SplitReductions, HaveTheBitsOfProductsThatDevicesShareUnevenly) {
  for (const auto &[terms, mesh] :
       {std::pair(12288, "a=3"), std::pair(12304, "a=3"), std::pair(12288, "a=6")})
    EXPECT_EQ(bitsOfProduct(terms, mesh, 1e-9), bitsOfProduct(terms, mesh, 1))
        << terms << " terms on " << mesh;
}
TEST(SplitReductions, HaveTheBitsOfOneKernel) {
  for (const Reduction &of : {
           Reduction{},
           {.dimensions = "0, 2"},
           {.dimensions = "0, 1, 2"},
           {.dimensions = "1, 2"},
           {.shape = "1, 96, 40", .dimensions = "0, 1, 2"},
           {.mesh = "a=4", .sharding = "[\"a\"]"},
           {.mesh = "a=4", .sharding = "[null, \"a\"]"},
           {.dimensions = "0, 1, 2", .mesh = "a=2, b=2", .sharding = "[\"a\", null, \"b\"]"},
           {.shape = "1248, 96", .mesh = "a=2, b=2", .sharding = "[\"a\", \"b\"]"},
           {.shape = "8192", .dimensions = "0"},
           {.shape = "8192, 3", .dimensions = "0"},
           {.shape = "8192, 3", .dimensions = "0, 1"},
           {.shape = "3, 8192", .dimensions = "1"},
           {.shape = "8199", .dimensions = "0"},
           {.shape = "8200", .dimensions = "0"},
           {.shape = "24600", .dimensions = "0"},
           {.shape = "8191", .dimensions = "0"},
           {.shape = "40961", .dimensions = "0"},
           {.shape = "8191, 3", .dimensions = "0"},
           {.shape = "8191, 3", .dimensions = "0", .mesh = "a=3", .sharding = "[null, \"a\"]"},
           {.shape = "8191, 3", .dimensions = "0", .mesh = "a=3", .sharding = "[\"a\"]"},
           {.shape = "8192, 3", .dimensions = "0", .mesh = "a=3", .sharding = "[\"a\"]"},
           {.shape = "8192, 3", .dimensions = "0", .mesh = "a=5", .sharding = "[\"a\"]"},
           {.shape = "8192, 3", .dimensions = "0", .mesh = "a=6", .sharding = "[\"a\"]"},
           {.shape = "8200, 3", .dimensions = "0", .mesh = "a=7", .sharding = "[\"a\"]"},
           {.shape = "8191", .dimensions = "0", .op = "argmax"},
           {.shape = "3, 8191", .dimensions = "1", .op = "argmax"},
           {.shape = "5, 8191", .dimensions = "1", .type = "bf16"},
           {.shape = "2047, 6, 5", .dimensions = "0, 1"},
           {.shape = "3, 8191", .dimensions = "0, 1"},
           {.shape = "4, 8191", .dimensions = "0, 1", .mesh = "a=2", .sharding = "[\"a\"]"},
           {.shape = "96, 16, 20", .dimensions = "0, 2"},
           {.shape = "8192", .dimensions = "0", .type = "bf16"},
           {.shape = "8192", .dimensions = "0", .op = "max_of"},
           {.shape = "8192", .dimensions = "0", .type = "i32"},
           {.shape = "8191", .dimensions = "0", .op = "max_of"},
           {.shape = "8191", .dimensions = "0", .type = "i32"},
           {.shape = "7, 8191", .op = "max_of"},
           {.shape = "7, 8192", .mesh = "a=8", .sharding = "[\"a\"]", .op = "max_of"},
           {.shape = "2, 8192", .mesh = "a=2", .sharding = "[\"a\"]"},
           {.shape = "8192", .dimensions = "0", .op = "argmax"},
           {.shape = "2, 8192", .dimensions = "1", .op = "argmax"},
           {.shape = "8192", .dimensions = "0", .mesh = "a=4", .sharding = "[\"a\"]"},
           {.shape = "8192", .dimensions = "0", .mesh = "a=3", .sharding = "[\"a\"]"},
           {.shape = "8192",
           .dimensions = "0",
           .mesh = "a=4",
           .sharding = "[\"a\"]",
           .op = "max_of"},
           {.shape = "16384, 4",
           .dimensions = "0, 1",
           .mesh = "a=2",
           .sharding = "[null, \"a\"]",
           .op = "max_of"},
           {.shape = "16384, 4",
           .dimensions = "0, 1",
           .mesh = "a=2, b=2",
           .sharding = "[\"b\", \"a\"]",
           .op = "min_of"},
           {.shape = "16384, 4",
           .dimensions = "0, 1",
           .mesh = "a=2",
           .sharding = "[null, \"a\"]",
           .type = "i32"},
           {.shape = "8192",
           .dimensions = "0",
           .mesh = "a=4",
           .sharding = "[\"a\"]",
           .op = "argmax"},
       }) {
    std::vector<std::vector<double>> results;
    for (const double launch : {1e-9, 1.0}) {
      const Plan plan = planOf(of, launch);
      HostTensor x = HostTensor::zeros(plan.inputs.front().type);
      for (int64_t k = 0; k < x.type.elements(); ++k)
        x.set(k, of.type == "i32"
                     ? Number::of(x.type.type, 7 * k % 101)
                     : Number::of(x.type.type, 1.0 / static_cast<double>(3 + k % 101)));
      results.push_back(valuesOf(runOn(plan, {x}).front()));
    }
    EXPECT_EQ(results[0], results[1])
        << of.op << " of " << of.shape << " over " << of.dimensions << " on " << of.sharding;
  }
}

} // namespace
} // namespace shardc::test
