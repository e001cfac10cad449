// SPDX-License-Identifier: Apache-2.0
// The kernels of all programs do what their statements say: run on floats that count.
#include "functions.h"
#include "harness.h"
#include "program_kernels.h"

#include "codegen/kernel/schedule.h"
#include "codegen/kernel/work/work.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

/// Whether floats that count know all functions of the formula.
bool isCountable(const Formula &formula) {
  bool all = true;
  for (const Result &result : formula.results)
    forEach(result.value, [&](Expr e) {
      if (e->kind != Kind::Scalar || !info(e->args[0]->type).isFloat) return;
      const Fn fn = static_cast<Fn>(e->value);
      const bool isOther = fn == Fn::isFinite || fn == Fn::atan2 ||
                           (fn >= Fn::eqTotal && fn <= Fn::geTotal) ||
                           (fn == Fn::convert && !info(e->type).isFloat) ||
                           llvm::StringRef(info(fn).name).contains("bitcast");
      all = all && !isOther;
    });
  return all;
}

std::vector<char> dataOf(const Kernel::Window &window, const Function &function, int64_t shard) {
  const Box box = boxAt(window.window, function, coordinatesOf(function, shard));
  std::vector<char> data(std::max<int64_t>(volume(box), 1) * info(window.type).bytes);
  if (window.type == ElementType::f32)
    for (size_t k = 0; k < data.size() / 4; ++k)
      reinterpret_cast<float *>(data.data())[k] = static_cast<float>(k % 7 + 1) / 4;
  return data;
}

long counted(const CompiledKernels &kernels, const Function &function, int number, int64_t shard) {
  std::vector<std::vector<char>> data;
  for (const Kernel::Window &window : function.kernels[0].ins)
    data.push_back(dataOf(window, function, shard));
  for (const Kernel::Window &window : function.kernels[0].outs)
    data.push_back(dataOf(window, function, shard));
  std::vector<void *> at;
  for (std::vector<char> &each : data)
    at.push_back(each.data());
  (void)kernels.countedFlops();
  kernels.run(number, shard, at);
  return kernels.countedFlops();
}

ExecutedWork workOn(const Function &function, int64_t shard) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  return executedWork(scheduleOf(view, Target::cpp), view.formula, envOf(function, shard));
}

TEST(CountedKernels, DoWhatTheirStatementsSay) {
  const ProgramKernels programs = programKernels();
  ASSERT_GT(programs.names.size(), 150u);
  const CompiledKernels kernels(programs.all, Target::cpp, /*counted=*/true);
  ASSERT_TRUE(kernels.ok());
  int exact = 0, most = 0;
  double expected = 0, executed = 0; // where there are branches
  for (auto [number, function] : llvm::enumerate(programs.all.functions)) {
    if (!isCountable(function.kernels[0].formula)) continue;
    for (const int64_t shard : {int64_t(0), function.shards() - 1}) {
      const ExecutedWork work = workOn(function, shard);
      const long flops = counted(kernels, function, static_cast<int>(number), shard);
      const std::string which = programs.names[number] + ", shard " + std::to_string(shard) + ": " +
                                str(function.kernels[0].formula);
      (work.isExact ? exact : most) += 1;
      if (!work.isExact)
        EXPECT_LE(flops, work.most) << which;
      else
        EXPECT_EQ(flops, work.most) << which;
      if (work.isExact) continue;
      expected += work.expected;
      executed += static_cast<double>(flops);
    }
  }
  std::printf("%d exactly so many, %d at most: %.0f for %.0f expected\n", exact, most, executed,
              expected);
  EXPECT_GT(exact, 200);
  EXPECT_GT(most, 20);
  EXPECT_NEAR(executed / expected, 1, 0.1);
}

} // namespace
} // namespace shardc::test
