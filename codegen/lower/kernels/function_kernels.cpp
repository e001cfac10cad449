// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/kernels/function_kernels.h"

#include "analysis/boxes/shard_reads.h"
#include "codegen/lower/kernels/push_kernels.h"
#include "codegen/lower/kernels/work_tally.h"
#include "codegen/lower/text/kernel_names.h"
#include "codegen/lower/text/step_text.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace shardc {

static bool sameWindows(ArrayRef<Kernel::Window> a, ArrayRef<Kernel::Window> b) {
  return llvm::equal(a, b, [](const Kernel::Window &x, const Kernel::Window &y) {
    return x.type == y.type && x.shape == y.shape && x.window == y.window;
  });
}

static bool doTheSame(const Kernel &a, const Kernel &b) {
  const auto sameLoop = [](const Loop &x, const Loop &y) {
    return x.extent == y.extent && x.hasCommunicator == y.hasCommunicator;
  };
  const auto sameResult = [](const Result &x, const Result &y) {
    return x.type == y.type && x.index == y.index && x.value == y.value && x.combine == y.combine &&
           x.where == y.where;
  };
  return a.loops == b.loops && sameWindows(a.ins, b.ins) && sameWindows(a.outs, b.outs) &&
         llvm::equal(a.formula.loops, b.formula.loops, sameLoop) &&
         llvm::equal(a.formula.results, b.formula.results, sameResult);
}

/// What a coordinate's last place has of loops, the others' first: later parts are further from
/// the beginning the more major it is.
static std::vector<std::pair<int64_t, int64_t>> lastParts(const Kernel &kernel, ArrayRef<int> loops,
                                                          const ShardGrid &grid, int coordinate) {
  SmallVector<int64_t, 4> at = grid.origin();
  at[coordinate] = grid.counts[coordinate] - 1;
  std::vector<std::pair<int64_t, int64_t>> parts;
  for (const int loop : loops)
    parts.push_back({kernel.loops[loop].lo.at(grid, at), kernel.loops[loop].hi.at(grid, at)});
  return parts;
}

/// The coordinates that split what a call has a communicator along; none where it has none.
static std::optional<SmallVector<int, 2>> talksOver(const Kernel &kernel, const ShardGrid &grid) {
  SmallVector<int, 2> loops, over;
  for (auto [number, loop] : llvm::enumerate(kernel.formula.loops))
    if (loop.hasCommunicator) loops.push_back(static_cast<int>(number));
  if (loops.empty()) return std::nullopt;
  for (const int loop : loops)
    over = eitherOf(over, eitherOf(kernel.loops[loop].lo.over, kernel.loops[loop].hi.over));
  llvm::stable_sort(over, [&](int a, int b) {
    return lastParts(kernel, loops, grid, a) > lastParts(kernel, loops, grid, b);
  });
  return over;
}

Kernel FunctionKernels::describe(const PlacedKernel &placed, ArrayRef<int> ins,
                                 ArrayRef<int> outs) {
  const PartKernel &made = placed.kernel;
  Kernel kernel;
  kernel.formula = made.body->formula;
  for (const auto &loop : made.body->loops)
    kernel.loops.push_back(allSpans.of(loop));
  for (int in : ins)
    kernel.ins.push_back(buffers.windowOf(in));
  for (int out : outs)
    kernel.outs.push_back(buffers.windowOf(out));
  kernel.sources = sourcesOf(graph, placed.fusions);
  kernel.isAttention =
      llvm::any_of(placed.fusions, [](const Fusion *fusion) { return fusion->isAttention; });
  kernel.bytes = bytesOf(kernel, gridOf(function));
  if (!callIn(kernel.formula)) return kernel;
  kernel.call = describeCall(*made.body);
  kernel.call->talksOver = talksOver(kernel, gridOf(function));
  return kernel;
}

/// What a routine reads and writes on each shard.
Kernel::Call FunctionKernels::describeCall(const KernelBody &body) {
  const ShardGrid grid = gridOf(function);
  llvm::DenseMap<Expr, SmallVector<Span, 4>> boxes;
  for (const ShardRead &read : readsOf(body.formula, body.loops, grid))
    boxes[read.load] = allSpans.of(read.boxes.dims);
  Kernel::Call call;
  const Expr own = callIn(body.formula);
  call.routine = routineOf(own);
  call.resultCount = static_cast<int>(own->numbers[1]);
  const CallPositions positions = positionsIn(own);
  call.positions = positions.count;
  for (auto [load, numbers] : llvm::zip_equal(own->args, positions.operands))
    call.operands.push_back({static_cast<int>(load->value), boxes.lookup(load), {}, numbers});
  for (size_t result = 0; result < body.formula.results.size(); ++result) {
    const Formula made = onlyResult(body.formula, static_cast<int>(result));
    call.results.push_back({static_cast<int>(callIn(made)->value),
                            allSpans.of(resultBoxes(made, body.loops, grid).dims)});
  }
  return call;
}

const FunctionKernels::MadeKernels &FunctionKernels::of(const PlacedKernel &placed,
                                                        ArrayRef<int> ins, ArrayRef<int> outs) {
  Key key;
  addTo(key, placed.kernel.body);
  for (int buffer : outs)
    addTo(key, buffers.windowBoxes(buffer).get());
  const auto [made, fresh] = known.try_emplace(key);
  if (fresh) made->second = add(describe(placed, ins, outs), placed.fusions);
  return made->second;
}

FunctionKernels::MadeKernels FunctionKernels::add(Kernel kernel, ArrayRef<const Fusion *> made) {
  const auto parts = pushKernelsOf(kernel, gridOf(function));
  if (!parts) {
    const auto operands = llvm::seq<int>(0, static_cast<int>(kernel.ins.size()));
    SmallVector<int, 8> all(operands.begin(), operands.end());
    return {{addOne(std::move(kernel), made), std::move(all)}};
  }
  MadeKernels numbers = {{addOne(parts->start.kernel, made), parts->start.ins, true}};
  if (parts->push) numbers.push_back({addOne(parts->push->kernel, made), parts->push->ins});
  return numbers;
}

int FunctionKernels::addOne(Kernel kernel, ArrayRef<const Fusion *> made) {
  auto &alike = byValue[kernel.formula.results.front().value];
  for (int number : alike)
    if (doTheSame(function.kernels[number], kernel)) return number;
  alike.push_back(static_cast<int>(function.kernels.size()));
  // Numbered over all functions by the caller.
  const std::string word = isPushed(kernel.formula) ? "" : wordFor(kernel.formula);
  kernel.name = word.empty() ? mnemonicOf(graph, made) + kernel.name : word;
  function.kernels.push_back(std::move(kernel));
  return alike.back();
}

} // namespace shardc
