// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/bundle/plans.h"

#include "codegen/plan/names.h"
#include "tests/unit/bundle/plan_parts.h"

#include <cstring>

namespace shardc::plans {

static Formula nxDotFormula(Pool &pool) {
  Formula formula;
  formula.loops = {{"i", 2}, {"j", 2}, {"b", 2}, {"k", 3}};
  formula.operands = {{kFloat, {2, 2, 3}}, {kFloat, {1, 1, 3, 2, 2}}};
  const Expr i = pool.loop(0, 2), j = pool.loop(1, 2), b = pool.loop(2, 2), k = pool.loop(3, 3);
  const Expr zero = pool.constant(0);
  const Expr left = binary(Fn::add, expr::load(pool, kFloat, 0, {i, b, k}), number(pool, 1));
  const Expr right =
      binary(Fn::sub, expr::load(pool, kFloat, 1, {zero, zero, k, b, j}), number(pool, 1));
  formula.results.push_back(
      {{kFloat, {2, 2}}, {i, j}, sum(pool, {b, k}, binary(Fn::mul, left, right))});
  return formula;
}

static Plan nxDotNamed(const std::string &program, const std::string &l, const std::string &r,
                       const std::string &z) {
  Plan plan = emptyPlan(program, PlanMode::independent);
  plan.inputs = {tensor(l, kFloat, {2, 2, 3}, {{0, {0, 1, 2}}}),
                 tensor(r, kFloat, {1, 1, 3, 2, 2}, {{4, {0, 1, 2}}})};
  plan.outputs = {tensor(z, kFloat, {2, 2}, {{0, {0, 1, 2}}, {1, {0, 1, 2}}})};
  Function function;
  function.name = "for_" + plan.outputs[0].id;
  function.coordinates = {
      {"i", {0, 1, 2}, {}, "dimension 0 of " + plan.inputs[0].id},
      {"j", {0, 1, 2}, {"0..0", "1..1"}, "dimension 4 of " + plan.inputs[1].id}};
  const Span i = slice(function, 0), j = slice(function, 1);
  const int left = addBuffer(function, plan.inputs[0].id, Role::input, 0, plan.inputs[0].type,
                             {i, fixed(0, 2), fixed(0, 3)});
  const int right = addBuffer(function, plan.inputs[1].id, Role::input, 1, plan.inputs[1].type,
                              {fixed(0, 1), fixed(0, 1), fixed(0, 3), fixed(0, 2), j});
  const int out =
      addBuffer(function, plan.outputs[0].id, Role::output, 0, plan.outputs[0].type, {i, j});
  addStep(function, "dot_general_0",
          plan.outputs[0].id + " = dot_general(transpose(add(" + plan.inputs[0].id + ")), ...)",
          nxDotFormula(*plan.pool), {i, j, fixed(0, 2), fixed(0, 3)}, {left, right}, out,
          {{"program.mlir", 4, "add"}, {"program.mlir", 9, "dot_general"}});
  plan.functions.push_back(std::move(function));
  plan.repeated = {6, 1.25, {{"1 z", 6}}, {24, 24}};
  return plan;
}

Plan nxDot() { return nxDotNamed("nx_dot", "l", "r", "z"); }

Plan hostile() {
  return nxDotNamed("*/ \"; $(rm) ${x}\n", "class", "x\"\n*/\\ \u202E" + std::string(10000, 'y'),
                    "int\r\n#include </etc/passwd>");
}

static Formula productFormula(Pool &pool) {
  Formula formula;
  formula.loops = {{"i", 5}, {"j", 4}, {"k", 4}};
  formula.operands = {{kFloat, {5, 4}}, {kFloat, {4, 4}}};
  const Expr i = pool.loop(0, 5), j = pool.loop(1, 4), k = pool.loop(2, 4);
  const Expr value =
      binary(Fn::mul, expr::load(pool, kFloat, 0, {i, k}), expr::load(pool, kFloat, 1, {k, j}));
  formula.results.push_back({{kFloat, {5, 4}}, {i, j}, sum(pool, {k}, value)});
  return formula;
}

/// a[i, j] + b[i, j], or + b[j, i].
static Formula sumFormula(Pool &pool, int64_t rows, bool transposed) {
  Formula formula;
  formula.loops = {{"i", rows}, {"j", 4}};
  formula.operands = {{kFloat, {rows, 4}}, {kFloat, {rows, 4}}};
  const Expr i = pool.loop(0, rows), j = pool.loop(1, 4);
  const SmallVector<Expr, 2> second =
      transposed ? SmallVector<Expr, 2>{j, i} : SmallVector<Expr, 2>{i, j};
  formula.results.push_back(
      {{kFloat, {rows, 4}},
       {i, j},
       binary(Fn::add, expr::load(pool, kFloat, 0, {i, j}), expr::load(pool, kFloat, 1, second))});
  return formula;
}

Plan residual() {
  Plan plan = emptyPlan("residual", PlanMode::independent);
  plan.inputs = {tensor("x", kFloat, {5, 4}, {{0, {0, 2, 5}}}),
                 tensor("w", kFloat, {4, 4}, {{1, {0, 2, 4}}}),
                 tensor("m", kFloat, {4, 4}, {{0, {0, 1, 4}}, {1, {0, 1, 4}}})};
  plan.outputs = {tensor("z", kFloat, {5, 4}, {{0, {0, 2, 5}}, {1, {0, 2, 4}}}),
                  tensor("s", kFloat, {4, 4}, {{0, {0, 1, 4}}, {1, {0, 1, 4}}})};
  {
    Function function;
    function.name = "for_z";
    function.coordinates = {{"i", {0, 2, 5}, {"0:2", "2:5"}, "dimension 0 of x"},
                            {"j", {0, 2, 4}, {"0..1", "2..3"}, "dimension 1 of w"}};
    const Span i = slice(function, 0), j = slice(function, 1), all = fixed(0, 4);
    const int x = addBuffer(function, "x", Role::input, 0, plan.inputs[0].type, {i, all});
    const int w = addBuffer(function, "w", Role::input, 1, plan.inputs[1].type, {all, j});
    const int y = addBuffer(function, "y", Role::temporary, -1, plan.inputs[0].type, {i, j});
    const int z = addBuffer(function, "z", Role::output, 0, plan.outputs[0].type, {i, j});
    addStep(function, "dot_general_0", "y = dot_general(x, w)", productFormula(*plan.pool),
            {i, j, all}, {x, w}, y, {{"program.mlir", 3, "dot_general"}});
    addStep(function, "add_0", "z = add(x, y)", sumFormula(*plan.pool, 5, false), {i, j}, {x, y}, z,
            {{"program.mlir", 4, "add"}});
    plan.functions.push_back(std::move(function));
  }
  Function function;
  function.name = "for_s";
  function.firstShard = 4;
  function.coordinates = {{"i", {0, 1, 4}, {"0:1", "1:4"}, "dimension 0 of m"},
                          {"j", {0, 1, 4}, {"0:1", "1:4"}, "dimension 1 of m"}};
  // The same cuts, so the box across the diagonal has ranges of its own over the other coordinate.
  const Span i = slice(function, 0), j = slice(function, 1);
  const int m0 = addBuffer(function, "m_0", Role::input, 2, plan.inputs[2].type, {i, j});
  const int m1 = addBuffer(function, "m_1", Role::input, 2, plan.inputs[2].type, {j, i});
  const int s = addBuffer(function, "s", Role::output, 1, plan.outputs[1].type, {i, j});
  addStep(function, "add_1", "s = add(m, transpose(m))", sumFormula(*plan.pool, 4, true), {i, j},
          {m0, m1}, s, {{"program.mlir", 5, "transpose"}, {"program.mlir", 6, "add"}});
  plan.functions.push_back(std::move(function));
  plan.repeated = {0, 1, {}, {80, 64, 64}};
  return plan;
}

static PlanConstant constant(const std::string &name, SmallVector<int64_t, 4> shape,
                             ArrayRef<float> values) {
  PlanConstant constant{name, identifier(name), {kFloat, std::move(shape)}, {}};
  constant.data.resize(values.size() * sizeof(float));
  std::memcpy(constant.data.data(), values.data(), constant.data.size());
  return constant;
}

Plan oneDevice() {
  constexpr int64_t kMany = 2000;
  Plan plan = emptyPlan("affine", PlanMode::oneDevice);
  plan.inputs = {tensor("x", kFloat, {kMany}), tensor("scale", kFloat, {})};
  plan.outputs = {tensor("y", kFloat, {kMany})};
  std::vector<float> big(kMany);
  for (int64_t i = 0; i < kMany; ++i)
    big[i] = static_cast<float>(i);
  plan.constants = {constant("table", {4}, {0.5f, -1, 1e-3f, 2}), constant("big", {kMany}, big)};
  Function function;
  function.name = "for_y";
  const Span all = fixed(0, kMany);
  const int x = addBuffer(function, "x", Role::input, 0, plan.inputs[0].type, {all});
  const int scale = addBuffer(function, "scale", Role::input, 1, plan.inputs[1].type, {});
  const int table =
      addBuffer(function, "table", Role::constant, 0, plan.constants[0].type, {fixed(0, 4)});
  const int large = addBuffer(function, "big", Role::constant, 1, plan.constants[1].type, {all});
  const int y = addBuffer(function, "y", Role::output, 0, plan.outputs[0].type, {all});
  Formula formula;
  formula.loops = {{"i", kMany}};
  formula.operands = {plan.inputs[0].type, plan.inputs[1].type, plan.constants[0].type,
                      plan.constants[1].type};
  Pool &pool = *plan.pool;
  const Expr i = pool.loop(0, kMany);
  const Expr sum = binary(Fn::add, expr::load(pool, kFloat, 0, {i}),
                          expr::load(pool, kFloat, 2, {pool.constant(2)}));
  const Expr scaled = binary(Fn::mul, sum, expr::load(pool, kFloat, 1, {}));
  formula.results.push_back(
      {plan.outputs[0].type, {i}, binary(Fn::add, scaled, expr::load(pool, kFloat, 3, {i}))});
  addStep(function, "add_0", "y = add(multiply(add(x, table), scale), big)", formula, {all},
          {x, scale, table, large}, y, {{"program.mlir", 5, "add"}});
  plan.functions.push_back(std::move(function));
  plan.repeated = {0, 1, {}, {0, 0}};
  return plan;
}

Plan halo() {
  Plan plan = emptyPlan("halo", PlanMode::independent);
  plan.inputs = {tensor("u", kFloat, {10}, {{0, {0, 3, 3, 7, 10}}})};
  plan.outputs = {tensor("v", kFloat, {10}, {{0, {0, 3, 3, 7, 10}}})};
  Function function;
  function.name = "for_v";
  function.coordinates = {{"i", {0, 3, 3, 7, 10}, {}, "dimension 0 of v"}};
  const Span own = slice(function, 0);
  const Span wide = {boundOf(function, {0, 3, 2, 6}), boundOf(function, {4, 3, 8, 10})};
  const int u = addBuffer(function, "u", Role::input, 0, plan.inputs[0].type, {wide});
  const int v = addBuffer(function, "v", Role::output, 0, plan.outputs[0].type, {own});
  Pool &pool = *plan.pool;
  const Expr i = pool.loop(0, 10), zero = number(pool, 0);
  const Expr left =
      expr::select(expr::within(i, 1, 10), expr::load(pool, kFloat, 0, {expr::add(i, -1)}), zero);
  const Expr right =
      expr::select(expr::within(i, 0, 9), expr::load(pool, kFloat, 0, {expr::add(i, 1)}), zero);
  Formula formula;
  formula.loops = {{"i", 10}};
  formula.operands = {plan.inputs[0].type};
  formula.results.push_back({plan.outputs[0].type, {i}, binary(Fn::add, left, right)});
  addStep(function, "add_0", "v = add(slice(pad(u)), slice(pad(u)))", formula, {own}, {u}, v,
          {{"program.mlir", 6, "add"}});
  plan.functions.push_back(std::move(function));
  plan.repeated = {0, 1, {}, {16}};
  return plan;
}

} // namespace shardc::plans
