// SPDX-License-Identifier: Apache-2.0
// dynamic_update_slice is, as a formula, a choice for every element: what is new where the element
// is in the box, else what was there. Fused or not, such a kernel ends with
//   y[i, j] = select(0 <= i - at < n, new[i - at, j], x[i, j])
// and has y = x trade places at the end of each trip. As i is at + k, with k below n, it is also
//   x[at + k, j] = new[k, j]
// where nobody wants the old x any more: work for the box instead of for the whole.
#include "codegen/lower/steps/update_in_place.h"

#include "codegen/lower/steps/buffer_uses.h"
#include "codegen/lower/steps/drop_unused.h"
#include "codegen/lower/text/kernel_names.h"
#include "codegen/lower/kernels/work_tally.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/updates.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>

namespace shardc {

namespace {

/// A formula that updates one of its operands.
struct Update {
  Formula formula; // without that operand
  int operand;
};

/// An index of a result that lies in a box: loop = begin + k, k below `count`.
struct BoxedLoop {
  int loop;
  int64_t count;
  Expr begin;
};

class UpdateFinder {
public:
  explicit UpdateFinder(const Kernel &kernel) : kernel(kernel), formula(kernel.formula) {}

  std::optional<Update> run() {
    if (formula.results.size() != 1 || !kernel.outs.front().window.size()) return std::nullopt;
    Expr value = formula.results[0].value;
    if (value->kind != Kind::Select || !isKept(value->args[2])) return std::nullopt;
    const auto operand = static_cast<int>(value->args[2]->value);
    if (readsOperand(value->args[0], operand) || readsOperand(value->args[1], operand) ||
        !addBoxes(value->args[0]))
      return std::nullopt;
    Update update{updated(value->args[1], operand), operand};
    // A box at the beginning of everything looks like the whole of something smaller.
    return updates(update.formula) ? std::optional(std::move(update)) : std::nullopt;
  }

private:
  /// Whether it is an operand at the element that is made.
  bool isKept(Expr e) const {
    return e->kind == Kind::Load && ArrayRef<Expr>(e->args) == ArrayRef(formula.results[0].index);
  }

  static bool readsOperand(Expr e, int operand) {
    return anyUnder(e,
                    [&](Expr part) { return part->kind == Kind::Load && part->value == operand; });
  }

  /// Whether the condition says of some indices of the result, and of nothing else, where they are.
  bool addBoxes(Expr condition) {
    if (isConjunction(condition))
      return llvm::all_of(condition->args, [&](Expr part) { return addBoxes(part); });
    if (condition->kind != Kind::Within) return false;
    const auto box = boxedLoop(condition);
    if (!box || llvm::any_of(boxes, [&](const BoxedLoop &o) { return o.loop == box->loop; }))
      return false;
    boxes.push_back(*box);
    return true;
  }

  std::optional<BoxedLoop> boxedLoop(Expr within) const {
    for (const auto &[factor, term] : terms(within->args[0])) {
      const bool isIndex =
          term->kind == Kind::Loop && llvm::is_contained(formula.results[0].index, term);
      if (!isIndex || (factor != 1 && factor != -1)) continue;
      Expr rest = expr::sub(within->args[0], expr::mul(term, factor));
      const int64_t lo = within->numbers[0], hi = within->numbers[1];
      // lo <= term + rest < hi, or lo <= rest - term < hi.
      Expr begin = factor > 0 ? expr::sub(rest->pool->constant(lo), rest) : expr::add(rest, 1 - hi);
      const BoxedLoop box{static_cast<int>(term->value), hi - lo, begin};
      if (freeLoops(begin).empty() && isInside(box)) return box;
    }
    return std::nullopt;
  }

  /// Whether the loop runs over the whole dimension on every shard, and the box is in that.
  bool isInside(const BoxedLoop &box) const {
    const int64_t extent = formula.loops[box.loop].extent;
    const Span &span = kernel.loops[box.loop];
    const Interval begins = range(box.begin, wholeLoops(formula));
    return span.isUniform() && span.lo.literal() == 0 && span.hi.literal() == extent &&
           begins.lo >= 0 && begins.hi - 1 + box.count <= extent;
  }

  Formula updated(Expr value, int operand) const {
    Formula made = formula;
    SmallVector<Expr, 4> to(formula.loops.size(), nullptr);
    for (const auto &[loop, count, begin] : boxes) {
      made.loops[loop].extent = count;
      to[loop] = count == 1 ? begin : expr::add(begin, begin->pool->loop(loop, count));
    }
    Result &result = made.results[0];
    result.value = renameLoops(value, to);
    for (Expr &index : result.index)
      index = renameLoops(index, to);
    made.operands.erase(made.operands.begin() + operand);
    Memo memo;
    const auto renumber = [&](Expr e) { return withoutOperand(e, operand, memo); };
    result.value = renumber(result.value);
    llvm::transform(result.index, result.index.begin(), renumber);
    return made;
  }

  static Expr withoutOperand(Expr e, int operand, Memo &memo) {
    return rewrite(
        e,
        [&](Expr part) -> Expr {
          if (part->kind != Kind::Load || part->value < operand) return nullptr;
          SmallVector<Expr, 4> index;
          for (Expr dim : part->args)
            index.push_back(withoutOperand(dim, operand, memo));
          return expr::load(*part->pool, part->type, static_cast<int>(part->value) - 1, index);
        },
        memo);
  }

  const Kernel &kernel;
  const Formula &formula;
  SmallVector<BoxedLoop, 2> boxes;
};

class UpdateInPlace {
public:
  explicit UpdateInPlace(Function &function) : function(function), all(usesOf(function.steps)) {}

  bool run() {
    visit(function.steps);
    if (isNow.empty()) return false;
    dropKernels();
    replaceBuffers(function, isNow);
    return true;
  }

private:
  void visit(std::vector<Step> &steps) {
    for (Step &step : steps) {
      for (std::vector<Step> &body : step.bodies)
        visit(body);
      if (step.kind == Step::Kind::loop) updateIn(step.bodies[1]);
    }
  }

  void updateIn(std::vector<Step> &body) {
    Uses uses = usesOf(body);
    llvm::DenseMap<int, size_t> makers; // steps of the list itself
    for (auto [number, step] : llvm::enumerate(body))
      if (step.kind == Step::Kind::compute && step.outs.size() == 1)
        makers[step.outs.front()] = number;
    std::vector<bool> isGone(body.size(), false);
    for (auto [number, step] : llvm::enumerate(body)) {
      if (step.kind != Step::Kind::swap) continue;
      const auto maker = makers.find(step.ins.front());
      isGone[number] =
          maker != makers.end() &&
          takesPlace(body[maker->second], maker->second, step.outs.front(), step.ins.front(), uses);
    }
    size_t number = 0;
    llvm::erase_if(body, [&](const Step &) { return isGone[number++]; });
  }

  /// Whether the step, of that number in a body, makes `next` in the place of `cell` from here on.
  bool takesPlace(Step &step, size_t number, int cell, int next, Uses &uses) {
    const BufferUse old = uses[cell], fresh = uses[next];
    const bool isFree = old.writes == 0 && old.swaps == 1 && old.lastRead == number &&
                        llvm::count(step.ins, cell) == 1;
    const bool isLocal = all[next].writes == 1 && all[next].swaps == 1 &&
                         all[next].reads == fresh.reads && fresh.firstRead > number;
    if (!isFree || !isLocal || !isAlike(cell, next)) return false;
    const auto update = updateBy(step.kernel);
    if (!update || step.ins[update->operand] != cell) return false;
    step.kernel = update->kernel;
    step.ins.erase(step.ins.begin() + update->operand);
    step.outs = {cell};
    nameAfter(step, function.buffers[next].name, function.buffers[cell].name);
    isNow[next] = cell;
    return true;
  }

  /// "2.1 next", "next = f(x)": now of what it is in the place of.
  static void nameAfter(Step &step, const std::string &next, const std::string &cell) {
    const StringRef label = step.label, text = step.text;
    if (label.ends_with(" " + next)) step.label = label.drop_back(next.size()).str() + cell;
    if (text.starts_with(next + " =")) step.text = cell + text.drop_front(next.size()).str();
  }

  bool isAlike(int cell, int next) const {
    const Buffer &a = function.buffers[cell], &b = function.buffers[next];
    return a.role == Role::temporary && b.role == Role::temporary && a.window == b.window;
  }

  struct MadeKernel {
    int kernel, operand;
  };

  /// The kernel that updates in place what this one copies, and which operand that is.
  std::optional<MadeKernel> updateBy(int number) {
    const auto [known, fresh] = made.try_emplace(number);
    if (fresh) known->second = makeKernel(number);
    return known->second;
  }

  std::optional<MadeKernel> makeKernel(int number) {
    const Kernel &kernel = function.kernels[number];
    const auto update = UpdateFinder(kernel).run();
    if (!update) return std::nullopt;
    Kernel own = kernel;
    own.formula = update->formula;
    own.outs = {own.ins[update->operand]};
    own.ins.erase(own.ins.begin() + update->operand);
    for (auto [loop, span] : llvm::zip_equal(own.formula.loops, own.loops))
      if (span.isUniform() && span.hi.literal() > loop.extent)
        span = {uniform<int64_t>(0), uniform(loop.extent)};
    own.bytes = bytesOf(own, gridOf(function));
    if (std::string word = wordFor(own.formula); !word.empty()) own.name = std::move(word);
    function.kernels.push_back(std::move(own));
    return MadeKernel{static_cast<int>(function.kernels.size()) - 1, update->operand};
  }

  // Numbers.

  void dropKernels() {
    std::vector<bool> used(function.kernels.size(), false);
    forEachStep(function.steps, [&](Step &step) {
      if (step.kernel >= 0) used[step.kernel] = true;
    });
    // In the order of the steps, as before.
    std::vector<int> now(used.size());
    std::iota(now.begin(), now.end(), 0);
    for (const auto &[old, update] : made)
      if (update && used[update->kernel] && !used[old]) {
        std::swap(function.kernels[old], function.kernels[update->kernel]);
        used[old] = true;
        used[update->kernel] = false;
        now[update->kernel] = old;
      }
    forEachStep(function.steps, [&](Step &step) {
      if (step.kernel >= 0) step.kernel = now[step.kernel];
    });
    dropUnusedKernels(function);
  }

  Function &function;
  Uses all;                                      // in the whole function
  std::map<int, std::optional<MadeKernel>> made; // by kernel
  llvm::DenseMap<int, int> isNow;                // buffers that another took the place of
};

} // namespace

bool updateInPlace(Function &function) { return UpdateInPlace(function).run(); }

} // namespace shardc
