// SPDX-License-Identifier: Apache-2.0
// The order of a product with a vector follows from how the other factor lies in memory.
#include "tests/support/compile.h"

#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// The order of the one product, of %x: tensor<2048xf32>, in a program.
std::string orderIn(const std::string &matrix, const std::string &body) {
  const Compiled c = compile("func.func public @main(%x: tensor<2048xf32>, %w: " + matrix +
                                 ") -> tensor<8xf32> {\n" + body + "return %y : tensor<8xf32>\n}",
                             "");
  EXPECT_TRUE(c.program) << c.messages();
  std::string order;
  Pool pool;
  if (c.program)
    entryOf(*c.program).walk([&](mlir::Operation *op) {
      if (op->getName().getStringRef() != "stablehlo.dot_general") return;
      Expr sum = formulaOf(op, pool)->results.front().value;
      const SumOrder own = ReduceView(sum->args[0]).order.front();
      order = std::to_string(own.leaves) + " leaves, " + std::to_string(own.lanes) + " lanes";
    });
  return order;
}

TEST(RowsOfFactors, LieAlongTheLastDimension) {
  const std::string body = "%y = stablehlo.dot_general %x, %w, contracting_dims = [0] x [1] : "
                           "(tensor<2048xf32>, tensor<8x2048xf32>) -> tensor<8xf32>\n";
  EXPECT_EQ(orderIn("tensor<8x2048xf32>", body), "4 leaves, 128 lanes") << body;
}

TEST(RowsOfFactors, LieAcrossAProductOfColumns) {
  const std::string body = "%y = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : "
                           "(tensor<2048xf32>, tensor<2048x8xf32>) -> tensor<8xf32>\n";
  EXPECT_EQ(orderIn("tensor<2048x8xf32>", body), "64 leaves, 1 lanes") << body;
}

TEST(RowsOfFactors, AreThoseBeforeATranspose) {
  const std::string body =
      "%t = stablehlo.transpose %w, dims = [1, 0] : (tensor<8x2048xbf16>) -> tensor<2048x8xbf16>\n"
      "%c = stablehlo.convert %t : (tensor<2048x8xbf16>) -> tensor<2048x8xf32>\n"
      "%y = stablehlo.dot_general %x, %c, contracting_dims = [0] x [0] : "
      "(tensor<2048xf32>, tensor<2048x8xf32>) -> tensor<8xf32>\n";
  EXPECT_EQ(orderIn("tensor<8x2048xbf16>", body), "4 leaves, 128 lanes") << body;
}

} // namespace
} // namespace shardc::test
