// SPDX-License-Identifier: Apache-2.0
// Ops that a config declares: how they are sharded, what moves for them, what is refused.
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "tests/unit/custom/own_op.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

TEST(CustomOp, IsShardedAlongPassThroughFactorsWithoutMoves) {
  EXPECT_EQ(moves(R"("rule": "b n -> b n")", R"("mesh": "p=2, q=3", "inputs": [["p", "q"]], )"),
            "");
}

TEST(CustomOp, GathersWhatNeedsReplication) {
  const std::string rule = R"("rule": "b n -> b n", "need_replication": ["n"])";
  EXPECT_EQ(moves(rule, R"("mesh": "p=2", "inputs": [["p"]], )"), "");
  EXPECT_EQ(moves(rule, R"("mesh": "p=2", "inputs": [[null, "p"]], )"),
            "all_gather over p, 96 bytes; ");
}

TEST(CustomOp, ExchangesWhatNeedsReplicationForABatchWhereThatMovesLess) {
  const std::string members =
      R"("mesh": "p=4", "inputs": [[null, "p"]], "outputs": [[null, "p"]], )";
  EXPECT_EQ(moves(R"("rule": "b n -> b n", "need_replication": ["n"])", members),
            "all_to_all over p, 36 bytes; all_to_all over p, 36 bytes; ");
  EXPECT_EQ(moves(R"("rule": "b n -> b n", "need_replication": ["b", "n"])", members),
            "all_gather over p, 144 bytes; ");
}

TEST(CustomOp, CombinesSharesOfAReduction) {
  EXPECT_EQ(moves(R"("rule": "i j, j k -> i k", "reduction": ["j"])",
                  R"("mesh": "p=2", "inputs": [[null, "p"], ["p"]], )", kProduct),
            "all_reduce over p, 128 bytes; ");
  const Compiled c = compileOwn(config(R"("rule": "i j, j k -> i k", "reduction": ["j"],
      "combine": "max", )" + kKernel,
                                       R"("mesh": "p=2", "inputs": [[null, "p"], ["p"]], )"),
                                kProduct);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].collectives[0].combine, Fn::max);
  EXPECT_THAT(compileOwn(config(R"("rule": "i j, j k -> i k", "reduction": ["j"],
      "combine": "and", )" + kKernel),
                         kProduct)
                  .messages(),
              HasSubstr("'own': devices cannot combine f32 by \"and\""));
}

TEST(CustomOp, TakesTheShardingsThatItsCodeWorksWith) {
  const std::string rows = placed(R"({"operands": [["p", null]], "results": [["p", null]]})");
  EXPECT_EQ(moves(rows, R"("mesh": "p=2", "inputs": [["p"]], )"), "");
  EXPECT_EQ(moves(rows, R"("mesh": "p=2", "inputs": [[null, "p"]], )"),
            "all_to_all over p, 48 bytes; ");
  // Other axes are overridden, and what is not named is whole.
  EXPECT_EQ(moves(rows, R"("mesh": "p=2, q=3", "inputs": [["q"]], )").empty(), false);
  EXPECT_EQ(moves(placed(R"({"operands": [[null, []]], "results": [[[], null]]})"),
                  R"("mesh": "p=2", "inputs": [["p"]], )"),
            "all_gather over p, 96 bytes; ");
}

TEST(CustomOp, CombinesWhatAnAxisOfOperandsAloneMakes) {
  const std::string cases =
      placed(R"({"operands": [[null, "p"], ["p", null]], "results": [[null, null]]})");
  const std::string members = R"("mesh": "p=2", "inputs": [[null, "p"], ["p"]], )";
  EXPECT_EQ(moves(cases + R"(, "combine": "sum")", members, kProduct),
            "all_reduce over p, 128 bytes; ");
  EXPECT_THAT(moves(cases, members, kProduct),
              HasSubstr("[missing-key] custom_call @own with [-, p], [p, -] -> [-, -]: p splits "
                        "operands and no result"));
}

TEST(CustomOp, RefusesShardingsThatDoNotFitTheCall) {
  const std::string members = R"("mesh": "p=2, q=2", )";
  const auto refused = [&](const std::string &operand, const std::string &result) {
    return moves(placed(R"({"operands": [)" + operand + R"(], "results": [)" + result + "]}"),
                 members);
  };
  EXPECT_THAT(refused("", R"(["p", null])"), HasSubstr("there are shardings of 0 operands"));
  EXPECT_THAT(refused(R"(["p"])", R"(["p", null])"),
              HasSubstr("the sharding of operand 0 is of 1 dimension, and that has 2"));
  EXPECT_THAT(refused(R"(["p", null])", R"([null, "p"])"),
              HasSubstr("a dimension of result 0 that p splits has 6 indices, and another one 8"));
  EXPECT_THAT(refused(R"(["p", null])", R"([["p", "q"], null])"),
              HasSubstr("axis 'p' splits one dimension with other axes than another"));
  EXPECT_THAT(refused(R"([7, null])", R"(["p", null])"), HasSubstr("must be a list"));
  EXPECT_THAT(moves(placed(R"({"operands": [["p", null]], "results": [["p", null]]})") +
                        R"(, "rule": "i j -> i j")",
                    members),
              HasSubstr("'rule' is another way to say how the op is sharded"));
  EXPECT_THAT(moves(placed(R"({"operands": [["p", null]]})"), members), HasSubstr("[missing-key]"));
}

TEST(CustomOp, GivesDevicesAllAlongAPermutationOfWhichEachMakesAPart) {
  const std::string rule = R"("rule": "b n -> b n", "permutation": ["n"], "flops": 1, )";
  const std::string members = R"("mesh": "p=2", "inputs": [[null, "p"]], )";
  EXPECT_EQ(moves(rule + R"("attributes": {})", members), "all_gather over p, 96 bytes; ");
  EXPECT_EQ(moves(rule + R"("attributes": {})", R"("mesh": "p=2", "inputs": [["p"]], )"), "");
  const Compiled c = compileOwn(config(rule + kKernel, members));
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions[0];
  const Kernel &kernel = function.kernels[0];
  EXPECT_EQ(str(boxAt(kernel.call->operands[0].box, function, {1})), "[0:8, 0:6]");
  EXPECT_EQ(str(boxAt(kernel.call->results[0].box, function, {1})), "[0:8, 3:6]");
  EXPECT_EQ(kernel.flops, 8 * 3);
}

TEST(CustomOp, IsGivenTheBoxesOfEachDevice) {
  const Compiled c =
      compileOwn(config(R"("rule": "i j, j k -> i k", "reduction": ["j"], )" + kKernel,
                        R"("mesh": "p=4", "inputs": [[null, "p"], ["p"]], )"),
                 kProduct);
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions[0];
  const Kernel &kernel = function.kernels[0];
  ASSERT_TRUE(kernel.call);
  EXPECT_EQ(str(boxAt(kernel.call->operands[0].box, function, {1})), "[0:8, 2:3]");
  EXPECT_EQ(str(boxAt(kernel.call->operands[1].box, function, {1})), "[2:3, 0:4]");
  EXPECT_EQ(str(boxAt(kernel.call->results[0].box, function, {1})), "[0:8, 0:4]");
}

TEST(CustomOp, TakesWhatItsEntrySays) {
  const Compiled c =
      compileOwn(config(R"("rule": "i j, j k -> i k", "reduction": ["j"], "flops": 2, )" + kKernel,
                        R"("mesh": "p=4", "inputs": [[null, "p"], ["p"]], )"),
                 kProduct);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].kernels[0].flops, 2 * 8 * 2 * 4); // of 6 over 4 devices 2
  EXPECT_EQ(c.plan->repeated.flops, 0);
}

TEST(CustomOp, SplitsWorkThatTakesLongerThanBytes) {
  const std::string rule = R"("rule": "b n -> b n", "need_replication": ["n"], "flops": )";
  const std::string members = R"("mesh": "p=2", "inputs": [[null, "p"]], )";
  EXPECT_EQ(moves(rule + "1", members), "all_gather over p, 96 bytes; ");
  EXPECT_EQ(moves(rule + "1e6", members),
            "all_to_all over p, 48 bytes; all_gather over p, 96 bytes; ");
}

TEST(CustomOp, TakesMemoryAndGivesMemory) {
  const Compiled c = compileOwn(
      config(R"("rule": "b n -> b n", )" + kKernel),
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %a = stablehlo.negate %x : tensor<8x6xf32>\n"
      "  %y = stablehlo.custom_call @own(%a) : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
      "  %z = stablehlo.negate %y : tensor<8x6xf32>\n  return %z : tensor<8x6xf32>\n}\n");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].steps.size(), 3U);
}

TEST(CustomOp, MakesAllItsResultsAtOnce) {
  const std::string rule = R"("rule": "b n -> b n, b", "need_replication": ["n"])";
  const std::string program =
      "func.func @main(%x: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8xf32>) {\n"
      "  %y:2 = stablehlo.custom_call @own(%x) : (tensor<8x6xf32>) -> (tensor<8x6xf32>, "
      "tensor<8xf32>)\n  return %y#0, %y#1 : tensor<8x6xf32>, tensor<8xf32>\n}\n";
  const Compiled c =
      compileOwn(config(rule + ", " + kKernel, R"("mesh": "p=2", "inputs": [["p"]], )"), program);
  ASSERT_TRUE(c.plan) << c.messages();
  ASSERT_EQ(c.plan->functions[0].steps.size(), 1U);
  EXPECT_EQ(c.plan->functions[0].steps[0].outs.size(), 2U);
}

TEST(CustomOp, IsCutBySlices) {
  const Compiled c =
      compileOwn(config(R"("rule": "b n -> b n", "need_replication": ["n"], )" + kKernel,
                        R"("unspecified": "whole", "inputs": {"arg0": {"0": ["0:3", "3:8"]}}, )"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  EXPECT_EQ(shardsText(*c.plan), "0: arg0[0:3, 0:6] -> out0[0:3, 0:6]\n"
                                 "1: arg0[3:8, 0:6] -> out0[3:8, 0:6]\n");
}

TEST(CustomOp, WithoutCodeIsItsReference) {
  const Compiled c = compileOwn(config(R"("reference": "double.mlir")"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_TRUE(c.plan->routines.empty());
  EXPECT_EQ(valuesOf(runOn(*c.plan, {iota(c.plan->inputs[0].type)})[0])[5], 10);
}

TEST(CustomOp, HasTheRuleThatTheProgramGivesIt) {
  const std::string program =
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %y = stablehlo.custom_call @own(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->"
      "([i, j]) {i=8, j=6} need_replication={j}, custom>} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
      "  return %y : tensor<8x6xf32>\n}\n";
  const std::string members = R"("mesh": "p=2", "inputs": [[null, "p"]], )";
  const Compiled c = compileOwn(config(kKernel, members), program);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "all_gather over p, 96 bytes; ");
  EXPECT_THAT(
      moves(R"("rule": "b n -> b n")", members, program),
      HasSubstr("error 2:8 [sharding-conflict] custom_call @own: the program has another rule "
                "for it than the config: i j -> i j {i=8, j=6} need_replication={j}"));
}

TEST(CustomOp, HasTheRuleThatXlaIsTold) {
  const auto program = [](const std::string &more) {
    return "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
           "  %y = stablehlo.custom_call @own(%x) {mhlo.frontend_attributes = {" +
           more +
           "xla.sdy.sharding_rule = \"#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=6} "
           "need_replication={j}, custom>\"}} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
           "  return %y : tensor<8x6xf32>\n}\n";
  };
  const std::string members = R"("mesh": "p=2", "inputs": [[null, "p"]], )";
  const Compiled c = compileOwn(config(kKernel, members), program(""));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "all_gather over p, 96 bytes; ");
  EXPECT_THAT(compileOwn(config(kKernel, members), program("other = \"1\", ")).messages(),
              HasSubstr("attribute 'mhlo.frontend_attributes' is not supported"));
}

TEST(CustomOp, IsToldWhatProgramAndConfigSay) {
  const Compiled c = compileOwn(
      config(R"("rule": "b n -> b n", "attributes": {"a": 1, "b": 2.5, "c": "x"}, )" + kKernel),
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %y = stablehlo.custom_call @own(%x) {mhlo.backend_config = {a = 7 : i64}} : "
      "(tensor<8x6xf32>) -> tensor<8x6xf32>\n  return %y : tensor<8x6xf32>\n}\n");
  ASSERT_TRUE(c.plan) << c.messages();
  const std::vector<RoutineAttribute> expected = {
      {"b", 2.5}, {"c", std::string("x")}, {"a", int64_t{7}}};
  EXPECT_EQ(c.plan->routines[0].attributes, expected);
}

TEST(CustomOp, IsACallInTheBundleWithACopyOfItsCode) {
  const Compiled c = compileOwn(config(R"("rule": "b n -> b n", )" + kKernel));
  ASSERT_TRUE(c.plan) << c.messages();
  std::map<std::string, std::string> files;
  for (const BundleFile &file : bundleFiles(*c.plan, {.cuda = false}))
    files[file.path] = file.text;
  EXPECT_EQ(files["ops/own.cpp"], "// code\n");
  EXPECT_THAT(
      files["src/" + c.plan->id + ".calls.cpp"],
      HasSubstr("void own_0(Stream &stream, const char *step, const float *arg0, float *v0) "
                "{\n  call(stream, step, {\"own\", ::own, {}, {}},\n"
                "       {{arg0, Type::f32, {dim(8), dim(6)}}},\n"
                "       {{v0, Type::f32, {dim(8), dim(6)}}});\n}\n"));
}

TEST(CustomOp, IsPartOfWhatRanksCompare) {
  const auto fingerprint = [](const std::string &attributes) {
    const Compiled c = compileOwn(
        config(R"("rule": "b n -> b n", "attributes": {)" + attributes + "}, " + kKernel));
    for (const BundleFile &file : bundleFiles(*c.plan, {.cuda = false}))
      if (const size_t at = file.text.find(".fingerprint = 0x"); at != std::string::npos)
        return file.text.substr(at, file.text.find(',', at) - at);
    return std::string();
  };
  EXPECT_EQ(fingerprint(R"("a": 1)"), fingerprint(R"("a": 1)"));
  EXPECT_NE(fingerprint(R"("a": 1)"), fingerprint(R"("a": 2)"));
}

TEST(CustomOp, MayHaveNoOperands) {
  const std::string program = "func.func @main() -> tensor<8x6xf32> {\n"
                              "  %y = stablehlo.custom_call @own() : () -> tensor<8x6xf32>\n"
                              "  return %y : tensor<8x6xf32>\n}\n";
  const Compiled c = compileOwn(
      config(R"("rule": "-> i j", )" + kKernel, R"("mesh": "p=2", "outputs": [["p"]], )"), program);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  EXPECT_EQ(movesOf(*c.plan), "");
  const Function &function = c.plan->functions[0];
  EXPECT_EQ(str(boxAt(function.kernels[0].call->results[0].box, function, {1})), "[4:8, 0:6]");
}

TEST(CustomOp, IsNotCalledForValuesWithoutElements) {
  EXPECT_THAT(
      compileOwn(config(R"("rule": "i j -> i j", )" + kKernel),
                 "func.func @main(%x: tensor<0x6xf32>) -> tensor<0x6xf32> {\n"
                 "  %y = stablehlo.custom_call @own(%x) : (tensor<0x6xf32>) -> tensor<0x6xf32>\n"
                 "  return %y : tensor<0x6xf32>\n}\n")
          .messages(),
      HasSubstr("[unsupported-attribute] custom_call @own: dimension 0 of operand 0 has no index"));
}

TEST(CustomOp, SplitsWithItsCasesAsTheProgramsRuleSays) {
  const auto program = [](const std::string &kinds) {
    return "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
           "  %y = stablehlo.custom_call @own(%x) {sdy.sharding_rule = "
           "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=6}" +
           kinds +
           ", custom>} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
           "  return %y : tensor<8x6xf32>\n}\n";
  };
  const std::string members = R"("mesh": "p=2", )";
  const std::string rows = placed(R"({"operands": [["p", null]], "results": [["p", null]]})");
  EXPECT_EQ(moves(rows, members, program(" need_replication={j}")), "");
  EXPECT_EQ(moves(rows, members, program("")), "");
  EXPECT_THAT(
      moves(rows, members, program(" need_replication={i}")),
      HasSubstr("error 2:8 [sharding-conflict] custom_call @own: the program's rule does not "
                "let devices split it as [p, -] -> [p, -]: i j -> i j {i=8, j=6} "
                "need_replication={i}"));
  // Along two dimensions that the rule has nothing to do with each other.
  const std::string square =
      "func.func @main(%x: tensor<6x6xf32>) -> tensor<6x6xf32> {\n"
      "  %y = stablehlo.custom_call @own(%x) {sdy.sharding_rule = "
      "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=6, j=6}, custom>} : (tensor<6x6xf32>) -> "
      "tensor<6x6xf32>\n  return %y : tensor<6x6xf32>\n}\n";
  EXPECT_THAT(
      moves(placed(R"({"operands": [["p", null]], "results": [[null, "p"]]})"), members, square),
      HasSubstr("[sharding-conflict]"));
}

TEST(CustomOp, HasScratchMemoryInItsStep) {
  const std::string rule = R"("rule": "b n -> b n", "need_replication": ["n"], )";
  const auto bytesOf = [&](const std::string &scratch, const std::string &members,
                           const std::string &how) {
    const Compiled c =
        compileOwn(config(how + R"("scratch": )" + scratch + ", " + kKernel, members));
    EXPECT_TRUE(c.plan) << c.messages();
    if (!c.plan) return int64_t{-1};
    EXPECT_EQ(check(*c.plan), std::nullopt);
    const Function &function = c.plan->functions[0];
    const Step &step = function.steps.back();
    if (step.scratch < 0) return int64_t{0};
    const Buffer &scratchMemory = function.buffers[step.scratch];
    EXPECT_EQ(scratchMemory.role, Role::scratch);
    EXPECT_EQ(scratchMemory.offset % 256, 0);
    EXPECT_EQ(scratchMemory.firstStep, static_cast<int>(function.steps.size()) - 1);
    EXPECT_EQ(scratchMemory.lastStep, scratchMemory.firstStep);
    return function.kernels[step.kernel].call->scratchBytes;
  };
  const std::string rows = R"("mesh": "p=3", "inputs": [["p"]], )"; // 3, 3 and 2 rows
  EXPECT_EQ(bytesOf("100", rows, rule), 100);
  EXPECT_EQ(bytesOf("100", R"("mesh": "p=3", "inputs": [[null, "p"]], )", rule),
            100); // a move before
  EXPECT_EQ(bytesOf("0", rows, rule), 0);
  EXPECT_EQ(bytesOf(R"("4 * b * n + 8")", rows, rule), 4 * 3 * 6 + 8);
  EXPECT_EQ(bytesOf(R"("(b + 1) * n / 5")", rows, rule), 5); // 24 / 5, rounded up
  EXPECT_EQ(bytesOf(R"("operands[0][0] * results[0][1]")", rows, rule), 3 * 6);
  const std::string cases =
      placed(R"({"operands": [["p", null]], "results": [["p", null]]})") + ", ";
  EXPECT_EQ(bytesOf(R"("operands[0][0]")", rows, cases), 3);
}

TEST(CustomOp, IsPrintedAndReadAgainWithTheCaseThatItIs) {
  const auto printed = [](const std::string &more, const std::string &combine = "sum") {
    return "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
           "  %y = sdy.custom_op \"own\"(%x) rule=\"b n -> b m {b=8, n=6, m=6} "
           "need_replication={n, m}\" combine=\"" +
           combine + "\" flops=2.0 given={} " + more +
           "routine=0 : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
           "  return %y : tensor<8x6xf32>\n}\n";
  };
  const auto read = [](const std::string &entry, const std::string &program) {
    return readOnly(program, Folder().path,
                    config(entry + ", " + kKernel, R"("mesh": "p=2, q=2", )"))
        .messages();
  };
  const std::string rows = R"({"operands": [["p", null]], "results": [["p", null]]})",
                    others = R"({"operands": [["q", null]], "results": [["q", null]]})";
  const std::string byRows = "places=\"[p, -] -> [p, -]\" ";
  EXPECT_EQ(read(placed(rows), printed(byRows)), "");
  EXPECT_EQ(read(placed(others + ", " + rows), printed(byRows)), "");
  EXPECT_THAT(
      read(placed(others), printed(byRows)),
      HasSubstr("[sharding-conflict] 'sdy.custom_op' of 'own': the program was printed with "
                "the shardings [p, -] -> [p, -], which are none of the config's"));
  EXPECT_THAT(read(placed(rows), printed("")),
              HasSubstr("was printed with a rule in place of the config's \"cases\""));
  const std::string rule = R"("rule": "b n -> b m", "need_replication": ["n", "m"])";
  EXPECT_EQ(read(rule, printed("")), "");
  EXPECT_THAT(read(rule, printed(byRows)), HasSubstr("which are none of the config's"));
  EXPECT_THAT(read(R"("rule": "b n -> b n")", printed("")),
              HasSubstr("the program was printed with another rule for it than the config has: b n "
                        "-> b m {b=8, n=6, m=6} need_replication={n, m}"));
  EXPECT_THAT(read(rule, printed("", "max")),
              HasSubstr("the program was printed with \"combine\": \"max\", and the config says "
                        "\"sum\""));
}

// What is wrong with a config.

struct Wrong {
  std::string entry, told;
};

TEST(CustomOp, IsRefusedWhereItsEntryIsWrong) {
  const Wrong all[] = {
      {"", "[missing-key] 'own' says nothing of what it computes"},
      {R"("kernel": {"cpp": "own.cpp"})",
       "[missing-key] custom_call @own: neither the program nor"},
      {R"("kernel": {})", "[missing-key] a kernel is a file for CPUs, 'cpp', one for GPUs"},
      {R"("kernel": {"cpp": "gone.cpp"}, "rule": "b n -> b n")", "[file-unreadable] the file "},
      {R"("kernel": {"cpp": "../own.cpp"}, "rule": "b n -> b n")", "[file-outside] the file "},
      {R"("kernel": {"cpp": "own.cu"}, "rule": "b n -> b n")",
       "[wrong-value] 'cpp' is a file that ends with '.cpp' or '.cc' or '.cxx'"},
      {R"("kernel": {"cpp": "own.cpp", "symbol": "a b"}, "rule": "b n -> b n")",
       "[wrong-value] 'symbol' is the name of a C function, and 'a b' is none"},
      {kKernel + R"(, "rule": "b n > b n")", "[wrong-notation] expected a factor"},
      {kKernel + R"(, "rule": "b -> b")", "[wrong-notation] custom_call @own: the rule has 1 dim"},
      {kKernel + R"(, "rule": "b n -> b n", "combine": "mean")", "[wrong-value] 'combine' must be"},
      {kKernel + R"(, "rule": "b n -> b n", "combine": "max")",
       "[wrong-value] 'combine' says how partial results"},
      {kKernel + R"(, "rule": "b n -> b n", "uneven": "even")", "[wrong-value] 'uneven' must be"},
      {kKernel + R"(, "rule": "b n -> b n", "uneven": "pad")",
       "[wrong-value] what is behind parts of operand 0"},
      {kKernel + R"(, "rule": "b n -> b n", "attributes": {"a": []})",
       "[wrong-kind] attribute 'a'"},
      {kKernel + R"(, "rule": "b n -> b n", "sizes": {"n": 0})", "[wrong-value] the size of 'n'"},
      {kKernel + R"(, "reduction": ["n"])", "[wrong-value] 'reduction' is about factors"},
      {kKernel + R"(, "rule": "b n -> b n", "scratch": -1)", "[wrong-value] 'scratch' is a number"},
      {kKernel + R"(, "rule": "b n -> b n", "scratch": "4 *")",
       "[wrong-notation] 'scratch': expected a number, a factor"},
      {kKernel + R"(, "rule": "b n -> b n", "scratch": "4 / n")",
       "[wrong-notation] 'scratch': what is divided by is a number"},
      {kKernel + R"(, "rule": "b n -> b n", "scratch": "4 * k")",
       "[wrong-value] 'k' of 'scratch' is no dimension"},
      {kKernel + R"(, "rule": "b n -> b n", "scratch": "operands[1][0]")",
       "[wrong-value] 'operands[1][0]' of 'scratch' is no dimension"},
      {kKernel + R"(, "rule": "b n -> b n", "scratch": "b * 9999999999999")",
       "[too-large] 'scratch' is more than"},
      {kKernel + R"(, "rule": "b n -> b n", "communicator": true)", "[wrong-kind] 'communicator'"},
      {kKernel + R"(, "rule": "b n -> b n", "communicator": ["k"])",
       "[wrong-notation] custom_call @own: factor 'k' is not in the rule"},
      {kKernel + R"(, "communicator": ["n"])",
       "[wrong-value] 'communicator' is about factors of a \"rule\", or axes of \"cases\""},
      {kKernel + R"(, "rule": "b n -> b n", "bytes": -1)", "[wrong-value] 'bytes' is a number"},
      {kKernel + R"(, "rule": "b n -> b n", "bytes": "4 * k")",
       "[wrong-value] 'k' of 'bytes' is no dimension"},
      {kKernel + R"(, "rules": "b n -> b n")", "[unknown-key]"},
      {R"("reference": "double.mlir", "rule": "b n -> b n")",
       "[wrong-value] 'rule' is about a kernel, and 'own' has none"},
  };
  for (const auto &[entry, told] : all)
    EXPECT_THAT(compileOwn(config(entry)).messages(), HasSubstr(told)) << entry;
}

/// The coordinates that the first call of a plan talks over, by name.
static std::string talksOver(const Compiled &c) {
  const Function &function = c.plan->functions.front();
  std::string text;
  for (const Kernel &kernel : function.kernels)
    if (kernel.call && kernel.call->talksOver)
      for (const int coordinate : *kernel.call->talksOver)
        text += function.coordinates[coordinate].name + " ";
  return text;
}

TEST(CustomOp, TalksToThoseThatHaveItsOtherPartsInTheirOrder) {
  const std::string rule = R"("rule": "b n -> b n", "communicator": ["b"], )" + kKernel;
  const std::pair<const char *, const char *> all[] = {
      {R"("mesh": "p=2,q=2", "inputs": [["p"]], )", "p "},
      {R"("mesh": "p=2,q=2", "inputs": [[["q", "p"]]], )", "q p "},
      {R"("mesh": "p=2,q=2", "inputs": [["p", "q"]], )", "p "},
      {R"("mesh": "p=2,q=2", "inputs": [[null, "q"]], )", ""}};
  for (const auto &[members, over] : all) {
    const Compiled c = compileOwn(config(rule, members));
    ASSERT_TRUE(c.plan) << c.messages();
    EXPECT_EQ(talksOver(c), over) << members;
    EXPECT_EQ(movesOf(*c.plan), "") << members;
    EXPECT_EQ(check(*c.plan), std::nullopt);
  }
}

TEST(CustomOp, TalksOverAxesOfItsCases) {
  const std::string cases = placed(R"({"operands": [["p", null]], "results": [["p", null]]})");
  const Compiled c = compileOwn(config(cases + R"(, "communicator": ["p"], )" + kKernel,
                                       R"("mesh": "p=2", "inputs": [["p"]], )"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(talksOver(c), "p ");
}

TEST(CustomOp, TalksOverNoAxisThatSplitsNothing) {
  const std::string cases = placed(R"({"operands": [["p", null]], "results": [["p", null]]})");
  EXPECT_THAT(compileOwn(config(cases + R"(, "communicator": ["p", "q"], )" + kKernel)).messages(),
              HasSubstr("[wrong-value] 'communicator' has 'q', by which no case splits anything"));
}

TEST(CustomOp, ThatTalksToOthersThanHaveItsPartsIsFound) {
  Compiled c = compileOwn(config(R"("rule": "b n -> b n", "communicator": ["b"], )" + kKernel,
                                 R"("mesh": "p=2", "inputs": [["p"]], )"));
  ASSERT_TRUE(c.plan) << c.messages();
  c.plan->functions.front().kernels.front().call->talksOver->clear();
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("it has a communicator of other devices"));
}

/// x, f32[8, 6], and w, f32[6, 4], of which the op has no dimension but the first.
static Compiled twoWays(const std::string &combine, const std::string &members) {
  return compileOwn(config(R"("rule": "i j, j k -> i", "reduction": ["j", "k"], "combine": )" +
                               combine + ", " + kKernel,
                           members),
                    "func.func @main(%x: tensor<8x6xf32>, %w: tensor<6x4xf32>) -> tensor<8xf32> {\n"
                    "  %y = stablehlo.custom_call @own(%x, %w) : (tensor<8x6xf32>, "
                    "tensor<6x4xf32>) -> tensor<8xf32>\n  return %y : tensor<8xf32>\n}\n");
}

TEST(CustomOp, CombinesReductionsAlikeAtOnce) {
  const Compiled c = twoWays(R"({"j": "max", "k": "max"})",
                             R"("mesh": "p=2,q=2", "inputs": [[null, "p"], ["p", "q"]], )");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.customOps->entries[0].cases.size(), 1U);
  EXPECT_EQ(c.customOps->entries[0].combine, "max");
}

TEST(CustomOp, SaysOfEachReductionHowItIsCombined) {
  const std::pair<const char *, const char *> all[] = {
      {R"({"j": "max"})", "[missing-key] 'combine' does not say how 'k' is combined"},
      {R"({"j": "max", "k": "mean"})", "[wrong-value] 'combine' must be"},
      {R"({"j": "max", "k": "sum", "i": "sum"})", "[wrong-value] 'combine' has 'i', which is no"}};
  for (const auto &[combine, told] : all)
    EXPECT_THAT(twoWays(combine, "").messages(), HasSubstr(told)) << combine;
}

TEST(CustomOp, MovesAsManyBytesAsItSays) {
  const Compiled c = compileOwn(config(R"("rule": "b n -> b n", "bytes": "16 * b * n", )" + kKernel,
                                       R"("mesh": "p=2", "inputs": [["p"]], )"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions.front().kernels.front().bytes, 16 * 4 * 6);
}

TEST(CustomOp, HasToBeInTheProgram) {
  const Compiled c = readOnly(
      "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}",
      Folder().path, config(R"("rule": "b n -> b n", )" + kKernel));
  ASSERT_TRUE(c.customOps);
  EXPECT_FALSE(c.customOps->entries[0].isUsed);
}

TEST(CustomOp, IsOneOfItsCases) {
  const Compiled c = compileOwn(config(R"("cases": ["double.mlir"])"));
  ASSERT_TRUE(c.plan) << c.messages();
  for (const char *entry : {R"("cases": ["double.mlir"], "reference": "double.mlir")",
                            R"("cases": ["double.mlir"], "kernel": {"cpp": "own.cpp"})"})
    EXPECT_THAT(compileOwn(config(entry)).messages(),
                HasSubstr("'cases' are programs of which one"))
        << entry;
  EXPECT_THAT(compileOwn(config(R"("cases": [])")).messages(),
              HasSubstr("[wrong-count] 'cases' is empty; list one at least"));
}

TEST(CustomOp, HasAReferenceOfItsTypes) {
  const std::string kernelToo = R"("rule": "n -> n", "reference": "double.mlir", )" + kKernel;
  for (const std::string &entry : {std::string(R"("reference": "double.mlir")"), kernelToo})
    EXPECT_THAT(
        compileOwn(config(entry),
                   "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                   "  %y = stablehlo.custom_call @own(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
                   "  return %y : tensor<4xf32>\n}\n")
            .messages(),
        HasSubstr("error 2:8 [type-mismatch] this is '(tensor<4xf32>) -> tensor<4xf32>', and its "
                  "reference is '(tensor<8x6xf32>) -> tensor<8x6xf32>'"));
}

TEST(CustomOp, IsKnownByTheConfigOfItsCallToo) {
  const std::string program =
      "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
      "  %y = stablehlo.custom_call @CustomSPMDPartitioning(%x) {backend_config = \"1\"} : "
      "(tensor<8xf32>) -> tensor<8xf32>\n"
      "  %z = stablehlo.custom_call @CustomSPMDPartitioning(%y) {backend_config = \"2\"} : "
      "(tensor<8xf32>) -> tensor<8xf32>\n  return %z : tensor<8xf32>\n}\n";
  const auto twoWith = [](const std::string &first, const std::string &second) {
    return R"({"shardc": 1, "kind": "sharding", "custom_ops": {
      "CustomSPMDPartitioning:1": {"rule": "n -> n", "kernel": {)" +
           first + R"(}},
      "CustomSPMDPartitioning:2": {"rule": "n -> n", "kernel": {)" +
           second + "}}}}";
  };
  const Compiled c = compileOwn(
      twoWith(R"("cpp": "own.cpp", "symbol": "f")", R"("cpp": "other.cpp", "symbol": "g")"),
      program);
  ASSERT_TRUE(c.plan) << c.messages();
  std::string called;
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    called += c.plan->routines[kernel.call->routine].cpp->file + " ";
  EXPECT_EQ(called, "own.cpp other.cpp ");
  EXPECT_THAT(
      compileOwn(twoWith(R"("cpp": "own.cpp")", R"("cpp": "other.cpp")"), program).messages(),
      HasSubstr("[duplicate-name] 'other.cpp' and 'own.cpp' of 'CustomSPMDPartitioning:1' both "
                "have a function 'CustomSPMDPartitioning'"));
  EXPECT_THAT(compileOwn(twoWith(R"("cpp": "own.cpp", "symbol": "f")",
                                 R"("cpp": "ops/own.cpp", "symbol": "g")"),
                         program)
                  .messages(),
              HasSubstr("[duplicate-name] 'ops/own.cpp' and 'own.cpp' of "
                        "'CustomSPMDPartitioning:1' are both 'ops/own.cpp' in a bundle"));
  EXPECT_TRUE(compileOwn(twoWith(R"("cpp": "own.cpp")", R"("cpp": "./own.cpp")"), program).plan);
}

TEST(CustomOp, ThatNoConfigDeclaresIsRefusedWithWhatWouldDeclareIt) {
  const Compiled c = readOnly(kProgram);
  EXPECT_FALSE(c.program);
  EXPECT_THAT(c.messages(), HasSubstr("a config can say what it is: \"custom_ops\": {\"own\": "));
}

TEST(CustomOp, IsReadAgainAsItWasPrinted) {
  const std::string program =
      "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
      "  %y = sdy.custom_op \"own\"(%x) rule=\"b n -> b n\" combine=\"sum\" flops=2.0 given={a = 7 "
      ": i64} "
      "routine=9 "
      ": (tensor<8x6xf32>) -> tensor<8x6xf32>\n  return %y : tensor<8x6xf32>\n}\n";
  const Compiled c = compileOwn(config(R"("rule": "b n -> b n", )" + kKernel), program);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->routines[0].attributes[0], (RoutineAttribute{"a", int64_t{7}}));
  EXPECT_EQ(c.plan->functions[0].kernels[0].call->routine, 0);
  EXPECT_EQ(readOnly(program).messages(),
            "error 2:8 [unsupported-op] 'sdy.custom_op' of 'own' is of no kernel in the config's "
            "\"custom_ops\"\n");
}

TEST(CustomOp, IsWrittenInJsonAsWell) {
  const Compiled c = compileOwn(
      config(R"("rule": "b n -> b n, b", "need_replication": ["n"], )" + kKernel),
      R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": [8, 6], "dtype": "f32"}],
          "ops": [{"name": ["y", "m"], "op": "custom_call", "target": "own", "in": ["x"], "eps": 0.5,
                   "results": [{"shape": [8, 6], "dtype": "f32"}, {"shape": [8], "dtype": "f32"}]}],
          "outputs": ["y", "m"]})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].steps.size(), 1U);
  EXPECT_EQ(c.plan->routines[0].attributes[0], (RoutineAttribute{"eps", 0.5}));
}

} // namespace
} // namespace shardc::test
