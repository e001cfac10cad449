// SPDX-License-Identifier: Apache-2.0
// A run is followed from its first product: each step alone reads what the one before made. From
// the last product, whose rows are known, the loops of rows are traced back: where a kernel reads
// what was made before it, a dimension that is indexed by such a loop and nothing else is a loop of
// the kernel that made it. At the first product they have to be its rows, and the loops around it.
// As steps share kernels, a kernel is done by blocks either in all of its steps or in none.
#include "codegen/lower/steps/row_blocks.h"

#include "codegen/kernel/schedule.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "runtime/device/cpu/product_cpu.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// What is smaller stays in a core's cache.
constexpr int64_t kLeastBytes = int64_t{1} << 20;
/// Kernels of a run.
constexpr size_t kMostKernels = 6;

using Loops = SmallVector<int, 4>;

bool isLarge(const Buffer &buffer) {
  return buffer.role == Role::temporary && buffer.bytes >= kLeastBytes;
}

/// A kernel as CPUs run it.
struct Scheduled {
  KernelView view;
  KernelTree tree;

  Scheduled(const Kernel &kernel, const DeviceLayout &layout)
      : view(kernel, layout), tree(scheduleOf(view, Target::cpp)) {}
};

/// Steps of a list that are done by blocks of rows.
struct Run {
  std::vector<Step> *steps;
  size_t first;
  RowBlocks blocks;
  std::vector<Loops> loops; // per kernel: those around, then the rows
};

class RowBlockFinder {
public:
  explicit RowBlockFinder(Function &function)
      : function(function), layout(deviceLayout(function)), uses(function.buffers.size(), 0),
        scheduled(function.kernels.size()), steps(function.kernels.size(), 0) {}

  void run() {
    countUses(function.steps);
    findRuns(function.steps);
    while (dropShared()) {
    }
    for (const Run &run : runs)
      apply(run);
  }

private:
  Function &function;
  DeviceLayout layout;
  std::vector<int> uses; // per buffer: by steps
  std::vector<std::unique_ptr<Scheduled>> scheduled;
  std::vector<int> steps; // per kernel
  std::vector<Run> runs;

  void countUses(ArrayRef<Step> list) {
    for (const Step &step : list) {
      for (ArrayRef<int> used : {ArrayRef<int>(step.ins), ArrayRef<int>(step.outs)})
        for (const int buffer : used)
          ++uses[buffer];
      if (step.decider >= 0) ++uses[step.decider];
      if (step.kind == Step::Kind::compute) ++steps[step.kernel];
      for (const std::vector<Step> &body : step.bodies)
        countUses(body);
    }
  }

  const Scheduled &of(int kernel) {
    if (!scheduled[kernel])
      scheduled[kernel] = std::make_unique<Scheduled>(function.kernels[kernel], layout);
    return *scheduled[kernel];
  }

  void findRuns(std::vector<Step> &list) {
    for (size_t first = 0; first < list.size(); ++first) {
      for (std::vector<Step> &body : list[first].bodies)
        findRuns(body);
      if (std::optional<Run> run = runFrom(list, first)) {
        first += run->blocks.kernels.size() - 1;
        runs.push_back(std::move(*run));
      }
    }
  }

  // One run.

  std::optional<Run> runFrom(std::vector<Step> &list, size_t first) {
    const size_t length = lengthFrom(list, first);
    if (length < 3) return std::nullopt;
    const ArrayRef<Step> own = ArrayRef(list).slice(first, length);
    Run run{&list, first, {}, std::vector<Loops>(length)};
    for (const Step &step : own)
      run.blocks.kernels.push_back(step.kernel);
    run.blocks.size = runtime::kBlockRows;
    const Scheduled &last = of(own.back().kernel);
    run.loops.back() = loopsOf(*productOf(last), last.view);
    for (size_t k = length - 1; k > 0; --k) {
      const int operand = operandOf(own[k], own[k - 1]);
      const auto before = loopsBefore(own[k].kernel, operand, run.loops[k], own[k - 1].kernel);
      if (!before) return std::nullopt;
      run.loops[k - 1] = *before;
    }
    for (size_t k = 0; k < length; ++k)
      if (!canBlock(of(own[k].kernel), run.loops[k])) return std::nullopt;
    for (size_t k = 0; k + 1 < length; ++k)
      run.blocks.between.push_back(rowElements(of(own[k].kernel).view, run.loops[k]));
    setOperands(run.blocks, own);
    return run;
  }

  /// From a product on, each step makes what the next one alone reads, up to another product; at
  /// least one of what they make is large. Else 0.
  size_t lengthFrom(ArrayRef<Step> list, size_t first) {
    bool large = false;
    for (size_t at = first; at < list.size() && at - first < kMostKernels; ++at) {
      const Step &step = list[at];
      if (step.kind != Step::Kind::compute || step.outs.size() != 1) return 0;
      if (function.kernels[step.kernel].call) return 0;
      if (at > first && operandOf(step, list[at - 1]) < 0) return 0;
      const bool isProduct = productOf(of(step.kernel)) != nullptr;
      if (at == first && !isProduct) return 0;
      if (at > first && isProduct) return large ? at - first + 1 : 0;
      const Buffer &made = function.buffers[step.outs.front()];
      if (made.role != Role::temporary || uses[step.outs.front()] != 2) return 0;
      large |= isLarge(made);
    }
    return 0;
  }

  /// Which operand is what the step before makes; -1: none.
  static int operandOf(const Step &step, const Step &before) {
    const auto found = llvm::find(step.ins, before.outs.front());
    return found == step.ins.end() ? -1 : static_cast<int>(found - step.ins.begin());
  }

  /// The product that a kernel is, if it copies operands: a skinny one is loops in blocks.
  static const PackedProduct *productOf(const Scheduled &kernel) {
    const std::optional<PackedProduct> &product = kernel.tree.product;
    return product && !product->isSkinny ? &*product : nullptr;
  }

  /// Loops with one index need not be told from each other.
  static Loops loopsOf(const PackedProduct &product, const KernelView &view) {
    Loops loops;
    for (const int loop : product.outer)
      if (view.loops[loop].form == LoopView::Form::looped) loops.push_back(loop);
    loops.push_back(product.rows);
    return loops;
  }

  /// The loop that an index is; else -1.
  static int loopOf(Expr index) {
    const IndexSum sum = indexSum(index);
    const bool isLoop = sum.constant == 0 && sum.terms.size() == 1 && sum.terms[0].first == 1 &&
                        sum.terms[0].second->kind == Kind::Loop;
    return isLoop ? static_cast<int>(sum.terms[0].second->value) : -1;
  }

  /// The loops that `maker` has where `user` has `loops`.
  std::optional<Loops> loopsBefore(int user, int operand, ArrayRef<int> loops, int maker) {
    const auto dims = dimensionsOf(of(user).view.formula, operand, loops);
    if (!dims) return std::nullopt;
    Loops before;
    for (const int dim : *dims) {
      const int loop = loopOf(of(maker).view.formula.results.front().index[dim]);
      if (loop < 0) return std::nullopt;
      before.push_back(loop);
    }
    return before;
  }

  /// Per loop the dimension of the operand that every load reads at its index.
  static std::optional<Loops> dimensionsOf(const Formula &formula, int operand,
                                           ArrayRef<int> loops) {
    std::optional<Loops> dims;
    bool same = true;
    forEach(formula.results.front().value, [&](Expr load) {
      if (load->kind != Kind::Load || load->value != operand) return;
      Loops own(loops.size(), -1);
      for (auto [dim, index] : llvm::enumerate(load->args)) {
        const auto found = llvm::find(loops, loopOf(index));
        if (found != loops.end())
          own[found - loops.begin()] = static_cast<int>(dim);
        else
          same &= llvm::none_of(freeLoops(index),
                                [&](int loop) { return llvm::is_contained(loops, loop); });
      }
      same &= !llvm::is_contained(own, -1) && (!dims || *dims == own);
      dims = own;
    });
    return same ? dims : std::nullopt;
  }

  /// Whether the kernel can run under these loops, with a block of the last one.
  static bool canBlock(const Scheduled &kernel, ArrayRef<int> loops) {
    const KernelView &view = kernel.view;
    const auto isEmpty = [](const LoopView &loop) { return loop.mayBeEmpty; };
    if (view.windows || llvm::any_of(view.loops, isEmpty) || view.isInPlace()) return false;
    const auto isPlain = [&](int loop) {
      const LoopView &own = view.loops[loop];
      return own.form == LoopView::Form::looped && own.extent && view.startsAtZero(loop);
    };
    if (!llvm::all_of(loops, isPlain)) return false;
    if (const PackedProduct *product = productOf(kernel)) {
      const Loops own = loopsOf(*product, view);
      return own.back() == loops.back() && own.size() == loops.size() &&
             llvm::all_of(own, [&](int loop) { return llvm::is_contained(loops, loop); });
    }
    return llvm::none_of(kernel.tree.tile.loops, [&](const TileLoop &tiled) {
      return llvm::is_contained(loops, tiled.loop);
    });
  }

  /// Elements of what a kernel makes for one index of each loop.
  static int64_t rowElements(const KernelView &view, ArrayRef<int> loops) {
    int64_t elements = 1;
    for (auto [dim, index] : llvm::enumerate(view.formula.results.front().index))
      if (!llvm::is_contained(loops, loopOf(index)))
        for (const Case &each : ArrayRef(view.cases).take_front(1))
          elements *= each.outs.front()[dim].extent();
    return elements;
  }

  static void setOperands(RowBlocks &blocks, ArrayRef<Step> steps) {
    SmallVector<int, 8> known; // buffers
    for (auto [k, step] : llvm::enumerate(steps)) {
      SmallVector<int, 4> &own = blocks.operandOf.emplace_back();
      for (auto [number, buffer] : llvm::enumerate(step.ins)) {
        if (k > 0 && buffer == steps[k - 1].outs.front()) {
          own.push_back(-1);
          continue;
        }
        const auto found = llvm::find(known, buffer);
        own.push_back(static_cast<int>(found - known.begin()));
        if (found != known.end()) continue;
        known.push_back(buffer);
        blocks.operands.push_back({static_cast<int>(k), static_cast<int>(number)});
      }
    }
  }

  // All of them.

  /// Whether a run was dropped, as a kernel of it is done in another way elsewhere.
  bool dropShared() {
    std::vector<int> inRuns(function.kernels.size(), 0);
    for (const Run &run : runs)
      for (const int kernel : run.blocks.kernels)
        ++inRuns[kernel];
    const auto isShared = [&](const Run &run) {
      return llvm::any_of(run.blocks.kernels, [&](int kernel) {
        const auto differs = [&](const Run &other) {
          return llvm::is_contained(other.blocks.kernels, kernel) && other.blocks != run.blocks;
        };
        return inRuns[kernel] != steps[kernel] || llvm::any_of(runs, differs);
      });
    };
    const size_t before = runs.size();
    std::vector<Run> kept;
    for (const Run &run : runs)
      if (!isShared(run)) kept.push_back(run);
    runs = std::move(kept);
    return runs.size() < before;
  }

  void apply(const Run &run) {
    const llvm::MutableArrayRef<Step> own =
        llvm::MutableArrayRef(*run.steps).slice(run.first, run.blocks.kernels.size());
    for (auto [k, step] : llvm::enumerate(own)) {
      Kernel &kernel = function.kernels[step.kernel];
      kernel.rows = {Loops(ArrayRef(run.loops[k]).drop_back()), run.loops[k].back()};
      step.together = k > 0;
      if (k > 0) kernel.ins[operandOf(step, own[k - 1])].ofBlock = true;
      if (k + 1 == own.size()) continue;
      kernel.outs.front().ofBlock = true;
      Buffer &made = function.buffers[step.outs.front()];
      made.ofBlock = true;
      made.bytes = 0;
    }
    if (!llvm::is_contained(function.rowBlocks, run.blocks))
      function.rowBlocks.push_back(run.blocks);
  }
};

} // namespace

void blockRows(Function &function) {
  if (llvm::any_of(function.buffers, isLarge)) RowBlockFinder(function).run();
}

} // namespace shardc
