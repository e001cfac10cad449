// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/kernel_names.h"

#include "codegen/plan/names.h"
#include "frontend/ir/formula/rewrite.h"

#include <map>

namespace shardc {

// Leaves room for a number in an identifier.
constexpr size_t kLongest = 30;

namespace {

/// How a kernel is used: by how many steps, and the output that one of them makes with it.
struct KernelUse {
  int steps = 0;
  int output = -1;
};

} // namespace

static void addUses(const Function &function, ArrayRef<Step> steps, std::vector<KernelUse> &uses) {
  for (const Step &step : steps) {
    for (const std::vector<Step> &body : step.bodies)
      addUses(function, body, uses);
    if (step.kind != Step::Kind::compute) continue;
    KernelUse &use = uses[step.kernel];
    ++use.steps;
    if (step.outs.size() > 1) continue; // it makes more than the output
    const Buffer &made = function.buffers[step.outs.front()];
    if (made.role == Role::output) use.output = made.index;
  }
}

/// Whether the last op works on what was reduced before.
static bool endsBehindReduction(const Kernel &kernel) {
  const Expr root = kernel.formula.results.front().value;
  return root->kind != Kind::Item && contains(root, Kind::Reduce);
}

void nameAfterOutputs(Plan &plan) {
  for (Function &function : plan.functions) {
    std::vector<KernelUse> uses(function.kernels.size());
    addUses(function, function.steps, uses);
    for (size_t k = 0; k < uses.size(); ++k) {
      Kernel &kernel = function.kernels[k];
      if (uses[k].steps != 1 || uses[k].output < 0 || !endsBehindReduction(kernel)) continue;
      kernel.name = "make_" + plan.outputs[uses[k].output].id.substr(0, kLongest);
    }
  }
}

void numberKernels(Plan &plan) {
  std::map<std::string, int> counts;
  for (Function &function : plan.functions)
    for (Kernel &kernel : function.kernels) {
      const std::string mnemonic = kernel.name == "return" ? "copy" : kernel.name;
      kernel.name = identifier(mnemonic + "_" + std::to_string(counts[mnemonic]++));
    }
}

} // namespace shardc
