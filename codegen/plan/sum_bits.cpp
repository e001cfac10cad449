// SPDX-License-Identifier: Apache-2.0
// The kernel that makes what a collective combines tells how the sum is split: by the loops whose
// intervals differ between the members of a group. That has to be the first loop of the sum alone;
// then the members' intervals are compared with those of the subtrees.
#include "codegen/plan/sum_bits.h"

#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"
#include "runtime/device/sum_order.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

namespace {

class Rounding {
public:
  explicit Rounding(const Function &function) : function(function), grid(gridOf(function)) {
    bits.resize(function.collectives.size(), SumBits::kept);
  }

  std::vector<SumBits> run() {
    visit(function.steps);
    for (const Feed &feed : function.feeds)
      visit(feed.step);
    return std::move(bits);
  }

  /// After `run`.
  SumBits ofOutput(int buffer, const Unreduced &unreduced) const {
    Collective combining;
    combining.over = unreduced.over;
    combining.combine = unreduced.combine;
    return bitsOf(combining, buffer);
  }

private:
  void visit(ArrayRef<Step> steps) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::compute)
        for (auto [k, out] : llvm::enumerate(step.outs))
          makers[out] = {&step, k};
      if (step.kind == Step::Kind::collective)
        bits[step.collective] = bitsOf(function.collectives[step.collective], step.ins.front());
      for (const std::vector<Step> &body : step.bodies)
        visit(body);
    }
  }

  SumBits bitsOf(const Collective &collective, int buffer) const {
    if (!collective.combine || collective.asBits) return SumBits::kept;
    const Fn fn = *collective.combine;
    if (isExact(fn, function.buffers[buffer].type)) return SumBits::kept;
    if (fn != kSum) return SumBits::unordered;
    // Given partial results are what their sum is of.
    if (function.buffers[buffer].role == Role::input) return SumBits::kept;
    const auto maker = makers.find(buffer);
    if (maker == makers.end()) return SumBits::passedOn;
    const Step &step = *maker->second.first;
    const Kernel &kernel = function.kernels[step.kernel];
    if (kernel.tensorFactors) return SumBits::tensorCores;
    if (kernel.call) return SumBits::routine;
    if (isPushed(kernel.formula.results[maker->second.second])) return SumBits::pushed;
    Expr value = kernel.formula.results[maker->second.second].value;
    if (!kernel.libraries.empty()) return SumBits::library;
    const bool isOfOne = value->kind == Kind::Select && contains(value->args[0], Kind::Held);
    if (isOfOne) return SumBits::kept;
    if (info(value->type).isNarrow) return SumBits::narrow;
    if (value->kind != Kind::Item) return SumBits::passedOn;
    const ReduceView sum(value->args[0]);
    return isOrdered(sum) ? bitsOf(collective, step, sum) : SumBits::passedOn;
  }

  SumBits bitsOf(const Collective &collective, const Step &step, const ReduceView &sum) const {
    const Kernel &kernel = function.kernels[step.kernel];
    const auto isSplit = [&](Expr loop) {
      const Span &span = kernel.loops[loop->value];
      const auto isOver = [&](int c) { return llvm::is_contained(collective.over, c); };
      return llvm::any_of(span.lo.over, isOver) || llvm::any_of(span.hi.over, isOver);
    };
    const auto split = llvm::find_if(sum.loops, isSplit);
    if (split == sum.loops.end()) {
      // A sum of sums in two kernels, or of anything else.
      Expr term = sum.values[0];
      const bool isOfSums = term->kind == Kind::Load && step.ins[term->value] >= 0 &&
                            bitsOf(collective, step.ins[term->value]) != SumBits::passedOn;
      return isOfSums ? SumBits::inner : SumBits::passedOn;
    }
    const auto isLong = [](Expr loop) { return loop->numbers[0] > 1; };
    const bool isFirst = llvm::none_of(llvm::make_range(sum.loops.begin(), split), isLong);
    if (!isFirst || llvm::any_of(llvm::make_range(split + 1, sum.loops.end()), isSplit))
      return SumBits::inner;
    const Varying<Interval> held = intervalsOf(grid, kernel.loops[(*split)->value]);
    const SumOrder &order = sum.order[split - sum.loops.begin()];
    const bool areTrees = held.over == collective.over &&
                          areSubtrees((*split)->numbers[0], order.leaves, *held.values);
    return areTrees ? SumBits::kept : SumBits::noSubtrees;
  }

  static bool areSubtrees(int64_t terms, int64_t leaves, ArrayRef<Interval> members) {
    const auto count = static_cast<int64_t>(members.size());
    if (leaves % count != 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(leaves / count)))
      return false;
    const int64_t each = leaves / count;
    return llvm::all_of(llvm::enumerate(members), [&](const auto &member) {
      const auto k = static_cast<int64_t>(member.index());
      return member.value().lo == runtime::leaf_start(leaves, terms, k * each) &&
             member.value().hi == runtime::leaf_start(leaves, terms, (k + 1) * each);
    });
  }

  const Function &function;
  ShardGrid grid;
  std::vector<SumBits> bits;
  llvm::DenseMap<int, std::pair<const Step *, size_t>> makers; // kernel and result, per buffer
};

} // namespace

std::vector<SumBits> sumBits(const Function &function) { return Rounding(function).run(); }

std::vector<SumBits> outputBits(const Plan &plan) {
  std::vector<SumBits> bits(plan.outputs.size(), SumBits::kept);
  for (const Function &function : plan.functions) {
    Rounding rounding(function);
    rounding.run();
    for (auto [number, buffer] : llvm::enumerate(function.buffers)) {
      if (buffer.role != Role::output) continue;
      if (const auto &unreduced = plan.outputs[buffer.index].unreduced)
        bits[buffer.index] = rounding.ofOutput(static_cast<int>(number), *unreduced);
    }
  }
  return bits;
}

bool keepsBits(const Plan &plan) {
  const auto areKept = [](ArrayRef<SumBits> all) {
    return llvm::all_of(all, [](SumBits bits) { return bits == SumBits::kept; });
  };
  return areKept(outputBits(plan)) && llvm::all_of(plan.functions, [&](const Function &function) {
           return areKept(sumBits(function));
         });
}

std::string whyRounded(SumBits bits) {
  switch (bits) {
  case SumBits::kept:
    return "";
  case SumBits::tensorCores:
    return "tensor cores have an order of their own (not with --numerics exact)";
  case SumBits::library:
    return "libraries have an order of their own (not with --numerics exact)";
  case SumBits::routine:
    return "code of your own adds up in an order of its own";
  case SumBits::unordered:
    return "products of floats have no order that devices share";
  case SumBits::narrow:
    return "partial sums are rounded before they are sent (not with --numerics exact)";
  case SumBits::passedOn:
    return "partial sums are passed on before they are combined (not with --numerics strict)";
  case SumBits::pushed:
    return "updates of floats are added in their order, and each device has its own";
  case SumBits::inner:
    return "devices split an inner loop of the sum";
  case SumBits::noSubtrees:
    return "what devices add up are no subtrees of the sum (--sum-leaves N makes more of them)";
  }
  return "";
}

} // namespace shardc
