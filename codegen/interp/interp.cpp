// SPDX-License-Identifier: Apache-2.0
#include "codegen/interp/interp.h"

#include "codegen/interp/evaluator.h"
#include "codegen/interp/push.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace shardc {

HostTensor HostTensor::zeros(const TensorSpec &type) {
  return {type, std::vector<char>(static_cast<size_t>(type.bytes()))};
}

Number HostTensor::at(int64_t element) const {
  return fromSlot(type.type, loadSlot(type.type, data.data() + element * info(type.type).bytes));
}

void HostTensor::set(int64_t element, Number number) {
  assert(number.type == type.type && "numbers of the tensor's type");
  storeSlot(type.type, data.data() + element * info(type.type).bytes, toSlot(number));
}

/// The loops that an index is over, major first.
static SmallVector<int, 8> loopsOf(Expr index) {
  const auto digits = radix(index);
  if (!digits) return freeLoops(index);
  SmallVector<int, 8> numbers;
  for (Expr digit : *digits)
    numbers.push_back(static_cast<int>(digit->value));
  return numbers;
}

namespace {

/// Results that are stored at the same index, so that one point gives an element of each.
class Group {
public:
  Group(const Formula &formula, const Env &env, ArrayRef<const WindowData *> operands,
        ArrayRef<int> results, bool partial)
      : evaluator(formula, env, operands, partial), results(results) {
    for (Expr dim : formula.results[results.front()].index) {
      index.push_back(evaluator.cellOf(dim));
      for (int loop : loopsOf(dim))
        if (!llvm::is_contained(loops, loop)) loops.push_back(loop);
    }
    for (int result : results)
      values.push_back(evaluator.cellOf(formula.results[result].value));
    evaluator.finish(index, loops);
    evaluator.finish(values, loops);
  }

  Evaluator evaluator;
  SmallVector<int, 2> results;
  SmallVector<int, 4> loops; // major first

  /// Calls `visit(number in the group, index, cell)` with an element of each at the loops' indices.
  template <typename Visit>
  void atPoint(Visit visit) {
    SmallVector<int64_t, 4> at;
    for (Cell *cell : index)
      at.push_back(static_cast<int64_t>(evaluator.value(cell)));
    for (size_t k = 0; k < results.size() && !evaluator.fault; ++k)
      visit(k, at, values[k]);
  }

private:
  SmallVector<Cell *, 4> index, values;
};

/// Stores all elements.
class Store {
public:
  Store(Group &group, const Env &env, ArrayRef<WindowData *> all) : group(group), env(env) {
    for (const int result : group.results) {
      windows.push_back(all[result]);
      views.emplace_back(*all[result]);
    }
  }

  void run() { runLoop(0); }

private:
  Group &group;
  const Env &env;
  SmallVector<WindowData *, 2> windows; // per result of the group
  std::vector<WindowView> views;

  void runLoop(size_t loop) {
    if (loop == group.loops.size())
      return group.atPoint(
          [&](size_t k, ArrayRef<int64_t> at, Cell *value) { storeElement(k, at, value); });
    const Interval &v = env.loops[group.loops[loop]];
    for (int64_t k = v.lo; k < v.hi && !group.evaluator.fault; k += v.step) {
      group.evaluator.setLoop(group.loops[loop], k);
      runLoop(loop + 1);
    }
  }

  void storeElement(size_t k, ArrayRef<int64_t> at, Cell *value) {
    WindowData &window = *windows[k];
    const int64_t element = views[k].find(at);
    if (element < 0) return fail("write outside the window of", group.results[k], at);
    if (static_cast<size_t>(element) < window.written.size() && window.written[element]++ != 0)
      return fail("second write of", group.results[k], at);
    const Slot slot = group.evaluator.value(value);
    storeSlot(window.type, window.data.data() + element * views[k].bytes, slot);
  }

  void fail(const char *what, int result, ArrayRef<int64_t> at) {
    std::string text = std::string(what) + " result " + std::to_string(result) + " at [";
    for (size_t dim = 0; dim < at.size(); ++dim)
      text += (dim == 0 ? "" : ", ") + std::to_string(at[dim]);
    group.evaluator.fault = Fault{text + "]"};
  }
};

} // namespace

/// The results by the index that they are stored at.
static std::vector<SmallVector<int, 2>> groupsOf(const Formula &formula) {
  std::vector<SmallVector<int, 2>> groups;
  for (const auto &[k, result] : llvm::enumerate(formula.results)) {
    const auto known = llvm::find_if(groups, [&, &index = result.index](const auto &group) {
      return formula.results[group.front()].index == index;
    });
    if (known == groups.end())
      groups.push_back({static_cast<int>(k)});
    else
      known->push_back(static_cast<int>(k));
  }
  return groups;
}

/// A result that pulls is inverted, so that each update is looked at once.
static std::optional<Fault> interpretInverted(const Pushed &inverted, const Env &env,
                                              ArrayRef<const WindowData *> operands,
                                              WindowData &window) {
  if (auto fault = interpret(inverted.start, env, operands, {&window})) return fault;
  if (!inverted.push) return std::nullopt;
  return interpretPush(*inverted.push, envOfPush(inverted, env), operands, window);
}

std::optional<Fault> interpret(const Formula &formula, const Env &env,
                               ArrayRef<const WindowData *> operands,
                               ArrayRef<WindowData *> windows, bool partial) {
  assert(env.loops.size() >= formula.loops.size() && "an interval for every loop");
  if (isPushed(formula)) return interpretPush(formula, env, operands, *windows.front());
  if (const auto inverted = pushed(formula))
    return interpretInverted(*inverted, env, operands, *windows.front());
  for (const SmallVector<int, 2> &results : groupsOf(formula)) {
    Group group(formula, env, operands, results, partial);
    Store(group, env, windows).run();
    if (group.evaluator.fault) return group.evaluator.fault;
  }
  return {};
}

std::optional<Fault> interpretSome(const Formula &formula, const Env &env,
                                   ArrayRef<const WindowData *> operands, ChoosePoints choose,
                                   llvm::function_ref<void(const Element &)> visit) {
  for (const SmallVector<int, 2> &results : groupsOf(formula)) {
    Group group(formula, env, operands, results, /*partial=*/false);
    choose(group.loops, [&](ArrayRef<int64_t> point) {
      for (auto [loop, at] : llvm::zip_equal(group.loops, point))
        group.evaluator.setLoop(loop, at);
      group.atPoint([&](size_t k, ArrayRef<int64_t> at, Cell *value) {
        const Slot slot = group.evaluator.value(value);
        if (!group.evaluator.fault) visit({group.results[k], SmallVector<int64_t, 4>(at), slot});
      });
    });
    if (group.evaluator.fault) return group.evaluator.fault;
  }
  return {};
}

} // namespace shardc
