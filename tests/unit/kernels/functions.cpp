// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::test {
namespace {

/// The spans of boxes that the shards of a function have, in their order.
SmallVector<Span, 4> spansOf(const Function &function, ArrayRef<Box> boxes) {
  SmallVector<Span, 4> spans;
  for (size_t dim = 0; dim < boxes.front().size(); ++dim) {
    std::vector<int64_t> lo, hi;
    for (const Box &box : boxes) {
      lo.push_back(box[dim].lo);
      hi.push_back(std::max(box[dim].lo, box[dim].hi));
    }
    spans.push_back({boundOf(function, lo), boundOf(function, hi)});
  }
  return spans;
}

Box hullOf(ArrayRef<Box> boxes, ArrayRef<int64_t> shape) {
  Box around;
  for (const Box &box : boxes)
    if (!isEmpty(box)) around = around.empty() ? box : hull(around, box);
  if (around.empty())
    for (size_t dim = 0; dim < shape.size(); ++dim)
      around.push_back({0, 0, 1});
  return around;
}

std::vector<Env> envsOf(const Formula &formula, const Function &function, ArrayRef<Cut> cuts) {
  std::vector<Env> envs;
  for (int64_t shard = 0; shard < function.shards(); ++shard) {
    Env env = wholeLoops(formula);
    const auto at = coordinatesOf(function, shard);
    for (auto [c, cut] : llvm::enumerate(cuts))
      env.loops[cut.loop] = {cut.cuts[at[c]], cut.cuts[at[c] + 1], 1};
    envs.push_back(std::move(env));
  }
  return envs;
}

void addWindow(Function &function, std::vector<Kernel::Window> &list, const std::string &name,
               const TensorSpec &type, ArrayRef<Box> boxes, Role role) {
  list.push_back({name, type.type, type.shape, spansOf(function, boxes)});
  Buffer &buffer = function.buffers.emplace_back();
  buffer.name = buffer.value = name;
  buffer.type = type.type;
  buffer.shape = type.shape;
  buffer.box = buffer.window = list.back().window;
  buffer.role = role;
}

} // namespace

Function functionOf(const std::string &name, Formula formula, ArrayRef<Cut> cuts,
                    ArrayRef<Windows> windows, ArrayRef<std::string> names) {
  Function function;
  function.name = name;
  for (const Cut &cut : cuts)
    function.coordinates.push_back({formula.loops[cut.loop].name, cut.cuts, {}, ""});
  const std::vector<Env> envs = envsOf(formula, function, cuts);
  Kernel kernel;
  kernel.name = names.empty() ? "kernel_0" : names.back();
  for (size_t k = 0; k < formula.operands.size(); ++k) {
    const TensorSpec &type = formula.operands[k];
    std::vector<Box> boxes;
    for (const Env &env : envs) {
      const bool all = k < windows.size() && windows[k] == Windows::whole;
      boxes.push_back(all ? whole(type.shape) : hullOf(demand(formula, env)[k], type.shape));
    }
    const std::string called = k + 1 < names.size() ? names[k] : "x" + std::to_string(k);
    addWindow(function, kernel.ins, called, type, boxes, Role::input);
  }
  for (size_t k = 0; k < formula.results.size(); ++k) {
    std::vector<Box> boxes;
    for (const Env &env : envs)
      boxes.push_back(resultBox(formula, static_cast<int>(k), env));
    const size_t at = formula.operands.size() + k;
    const std::string called = at + 1 < names.size() ? names[at] : "y" + std::to_string(k);
    addWindow(function, kernel.outs, called, formula.results[k].type, boxes, Role::output);
  }
  std::vector<Box> loops;
  for (const Env &env : envs)
    loops.push_back(Box(env.loops.begin(), env.loops.end()));
  if (!loops.front().empty()) {
    const SmallVector<Span, 4> spans = spansOf(function, loops);
    kernel.loops.assign(spans.begin(), spans.end());
  }
  kernel.formula = std::move(formula);
  function.kernels.push_back(std::move(kernel));
  return function;
}

SmallVector<int64_t, 2> tripsOf(const Kernel &kernel) {
  SmallVector<int64_t, 2> trips;
  for (Expr trip : tripsIn(kernel.formula)) {
    trips.resize(trip->value + 1, 0);
    trips[trip->value] = trip->numbers[0] * 2 / 3;
  }
  return trips;
}

Env envOf(const Function &function, int64_t shard) {
  Env env;
  env.trips = tripsOf(function.kernels.front());
  const auto at = coordinatesOf(function, shard);
  for (const Span &span : function.kernels.front().loops)
    env.loops.push_back(spanAt(span, function, at));
  return env;
}

} // namespace shardc::test
