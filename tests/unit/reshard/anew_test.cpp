// SPDX-License-Identifier: Apache-2.0
// Choices of axes and moves that take the fewest bytes.
#include "tests/unit/reshard/forms.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

/// What moves; on the mesh all is what it is on one device.
std::string movesOf(const std::string &text, const std::string &config) {
  const Ran ran = run(text, config);
  EXPECT_EQ(ran.outputs, run(text, "").outputs);
  return ran.moves;
}

TEST(Choose, WhatAResultCannotBeCutBelowIsGatheredAlone) {
  // The result is cut by a and b; a dimension that ends up below them is brought together.
  EXPECT_EQ(movesOf(R"(
func.func public @main(%x: tensor<2x2x2xf32>) -> tensor<8xf32> {
  %y = stablehlo.reshape %x : (tensor<2x2x2xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
})",
                    R"("mesh": "a=2, b=2", "inputs": {"arg0": [null, "b", "a"]},
                       "outputs": {"out0": [["a", "b"]]})"),
            "all_to_all over a, 4 bytes; ");
}

} // namespace
