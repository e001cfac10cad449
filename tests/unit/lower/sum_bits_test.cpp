// SPDX-License-Identifier: Apache-2.0
// Which collectives keep the bits of one device, and why others do not.
#include "tests/support/compile.h"

#include "codegen/plan/sum_bits.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

/// y = x w, x is [4, K], and what else there is.
std::string product(int terms, const std::string &more = "", const std::string &output = "y") {
  const std::string k = std::to_string(terms);
  return R"({"shardc": 1, "kind": "program", "inputs": [
      {"name": "x", "shape": [4, )" +
         k + R"(], "dtype": "f32"}, {"name": "w", "shape": [)" + k +
         R"(, 6], "dtype": "f32"}, {"name": "v", "shape": [6, 5], "dtype": "f32"}],
    "ops": [{"name": "y", "op": "matmul", "in": ["x", "w"]})" +
         more + R"(], "outputs": [")" + output + "\"]}";
}

std::string config(const std::string &mesh, const std::string &inputs) {
  return R"({"shardc": 1, "kind": "sharding", "mesh": ")" + mesh + R"(", "inputs": {)" + inputs +
         "}}";
}

const std::string kContracted = R"("x": [null, "a"], "w": ["a"], "v": [])";

std::vector<SumBits> bitsOf(const std::string &program, const std::string &config,
                            bool passOn = true) {
  Compiled c = readOnly(program);
  EXPECT_TRUE(c.program) << c.messages();
  if (!c.program) return {};
  c.passOn = passOn;
  compileRead(c, config);
  EXPECT_TRUE(c.plan) << c.messages();
  return c.plan ? sumBits(c.plan->functions[0]) : std::vector<SumBits>();
}

using Bits = std::vector<SumBits>;

TEST(SumBits, AreKeptWhereDevicesHoldSubtrees) {
  for (const char *mesh : {"a=2", "a=4", "a=8"}) {
    EXPECT_EQ(bitsOf(product(256), config(mesh, kContracted)), Bits{SumBits::kept}) << mesh;
    EXPECT_EQ(bitsOf(product(1003), config(mesh, kContracted)), Bits{SumBits::kept}) << mesh;
  }
}

TEST(SumBits, AreNotKeptByMoreDevicesThanLeavesOrThirds) {
  EXPECT_EQ(bitsOf(product(63), config("a=2", kContracted)), Bits{SumBits::noSubtrees});
  EXPECT_EQ(bitsOf(product(256), config("a=16", kContracted)), Bits{SumBits::noSubtrees});
  EXPECT_EQ(bitsOf(product(63), config("a=3", kContracted)), Bits{SumBits::noSubtrees});
}

TEST(SumBits, AreKeptByEightDevicesOfTwoAxesInTheOrderOfTheMesh) {
  EXPECT_EQ(
      bitsOf(product(256), config("a=2, b=4", R"("x": [null, ["a", "b"]], "w": [["a", "b"]])")),
      Bits{SumBits::kept});
  EXPECT_EQ(
      bitsOf(product(256), config("a=2, b=4", R"("x": [null, ["b", "a"]], "w": [["b", "a"]])")),
      Bits{SumBits::noSubtrees});
}

TEST(SumBits, AreNotKeptWherePartsArePassedOn) {
  const std::string linear = R"(, {"name": "z", "op": "matmul", "in": ["y", "v"]})";
  const std::string program = product(64, linear, "z");
  EXPECT_EQ(bitsOf(program, config("a=2", kContracted)), Bits{SumBits::passedOn});
  EXPECT_EQ(bitsOf(program, config("a=2", kContracted), /*passOn=*/false), Bits{SumBits::kept});
}

std::string reduction(const std::string &op, const std::string &shape) {
  return R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": )" +
         shape + R"(, "dtype": "f32"}],
    "ops": [{"name": "y", "op": ")" +
         op + R"(", "in": ["x"]}], "outputs": ["y"]})";
}

TEST(SumBits, AreKeptOfTheFirstDimensionAlone) {
  const std::string sum = reduction("sum", "[64, 2048]");
  EXPECT_EQ(bitsOf(sum, config("a=2", R"("x": ["a"])")), Bits{SumBits::kept});
  EXPECT_EQ(bitsOf(sum, config("a=2", R"("x": [null, "a"])")), Bits{SumBits::inner});
}

TEST(SumBits, AreKeptOfWhatHasNoOrder) {
  EXPECT_EQ(bitsOf(reduction("max_of", "[63]"), config("a=3", R"("x": ["a"])")), Bits{SumBits::kept});
  EXPECT_EQ(bitsOf(reduction("prod", "[64]"), config("a=2", R"("x": ["a"])")),
            Bits{SumBits::unordered});
}

} // namespace
} // namespace shardc::test
