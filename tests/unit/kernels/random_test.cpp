// SPDX-License-Identifier: Apache-2.0
// Random kernels, compiled, against the interpreter.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"
#include "harness.h"

#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

std::vector<int64_t> randomCuts(int64_t extent, std::mt19937 &random) {
  std::vector<int64_t> cuts = {0, extent};
  for (uint32_t more = random() % 4; more > 0; --more)
    cuts.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(extent + 1)));
  llvm::sort(cuts);
  return cuts;
}

Function randomFunction(const std::string &name, Pool &pool, std::mt19937 &random) {
  Example example = randomExample(pool, random);
  SmallVector<Cut, 4> cuts;
  for (int loop : example.cuttable)
    if (cuts.size() < 2 && random() % 2 == 0)
      cuts.push_back({loop, randomCuts(example.formula.loops[loop].extent, random)});
  SmallVector<Windows, 4> windows;
  for (size_t k = 0; k < example.formula.operands.size(); ++k)
    windows.push_back(random() % 4 == 0 ? Windows::whole : Windows::demanded);
  return functionOf(name, std::move(example.formula), cuts, windows);
}

Plan randomPlan(uint32_t seed, int count) {
  std::mt19937 random(seed);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (int k = 0; k < count; ++k) {
    Function function = randomFunction("fn" + std::to_string(k), *plan.pool, random);
    // Every other one is given to threads in the smallest chunks that there are.
    if (k % 2 == 0) function.kernels[0].flops = int64_t(1) << 50;
    plan.functions.push_back(std::move(function));
  }
  return plan;
}

/// y[i] = fn(a[i] + b[i], b[i]): sums wrap around before they are taken.
Formula formulaOf(Pool &pool, Fn fn, ElementType type, ElementType result) {
  constexpr int64_t count = 101;
  Build b(pool);
  Expr i = b.loop(count, "i");
  Expr x = b.load(type, {count}, {i}), y = b.load(type, {count}, {i});
  SmallVector<Expr, 2> args = {type == ElementType::i1 ? x : b.call(Fn::add, {x, y}), y};
  args.truncate(info(fn).arity);
  b.result(result, {count}, {i}, expr::scalar(fn, result, args));
  return b.formula;
}

/// Every function of every type of integers, and what makes one of another type.
Plan planOfIntegers() {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  const auto add = [&](Fn fn, ElementType type, ElementType result) {
    if (!supports(fn, type) || !(isInteger(type) || isInteger(result))) return;
    const bool isOfBits = info(type).bits == info(result).bits && isInteger(type) &&
                          !info(result).isBoolean && !info(result).isSmall; // which are no bits
    if (fn == Fn::bitcast && !isOfBits) return;
    plan.functions.push_back(functionOf("fn" + std::to_string(plan.functions.size()),
                                        formulaOf(*plan.pool, fn, type, result), {}));
  };
  for (ElementType type : elementTypes())
    for (Fn fn : scalarFunctions())
      for (ElementType result : elementTypes())
        if (info(fn).conversion ? result != type : result == resultOf(fn, type))
          add(fn, type, result);
  return plan;
}

int countOfRun() {
  const char *given = std::getenv("SHARDC_KERNELS");
  return given ? std::atoi(given) : 300;
}

void compare(Target target) {
  const uint32_t seed = seedOfRun(1);
  SCOPED_TRACE("SHARDC_SEED=" + std::to_string(seed));
  const Plan plan = randomPlan(seed, countOfRun());
  const CompiledKernels compiled(plan, target);
  ASSERT_TRUE(compiled.ok());
  std::mt19937 random(seed + 1);
  int runs = 0;
  for (auto [number, function] : llvm::enumerate(plan.functions))
    for (int64_t shard = 0; shard < function.shards(); ++shard, ++runs)
      ASSERT_TRUE(agrees(compiled, function, static_cast<int>(number), shard, random))
          << function.name << ", shard " << shard << ": " << str(function.kernels[0].formula);
  std::printf("%zu kernels, %d runs, none different\n", plan.functions.size(), runs);
}

/// On numbers among which ends of types are many.
void compareIntegers(Target target, const std::string &flags) {
  const Plan plan = planOfIntegers();
  const CompiledKernels compiled(plan, target, false, flags);
  ASSERT_TRUE(compiled.ok());
  std::mt19937 random(seedOfRun(1));
  for (auto [number, function] : llvm::enumerate(plan.functions))
    EXPECT_TRUE(agrees(compiled, function, static_cast<int>(number), 0, random))
        << str(function.kernels[0].formula) << " to "
        << info(function.kernels[0].formula.results[0].type.type).name;
  std::printf("%zu functions of integers\n", plan.functions.size());
}

TEST(IntegerKernels, OfCppAgreeWithTheInterpreter) { compareIntegers(Target::cpp, ""); }
TEST(IntegerKernels, OfCppAgreeInWideVectors) { compareIntegers(Target::cpp, "-march=native"); }
TEST(IntegerKernels, OfCudaAgreeWithTheInterpreter) { compareIntegers(Target::cuda, ""); }
TEST(IntegerKernels, OfCudaCompileWithNvcc) { EXPECT_TRUE(nvccCompiles(planOfIntegers())); }

TEST(RandomKernels, OfCppAgreeWithTheInterpreter) { compare(Target::cpp); }
TEST(RandomKernels, OfCudaCompileWithNvcc) { EXPECT_TRUE(nvccCompiles(randomPlan(7, 60))); }
TEST(RandomKernels, OfCudaAgreeWithTheInterpreter) { compare(Target::cuda); }

} // namespace
} // namespace shardc::test
