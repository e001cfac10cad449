// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/bundle/collective_plans.h"

#include "codegen/lower/memory/lifetimes.h"
#include "runtime/box.h"
#include "tests/unit/bundle/plan_parts.h"

namespace shardc::plans {

static Coordinate axis(const std::string &name, int64_t size) {
  Coordinate coordinate;
  coordinate.name = name;
  coordinate.size = size;
  return coordinate;
}

/// A plan with one function on a mesh.
static Plan meshPlan(const std::string &name, std::vector<std::pair<std::string, int64_t>> axes) {
  Plan plan = emptyPlan(name, PlanMode::collective);
  Function function;
  function.name = "all";
  for (const auto &[axisName, size] : axes)
    function.coordinates.push_back(axis(axisName, size));
  plan.functions.push_back(std::move(function));
  plan.meshes.push_back({"mesh", {}, {}});
  for (const auto &[axisName, size] : axes)
    plan.meshes.front().axes.push_back({axisName, size});
  plan.repeated.inputBytes = {};
  return plan;
}

/// A dimension of size `extent`, cut by coordinate `c`, with up to `beside` more to each side.
static Span cutBy(const Function &function, int c, int64_t extent, int64_t beside = 0) {
  std::vector<int64_t> lo, hi;
  const int64_t count = function.coordinates[c].count();
  for (int64_t k = 0; k < count; ++k) {
    const auto range = runtime::widen(runtime::cut(extent, count, k), beside, beside, extent);
    lo.push_back(range.lo);
    hi.push_back(range.hi);
  }
  return {{{c}, std::move(lo)}, {{c}, std::move(hi)}};
}

static void addCollective(Function &function, const std::string &text, Collective collective,
                          int from, int into) {
  collective.id = "c" + std::to_string(function.collectives.size());
  collective.value = function.buffers[into].name;
  collective.held = function.buffers[from].box;
  if (collective.needed.empty()) collective.needed = function.buffers[into].box;
  collective.boundBytes = collective.wireBytes = collective.payloadBytes;
  Step step;
  step.kind = Step::Kind::collective;
  step.label = std::to_string(function.steps.size() + 1) + " " + collective.value;
  step.text = text;
  step.ins = {from};
  step.outs = {into};
  step.collective = static_cast<int>(function.collectives.size());
  function.collectives.push_back(std::move(collective));
  function.steps.push_back(std::move(step));
  setLifetimes(function);
}

static Collective sumOver(Pattern pattern, int coordinate, int64_t groupSize, double payload) {
  Collective sum;
  sum.pattern = pattern;
  sum.over = {coordinate};
  sum.combine = Fn::add;
  sum.groupSize = groupSize;
  sum.payloadBytes = payload;
  return sum;
}

static Formula product(Pool &pool, int64_t m, int64_t k, int64_t n) {
  Formula formula;
  formula.loops = {{"i", m}, {"j", n}, {"k", k}};
  formula.operands = {{kFloat, {m, k}}, {kFloat, {k, n}}};
  const Expr i = pool.loop(0, m), j = pool.loop(1, n), l = pool.loop(2, k);
  const Expr value =
      binary(Fn::mul, expr::load(pool, kFloat, 0, {i, l}), expr::load(pool, kFloat, 1, {l, j}));
  formula.results.push_back({{kFloat, {m, n}}, {i, j}, sum(pool, {l}, value)});
  return formula;
}

static Formula reluOfSum(Pool &pool) {
  Formula formula;
  formula.loops = {{"i", 4}, {"j", 8}};
  formula.operands = {{kFloat, {4, 8}}, {kFloat, {8}}};
  const Expr i = pool.loop(0, 4), j = pool.loop(1, 8);
  const Expr total =
      binary(Fn::add, expr::load(pool, kFloat, 0, {i, j}), expr::load(pool, kFloat, 1, {j}));
  formula.results.push_back({{kFloat, {4, 8}}, {i, j}, binary(Fn::max, total, number(pool, 0))});
  return formula;
}

Plan mlp() {
  Plan plan = meshPlan("mlp", {{"data", 2}, {"model", 4}});
  plan.inputs = {tensor("x", kFloat, {4, 3}), tensor("w1", kFloat, {3, 8}),
                 tensor("b1", kFloat, {8}), tensor("w2", kFloat, {8, 5})};
  plan.outputs = {tensor("y", kFloat, {4, 5})};
  Function &function = plan.functions.front();
  const Span rows = cutBy(function, 0, 4), columns = cutBy(function, 1, 8);
  const Span k = fixed(0, 3), n = fixed(0, 5);
  const TensorSpec hidden = {kFloat, {4, 8}}, result = plan.outputs[0].type;
  const int x = addBuffer(function, "x", Role::input, 0, plan.inputs[0].type, {rows, k});
  const int w1 = addBuffer(function, "w1", Role::input, 1, plan.inputs[1].type, {k, columns});
  const int b1 = addBuffer(function, "b1", Role::input, 2, plan.inputs[2].type, {columns});
  const int w2 = addBuffer(function, "w2", Role::input, 3, plan.inputs[3].type, {columns, n});
  const int h = addBuffer(function, "h", Role::temporary, -1, hidden, {rows, columns});
  const int a = addBuffer(function, "a", Role::temporary, -1, hidden, {rows, columns});
  const int p = addBuffer(function, "p", Role::temporary, -1, result, {rows, n});
  const int y = addBuffer(function, "y", Role::output, 0, result, {rows, n});
  Pool &pool = *plan.pool;
  addStep(function, "dot_general_0", "h = dot_general(x, w1)", product(pool, 4, 3, 8),
          {rows, columns, k}, {x, w1}, h, {{"program.mlir", 4, "dot_general"}});
  addStep(function, "maximum_0", "a = maximum(add(h, b1), 0)", reluOfSum(pool), {rows, columns},
          {h, b1}, a, {{"program.mlir", 7, "maximum"}});
  addStep(function, "dot_general_1", "p = dot_general(a, w2)", product(pool, 4, 8, 5),
          {rows, n, columns}, {a, w2}, p, {{"program.mlir", 8, "dot_general"}});
  Collective sum = sumOver(Pattern::allReduce, 1, 4, 60);
  sum.maker = Source{"program.mlir", 8, "dot_general"};
  addCollective(function, "y = all-reduce(p)", sum, p, y);
  return plan;
}

/// u + u at every index.
static Formula doubled(Pool &pool, int64_t extent) {
  Formula formula;
  formula.loops = {{"i", extent}};
  formula.operands = {{kFloat, {extent}}};
  const Expr u = expr::load(pool, kFloat, 0, {pool.loop(0, extent)});
  formula.results.push_back({{kFloat, {extent}}, {pool.loop(0, extent)}, binary(Fn::add, u, u)});
  return formula;
}

/// The sum of both neighbours; beyond the ends they are 0.
static Formula neighbours(Pool &pool, int64_t extent) {
  Formula formula;
  formula.loops = {{"i", extent}};
  formula.operands = {{kFloat, {extent}}};
  const Expr i = pool.loop(0, extent), zero = number(pool, 0);
  const Expr left = expr::select(expr::within(i, 1, extent),
                                 expr::load(pool, kFloat, 0, {expr::add(i, -1)}), zero);
  const Expr right = expr::select(expr::within(i, 0, extent - 1),
                                  expr::load(pool, kFloat, 0, {expr::add(i, 1)}), zero);
  formula.results.push_back({{kFloat, {extent}}, {i}, binary(Fn::add, left, right)});
  return formula;
}

Plan stencil() {
  Plan plan = meshPlan("stencil", {{"x", 4}});
  plan.inputs = {tensor("u", kFloat, {10})};
  plan.outputs = {tensor("w", kFloat, {10})};
  Function &function = plan.functions.front();
  const TensorSpec type = plan.inputs[0].type;
  const Span own = cutBy(function, 0, 10), wide = cutBy(function, 0, 10, 1);
  const int u = addBuffer(function, "u", Role::input, 0, type, {own});
  const int v = addBuffer(function, "v", Role::temporary, -1, type, {own}, {wide});
  const int w = addBuffer(function, "w", Role::output, 0, type, {own});
  Pool &pool = *plan.pool;
  addStep(function, "add_0", "v = add(u, u)", doubled(pool, 10), {own}, {u}, v,
          {{"program.mlir", 4, "add"}});
  Collective halo;
  halo.over = {0};
  halo.needed = {wide};
  halo.groupSize = 4;
  halo.payloadBytes = 6;
  halo.user = Source{"program.mlir", 6, "slice"};
  addCollective(function, "v = v with neighbours", halo, v, v);
  addStep(function, "add_1", "w = add(pad(v), pad(v))", neighbours(pool, 10), {own}, {v}, w,
          {{"program.mlir", 8, "add"}});
  return plan;
}

Plan scatter() {
  Plan plan = meshPlan("scatter", {{"x", 4}});
  plan.inputs = {tensor("a", kFloat, {6, 10})};
  plan.outputs = {tensor("s", kFloat, {10})};
  Function &function = plan.functions.front();
  const Span rows = cutBy(function, 0, 6), all = fixed(0, 10), own = cutBy(function, 0, 10);
  const TensorSpec result = plan.outputs[0].type;
  const int a = addBuffer(function, "a", Role::input, 0, plan.inputs[0].type, {rows, all});
  const int p = addBuffer(function, "p", Role::temporary, -1, result, {all});
  const int s = addBuffer(function, "s", Role::output, 0, result, {own});
  Pool &pool = *plan.pool;
  Formula formula;
  formula.loops = {{"j", 10}, {"i", 6}};
  formula.operands = {{kFloat, {6, 10}}};
  const Expr j = pool.loop(0, 10), i = pool.loop(1, 6);
  formula.results.push_back({result, {j}, sum(pool, {i}, expr::load(pool, kFloat, 0, {i, j}))});
  addStep(function, "reduce_0", "p = reduce(a)", formula, {all, rows}, {a}, p,
          {{"program.mlir", 4, "reduce"}});
  Collective part = sumOver(Pattern::reduceScatter, 0, 4, 30);
  part.maker = Source{"program.mlir", 4, "reduce"};
  addCollective(function, "s = reduce-scatter(p)", part, p, s);
  return plan;
}

/// fn(a, number) at every index of a matrix.
static Formula elementwise(Pool &pool, Fn fn, double with) {
  Formula formula;
  formula.loops = {{"i", 7}, {"j", 9}};
  formula.operands = {{kFloat, {7, 9}}};
  const Expr i = pool.loop(0, 7), j = pool.loop(1, 9);
  formula.results.push_back({{kFloat, {7, 9}},
                             {i, j},
                             binary(fn, expr::load(pool, kFloat, 0, {i, j}), number(pool, with))});
  return formula;
}

Plan turn() {
  Plan plan = meshPlan("turn", {{"p", 2}, {"q", 3}});
  plan.inputs = {tensor("a", kFloat, {7, 9})};
  plan.outputs = {tensor("t", kFloat, {7, 9})};
  Function &function = plan.functions.front();
  const TensorSpec type = plan.inputs[0].type;
  // Rows over q and p, in that order; afterwards over q alone, columns over p.
  const auto both = [&](auto at) {
    std::vector<int64_t> values;
    for (int64_t p = 0; p < 2; ++p)
      for (int64_t q = 0; q < 3; ++q)
        values.push_back(at(runtime::cut(7, 6, q * 2 + p)));
    return boundOf(function, values);
  };
  const Span fine = {both([](auto range) { return range.lo; }),
                     both([](auto range) { return range.hi; })};
  const Span rows = cutBy(function, 1, 7), columns = cutBy(function, 0, 9), all = fixed(0, 9);
  const int a = addBuffer(function, "a", Role::input, 0, type, {fine, all});
  const int b = addBuffer(function, "b", Role::temporary, -1, type, {fine, all});
  const int c = addBuffer(function, "c", Role::temporary, -1, type, {rows, columns});
  const int t = addBuffer(function, "t", Role::output, 0, type, {rows, columns});
  Pool &pool = *plan.pool;
  addStep(function, "add_0", "b = add(a, 1)", elementwise(pool, Fn::add, 1), {fine, all}, {a}, b,
          {{"program.mlir", 4, "add"}});
  Collective move;
  move.pattern = Pattern::allToAll;
  move.over = {0};
  move.groupSize = 2;
  move.payloadBytes = 21;
  move.maker = Source{"program.mlir", 5, "multiply"};
  addCollective(function, "c = all-to-all(b)", move, b, c);
  addStep(function, "multiply_0", "t = multiply(c, 2)", elementwise(pool, Fn::mul, 2),
          {rows, columns}, {c}, t, {{"program.mlir", 5, "multiply"}});
  return plan;
}

} // namespace shardc::plans
