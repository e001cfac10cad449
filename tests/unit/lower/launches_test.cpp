// SPDX-License-Identifier: Apache-2.0
// Kernels of few elements take little but their launch: what they make is computed where it is
// used.
#include "tests/unit/lower/fused.h"

namespace shardc::test {
namespace {

/// z = x - mean of all rows, of which devices have parts.
constexpr const char *kCentred = R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [64, 48], "dtype": "f32"}],
    "ops": [{"name": "m", "op": "mean", "dimensions": [0], "keepdims": true, "in": ["x"]},
            {"name": "z", "op": "subtract", "in": ["x", "m"]}],
    "outputs": ["z"]})";

TEST(Launches, AreNoneForWhatIsMadeOfACombinedSum) {
  const Plan plan = fusedPlanOf(
      kCentred, R"({"shardc": 1, "kind": "sharding", "mesh": "a=4", "inputs": {"x": ["a"]}})");
  EXPECT_EQ(labelsOf(plan), "1 v1_part; 2 v1; 3 z") << "a sum, its combination, a kernel";
}

/// z = tanh(x) w: a product would do it again for every column.
TEST(Launches, DoNotCountBesideProducts) {
  const Plan plan = fusedPlanOf(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [32, 64], "dtype": "f32"},
               {"name": "w", "shape": [64, 48], "dtype": "f32"}],
    "ops": [{"name": "e", "op": "tanh", "in": ["x"]},
            {"name": "z", "op": "dot_general", "in": ["e", "w"],
             "lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}],
    "outputs": ["z"]})",
                                "", 1000);
  EXPECT_EQ(labelsOf(plan), "1 e; 2 z");
}

} // namespace
} // namespace shardc::test
