// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/text/kernel_names.h"

#include "codegen/kernel/forms/attention.h"
#include "codegen/plan/names.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/idioms.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

// Leaves room for a number in an identifier.
constexpr size_t kLongestOutput = 30;

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

/// The function that a value is made by last.
static std::string functionOf(Expr e) {
  if (e->kind == Kind::Select) return "select";
  return e->kind == Kind::Scalar ? info(static_cast<Fn>(e->value)).name : "";
}

/// "row_sum": along the last dimension of what it reads, where it reads one thing along it.
static std::string reductionWord(const ReduceView &reduce) {
  const std::optional<Fn> fn = combiner(reduce);
  if (!fn) return "";
  const std::string word = *fn == kSum ? "sum" : info(*fn).name;
  bool alongRows = false, along = false;
  anyUnder(reduce.values[0], [&](Expr e) {
    if (e->kind != Kind::Load || e->args.empty()) return false;
    for (Expr loop : reduce.loops) {
      const int number = static_cast<int>(loop->value);
      along |= llvm::is_contained(freeLoops(e), number);
      alongRows |= llvm::is_contained(freeLoops(e->args.back()), number);
    }
    return alongRows;
  });
  return along ? (alongRows ? "row_" : "column_") + word : word;
}

/// "row_sums": what all results are made of.
static std::string wordForAll(ArrayRef<Result> results) {
  std::string word;
  const auto isOther = [&](Expr e) {
    if (e->kind != Kind::Reduce) return false;
    const std::string own = reductionWord(ReduceView(e));
    if (word.empty()) word = own;
    return own != word;
  };
  for (const Result &result : results)
    if (!contains(result.value, Kind::Reduce) || anyUnder(result.value, isOther)) return "";
  return word.empty() ? "" : word + "s";
}

std::string wordFor(const Formula &formula) {
  if (formula.results.size() != 1) return wordForAll(formula.results);
  if (attentionIn(formula)) return "attention";
  Expr root = formula.results.front().value;
  if (callIn(root)) return ""; // what its op is called
  Expr reduction = reductionIn(root);
  if (hasProduct(root)) {
    if (reduction && !isTerm(ReduceView(reduction).values[0]))
      return reductionWord(ReduceView(reduction));
    const std::string last = reduction ? "" : functionOf(root);
    return (anyUnder(root, isSoftmax) ? "softmax_product" : "product") +
           (last.empty() ? "" : "_" + last);
  }
  if (reduction) return reductionWord(ReduceView(reduction));
  if (isSoftmax(root)) return "softmax";
  if (isReciprocalDeviation(root)) return "rstd";
  if (isNorm(root)) return "norm";
  return isRotaryEmbedding(root) ? "rotary_embedding" : "";
}

void nameAfterOutputs(Plan &plan) {
  for (Function &function : plan.functions) {
    std::vector<KernelUse> uses(function.kernels.size());
    addUses(function, function.steps, uses);
    for (size_t k = 0; k < uses.size(); ++k) {
      Kernel &kernel = function.kernels[k];
      if (uses[k].steps != 1 || uses[k].output < 0 || !endsBehindReduction(kernel)) continue;
      if (!wordFor(kernel.formula).empty()) continue;
      kernel.name = "make_" + plan.outputs[uses[k].output].id.substr(0, kLongestOutput);
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
