// SPDX-License-Identifier: Apache-2.0
// Code that is called for each member of a batch, and code that is given parts of one size: what of
// a rule and of devices' parts they are given.
#include "codegen/cpp/calls.h"
#include "tests/unit/custom/own_op.h"

#include "gmock/gmock.h"

namespace shardc::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kEach = R"("kernel": {"each": "own.h"})";

/// The one routine of a program that is compiled with this entry.
Routine routineOf(const std::string &entry, const std::string &program) {
  const Compiled c = compileOwn(config(entry + ", " + kEach), program);
  if (!c.plan || c.customOps->routines.size() != 1) {
    ADD_FAILURE() << c.messages();
    return {};
  }
  return c.customOps->routines.front();
}

TEST(EachCode, IsCalledForEachIndexOfWhatIsPassedThrough) {
  const Routine product = routineOf(R"("rule": "i j, j k -> i k", "reduction": ["j"])", kProduct);
  ASSERT_TRUE(product.each);
  EXPECT_THAT(product.each->factors, ElementsAre("i", "k"));
  EXPECT_THAT(product.each->operands[0].factors, ElementsAre(0, -1));
  EXPECT_THAT(product.each->operands[1].factors, ElementsAre(-1, 1));
  EXPECT_THAT(product.each->results[0].factors, ElementsAre(0, 1));
  EXPECT_THAT(
      routineOf(R"("rule": "i j -> i j", "need_replication": ["i", "j"])", kProgram).each->factors,
      IsEmpty());
}

TEST(EachCode, IsGivenPartsOfDimensionsWhole) {
  const Routine own = routineOf(R"_("rule": "i (j k) -> i (j k)", "sizes": {"k": 2})_", kProgram);
  EXPECT_THAT(own.each->factors, ElementsAre("i"));
  EXPECT_THAT(own.each->operands[0].factors, ElementsAre(0, -1));
}

TEST(EachCode, IsOneFunctionForEachWayOfCallingIt) {
  std::string program =
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %a = stablehlo.custom_call @own(%x) {mhlo.backend_config = {n = 1 : i64}} : "
      "(tensor<8x6xf32>) -> tensor<8x6xf32>\n"
      "  %b = stablehlo.custom_call @own(%a) {mhlo.backend_config = {n = 2 : i64}} : "
      "(tensor<8x6xf32>) -> tensor<8x6xf32>\n"
      "  %c = stablehlo.custom_call @own(%b) {mhlo.backend_config = {n = 1 : i64}} : "
      "(tensor<8x6xf32>) -> tensor<8x6xf32>\n  return %c : tensor<8x6xf32>\n}\n";
  const Compiled c = compileOwn(config(R"("rule": "i j -> i j", )" + kEach), program);
  ASSERT_TRUE(c.plan) << c.messages();
  const std::vector<Routine> &routines = c.customOps->routines;
  ASSERT_EQ(routines.size(), 2);
  EXPECT_EQ(routines[0].symbol, "own_each");
  EXPECT_EQ(routines[1].symbol, "own_each_1");
}

TEST(EachCode, MayHaveEightFactorsForItsMembers) {
  const auto program = [](const std::string &shape) {
    return "func.func @main(%x: tensor<" + shape + "xf32>) -> tensor<" + shape +
           "xf32> {\n  %y = stablehlo.custom_call @own(%x) : (tensor<" + shape +
           "xf32>) -> tensor<" + shape + "xf32>\n  return %y : tensor<" + shape + "xf32>\n}\n";
  };
  const std::string entry = R"("rule": "... -> ...", )" + kEach;
  EXPECT_TRUE(compileOwn(config(entry), program("2x2x2x2x2x2x2x2")).plan);
  EXPECT_THAT(
      compileOwn(config(entry), program("2x2x2x2x2x2x2x2x2")).messages(),
      HasSubstr("'each' is called for each index of 8 factors at most, and the rule has 9"));
}

const std::string kPad = R"("uneven": "pad")";

/// The one call of a plan.
Kernel::Call callOf(const Compiled &c) {
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    if (kernel.call) return *kernel.call;
  ADD_FAILURE() << "no call";
  return {};
}

TEST(PaddedCall, HasTheLargestOfAllDevicesParts) {
  const std::string entry =
      R"("rule": "i j, j k -> i k", "reduction": ["j"], )" + kPad + ", " + kEach;
  const Compiled c =
      compileOwn(config(entry, R"("mesh": "p=3, q=4", "inputs": [["p", "q"], ["q"]], )"), kProduct);
  ASSERT_TRUE(c.plan) << c.messages();
  const Kernel::Call call = callOf(c);
  EXPECT_THAT(call.operands[0].padded, ElementsAre(3, 2));
  EXPECT_THAT(call.operands[1].padded, ElementsAre(2, 4));
  EXPECT_THAT(call.results[0].padded, ElementsAre(3, 4));
  EXPECT_EQ(call.padBytes, 768);
}

TEST(PaddedCall, CountsWhatIsCopied) {
  const auto bytes = [](const std::string &uneven) {
    const Compiled c =
        compileOwn(config(R"("rule": "i j, j k -> i k", "reduction": ["j"], )" + uneven + kEach,
                          R"("mesh": "p=3, q=4", "inputs": [["p", "q"], ["q"]], )"),
                   kProduct);
    for (const Kernel &kernel : c.plan->functions[0].kernels)
      if (kernel.call) return kernel.bytes;
    return int64_t{0};
  };
  EXPECT_EQ(bytes(kPad + ", "), bytes("") + 2 * 768);
}

/// kProgram on each device of p, whose own rows are 8; q is free.
const std::string kRegion =
    "sdy.mesh @mesh = <[\"p\"=2, \"q\"=3]>\n"
    "func.func @main(%x: tensor<16x6xf32>) -> tensor<16x6xf32> {\n"
    "  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"p\", \"q\"}, {}]>] "
    "out_shardings=[<@mesh, [{\"p\", \"q\"}, {}]>] manual_axes={\"p\"} (%a: tensor<8x6xf32>) {\n"
    "    %b = stablehlo.custom_call @own(%a) : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
    "    sdy.return %b : tensor<8x6xf32>\n"
    "  } : (tensor<16x6xf32>) -> tensor<16x6xf32>\n"
    "  return %y : tensor<16x6xf32>\n}\n";

TEST(CallInAManualRegion, IsGivenWhatOneDeviceHas) {
  const Compiled c =
      compileOwn(config(R"("rule": "i j -> i j", "scratch": "4 * i * j", )" + kKernel), kRegion);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const Kernel::Call call = callOf(c);
  EXPECT_EQ(call.positions, 1);
  EXPECT_THAT(call.operands[0].positions, ElementsAre(0));
  EXPECT_EQ(call.operands[0].box.size(), 3U);
}

TEST(CallInAManualRegion, HasArraysOfOnePosition) {
  const Compiled c =
      compileOwn(config(R"("rule": "i j -> i j", "fill": [0], )" + kPad + ", " + kEach), kRegion);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_THAT(callOf(c).operands[0].padded, ElementsAre(1, 3, 6));
}

TEST(CallInAManualRegion, IsNotSplitAlongWhatIsManual) {
  // 8 rows are 3, 2 and 3 on q, and on p all that a device has.
  const Compiled c =
      compileOwn(config(R"("rule": "i j -> i j", "uneven": "forbid", )" + kEach), kRegion);
  EXPECT_EQ(unevenRoutine(*c.plan), 0);
}

TEST(PaddedCall, LeavesPartsThatAreEvenAsTheyLie) {
  const std::string entry =
      R"("rule": "i j, j k -> i k", "reduction": ["j"], )" + kPad + ", " + kEach;
  const Compiled c = compileOwn(
      config(entry, R"("mesh": "p=2, q=4", "inputs": [["p"], [null, "q"]], )"), kProduct);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(callOf(c).padBytes, 0);
}

TEST(PaddedCall, IsFilledWithWhatCombinesToNothingOrIsSaid) {
  const auto fills = [](const std::string &more) {
    const Routine own =
        routineOf(R"("rule": "i j, j k -> i k", "reduction": ["j"], )" + kPad + more, kProduct);
    std::vector<double> all;
    for (const FillNumber &fill : own.fills)
      all.push_back(fill.number.asDouble());
    return all;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(fills(""), ElementsAre(0, 0));
  EXPECT_THAT(fills(R"(, "combine": "max")"), ElementsAre(-infinity, -infinity));
  EXPECT_THAT(fills(R"(, "fill": [2, null])"), ElementsAre(2, 0));
  EXPECT_THAT(fills(R"(, "combine": "product", "fill": [null, "inf"])"), ElementsAre(1, infinity));
}

} // namespace
} // namespace shardc::test
