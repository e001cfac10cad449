// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/formula/random_formula.h"

#include "frontend/ir/formula/expressions/arithmetic.h"

#include "gtest/gtest.h"

#include <cstring>

namespace shardc::test {

void Generator::makeLoops(int count, int most) {
  extents.clear();
  for (int k = 0; k < count; ++k)
    extents.push_back(between(1, most));
}

SampleIndex Generator::index(int depth) {
  if (depth == 0 || upTo(5) == 0) {
    const int number = upTo(static_cast<int>(extents.size()) - 1);
    return {pool.loop(number, extents[number]), [=](const Point &p) { return p[number]; }};
  }
  if (upTo(2) == 0) {
    const SampleIndex part = index(depth - 1);
    const int64_t unit = between(1, 6), size = upTo(2) == 0 ? 0 : between(1, 6);
    return {expr::digit(part.e, unit, size), [=](const Point &p) {
              const int64_t quotient = floorDiv(part.value(p), unit);
              return size == 0 ? quotient : floorMod(quotient, size);
            }};
  }
  const int64_t constant = between(-4, 8);
  SmallVector<Term, 4> list;
  std::vector<std::pair<int64_t, SampleIndex>> parts;
  for (int count = between(1, 3); count > 0; --count) {
    const int64_t factors[] = {1, 1, 2, 3, 4, 6, 12, -1, -2};
    parts.push_back({factors[upTo(8)], index(depth - 1)});
    list.push_back({parts.back().first, parts.back().second.e});
  }
  return {expr::linear(pool, constant, list), [=](const Point &p) {
            int64_t sum = constant;
            for (const auto &[factor, part] : parts)
              sum += factor * part.value(p);
            return sum;
          }};
}

SampleCondition Generator::condition(int depth) {
  const int which = upTo(5);
  if (depth == 0 || which <= 2) {
    const SampleIndex part = index(2);
    const int64_t lo = between(-3, 8), hi = lo + between(0, 8);
    return {expr::within(part.e, lo, hi), [=](const Point &p) {
              const int64_t x = part.value(p);
              return lo <= x && x < hi;
            }};
  }
  const SampleCondition a = condition(depth - 1);
  if (which == 3)
    return {expr::scalar(Fn::bitNot, ElementType::i1, {a.e}),
            [=](const Point &p) { return !a.value(p); }};
  const SampleCondition b = condition(depth - 1);
  if (which == 4)
    return {expr::scalar(Fn::both, ElementType::i1, {a.e, b.e}),
            [=](const Point &p) { return a.value(p) && b.value(p); }};
  return {expr::scalar(Fn::bitOr, ElementType::i1, {a.e, b.e}),
          [=](const Point &p) { return a.value(p) || b.value(p); }};
}

Interval Generator::interval(int64_t extent, bool steps) {
  const int most = static_cast<int>(extent);
  const int64_t lo = upTo(most), hi = between(static_cast<int>(lo), most);
  return {lo, hi, steps && upTo(2) == 0 ? between(1, 3) : 1};
}

Env Generator::env(bool steps) {
  Env env;
  for (int64_t extent : extents)
    env.loops.push_back(upTo(2) == 0 ? Interval{0, extent, 1} : interval(extent, steps));
  return env;
}

Expr Generator::load(const Formula &formula) {
  const int operand = upTo(static_cast<int>(formula.operands.size()) - 1);
  const TensorSpec &type = formula.operands[operand];
  SmallVector<Expr, 4> at;
  Expr inside = pool.literal(Number::of(ElementType::i1, int64_t{1}));
  for (int64_t extent : type.shape) {
    at.push_back(index(2).e);
    inside = expr::scalar(Fn::both, ElementType::i1, {inside, expr::within(at.back(), 0, extent)});
  }
  Expr loaded = expr::load(pool, type.type, operand, at);
  return expr::select(inside, loaded, pool.literal(Number::of(type.type, int64_t{between(0, 3)})));
}

Expr Generator::reduction(const Formula &formula, int depth) {
  const int outer = static_cast<int>(extents.size());
  const int number = openReductions++ + outer;
  extents.push_back(formula.loops[number].extent);
  Expr values[] = {value(formula, depth - 1)};
  extents.pop_back();
  const ElementType type = ElementType::i32;
  const Fn fns[] = {Fn::add, Fn::max, Fn::min};
  Expr combine[] = {expr::scalar(fns[upTo(2)], type, {pool.arg(type, 0), pool.arg(type, 1)})};
  Expr loops[] = {pool.loop(number, formula.loops[number].extent)};
  Expr inits[] = {pool.literal(Number::of(type, int64_t{between(-2, 2)}))};
  return expr::item(expr::reduce(loops, values, combine, inits), 0);
}

Expr Generator::value(const Formula &formula, int depth) {
  const ElementType type = ElementType::i32;
  const int which = depth == 0 ? 0 : upTo(6);
  if (which <= 1) return load(formula);
  if (which == 2) return expr::cast(type, index(2).e);
  if (which == 3)
    return expr::select(condition(1).e, value(formula, depth - 1), value(formula, depth - 1));
  const bool hasLoop = openReductions + extents.size() < formula.loops.size();
  if (which == 4 && openReductions == 0 && hasLoop) return reduction(formula, depth);
  const Fn fns[] = {Fn::add, Fn::sub, Fn::mul, Fn::max};
  return expr::scalar(fns[upTo(3)], type, {value(formula, depth - 1), value(formula, depth - 1)});
}

Formula Generator::formula(ArrayRef<TensorSpec> operands) {
  openReductions = 0;
  Formula made;
  made.operands.assign(operands.begin(), operands.end());
  makeLoops(between(1, 3), 4);
  for (int64_t extent : extents)
    made.loops.push_back({"i" + std::to_string(made.loops.size()), extent});
  const int parallel = static_cast<int>(extents.size());
  made.loops.push_back({"k", between(0, 4)});
  Result result;
  result.type.type = ElementType::i32;
  // Loops become dimensions one by one, or several at once as a mixed radix.
  for (int next = 0; next < parallel;) {
    Expr at = pool.constant(0);
    int64_t size = 1;
    for (int more = between(1, parallel - next); more > 0; --more, ++next) {
      at = expr::add(expr::mul(at, extents[next]), pool.loop(next, extents[next]));
      size *= extents[next];
    }
    result.index.push_back(at);
    result.type.shape.push_back(size);
  }
  result.value = value(made, 3);
  made.results = {result};
  return made;
}

static void visitFrom(const Env &env, Point &point,
                      const std::function<void(const Point &)> &visit) {
  if (point.size() == env.loops.size()) return visit(point);
  const Interval &v = env.loops[point.size()];
  for (int64_t k = v.lo; k < v.hi; k += v.step) {
    point.push_back(k);
    visitFrom(env, point, visit);
    point.pop_back();
  }
}

void forEachPoint(const Env &env, const std::function<void(const Point &)> &visit) {
  Point point;
  visitFrom(env, point, visit);
}

int64_t evaluate(Expr index, const Point &point) {
  if (index->kind == Kind::Loop) return point[index->value];
  if (index->kind == Kind::Digit) {
    const int64_t quotient = floorDiv(evaluate(index->args[0], point), index->numbers[0]);
    return index->numbers[1] == 0 ? quotient : floorMod(quotient, index->numbers[1]);
  }
  int64_t sum = constantOf(index);
  for (auto [factor, part] : terms(index))
    sum += factor * evaluate(part, point);
  return sum;
}

bool holds(Expr condition, const Point &point) {
  if (condition->kind == Kind::Literal) return condition->number.isTrue();
  if (condition->kind == Kind::Within) {
    const int64_t x = evaluate(condition->args[0], point);
    return condition->numbers[0] <= x && x < condition->numbers[1];
  }
  const Fn fn = static_cast<Fn>(condition->value);
  const bool first = holds(condition->args[0], point);
  if (fn == Fn::bitNot) return !first;
  const bool second = holds(condition->args[1], point);
  return fn == Fn::bitOr ? first || second : first && second;
}

WindowData emptyWindow(ElementType type, const Box &window) {
  return {type, window, std::vector<char>(volume(window) * info(type).bytes, 0x5a)};
}

WindowData randomData(const TensorSpec &type, std::mt19937 &random) {
  HostTensor tensor = HostTensor::zeros(type);
  for (int64_t k = 0; k < type.elements(); ++k)
    tensor.set(k, Number::of(type.type, static_cast<int64_t>(random() % 19) - 9));
  return {type.type, whole(type.shape), std::move(tensor.data)};
}

WindowData cutOut(const WindowData &from, const Box &window) {
  WindowData part = emptyWindow(from.type, window);
  const int64_t bytes = info(from.type).bytes;
  Env points;
  points.loops.assign(window.begin(), window.end());
  int64_t next = 0;
  forEachPoint(points, [&](const Point &at) {
    int64_t element = 0;
    for (size_t dim = 0; dim < at.size(); ++dim)
      element = element * from.window[dim].extent() + at[dim] - from.window[dim].lo;
    std::memcpy(&part.data[next++ * bytes], &from.data[element * bytes], bytes);
  });
  return part;
}

std::vector<WindowData> runWhole(const Formula &formula, ArrayRef<WindowData> operands) {
  std::vector<WindowData> results;
  SmallVector<const WindowData *, 4> ins;
  SmallVector<WindowData *, 4> outs;
  for (const Result &result : formula.results)
    results.push_back(emptyWindow(result.type.type, whole(result.type.shape)));
  for (const WindowData &operand : operands)
    ins.push_back(&operand);
  for (WindowData &result : results)
    outs.push_back(&result);
  const auto fault = interpret(formula, wholeLoops(formula), ins, outs);
  EXPECT_FALSE(fault) << fault->what << "\n" << str(formula);
  return results;
}

} // namespace shardc::test
