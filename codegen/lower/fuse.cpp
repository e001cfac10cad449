// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fuse.h"

#include "analysis/cost.h"
#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc {

/// What touching an element of memory costs, in simple operations: a GPU or CPU does about eight
/// for every four bytes that it moves.
static constexpr double kTraffic = 8;
/// A kernel with fewer independent points than this leaves a GPU idle ...
static constexpr double kEnoughThreads = 1024;
/// ... which does not matter below this much work.
static constexpr double kLittleWork = 65536;
/// Bounds on one kernel: beyond them nobody reads it, and analysis of its conditions gets slow.
static constexpr size_t kNodes = 128, kOperands = 16, kConditions = 16;

static double elements(const TensorSpec &type) { return static_cast<double>(type.elements()); }

static double wholeWork(const Formula &formula) { return workOf(formula, wholeLoops(formula)); }

namespace {

/// What is in a formula, each node once.
struct Census {
  size_t nodes = 0, conditions = 0;
  SmallVector<Expr, 4> reductions; // outermost

  explicit Census(const Formula &formula) {
    for (const Result &result : formula.results)
      visit(result.value, false);
  }

private:
  void visit(Expr e, bool reduced) {
    if (!(reduced ? inside : outside).insert(e).second) return;
    ++nodes;
    conditions += e->kind == Kind::Select;
    if (e->kind == Kind::Reduce && !reduced) reductions.push_back(e);
    for (Expr arg : e->args)
      visit(arg, reduced || e->kind == Kind::Reduce);
  }

  llvm::DenseSet<Expr> inside, outside; // of reductions, seen
};

} // namespace

/// Points of the result that can be computed apart from each other: where a reduction does not use
/// a loop of the result, all of that loop belongs to one thread.
static double independentPoints(const Formula &formula, const Census &census) {
  double points = 1;
  for (const Result &result : formula.results)
    for (Expr index : result.index)
      for (Expr loop : radix(index).value_or(SmallVector<Expr, 2>())) {
        const bool shared = llvm::any_of(census.reductions, [&](Expr reduction) {
          return !llvm::is_contained(freeLoops(reduction), static_cast<int>(loop->value));
        });
        if (!shared) points *= static_cast<double>(loop->numbers[0]);
      }
  return points;
}

/// `apart`: the points that what joins it has on its own; few are not made fewer.
static bool isReasonable(const Formula &formula, double apart) {
  if (formula.operands.size() > kOperands) return false;
  const Census census(formula);
  if (census.nodes > kNodes || census.conditions > kConditions) return false;
  return census.reductions.empty() ||
         independentPoints(formula, census) >= std::min(apart, kEnoughThreads) ||
         wholeWork(formula) <= kLittleWork;
}

/// Substitutes `fusion` for every operand that is its value.
static Fusion inlined(const Fusion &user, const Fusion &producer) {
  Fusion fused = user;
  for (size_t operand = 0; operand < user.operands.size(); ++operand) {
    if (user.operands[operand] != producer.value) continue;
    fused.formula = substitute(fused.formula, static_cast<int>(operand), producer.formula);
    fused.operands.insert(fused.operands.end(), producer.operands.begin(), producer.operands.end());
  }
  // Operands with one value are one; those replaced are gone.
  SmallVector<int, 8> sameAs, kept;
  for (int value : fused.operands)
    sameAs.push_back(static_cast<int>(llvm::find(fused.operands, value) - fused.operands.begin()));
  fused.formula = compact(fused.formula, sameAs, kept);
  std::vector<int> operands;
  for (int operand : kept)
    operands.push_back(fused.operands[operand]);
  fused.operands = std::move(operands);
  fused.members.clear();
  std::set_union(user.members.begin(), user.members.end(), producer.members.begin(),
                 producer.members.end(), std::back_inserter(fused.members));
  return fused;
}

namespace {

class Fuser {
public:
  Fuser(const Graph &graph, ArrayRef<bool> apart)
      : graph(graph), apart(apart), kept(keptInMemory(graph)), users(graph.values.size()),
        fusions(graph.values.size()), substituted(graph.values.size(), false) {
    for (size_t value = 0; value < graph.values.size(); ++value)
      for (int operand : graph.values[value].operands)
        if (users[operand].empty() || users[operand].back() != static_cast<int>(value))
          users[operand].push_back(static_cast<int>(value));
  }

  std::vector<Fusion> run() {
    std::vector<Fusion> kernels;
    for (size_t value = 0; value < graph.values.size(); ++value) {
      if (graph.values[value].kind != GraphValue::Kind::computed) continue;
      fusions[value] = gather(static_cast<int>(value));
      substituted[value] = substitutes(static_cast<int>(value));
      if (!substituted[value]) kernels.push_back(fusions[value]);
    }
    return kernels;
  }

private:
  Fusion alone(int value) const {
    return {value, graph.values[value].formula, graph.values[value].operands, {value}};
  }

  /// The value with all operands that are to be substituted.
  Fusion gather(int value) const {
    Fusion fusion = alone(value);
    for (int operand : graph.values[value].operands)
      if (substituted[operand] && llvm::is_contained(fusion.operands, operand))
        fusion = inlined(fusion, fusions[operand]);
    return fusion;
  }

  bool substitutes(int value) const {
    if (apart[value] || kept[value] || graph.values[value].output >= 0 || users[value].empty())
      return false;
    const Fusion &own = fusions[value];
    if (!own.operands.empty() && leavesRegion(value)) return false;
    const double size = elements(graph.values[value].type);
    const double apart = independentPoints(own.formula, Census(own.formula));
    double repeated = -wholeWork(own.formula), traffic = kTraffic * size;
    for (int user : users[value]) {
      if (graph.values[user].kind == GraphValue::Kind::moved) return false; // from memory
      const Fusion fused = inlined(alone(user), own);
      if (!isReasonable(fused.formula, apart)) return false;
      // What joins this user from its other operands counts too, so that kernels stay small.
      repeated += wholeWork(fused.formula) - wholeWork(graph.values[user].formula);
      traffic += kTraffic * size;
    }
    return repeated <= traffic && staysReasonable(value, apart);
  }

  bool leavesRegion(int value) const {
    return llvm::any_of(users[value], [&](int user) {
      return graph.values[user].region != graph.values[value].region;
    });
  }

  /// Users together with all that already goes into them.
  bool staysReasonable(int value, double apart) const {
    for (int user : users[value]) {
      Fusion fusion = alone(user);
      for (int operand : graph.values[user].operands)
        if ((operand == value || substituted[operand]) &&
            llvm::is_contained(fusion.operands, operand))
          fusion = inlined(fusion, fusions[operand]);
      if (!isReasonable(fusion.formula, apart)) return false;
    }
    return true;
  }

  const Graph &graph;
  ArrayRef<bool> apart;
  std::vector<bool> kept;
  std::vector<SmallVector<int, 4>> users;
  std::vector<Fusion> fusions;
  std::vector<bool> substituted;
};

} // namespace

std::vector<bool> keptInMemory(const Graph &graph) {
  std::vector<bool> kept(graph.values.size(), false);
  for (size_t value = 0; value < kept.size(); ++value)
    kept[value] = graph.values[value].isNext;
  for (const GraphControl &control : graph.controls)
    if (control.decider >= 0) kept[control.decider] = true;
  return kept;
}

std::vector<Fusion> fuse(const Graph &graph, ArrayRef<bool> apart) {
  return Fuser(graph, apart).run();
}

} // namespace shardc
