// SPDX-License-Identifier: Apache-2.0
#include "agrees.h"

#include "functions.h"
#include "guarded.h"

#include "codegen/interp/interp.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <limits>

namespace shardc::test {

static int64_t bytesOf(const WindowData &data) {
  return volume(data.window) * info(data.type).bytes;
}

/// Small numbers, and ends of types of integers; sums of floats are not exact, so the order of
/// additions shows.
static void fill(WindowData &data, std::mt19937 &random) {
  data.data.assign(std::max<int64_t>(bytesOf(data), 8), 0);
  const int64_t count = volume(data.window);
  withType(data.type, [&](auto zero) {
    using T = decltype(zero);
    using Limits = std::numeric_limits<T>;
    T *to = reinterpret_cast<T *>(data.data.data());
    for (int64_t k = 0; k < count; ++k) {
      const int small = static_cast<int>(random() % 17) - 6;
      if constexpr (std::is_floating_point_v<T>)
        to[k] = static_cast<T>(small) / T(7);
      else if (random() % 8 == 0)
        to[k] = random() % 2 == 0 ? Limits::lowest() : Limits::max();
      else
        to[k] = static_cast<T>(small);
    }
  });
}

static WindowData dataOf(const Kernel::Window &window, const Function &function, int64_t shard) {
  return {window.type, boxAt(window.window, function, coordinatesOf(function, shard)), {}, {}, {}};
}

uint32_t seedOfRun(uint32_t otherwise) {
  const char *given = std::getenv("SHARDC_SEED");
  return given ? static_cast<uint32_t>(std::strtoul(given, nullptr, 10)) : otherwise;
}

bool agrees(const CompiledKernels &compiled, const Function &function, int number, int64_t shard,
            std::mt19937 &random, size_t alignment) {
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
    memory.push_back(std::make_unique<Guarded>(data.data, bytes, random() % 2 == 0, alignment));
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
    if (std::memcmp(outs[k].data.data(), got.data, got.used) != 0 || !got.isIntact()) return false;
  }
  return true;
}

void expectAgreement(const CompiledKernels &compiled, ArrayRef<Function> functions,
                     std::mt19937 &random, size_t alignment) {
  for (auto [number, function] : llvm::enumerate(functions))
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      EXPECT_TRUE(agrees(compiled, function, static_cast<int>(number), shard, random, alignment))
          << function.name << ", shard " << shard << ": " << str(function.kernels[0].formula);
}

} // namespace shardc::test
