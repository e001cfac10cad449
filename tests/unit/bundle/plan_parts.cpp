// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/bundle/plan_parts.h"

#include "codegen/lower/memory/lifetimes.h"
#include "codegen/plan/names.h"

#include <algorithm>

namespace shardc::plans {

Span fixed(int64_t lo, int64_t hi) { return {{{}, {{lo}}}, {{}, {{hi}}}}; }

/// The slice of coordinate `c`.
Span slice(const Function &function, int c) {
  const std::vector<int64_t> &cuts = function.coordinates[c].cuts;
  return {{{c}, {{cuts.begin(), cuts.end() - 1}}}, {{c}, {{cuts.begin() + 1, cuts.end()}}}};
}

int64_t bytesOf(const Function &function, ArrayRef<Span> window, ElementType type) {
  int64_t most = 0;
  for (int64_t shard = 0; shard < function.shards(); ++shard)
    most = std::max(most, volume(boxAt(window, function, coordinatesOf(function, shard))));
  return most * info(type).bytes;
}

/// Adds a buffer behind the others; its window is its box unless one is given.
int addBuffer(Function &function, const std::string &name, Role role, int index,
              const TensorSpec &type, SmallVector<Span, 4> box, SmallVector<Span, 4> window) {
  Buffer buffer;
  buffer.name = name;
  buffer.value = name;
  buffer.type = type.type;
  buffer.shape = type.shape;
  buffer.window = window.empty() ? box : window;
  buffer.box = std::move(box);
  buffer.role = role;
  buffer.index = index;
  for (const Buffer &other : function.buffers)
    if (other.role == role && other.index == index && role != Role::temporary) ++buffer.part;
  buffer.bytes = bytesOf(function, buffer.window, type.type);
  buffer.offset = function.arenaBytes;
  function.arenaBytes += (buffer.bytes + 255) / 256 * 256;
  function.liveBytes += buffer.bytes;
  function.buffers.push_back(buffer);
  return static_cast<int>(function.buffers.size()) - 1;
}

/// Adds a kernel and the step that runs it.
void addStep(Function &function, const std::string &name, const std::string &text, Formula formula,
             SmallVector<Span, 8> loops, SmallVector<int, 4> ins, int out,
             std::vector<Source> sources) {
  Kernel kernel;
  kernel.name = name;
  kernel.formula = std::move(formula);
  kernel.loops = std::move(loops);
  const auto windowOf = [&](int buffer) {
    const Buffer &b = function.buffers[buffer];
    return Kernel::Window{b.name, b.type, b.shape, b.window};
  };
  for (int in : ins)
    kernel.ins.push_back(windowOf(in));
  kernel.outs.push_back(windowOf(out));
  kernel.sources = std::move(sources);
  kernel.flops = 6;
  kernel.bytes = 72;
  Step step;
  step.label = std::to_string(function.steps.size() + 1) + " " + function.buffers[out].name;
  step.text = text;
  step.kernel = static_cast<int>(function.kernels.size());
  step.ins = std::move(ins);
  step.outs = {out};
  function.kernels.push_back(std::move(kernel));
  function.steps.push_back(std::move(step));
  setLifetimes(function);
}

PlanTensor tensor(const std::string &name, ElementType type, SmallVector<int64_t, 4> shape,
                  decltype(PlanTensor::slices) slices) {
  return {name, identifier(name), {type, std::move(shape)}, std::move(slices), false};
}

Plan emptyPlan(const std::string &name, PlanMode mode) {
  Plan plan;
  plan.name = name;
  plan.id = programIdentifier(name);
  plan.mode = mode;
  plan.pool = std::make_unique<Pool>();
  return plan;
}

Expr sum(Pool &pool, ArrayRef<Expr> loops, Expr value) {
  const Expr add = expr::scalar(Fn::add, kFloat, {pool.arg(kFloat, 0), pool.arg(kFloat, 1)});
  return expr::item(expr::reduce(loops, {value}, {add}, {}), 0);
}

Expr number(Pool &pool, double value) { return pool.literal(Number::of(kFloat, value)); }

Expr binary(Fn fn, Expr a, Expr b) { return expr::scalar(fn, kFloat, {a, b}); }

} // namespace shardc::plans
