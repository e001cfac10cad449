// SPDX-License-Identifier: Apache-2.0
// A formula is counted as it is computed: nodes at the points of the loops around them, what
// expressions share once, and a reduction that uses no loop of one around it outside of that.
#include "analysis/program/cost.h"

#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

double weightOf(Expr node) {
  if (node->kind == Kind::Call) return node->number.real;
  return node->kind == Kind::Scalar ? info(static_cast<Fn>(node->value)).cost : 0;
}

/// Comparisons work on what they compare.
static double secondsOf(Expr node, const Machine &machine) {
  const double weight = weightOf(node);
  if (weight == 0) return 0;
  return weight / machine.operationsOf(node->args.empty() ? node->type : node->args.front()->type);
}

namespace {

/// Weights of nodes, or terms of reductions.
enum class Counted : uint8_t { nodes, terms };

class OperationCounter {
public:
  OperationCounter(const Formula &formula, const Env &env, llvm::function_ref<double(Expr)> weight,
                   Counted counted = Counted::nodes)
      : formula(formula), env(env), weight(weight), counted(counted) {}

  double run() {
    for (const Result &result : formula.results) {
      double points = 1;
      if (isPushed(result)) {
        pushes(result);
        continue;
      }
      for (Expr index : result.index)
        for (Expr loop : radix(index).value_or(SmallVector<Expr, 2>()))
          points *= count(loop);
      body(result.value, points);
    }
    return total;
  }

private:
  /// For each update.
  void pushes(const Result &result) {
    double points = 1;
    for (int loop : loopsOfPush(result))
      points *= countOf(loop);
    SmallVector<Expr, 8> roots(result.index.begin(), result.index.end());
    roots.append({result.value, result.combine});
    if (result.where) roots.push_back(result.where);
    for (Expr root : roots)
      body(root, points);
  }

  double count(Expr loop) const { return countOf(static_cast<int>(loop->value)); }

  double countOf(int loop) const {
    const Interval &interval = env.loops[loop];
    return static_cast<double>((interval.extent() + interval.step - 1) / interval.step);
  }

  /// Adds what is evaluated at `points` points: each node once, reductions at their own points.
  void body(Expr root, double points) {
    llvm::DenseSet<Expr> seen;
    SmallVector<Expr, 16> open = {root};
    while (!open.empty()) {
      Expr e = open.pop_back_val();
      if (!seen.insert(e).second) continue;
      if (e->kind == Kind::Call) { // one for all points, whoever has them
        total +=
            weight(e) * turnsOf(e, [&](int loop) { return static_cast<int64_t>(countOf(loop)); });
        continue;
      }
      if (const double own = weight(e); own > 0)
        total += points * own / (e->kind == Kind::Load ? turnsWithout(e) : 1);
      if (e->kind == Kind::Reduce)
        reduction(e, points);
      else
        open.append(e->args.begin(), e->args.end());
    }
  }

  /// Turns of the reductions around in which a load gives the same: compilers put it outside.
  double turnsWithout(Expr load) const {
    const auto used = freeLoops(load);
    double turns = 1;
    for (int loop : reduced)
      if (!llvm::is_contained(used, loop)) turns *= countOf(loop);
    return std::max(turns, 1.0);
  }

  /// A reduction that uses no loop of one around it stands outside of those, once for all its uses;
  /// any other is done again at every point where it is used.
  void reduction(Expr e, double points) {
    const auto used = freeLoops(e);
    const bool isInner = llvm::any_of(used, [&](int loop) { return reduced.contains(loop); });
    if (!isInner) {
      if (!outermost.insert(e).second) return;
      points = 1;
      for (int loop : used)
        points *= countOf(loop);
    }
    const ReduceView view(e);
    SmallVector<int, 4> own;
    for (Expr loop : view.loops) {
      points *= count(loop);
      if (reduced.insert(static_cast<int>(loop->value)).second)
        own.push_back(static_cast<int>(loop->value));
    }
    if (counted == Counted::terms) total += points;
    for (Expr value : view.values)
      body(value, points);
    for (Expr combine : view.combine)
      body(combine, points);
    for (int loop : own)
      reduced.erase(loop);
  }

  const Formula &formula;
  const Env &env;
  llvm::function_ref<double(Expr)> weight;
  Counted counted;
  double total = 0;
  llvm::DenseSet<Expr> outermost; // reductions that have been counted
  llvm::DenseSet<int> reduced;    // loops of the reductions around
};

} // namespace

/// What pulls is executed inverted.
static double countOf(const Formula &formula, const Env &env,
                      llvm::function_ref<double(Expr)> weight, Counted counted = Counted::nodes) {
  const auto inverted = pushed(formula);
  if (!inverted) return OperationCounter(formula, env, weight, counted).run();
  const double start = OperationCounter(inverted->start, env, weight, counted).run();
  if (!inverted->push) return start;
  const Env all = envOfPush(*inverted, env);
  return start + OperationCounter(*inverted->push, all, weight, counted).run();
}

double workOf(const Formula &formula, const Env &env) { return countOf(formula, env, weightOf); }
double secondsOf(const Formula &formula, const Env &env, const Machine &machine) {
  const auto weight = [&](Expr node) { return secondsOf(node, machine); };
  return countOf(formula, env, weight);
}
double secondsWithLoads(const Formula &formula, const Env &env, const Machine &machine) {
  const auto weight = [&](Expr node) {
    if (node->kind == Kind::Load) return info(node->type).bytes / machine.cacheBandwidth;
    return secondsOf(node, machine);
  };
  return countOf(formula, env, weight);
}
double termsOf(const Formula &formula, const Env &env) {
  const auto nothing = [](Expr) { return 0.0; };
  return countOf(formula, env, nothing, Counted::terms);
}

} // namespace shardc
