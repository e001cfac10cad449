// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_rows.h"

#include "frontend/ir/formula/rewriting/loops.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using Loops = SmallVector<int, 4>;

static Loops loopsOf(const Kernel::Rows &rows) {
  Loops loops = rows.around;
  loops.push_back(rows.loop);
  return loops;
}

static bool isLoop(Expr index, int loop) {
  if (index->kind == Kind::Pick) return isLoop(index->args[0], loop);
  if (index->kind == Kind::Loop) return index->value == loop;
  if (index->kind != Kind::Linear || constantOf(index) != 0) return false;
  const auto list = terms(index);
  return list.size() == 1 && list[0].first == 1 && isLoop(list[0].second, loop);
}

/// The dimension of what a kernel makes that a loop runs along; -1: none.
static int dimensionOf(const Kernel &maker, int loop) {
  ArrayRef<Expr> index = maker.formula.results.front().index;
  const auto *const found = llvm::find_if(index, [&](Expr at) { return isLoop(at, loop); });
  return found == index.end() ? -1 : static_cast<int>(found - index.begin());
}

/// Whether every read of the operand is at the indices that the loops have.
static bool readsOwnRows(const Kernel &maker, const Kernel &user, int operand) {
  bool own = true;
  for (auto [made, used] : llvm::zip_equal(loopsOf(*maker.rows), loopsOf(*user.rows))) {
    const int dim = dimensionOf(maker, made), loop = used;
    if (dim < 0) return false;
    forEachExpr(user.formula, [&](Expr e) {
      if (e->kind == Kind::Load && e->value == operand) own &= isLoop(e->args[dim], loop);
    });
  }
  return own;
}

std::optional<std::string> wrongRows(const Function &function, ArrayRef<Step> steps) {
  const auto kernelOf = [&](const Step &step) -> const Kernel & {
    return function.kernels[step.kernel];
  };
  const auto isBlock = [&](int buffer) { return function.buffers[buffer].ofBlock; };
  for (const Step &step : steps)
    if (step.kind != Step::Kind::compute || step.outs.size() != 1 || !kernelOf(step).rows)
      return "it is done by rows, and has none";
  const Kernel &first = kernelOf(steps.front());
  for (auto [k, step] : llvm::enumerate(steps)) {
    const Kernel &kernel = kernelOf(step);
    const Loops loops = loopsOf(*kernel.rows), firstLoops = loopsOf(*first.rows);
    if (loops.size() != firstLoops.size()) return "it has other loops around it";
    for (auto [a, b] : llvm::zip_equal(loops, firstLoops))
      if (kernel.loops[a] != first.loops[b]) return "it has other rows";
    if (isBlock(step.outs.front()) != (k + 1 < steps.size())) return "its rows do not end with it";
    for (auto [operand, buffer] : llvm::enumerate(step.ins)) {
      if (!isBlock(buffer)) continue;
      if (k == 0 || steps[k - 1].outs.front() != buffer) return "it reads rows that are gone";
      if (!readsOwnRows(kernelOf(steps[k - 1]), kernel, static_cast<int>(operand)))
        return "it reads rows that are not of its block";
    }
  }
  return std::nullopt;
}

bool usesBlocks(const Function &function, const Step &step) {
  const auto isBlock = [&](int buffer) { return function.buffers[buffer].ofBlock; };
  return llvm::any_of(step.ins, isBlock) || llvm::any_of(step.outs, isBlock) ||
         (step.decider >= 0 && isBlock(step.decider));
}

} // namespace shardc
