// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/registry.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

TEST(Registry, HasCollectivesInAListOfTheirOwn) {
  const std::vector<llvm::StringRef> wanted = {
      "all_gather",         "all_reduce",   "all_to_all",    "collective_broadcast",
      "collective_permute", "partition_id", "reduce_scatter"};
  EXPECT_EQ(collectiveMnemonics(), wanted);
  for (llvm::StringRef mnemonic : collectiveMnemonics())
    EXPECT_FALSE(findMnemonic(mnemonic)) << mnemonic.str();
}

TEST(Registry, HasOpsOfTextInAListOfTheirOwn) {
  const std::vector<llvm::StringRef> wanted = {"broadcast_add",
                                               "broadcast_and",
                                               "broadcast_atan2",
                                               "broadcast_compare",
                                               "broadcast_complex",
                                               "broadcast_divide",
                                               "broadcast_maximum",
                                               "broadcast_minimum",
                                               "broadcast_multiply",
                                               "broadcast_next_after",
                                               "broadcast_or",
                                               "broadcast_polygamma",
                                               "broadcast_power",
                                               "broadcast_remainder",
                                               "broadcast_select",
                                               "broadcast_shift_left",
                                               "broadcast_shift_right_arithmetic",
                                               "broadcast_shift_right_logical",
                                               "broadcast_subtract",
                                               "broadcast_xor",
                                               "broadcast_zeta",
                                               "composite",
                                               "constant_like",
                                               "cross-replica-sum",
                                               "dynamic_broadcast_in_dim",
                                               "dynamic_conv",
                                               "dynamic_gather",
                                               "dynamic_iota",
                                               "dynamic_pad",
                                               "dynamic_reshape",
                                               "einsum",
                                               "get_tuple_element",
                                               "ragged_dot",
                                               "real_dynamic_slice",
                                               "replica_id",
                                               "tuple",
                                               "unary_einsum"};
  EXPECT_EQ(textMnemonics(), wanted);
  for (llvm::StringRef mnemonic : textMnemonics())
    EXPECT_FALSE(findMnemonic(mnemonic)) << mnemonic.str();
}

TEST(Registry, ListsEveryOpOnceInOrder) {
  for (size_t k = 1; k < allOps().size(); ++k)
    EXPECT_LT(allOps()[k - 1].name, allOps()[k].name);
  EXPECT_FALSE(findOp("stablehlo.nothing"));
  EXPECT_EQ(findMnemonic("square")->dialect, "chlo");
}

TEST(Registry, KnowsOperandsRegionsAndResults) {
  const OpInfo *reduce = findMnemonic("reduce");
  ASSERT_TRUE(reduce);
  EXPECT_EQ(reduce->operands.size(), 2u);
  EXPECT_TRUE(reduce->operands[1].variadic);
  EXPECT_TRUE(reduce->variadicResults);
  EXPECT_EQ(reduce->regions, std::vector<llvm::StringRef>{"body"});
  const OpInfo *slice = findMnemonic("dynamic_slice");
  EXPECT_EQ(slice->operands[1].role, OperandRole::index);
  EXPECT_TRUE(findMnemonic("select")->broadcasts);
  EXPECT_EQ(findMnemonic("select")->operands[0].role, OperandRole::predicate);
  EXPECT_TRUE(findMnemonic("iota")->declaresShape && findMnemonic("iota")->declaresType);
  EXPECT_TRUE(findMnemonic("convert")->declaresType && !findMnemonic("convert")->declaresShape);
}

TEST(Registry, ShowsStructuresFlat) {
  const OpInfo *dot = findMnemonic("dot_general");
  EXPECT_EQ(dot->attributes[0].name, "lhs_batching_dimensions");
  EXPECT_EQ(dot->attributes[0].kind, AttributeKind::integers);
  EXPECT_TRUE(dot->attributes[0].isDimension);
  const OpInfo *compare = findMnemonic("compare");
  EXPECT_EQ(compare->attributes[0].kind, AttributeKind::choice);
  EXPECT_EQ(compare->attributes[0].choices.size(), 6u);
  const OpInfo *window = findMnemonic("reduce_window");
  EXPECT_EQ(window->attributes.back().name, "padding");
  EXPECT_EQ(window->attributes.back().kind, AttributeKind::pairs);
  EXPECT_FALSE(window->attributes.back().required);
}

} // namespace
} // namespace shardc::test
