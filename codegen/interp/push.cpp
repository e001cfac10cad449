// SPDX-License-Identifier: Apache-2.0
#include "codegen/interp/push.h"

#include "codegen/interp/evaluator.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Pushes {
public:
  Pushes(const Formula &formula, const Env &env, ArrayRef<const WindowData *> operands,
         WindowData &into)
      : result(formula.results.front()), env(env), evaluator(formula, env, operands, false),
        loops(loopsOfPush(result)), into(into), view(into) {
    for (Expr dim : result.index)
      indices.push_back({evaluator.cellOf(dim), dim->kind == Kind::Pick ? dim->args[1] : nullptr});
    SmallVector<Cell *, 8> roots;
    for (const Index &index : indices)
      roots.push_back(index.cell);
    roots.push_back(value = evaluator.cellOf(result.value));
    roots.push_back(body = evaluator.cellOf(result.combine));
    if (result.where) roots.push_back(where = evaluator.cellOf(result.where));
    evaluator.finish(roots, loops);
  }

  std::optional<Fault> run() {
    const auto hasNone = [&](const Index &index) {
      return index.own && env.loops[index.own->value].empty();
    };
    if (llvm::none_of(indices, hasNone)) runLoop(0);
    return evaluator.fault;
  }

private:
  struct Index {
    Cell *cell;
    Expr own; // the loop of a pick
  };

  void runLoop(size_t loop) {
    if (loop == loops.size()) return push();
    const Interval &v = env.loops[loops[loop]];
    for (int64_t k = v.lo; k < v.hi && !evaluator.fault; k += v.step) {
      evaluator.setLoop(loops[loop], k);
      runLoop(loop + 1);
    }
  }

  void push() {
    SmallVector<int64_t, 4> at;
    for (const Index &index : indices) {
      at.push_back(static_cast<int64_t>(evaluator.value(index.cell)));
      if (index.own && !env.loops[index.own->value].contains(at.back())) return;
    }
    if (where && evaluator.value(where) == 0) return;
    const int64_t element = view.find(at);
    if (element < 0) {
      evaluator.fault = Fault{"an update outside of the result's window"};
      return;
    }
    char *there = into.data.data() + element * view.bytes;
    const Slot update = evaluator.value(value);
    storeSlot(into.type, there, evaluator.combined(body, loadSlot(into.type, there), update));
  }

  const Result &result;
  const Env &env;
  Evaluator evaluator;
  const SmallVector<int, 8> loops;
  WindowData &into;
  const WindowView view;
  SmallVector<Index, 4> indices;
  Cell *value = nullptr, *body = nullptr, *where = nullptr;
};

} // namespace

std::optional<Fault> interpretPush(const Formula &formula, const Env &env,
                                   ArrayRef<const WindowData *> operands, WindowData &into) {
  return Pushes(formula, env, operands, into).run();
}

} // namespace shardc
