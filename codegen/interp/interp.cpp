// SPDX-License-Identifier: Apache-2.0
#include "codegen/interp/interp.h"

#include "codegen/interp/evaluator.h"
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

namespace {

/// Results that are stored at the same index, so that one point gives an element of each.
class Store {
public:
  Store(Evaluator &evaluator, const Formula &formula, const Env &env,
        ArrayRef<WindowData *> windows, ArrayRef<int> group)
      : evaluator(evaluator), env(env), windows(windows), group(group) {
    const Result &first = formula.results[group[0]];
    for (Expr dim : first.index) {
      index.push_back(evaluator.cellOf(dim));
      for (int loop : loopsOf(dim))
        if (!llvm::is_contained(loops, loop)) loops.push_back(loop);
    }
    for (int result : group) {
      values.push_back(evaluator.cellOf(formula.results[result].value));
      views.emplace_back(*windows[result]);
    }
    evaluator.finish(index, loops);
    evaluator.finish(values, loops);
  }

  void run() { runLoop(0); }

private:
  Evaluator &evaluator;
  const Env &env;
  ArrayRef<WindowData *> windows;
  ArrayRef<int> group;
  SmallVector<Cell *, 4> index, values;
  std::vector<WindowView> views;
  SmallVector<int, 4> loops; // major first

  static SmallVector<int, 8> loopsOf(Expr index) {
    const auto digits = radix(index);
    if (!digits) return freeLoops(index);
    SmallVector<int, 8> numbers;
    for (Expr digit : *digits)
      numbers.push_back(static_cast<int>(digit->value));
    return numbers;
  }

  void runLoop(size_t loop) {
    if (loop == loops.size()) return storePoint();
    const Interval &v = env.loops[loops[loop]];
    for (int64_t k = v.lo; k < v.hi && !evaluator.fault; k += v.step) {
      evaluator.setLoop(loops[loop], k);
      runLoop(loop + 1);
    }
  }

  void storePoint() {
    SmallVector<int64_t, 8> at;
    for (Cell *cell : index)
      at.push_back(static_cast<int64_t>(evaluator.value(cell)));
    for (size_t k = 0; k < group.size() && !evaluator.fault; ++k)
      storeElement(k, at);
  }

  void storeElement(size_t k, ArrayRef<int64_t> at) {
    WindowData &window = *windows[group[k]];
    const int64_t element = views[k].find(at);
    if (element < 0) return fail("write outside the window of", group[k], at);
    if (static_cast<size_t>(element) < window.written.size() && window.written[element]++ != 0)
      return fail("second write of", group[k], at);
    const Slot slot = evaluator.value(values[k]);
    storeSlot(window.type, window.data.data() + element * views[k].bytes, slot);
  }

  void fail(const char *what, int result, ArrayRef<int64_t> at) {
    std::string text = std::string(what) + " result " + std::to_string(result) + " at [";
    for (size_t dim = 0; dim < at.size(); ++dim)
      text += (dim == 0 ? "" : ", ") + std::to_string(at[dim]);
    evaluator.fault = Fault{text + "]"};
  }
};

} // namespace

std::optional<Fault> interpret(const Formula &formula, const Env &env,
                               ArrayRef<const WindowData *> operands,
                               ArrayRef<WindowData *> results, bool partial) {
  assert(env.loops.size() >= formula.loops.size() && "an interval for every loop");
  std::vector<bool> done(formula.results.size());
  for (size_t first = 0; first < formula.results.size(); ++first) {
    if (done[first]) continue;
    SmallVector<int, 2> group;
    for (size_t k = first; k < formula.results.size(); ++k) {
      if (formula.results[k].index != formula.results[first].index) continue;
      group.push_back(static_cast<int>(k));
      done[k] = true;
    }
    Evaluator evaluator(formula, env, operands, partial);
    Store(evaluator, formula, env, results, group).run();
    if (evaluator.fault) return evaluator.fault;
  }
  return {};
}

} // namespace shardc
