// SPDX-License-Identifier: Apache-2.0
#include "agrees.h"

#include "functions.h"
#include "guarded.h"

#include "codegen/interp/interp.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace shardc::test {

static int64_t bytesOf(const WindowData &data) {
  return volume(data.window) * info(data.type).bytes;
}

/// Small numbers; sums of floats are not exact, so the order of additions shows.
static void fill(WindowData &data, std::mt19937 &random) {
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

} // namespace shardc::test
