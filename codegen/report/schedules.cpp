// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/schedules.h"

#include "codegen/kernel/schedule.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace shardc::reports {

/// "elements, 4 at once", "turned"
static std::string nameOf(const Schedule &schedule) {
  const int64_t together = schedule.values(To::vector);
  const std::string name = schedule.strategy;
  return together == 1 ? name : name + ", " + std::to_string(together) + " at once";
}

/// "2.4 us of L2"
static std::string estimateText(const Schedule &schedule) {
  return llvm::formatv("{0:f1} us of {1}", schedule.estimate.seconds * 1e6,
                       schedule.estimate.bound);
}

std::string schedulesPart(const Plan &plan) {
  std::vector<std::vector<std::string>> rows = {{"on GPUs", "schedule", "estimate", "instead of"}};
  for (const Function &function : plan.functions) {
    const DeviceLayout layout = deviceLayout(function);
    for (const Kernel &kernel : function.kernels) {
      if (kernel.rows || kernel.call) continue; // on CPUs alone, or somebody's own
      const KernelView view(kernel, layout);
      const KernelTree tree = scheduleOf(view, Target::cuda);
      if (tree.schedules.size() < 2) continue;
      std::vector<std::string> others;
      for (const Schedule &each : llvm::drop_begin(tree.schedules))
        others.push_back(nameOf(each) + ": " + estimateText(each));
      const Schedule &own = tree.schedules.front();
      rows.push_back({kernel.name, nameOf(own), estimateText(own), text::joined(others)});
    }
  }
  return rows.size() == 1 ? "" : "\n" + text::columns("  ", rows);
}

} // namespace shardc::reports
