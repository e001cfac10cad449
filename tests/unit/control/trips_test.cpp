// SPDX-License-Identifier: Apache-2.0
// How often a loop runs, where the program says so.
#include "tests/unit/control/loops.h"

#include "analysis/program/data_flow.h"
#include "frontend/frontend.h"
#include "frontend/ir/names.h"

namespace shardc::test {
namespace {

/// The trips of a loop that counts from `first`, while `counter compare limit`, by `op step`.
std::optional<int64_t> trips(const std::string &first, const std::string &compare,
                             const std::string &limit, const std::string &step,
                             const std::string &type = "i32") {
  const auto context = makeContext();
  const std::string t = "tensor<" + type + ">";
  Files files;
  const auto module = readProgram(*context,
                                  R"(
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %first = stablehlo.constant dense<)" +
                                      first + "> : " + t + R"(
  %r:2 = stablehlo.while(%i = %first, %v = %x) : )" +
                                      t + R"(, tensor<4xf32>
  cond {
    %limit = stablehlo.constant dense<)" +
                                      limit + "> : " + t + R"(
    %more = stablehlo.compare )" + compare +
                                      " : (" + t + ", " + t + R"() -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : )" +
                                      t + R"(
    %j = )" + step + " : " + t + R"(
    %w = stablehlo.negate %v : tensor<4xf32>
    stablehlo.return %j, %w : )" + t + R"(, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
})",
                                  "p", files);
  EXPECT_TRUE(module);
  Pool pool;
  for (mlir::Operation &op : entryOf(*module).front())
    if (auto loop = mlir::dyn_cast<DataFlowOp>(op)) return tripsOf(loop, pool);
  return std::nullopt;
}

TEST(Trips, AreCountedInBothDirections) {
  const std::string up = "stablehlo.add %i, %two", down = "stablehlo.subtract %i, %two";
  EXPECT_EQ(trips("0", "LT, %i, %limit", "7", up), 4);
  EXPECT_EQ(trips("0", "LT, %i, %limit", "8", up), 4);
  EXPECT_EQ(trips("0", "LE, %i, %limit", "8", up), 5);
  EXPECT_EQ(trips("0", "GT, %limit, %i", "7", "stablehlo.add %two, %i"), 4);
  EXPECT_EQ(trips("0", "NE, %i, %limit", "8", up), 4);
  EXPECT_EQ(trips("9", "GT, %i, %limit", "0", down), 5);
  EXPECT_EQ(trips("9", "GE, %i, %limit", "1", down), 5);
  EXPECT_EQ(trips("9", "LT, %i, %limit", "9", up), 0);
  EXPECT_EQ(trips("3", "LT, %i, %limit", "4294967290", up, "ui32"), 2147483644);
  EXPECT_EQ(trips("18446744073709551600", "LT, %i, %limit", "18446744073709551610", up, "ui64"), 5);
  EXPECT_EQ(trips("9223372036854775806", "GT, %i, %limit", "2", down, "ui64"), 4611686018427387902);
  EXPECT_EQ(trips("-128", "LT, %i, %limit", "126", up, "i8"), 127);
}

TEST(Trips, AreNotToldWhereTheCounterWouldRunOver) {
  const std::string up = "stablehlo.add %i, %two", down = "stablehlo.subtract %i, %two";
  EXPECT_EQ(trips("0", "LE, %i, %limit", "2147483647", up), std::nullopt);
  EXPECT_EQ(trips("0", "LT, %i, %limit", "2147483647", up), std::nullopt);
  EXPECT_EQ(trips("0", "LT, %i, %limit", "7", down), std::nullopt);
  EXPECT_EQ(trips("0", "NE, %i, %limit", "7", up), std::nullopt);
  EXPECT_EQ(trips("0", "NE, %i, %limit", "8", down), std::nullopt);
  EXPECT_EQ(trips("4", "GE, %i, %limit", "0", down, "ui32"), std::nullopt);
  EXPECT_EQ(trips("4", "GE, %i, %limit", "0", down, "ui64"), std::nullopt);
  EXPECT_EQ(trips("0", "LE, %i, %limit", "126", up, "i8"), std::nullopt);
  EXPECT_EQ(trips("0", "LT, %i, %limit", "18446744073709551615", up, "ui64"), std::nullopt);
}

TEST(Trips, AreNotToldWhereTheStepIsNoConstant) {
  EXPECT_EQ(trips("1", "LT, %i, %limit", "7", "stablehlo.multiply %i, %two"), std::nullopt);
  EXPECT_EQ(trips("1", "LT, %i, %limit", "7", "stablehlo.subtract %two, %i"), std::nullopt);
  EXPECT_EQ(trips("1", "EQ, %i, %limit", "1", "stablehlo.add %i, %two"), std::nullopt);
}

} // namespace
} // namespace shardc::test
