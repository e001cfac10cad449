// SPDX-License-Identifier: Apache-2.0
// Random kernels, compiled, against the interpreter.
#include "formulas.h"
#include "functions.h"
#include "guarded.h"
#include "harness.h"

#include "codegen/interp/interp.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

int64_t bytesOf(const WindowData &data) { return volume(data.window) * info(data.type).bytes; }

/// Small numbers; sums of floats are not exact, so the order of additions shows.
void fill(WindowData &data, std::mt19937 &random) {
  data.data.assign(std::max<int64_t>(bytesOf(data), 8), 0);
  const int64_t count = volume(data.window);
  const auto set = [&](auto zero) {
    using T = decltype(zero);
    T *to = reinterpret_cast<T *>(data.data.data());
    for (int64_t k = 0; k < count; ++k)
      to[k] = static_cast<T>(static_cast<int>(random() % 17) - 6) /
              static_cast<T>(std::is_floating_point_v<T> ? 7 : 1);
  };
  switch (data.type) {
  case ElementType::f32:
    return set(float());
  case ElementType::f64:
    return set(double());
  case ElementType::i32:
    return set(int32_t());
  case ElementType::ui32:
    return set(uint32_t());
  case ElementType::i1:
    return set(bool());
  case ElementType::i64:
  case ElementType::index:
    return set(int64_t());
  }
}

WindowData dataOf(const Kernel::Window &window, const Function &function, int64_t shard) {
  return {window.type, boxAt(window.window, function, coordinatesOf(function, shard)), {}, {}, {}};
}

/// Runs one shard by interpreter and compiled; false where they differ.
bool agrees(const CompiledKernels &compiled, const Function &function, int number, int64_t shard,
            std::mt19937 &random) {
  const Kernel &kernel = function.kernels.front();
  std::vector<WindowData> ins, outs;
  for (const Kernel::Window &window : kernel.ins)
    fill(ins.emplace_back(dataOf(window, function, shard)), random);
  for (const Kernel::Window &window : kernel.outs)
    fill(outs.emplace_back(dataOf(window, function, shard)), random);
  std::vector<std::unique_ptr<Guarded>> memory;
  std::vector<void *> buffers;
  const auto guard = [&](const WindowData &data) {
    const auto bytes = static_cast<size_t>(bytesOf(data));
    memory.push_back(std::make_unique<Guarded>(data.data, bytes, random() % 2 == 0));
    buffers.push_back(memory.back()->data);
  };
  llvm::for_each(ins, guard);
  llvm::for_each(outs, guard);
  SmallVector<const WindowData *, 4> operands;
  SmallVector<WindowData *, 2> written;
  for (WindowData &in : ins)
    operands.push_back(&in);
  for (WindowData &out : outs)
    written.push_back(&out);
  const auto fault = interpret(kernel.formula, envOf(function, shard), operands, written);
  EXPECT_FALSE(fault) << fault->what;
  SCOPED_TRACE(function.name);
  compiled.run(number, shard, buffers);
  for (size_t k = 0; k < outs.size(); ++k) {
    const Guarded &got = *memory[ins.size() + k];
    if (std::memcmp(outs[k].data.data(), got.data, got.used) != 0) return false;
  }
  return true;
}

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
  for (int k = 0; k < count; ++k)
    plan.functions.push_back(randomFunction("f" + std::to_string(k), *plan.pool, random));
  return plan;
}

uint32_t seedOfRun() {
  const char *given = std::getenv("SHARDC_SEED");
  return given ? static_cast<uint32_t>(std::strtoul(given, nullptr, 10)) : 1;
}
int countOfRun() {
  const char *given = std::getenv("SHARDC_KERNELS");
  return given ? std::atoi(given) : 300;
}

void compare(Target target) {
  const uint32_t seed = seedOfRun();
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

TEST(RandomKernels, OfCppAgreeWithTheInterpreter) { compare(Target::cpp); }
TEST(RandomKernels, OfCudaCompileWithNvcc) { EXPECT_TRUE(nvccCompiles(randomPlan(7, 60))); }
TEST(RandomKernels, OfCudaAgreeWithTheInterpreter) { compare(Target::cuda); }

} // namespace
} // namespace shardc::test
