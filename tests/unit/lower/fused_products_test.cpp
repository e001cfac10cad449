// SPDX-License-Identifier: Apache-2.0
// Products of matrices go into what uses their sums, but not into what reduces them.
#include "tests/unit/lower/fused.h"

namespace shardc::test {
namespace {

/// z = sum over all of exp(x w), of an x with so many rows and columns.
std::string program(int rows, int terms, int columns) {
  const std::string k = std::to_string(terms);
  return R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [)" +
         std::to_string(rows) + ", " + k + R"(], "dtype": "f32"},
               {"name": "w", "shape": [)" +
         k + ", " + std::to_string(columns) + R"(], "dtype": "f32"}],
    "ops": [{"name": "s", "op": "dot_general", "in": ["x", "w"],
             "lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]},
            {"name": "e", "op": "tanh", "in": ["s"]},
            {"name": "z", "op": "sum", "dimensions": [0, 1], "in": ["e"]}],
    "outputs": ["z"]})";
}

TEST(FusedProducts, StayOutOfReductionsOfWhatIsMadeOfThem) {
  const Plan plan = fusedPlanOf(program(48, 32, 40), "", 1000);
  EXPECT_EQ(labelsOf(plan), "1 e; 2 z") << "a kernel with tiles, and a sum";
}

TEST(FusedProducts, OfFewTermsAreSummedWhereTheyAreMade) {
  EXPECT_EQ(labelsOf(fusedPlanOf(program(48, 3, 40), "", 1000)), "1 z");
}

TEST(FusedProducts, WithAVectorHaveNoTilesToLose) {
  EXPECT_EQ(labelsOf(fusedPlanOf(program(48, 32, 1), "", 1000)), "1 z");
}

} // namespace
} // namespace shardc::test
