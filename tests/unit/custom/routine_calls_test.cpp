// SPDX-License-Identifier: Apache-2.0
// Calls of libraries that are calls of the runtime's routines: how they are sharded, what moves for
// them, what is refused.
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

/// Eigenvectors of 8 matrices of 4 by 4.
const std::string kEigh =
    "func.func @main(%x: tensor<8x4x4xf32>) -> tensor<8x4x4xf32> {\n"
    "  %v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : "
    "ui8, uplo = 76 : ui8}} : (tensor<8x4x4xf32>) -> (tensor<8x4x4xf32>, tensor<8x4xf32>, "
    "tensor<8xi32>)\n  return %v#0 : tensor<8x4x4xf32>\n}\n";

std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding", )" + members + "}";
}

/// The moves of a plan that is right; what is wrong where there is none.
std::string moves(const std::string &members, const std::string &program = kEigh) {
  const Compiled c = compile(program, config(members));
  if (!c.plan) return c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  return movesOf(*c.plan);
}

TEST(RoutineCall, IsShardedAlongItsBatchWithoutMoves) {
  EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [["p"]])"), "");
}

TEST(RoutineCall, HasWholeMatrices) {
  EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [["p", null]])"), "");
  EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [[null, "p"]])"), "all_gather over p, 256 bytes; ");
}

TEST(RoutineCall, ExchangesRowsForMembersWhereThatMovesLess) {
  EXPECT_EQ(moves(R"("mesh": "p=4", "inputs": [[null, "p"]], "outputs": [[null, "p"]])"),
            "all_to_all over p, 96 bytes; all_to_all over p, 96 bytes; ");
}

TEST(RoutineCall, OfAMatrixWithoutElementsIsNone) {
  const Compiled c = compile(
      "func.func @main(%x: tensor<2x0x0xf32>) -> (tensor<2x0xf32>, tensor<2xi32>) {\n"
      "  %v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : "
      "ui8, uplo = 76 : ui8}} : (tensor<2x0x0xf32>) -> (tensor<2x0x0xf32>, tensor<2x0xf32>, "
      "tensor<2xi32>)\n  return %v#1, %v#2 : tensor<2x0xf32>, tensor<2xi32>\n}\n",
      "");
  ASSERT_TRUE(c.plan) << c.messages();
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    EXPECT_FALSE(kernel.call);
}

TEST(RoutineCall, IsShardedBySlicesOfItsBatch) {
  const Compiled c = compile(kEigh, config(R"("inputs": {"arg0": {"0": ["0:3", "3:8"]}})"));
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions[0];
  ASSERT_TRUE(function.kernels[0].call);
  const Kernel::Call &call = *function.kernels[0].call;
  EXPECT_EQ(str(boxAt(call.operands[0].box, function, {1})), "[3:8, 0:4, 0:4]");
  ASSERT_EQ(call.results.size(), 1u); // nobody reads the others
  EXPECT_EQ(call.resultCount, 3);
  EXPECT_EQ(str(boxAt(call.results[0].box, function, {1})), "[3:8, 0:4, 0:4]");
}

TEST(RoutineCall, IsDoneOnceForResultsOfSeveralShapes) {
  const Compiled c = compile(
      "func.func @main(%x: tensor<8x4x4xf32>) -> (tensor<8x4xf32>, tensor<8x4x4xf32>, "
      "tensor<8xi32>) {\n"
      "  %v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : "
      "ui8, uplo = 76 : ui8}} : (tensor<8x4x4xf32>) -> (tensor<8x4x4xf32>, tensor<8x4xf32>, "
      "tensor<8xi32>)\n"
      "  return %v#1, %v#0, %v#2 : tensor<8x4xf32>, tensor<8x4x4xf32>, tensor<8xi32>\n}\n",
      config(R"("mesh": "p=2", "inputs": [["p"]])"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const Function &function = c.plan->functions[0];
  ASSERT_EQ(function.kernels.size(), 1u);
  EXPECT_EQ(function.kernels[0].call->results.size(), 3u);
  EXPECT_EQ(function.kernels[0].flops, 4 * 9 * 4 * 4 * 4);
  for (const auto &result : function.kernels[0].call->results)
    EXPECT_EQ(boxAt(result.box, function, {1}).front(), (Interval{4, 8}));
}

TEST(RoutineCall, CountsItsWork) {
  const Compiled c = compile(kEigh, config(R"("mesh": "p=2", "inputs": [["p"]])"));
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].kernels[0].flops, 4 * 9 * 4 * 4 * 4);
}

TEST(RoutineCall, BringsItsCodeAlone) {
  const Compiled c = compile(kEigh, config(R"("mesh": "p=2", "inputs": [["p"]])"));
  ASSERT_TRUE(c.plan) << c.messages();
  std::vector<std::string> own;
  for (const BundleFile &file : bundleFiles(*c.plan, {}))
    if (llvm::StringRef(file.path).starts_with("runtime/routines/") &&
        !llvm::StringRef(file.path).ends_with(".h"))
      own.push_back(file.path);
  EXPECT_THAT(own, testing::ElementsAre("runtime/routines/cpu/eigh_cpu.cpp",
                                        "runtime/routines/cuda/eigh_cuda.cu"));
}

/// A Cholesky factor of matrices of a type.
std::string cholesky(const std::string &type) {
  return "func.func @main(%x: " + type + ") -> " + type +
         " {\n  %l = stablehlo.cholesky %x, lower = true : " + type + "\n  return %l : " + type +
         "\n}\n";
}

TEST(RoutineCall, MayBeAnOpOfRealAndOfComplexNumbers) {
  for (const char *type : {"tensor<8x4x4xf32>", "tensor<8x4x4xcomplex<f32>>"})
    EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [["p"]])", cholesky(type)), "") << type;
}

TEST(RoutineCall, HasMemoryInItsStepForWhatADeviceHas) {
  const auto bytes = [](const std::string &members) -> int64_t {
    const Compiled c = compile(cholesky("tensor<8x4x4xf32>"), config(members));
    EXPECT_TRUE(c.plan) << c.messages();
    if (!c.plan) return 0;
    const Function &function = c.plan->functions[0];
    const int scratch = function.steps.front().scratch;
    EXPECT_GE(scratch, 0);
    EXPECT_EQ(function.buffers[scratch].role, Role::scratch);
    return function.buffers[scratch].bytes;
  };
  const int64_t ofHalf = bytes(R"("mesh": "p=2", "inputs": [["p"]])");
  EXPECT_GE(ofHalf, 4 * 4 * 4 * 4) << "a copy of 4 matrices at least";
  EXPECT_EQ(bytes(R"("mesh": "p=2", "inputs": [[]])"), 2 * ofHalf);
}

TEST(RoutineCall, TakesNarrowFloatsAsF32) {
  const Compiled c = compile(cholesky("tensor<8x4x4xbf16>"), "");
  ASSERT_TRUE(c.plan) << c.messages();
  std::vector<ElementType> taken;
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    if (kernel.call) taken.push_back(kernel.ins[0].type);
  EXPECT_EQ(taken, std::vector<ElementType>{ElementType::f32});
}

TEST(RoutineCall, RefusesBatchesOfMoreDimensionsThanThereAre) {
  EXPECT_THAT(
      moves(R"("mesh": "p=2")", cholesky("tensor<1x1x1x1x1x1x1x1x2x4x4xf32>")),
      HasSubstr("[unsupported-type] stablehlo.cholesky: matrices have to have elements, and "
                "at most 8 dimensions in front"));
}

/// Of so many elements in rows, sorted by what `compared` says of %a and %b.
std::string sortOf(int64_t size, const std::string &compared) {
  const std::string type = "tensor<8x" + std::to_string(size) + "xf32>";
  return "func.func @main(%x: " + type + ") -> " + type +
         " {\n  %y = \"stablehlo.sort\"(%x) <{dimension = 1 : i64, is_stable = true}> ({\n"
         "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n" +
         compared + "    stablehlo.return %o : tensor<i1>\n  }) : (" + type + ") -> " + type +
         "\n  return %y : " + type + "\n}\n";
}
const std::string kByValue = "    %o = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, "
                             "tensor<f32>) -> tensor<i1>\n";

/// Of a program's function.
int64_t callsIn(const std::string &program) {
  const Compiled c = compile(program, "");
  EXPECT_TRUE(c.plan) << c.messages();
  return c.plan ? llvm::count_if(c.plan->functions[0].kernels,
                                 [](const Kernel &kernel) { return kernel.call.has_value(); })
                : -1;
}

TEST(RoutineCall, OrdersManyElementsWhoseKeysAreCompared) {
  EXPECT_EQ(callsIn(sortOf(64, kByValue)), 1);
  EXPECT_EQ(callsIn(sortOf(64, "    %c = stablehlo.abs %a : tensor<f32>\n"
                               "    %d = stablehlo.abs %b : tensor<f32>\n"
                               "    %o = stablehlo.compare GT, %c, %d : (tensor<f32>, "
                               "tensor<f32>) -> tensor<i1>\n")),
            1);
}

/// What compares magnitudes, and where these are equal says what %rest does.
const std::string kByMagnitude =
    "    %c = stablehlo.abs %a : tensor<f32>\n    %d = stablehlo.abs %b : tensor<f32>\n"
    "    %rest = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "    %first = stablehlo.compare GT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>\n";

TEST(RoutineCall, OrdersByOneKeyAfterTheOther) {
  const std::string equal =
      "    %equal = stablehlo.compare EQ, %d, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n";
  EXPECT_EQ(callsIn(sortOf(64, kByMagnitude + equal +
                                   "    %both = stablehlo.and %rest, %equal : tensor<i1>\n"
                                   "    %o = stablehlo.or %both, %first : tensor<i1>\n")),
            1);
  EXPECT_EQ(callsIn(sortOf(64, kByMagnitude + equal +
                                   "    %o = stablehlo.select %equal, %rest, %first : tensor<i1>, "
                                   "tensor<i1>\n")),
            1);
}

TEST(RoutineCall, LeavesSortsWhoseKeysAreComparedInAnotherWayThanForEquality) {
  EXPECT_EQ(callsIn(sortOf(64, kByMagnitude +
                                   "    %equal = stablehlo.compare EQ, %a, %b : (tensor<f32>, "
                                   "tensor<f32>) -> tensor<i1>\n"
                                   "    %o = stablehlo.select %equal, %rest, %first : tensor<i1>, "
                                   "tensor<i1>\n")),
            0);
}

TEST(RoutineCall, FindsManyLargestByASort) {
  const auto program = [](const std::string &k) {
    const std::string types = "(tensor<8x" + k + "xf32>, tensor<8x" + k + "xi32>)";
    return "func.func @main(%x: tensor<8x64xf32>) -> " + types +
           " {\n  %v, %i = chlo.top_k(%x, k = " + k + ") : tensor<8x64xf32> -> " + types +
           "\n  return %v, %i : tensor<8x" + k + "xf32>, tensor<8x" + k + "xi32>\n}\n";
  };
  EXPECT_EQ(callsIn(program("50")), 1);
  EXPECT_EQ(callsIn(program("2")), 0) << "one after the other";
}

TEST(RoutineCall, LeavesSortsOfFewElementsAndByOtherComparators) {
  EXPECT_EQ(callsIn(sortOf(63, kByValue)), 0);
  EXPECT_EQ(callsIn(sortOf(64, "    %c = stablehlo.abs %a : tensor<f32>\n"
                               "    %o = stablehlo.compare GT, %c, %b : (tensor<f32>, "
                               "tensor<f32>) -> tensor<i1>\n")),
            0);
}

TEST(RoutineCall, OrdersRowsWhereTheyAreOrExchangesThem) {
  const std::string program = sortOf(64, kByValue);
  EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [["p"]])", program), "");
  EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [[null, "p"]], "outputs": [[null, "p"]])", program),
            "all_to_all over p, 512 bytes; all_to_all over p, 512 bytes; ");
}

/// X of A X = B, or of X A = B.
std::string solve(bool left) {
  return "func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
         "  %x = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = " +
         std::string(left ? "true" : "false") +
         ", lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = "
         "false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
         "  return %x : tensor<4x4xf32>\n}\n";
}

TEST(RoutineCall, SharesRightSidesOutWithoutMoves) {
  const std::string byColumns = R"("mesh": "p=2", "inputs": [null, [null, "p"]])",
                    byRows = R"("mesh": "p=2", "inputs": [null, ["p", null]])";
  EXPECT_EQ(moves(byColumns, solve(true)), "");
  EXPECT_EQ(moves(byRows, solve(false)), "");
  EXPECT_EQ(moves(byRows, solve(true)), "all_gather over p, 32 bytes; ");
}

TEST(RoutineCall, IsWrittenInJsonAsWell) {
  const auto program = [](const std::string &uplo) {
    return R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": [8, 4, 4],
      "dtype": "f32"}], "ops": [{"name": ["v", "w", "info"], "op": "custom_call", "in": ["x"],
      "target": "lapack_ssyevd_ffi", "mode": "V", "uplo": ")" +
           uplo + R"(", "results": [{"shape": [8, 4, 4], "dtype": "f32"},
      {"shape": [8, 4], "dtype": "f32"}, {"shape": [8], "dtype": "i32"}]}], "outputs": ["w"]})";
  };
  EXPECT_EQ(moves(R"("mesh": "p=2", "inputs": [["p"]])", program("L")), "");
  EXPECT_THAT(moves(R"("mesh": "p=2")", program("M")),
              HasSubstr("'uplo' in 'mhlo.backend_config' has to be a letter of 'LU'"));
}

/// A call of one operand, all of whose results are given.
std::string call(const std::string &target, const std::string &given, const std::string &taken,
                 const std::vector<std::string> &made) {
  std::string types, values;
  for (size_t k = 0; k < made.size(); ++k) {
    types += (k ? ", " : "") + made[k];
    values += (k ? ", " : "") + ("%r#" + std::to_string(k));
  }
  return "func.func @main(%x: " + taken + ") -> (" + types +
         ") {\n  %r:" + std::to_string(made.size()) + " = stablehlo.custom_call @" + target +
         "(%x) {mhlo.backend_config = {" + given + "}} : (" + taken + ") -> (" + types +
         ")\n  return " + values + " : " + types + "\n}\n";
}

std::string refusal(const std::string &target, const std::string &given, const std::string &taken,
                    const std::vector<std::string> &made) {
  return moves(R"("mesh": "p=2")", call(target, given, taken, made));
}

TEST(RoutineCall, RefusesWhatItIsNot) {
  const std::string square = "tensor<3x3xf32>", vector = "tensor<3xf32>", info = "tensor<i32>";
  const std::string given = "mode = 86 : ui8, uplo = 76 : ui8";
  EXPECT_THAT(refusal("lapack_ssyevd_ffi", "mode = 78 : ui8, uplo = 76 : ui8", square,
                      {square, vector, info}),
              HasSubstr("[wrong-value] custom_call @lapack_ssyevd_ffi: 'mode'"));
  EXPECT_THAT(refusal("lapack_dsyevd_ffi", given, square, {square, vector, info}),
              HasSubstr("[wrong-type] custom_call @lapack_dsyevd_ffi: its first operand"));
  EXPECT_THAT(refusal("lapack_ssyevd_ffi", given, square, {square, square, info}),
              HasSubstr("[shape-mismatch] custom_call @lapack_ssyevd_ffi: what it takes"));
  EXPECT_THAT(
      refusal("lapack_ssyevd_ffi", given + ", range = 65 : ui8", square, {square, vector, info}),
      HasSubstr("'range' in 'mhlo.backend_config' is not known"));
  EXPECT_THAT(refusal("cusolver_syevd_ffi", "algorithm = 0 : ui8", square, {square, vector, info}),
              HasSubstr("'lower' in 'mhlo.backend_config' has to be 'true' or 'false'"));
  EXPECT_THAT(refusal("lapack_sgehrd_ffi", "low = 2 : i32, high = 3 : i32", square,
                      {square, "tensor<2xf32>", info}),
              HasSubstr("'low' in 'mhlo.backend_config' has to be 1"));
  EXPECT_THAT(refusal("lapack_ssytrd_ffi", "uplo = 76 : ui8", "tensor<1x1xf32>",
                      {"tensor<1x1xf32>", "tensor<1xf32>", "tensor<0xf32>", "tensor<0xf32>", info}),
              HasSubstr("[shape-mismatch] custom_call @lapack_ssytrd_ffi"));
}

TEST(RoutineCall, RefusesToGiveWhatIsLeftInMemory) {
  const std::string square = "tensor<3x3xf32>";
  EXPECT_THAT(refusal("lapack_sgesdd_ffi", "mode = 65 : ui8", square,
                      {square, "tensor<3xf32>", square, square, "tensor<i32>"}),
              HasSubstr("[unsupported-op] custom_call @lapack_sgesdd_ffi: its result 0"));
}

} // namespace
} // namespace shardc::test
