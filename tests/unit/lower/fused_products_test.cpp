// SPDX-License-Identifier: Apache-2.0
// Products of matrices go into what uses their sums, one into a kernel, but not into what reduces
// them.
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

/// z = x w + x u: tiles are of one of them.
TEST(FusedProducts, AreOneOfAKernel) {
  const auto program = [](const std::string &terms) {
    const std::string dot = R"("op": "dot_general", "lhs_contracting_dimensions": [1],
                               "rhs_contracting_dimensions": [0])";
    return R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [48, )" +
           terms + R"(], "dtype": "f32"}, {"name": "w", "shape": [)" + terms +
           R"(, 40], "dtype": "f32"}, {"name": "u", "shape": [)" + terms +
           R"(, 40], "dtype": "f32"}],
    "ops": [{"name": "s", "in": ["x", "w"], )" +
           dot + R"(}, {"name": "t", "in": ["x", "u"], )" + dot +
           R"(}, {"name": "z", "op": "add", "in": ["s", "t"]}],
    "outputs": ["z"]})";
  };
  EXPECT_EQ(labelsOf(fusedPlanOf(program("32"), "", 1000)), "1 t; 2 z");
  EXPECT_EQ(labelsOf(fusedPlanOf(program("3"), "", 1000)), "1 z") << "of few terms no tiles";
}

} // namespace
} // namespace shardc::test
