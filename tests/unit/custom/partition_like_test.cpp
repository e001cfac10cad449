// SPDX-License-Identifier: Apache-2.0
// Code that may be sharded as a program is.
#include "tests/unit/custom/own_op.h"

#include "gmock/gmock.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

/// What moves where "own" is of x and w, and may be sharded as the body of a program.
std::string movesLike(const std::string &body, const std::string &inputs,
                      const std::string &more = "") {
  std::ofstream(Folder().path + "/like.mlir")
      << "func.func @main(%x: tensor<8x6xf32>, %w: tensor<6x4xf32>) -> tensor<8x4xf32> {\n" + body +
             "}\n";
  return moves(R"("partition_like": "like.mlir")" + more,
               R"("mesh": "p=2", "inputs": )" + inputs + ", ",
               "func.func @main(%x: tensor<8x6xf32>, %w: tensor<6x4xf32>) -> tensor<8x4xf32> {\n"
               "  %y = stablehlo.custom_call @own(%x, %w) : (tensor<8x6xf32>, tensor<6x4xf32>) -> "
               "tensor<8x4xf32>\n  return %y : tensor<8x4xf32>\n}\n");
}

const std::string kDot = "  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
                         "(tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>\n";
const std::string kReturn = "  return %y : tensor<8x4xf32>\n";

TEST(PartitionLike, IsSplitAsTheProgramsOpsAre) {
  EXPECT_EQ(movesLike(kDot + kReturn, R"([["p"], []])"), "");
  EXPECT_EQ(movesLike(kDot + kReturn, R"([null, [null, "p"]])"), "");
}

TEST(PartitionLike, SharesASumThatIsTheResult) {
  EXPECT_EQ(movesLike(kDot + kReturn, R"([[null, "p"], ["p"]])"), "all_reduce over p, 128 bytes; ");
  EXPECT_EQ(movesLike("  %z = stablehlo.exponential %x : tensor<8x6xf32>\n"
                      "  %y = stablehlo.dot_general %z, %w, contracting_dims = [1] x [0] : "
                      "(tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>\n" +
                          kReturn,
                      R"([[null, "p"], ["p"]])"),
            "all_reduce over p, 128 bytes; ");
}

TEST(PartitionLike, HasWholeWhatIsSummedUpBeforeTheEnd) {
  const std::string inputs = R"([[null, "p"], []])";
  EXPECT_EQ(movesLike(kDot + "  %z = stablehlo.exponential %y : tensor<8x4xf32>\n"
                             "  return %z : tensor<8x4xf32>\n",
                      inputs),
            "all_gather over p, 96 bytes; ");
  EXPECT_EQ(movesLike(kDot + kReturn, inputs, R"(, "combine": "max")"),
            "all_gather over p, 96 bytes; ");
}

TEST(PartitionLike, LooksIntoFunctionsThatAreCalled) {
  const std::string called =
      "  %z = func.call @twice(%y) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n"
      "  return %z : tensor<8x4xf32>\n}\n"
      "func.func private @twice(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
      "  %b = stablehlo.add %a, %a : tensor<8x4xf32>\n  return %b : tensor<8x4xf32>\n";
  EXPECT_EQ(movesLike(kDot + called, R"([["p"], []])"), "");
}

TEST(PartitionLike, HasWholeWhatNoRuleIsKnownOf) {
  const std::string reversed = "  %z = stablehlo.reshape %y : (tensor<8x4xf32>) -> tensor<32xf32>\n"
                               "  %v = stablehlo.reshape %z : (tensor<32xf32>) -> tensor<8x4xf32>\n"
                               "  return %v : tensor<8x4xf32>\n";
  EXPECT_EQ(movesLike(kDot + reversed, R"([["p"], []])"), "all_gather over p, 96 bytes; ");
}

TEST(PartitionLike, IsNoRuleBesideAnother) {
  EXPECT_THAT(movesLike(kDot + kReturn, R"([["p"], []])", R"(, "rule": "i j, j k -> i k")"),
              HasSubstr("'rule' says how the op is sharded, and \"partition_like\" does"));
}

} // namespace
} // namespace shardc::test
