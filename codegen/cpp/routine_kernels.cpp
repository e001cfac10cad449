// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/routine_kernels.h"

#include "codegen/text/text.h"

#include "llvm/Support/FormatVariadic.h"

namespace shardc {

namespace {

struct KernelOfRoutine {
  StringRef routine, name;
  const char *work; // "Members<Cholesky<{0}>>"
  const char *header;
};

constexpr KernelOfRoutine kKernels[] = {
#define SHARDC_KERNEL(routine, kernel, work, header) {#routine, #kernel, work, header},
#include "runtime/routines/cuda/kernels.def"
};

/// What each of the runtime's routines is called with, by its name. A user's may be called alike.
std::set<std::pair<std::string, ElementType>> calledRoutines(const Plan &plan) {
  std::set<std::pair<std::string, ElementType>> called;
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels) {
      if (!kernel.call) continue;
      const Routine &routine = plan.routines[kernel.call->routine];
      if (routine.header.empty() || routine.needsLibrary) continue;
      const Kernel::Window &first = kernel.ins[kernel.call->operands.front().number];
      called.emplace(routine.name, first.type);
    }
  return called;
}

std::string kernelText(const KernelOfRoutine &kernel, ElementType type) {
  const std::string work = llvm::formatv(kernel.work, info(type).cpp).str();
  return "extern \"C\" __global__ void __launch_bounds__(" + work + "::kThreads, 1)\n    shardc_" +
         kernel.name.str() + "_" + info(type).name + "(const " + work + " work) {\n" +
         "  do_work(work);\n}\n";
}

} // namespace

RoutineKernels routineKernels(const Plan &plan) {
  RoutineKernels made;
  for (const auto &[routine, type] : calledRoutines(plan)) {
    made.text += "// What " + routine + " launches, of " + info(type).name + ".\n";
    for (const KernelOfRoutine &kernel : kKernels) {
      if (kernel.routine != routine) continue;
      made.text += kernelText(kernel, type) + "\n";
      made.headers.insert(std::string("routines/") + kernel.header);
    }
  }
  if (made.text.empty()) return made;
  made.headers.insert({"routines/cuda/kernel_cuda.h", "routines/cuda/members_cuda.h"});
  made.text = text::inNamespace("shardc::runtime", made.text);
  return made;
}

} // namespace shardc
