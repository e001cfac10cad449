// SPDX-License-Identifier: Apache-2.0
// A load or result is along the innermost loop where the loop is the index of its last dimension
// that has several elements, plus a constant, and of no other. Four neighbours then always begin at
// a multiple of four if the first of a row does, on every shard, and rows of its window have a
// multiple of four elements; a single row may have any number. One access that is along the loop
// otherwise, or reads beside its window where a branch would not have read, leaves all to a thread
// per element.
#include "codegen/kernel/forms/vectors.h"

#include "codegen/kernel/grid.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

// A thread has four elements of all operands under way: a quarter of the threads of a full GPU are
// as many bytes as memory takes to stay busy.
constexpr int64_t kLeastThreads = kMultiprocessors * kThreadsAtOnce / 4;
// Where more is computed for each byte, memory is not what is waited for.
constexpr int64_t kMostFlopsPerByte = 4;

class VectorFinder {
public:
  VectorFinder(const KernelView &view, const Nest &nest) : view(view), nest(nest) {}

  std::optional<Vectors> run() {
    if (!isPlain()) return std::nullopt;
    made.loop = nest.order.back();
    const auto &results = view.formula.results;
    for (auto [number, result] : llvm::enumerate(results)) {
      const auto window = [&, number = number](const Case &each) -> const Box & {
        return each.outs[number];
      };
      if (!isAlong(result.index, window)) return std::nullopt;
    }
    for (const Result &result : results)
      if (!addLoads(result.value)) return std::nullopt;
    return std::move(made);
  }

private:
  /// Elements one by one, many of them, in memory of their own.
  bool isPlain() const {
    const auto reduces = [](const Result &result) { return contains(result.value, Kind::Item); };
    const auto isShared = [](const ParameterView &each) { return each.shared; };
    if (nest.order.empty() || !nest.stops.empty() || view.windows ||
        llvm::any_of(view.formula.results, reduces) || llvm::any_of(view.outs, isShared))
      return false;
    const Kernel &kernel = view.kernel;
    return view.loops[nest.order.back()].form == LoopView::Form::looped &&
           mostIndices(view, nest.order) >= kLeastThreads * Vectors::kCount &&
           kernel.flops <= kMostFlopsPerByte * kernel.bytes;
  }

  bool uses(Expr index) const { return llvm::is_contained(freeLoops(index), made.loop); }

  template <typename Window>
  std::optional<int64_t> extentOf(Window window, size_t dim) const {
    return common(view.cases, [&](const Case &each) { return window(each)[dim].extent(); });
  }

  /// The dimension in which elements of neighbouring indices are neighbours.
  template <typename Window>
  std::optional<size_t> dimensionAlong(ArrayRef<Expr> index, Window window) const {
    size_t end = index.size();
    while (end > 0 && extentOf(window, end - 1) == 1 && !uses(index[end - 1]))
      --end;
    if (end == 0 || llvm::any_of(index.take_front(end - 1), [&](Expr e) { return uses(e); }))
      return std::nullopt;
    const IndexSum sum = indexSum(index[end - 1]);
    const bool isLoop = sum.terms.size() == 1 && sum.terms[0].first == 1 &&
                        sum.terms[0].second->kind == Kind::Loop &&
                        sum.terms[0].second->value == made.loop;
    return isLoop ? std::optional(end - 1) : std::nullopt;
  }

  /// Whether four neighbours always begin at a multiple of four: in the first row, and, as rows
  /// have a multiple of four elements, in those behind it.
  template <typename Window>
  bool isAlong(ArrayRef<Expr> index, Window window) const {
    const std::optional<size_t> along = dimensionAlong(index, window);
    if (!along) return false;
    const bool startsEven = llvm::all_of(view.busy, [&](const Case *each) {
      const int64_t first = each->loops[made.loop].lo + indexSum(index[*along]).constant;
      return (first - window(*each)[*along].lo) % Vectors::kCount == 0;
    });
    const bool isOneRow = llvm::all_of(llvm::seq<size_t>(0, *along),
                                       [&](size_t dim) { return extentOf(window, dim) == 1; });
    const std::optional<int64_t> extent = extentOf(window, *along);
    return startsEven && (isOneRow || (extent && *extent % Vectors::kCount == 0));
  }

  /// Whether its window has all that a load would read if nothing kept it from reading.
  bool isInside(Expr load) const {
    return llvm::all_of(view.busy, [&](const Case *each) {
      const Env env{each->loops};
      return llvm::all_of(llvm::enumerate(load->args), [&](auto dim) {
        const Interval &held = each->ins[load->value][dim.index()], read = range(dim.value(), env);
        return read.empty() || (held.lo <= read.lo && read.hi <= held.hi);
      });
    });
  }

  /// What a branch alone would read is read in any case: it has to be there.
  bool addLoads(Expr value) {
    bool areFit = true;
    forEach(value, [&](Expr load) {
      if (load->kind != Kind::Load || !llvm::any_of(load->args, [&](Expr e) { return uses(e); }))
        return;
      const auto window = [&](const Case &each) -> const Box & { return each.ins[load->value]; };
      areFit = areFit && isAlong(load->args, window) && isInside(load);
      if (!llvm::is_contained(made.loads, load)) made.loads.push_back(load);
    });
    return areFit;
  }

  const KernelView &view;
  const Nest &nest;
  Vectors made;
};

} // namespace

std::optional<Vectors> vectorsOf(const KernelView &view, const Nest &nest) {
  return VectorFinder(view, nest).run();
}

} // namespace shardc
