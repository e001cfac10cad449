// SPDX-License-Identifier: Apache-2.0
// Values are taken in order of the program, so that what a value reads has been decided before it.
// A value goes into all of its users or into none: what they would do again then, in seconds of the
// machine with loads from its cache, is set against the bytes of memory that this saves: the value
// is not written and read, but each user reads what it is made of, so that a sum that layers add to
// is stored now and then. Users that are parts of one kernel read it once: those of which all that
// they make goes into one value, element by element. A kernel has to stay readable, to keep enough
// independent points for the machine, never does a product again, and has one large one at most.
// What a value brings along from its own operands counts as its own.
#include "codegen/lower/fusion/fuse.h"

#include "codegen/kernel/grid.h"
#include "codegen/lower/fusion/figures.h"
#include "codegen/lower/fusion/repetition.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <optional>

namespace shardc {

/// Bounds on one kernel: beyond them nobody reads it, and analysis of its conditions gets slow.
static constexpr size_t kNodes = 256, kOperands = 16, kConditions = 16;

/// Independent points that keep a machine busy. On a GPU each may be a row that a warp works on,
/// and an eighth of the warps that there is room for is two for every scheduler.
static double enoughPoints(const Machine &machine) {
  return machine.cores * std::max(1.0, machine.threadsPerCore / (8 * 32));
}

static bool isReadable(const Formula &formula, const Census &census) {
  return formula.operands.size() <= kOperands && census.nodes <= kNodes &&
         census.conditions <= kConditions;
}

bool isReadable(const Formula &formula) { return isReadable(formula, Census(formula)); }

/// `least`: the points that what joins it has on its own; few are not made fewer. Otherwise what
/// leaves the machine idle has to take less time than a launch.
static bool isReasonable(const Formula &formula, double least, const Machine &machine,
                         Figures &figures) {
  const Figures::Of &known = figures.of(formula);
  if (!isReadable(formula, known.census)) return false;
  if (known.census.reductions.empty()) return true;
  const double enough = enoughPoints(machine);
  // On a GPU what threads of a row reduce together and what each element reduces for itself are no
  // one kernel's: a thread would have all of a row.
  const bool haveRows = machine.threadsPerCore > 1 && known.points < pointsOf(formula);
  const bool isMixed = haveRows && hasOwnReductions(formula, known.census);
  if (!isMixed && known.points >= std::min(least, enough)) return true;
  const double written = static_cast<double>(formula.results.front().type.bytes());
  const double seconds = figures.work(formula) + written / machine.cacheBandwidth;
  // Of few terms no warp has a row, but a thread.
  const bool areThreads = haveRows && fewestTerms(known.census) < kFewTerms;
  const double busy = areThreads ? enough * kWarp : enough;
  return seconds * std::max(busy / known.points, 1.0) <= machine.launch;
}

Fusion inlined(const Fusion &user, const Fusion &producer) {
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

std::vector<Fusion> remaining(std::vector<Fusion> fusions, const std::vector<bool> &gone) {
  std::vector<Fusion> left;
  for (auto [fusion, isGone] : llvm::zip_equal(fusions, gone))
    if (!isGone) left.push_back(std::move(fusion));
  return left;
}

namespace {

class Fuser {
public:
  Fuser(const Graph &graph, const Machine &machine, ArrayRef<bool> apart)
      : graph(graph), machine(machine), figures(machine), apart(apart), kept(keptInMemory(graph)),
        users(graph.values.size()), fusions(graph.values.size()),
        substituted(graph.values.size(), false), isStale(graph.values.size(), true) {
    for (size_t value = 0; value < graph.values.size(); ++value)
      for (int operand : graph.values[value].operands)
        if (users[operand].empty() || users[operand].back() != static_cast<int>(value))
          users[operand].push_back(static_cast<int>(value));
    sinks = sinksThrough([&](int user) { return isElementwise(user); });
    cells = sinksThrough([&](int user) { return isPointwise(user); });
  }

  std::vector<Fusion> run() {
    const auto count = static_cast<int>(graph.values.size());
    const auto isComputed = [&](int value) {
      return graph.values[value].kind == GraphValue::Kind::computed;
    };
    for (int value = 0; value < count; ++value) {
      if (!isComputed(value) || !isStale[value]) continue;
      decide(value);
      if (!substituted[value]) value = std::min(value, keepFew(value) - 1);
    }
    std::vector<Fusion> kernels;
    for (int value = 0; value < count; ++value)
      if (isComputed(value) && !substituted[value]) kernels.push_back(fusions[value]);
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

  void decide(int value) {
    const bool was = substituted[value];
    isStale[value] = false;
    fusions[value] = gather(value);
    substituted[value] = substitutes(value, fusions[value]);
    if (was || substituted[value]) setUsersStale(value);
  }
  /// What goes into them, or no longer does, has changed.
  void setUsersStale(int value) {
    for (const int user : users[value])
      isStale[user] = true;
  }

  /// The members of a fusion that are reduced, far fewer than its elements, and read by others of
  /// it for each of these.
  SmallVector<int, 4> fewOf(const Fusion &fusion) {
    SmallVector<int, 4> few;
    const auto isFew = [&](int member) {
      return kFewest * graph.values[member].type.elements() <=
             graph.values[fusion.value].type.elements();
    };
    for (const int member : fusion.members)
      if (isFew(member) && !figures.of(fusions[member].formula).census.reductions.empty() &&
          !llvm::all_of(users[member], isFew))
        few.push_back(member);
    return few;
  }

  /// Keeps in memory what a value that did not go into its users has of few reductions, if it would
  /// go there then. What is to be decided again from there on: the first of them, or none.
  int keepFew(int value) {
    constexpr int kNone = INT_MAX;
    if (!mayGoIntoUsers(value)) return kNone;
    const SmallVector<int, 4> few = fewOf(fusions[value]);
    if (few.empty()) return kNone;
    for (const int member : few)
      substituted[member] = false;
    std::map<int, Fusion> made;
    const Fusion &other = gatherAgain(value, few.front(), made);
    const bool isBetter = figures.of(other.formula).census.reductions.empty() &&
                          substitutes(value, other, static_cast<double>(few.size()));
    for (const int member : few) {
      isBetter ? kept[member] = true : substituted[member] = true;
      if (isBetter) setUsersStale(member);
    }
    return isBetter ? few.front() : kNone;
  }

  /// The value with all operands, as those from `first` on now are.
  const Fusion &gatherAgain(int value, int first, std::map<int, Fusion> &made) const {
    if (const auto found = made.find(value); found != made.end()) return found->second;
    Fusion fusion = alone(value);
    for (const int operand : graph.values[value].operands)
      if (substituted[operand] && llvm::is_contained(fusion.operands, operand))
        fusion =
            inlined(fusion, operand < first ? fusions[operand] : gatherAgain(operand, first, made));
    return made[value] = std::move(fusion);
  }

  bool mayGoIntoUsers(int value) const {
    return !apart[value] && !kept[value] && graph.values[value].output < 0 &&
           !users[value].empty() && !pulls(value) && !isCall(value);
  }

  /// A routine takes memory and gives memory.
  bool isCall(int value) const {
    const GraphValue &own = graph.values[value];
    return own.kind == GraphValue::Kind::computed && callIn(own.formula);
  }

  /// What updates are pushed into has to be memory.
  bool pulls(int value) const {
    const GraphValue &own = graph.values[value];
    return own.kind == GraphValue::Kind::computed && pullOf(own.formula->results.front().value);
  }

  /// The last value that one kernel makes of each, if it makes it by ops of this kind: all that
  /// uses the value goes into it.
  std::vector<int> sinksThrough(llvm::function_ref<bool(int)> isKind) {
    std::vector<int> last(graph.values.size());
    for (int value = static_cast<int>(graph.values.size()) - 1; value >= 0; --value) {
      last[value] = value;
      if (!mayGoIntoUsers(value) || leavesRegion(value)) continue;
      const int sink = last[users[value].front()];
      const auto joins = [&](int user) { return last[user] == sink && isKind(user); };
      if (llvm::all_of(users[value], joins)) last[value] = sink;
    }
    return last;
  }
  bool isElementwise(int value) {
    const GraphValue &own = graph.values[value];
    return own.kind == GraphValue::Kind::computed && !isCall(value) &&
           figures.of(own.formula).census.reductions.empty();
  }
  /// Element by element, each of the same one of every operand, or of one number.
  bool isPointwise(int value) {
    if (!isElementwise(value)) return false;
    const Result &made = graph.values[value].formula->results.front();
    return !anyUnder(made.value, [&](Expr e) {
      return e->kind == Kind::Load && !e->args.empty() && e->args != made.index;
    });
  }

  /// Whether a value goes into its users, as `own`, for which so many kernels are added.
  bool substitutes(int value, const Fusion &own, double added = 0) {
    if (!mayGoIntoUsers(value)) return false;
    if (!own.operands.empty() && leavesRegion(value)) return false;
    if (users[value].size() > 1 && hasProduct(figures.of(own.formula).census)) return false;
    // What is nothing but a number of indices is made by as many threads as use it.
    const bool isFree = own.operands.empty() && figures.work(own.formula) == 0;
    const double points = isFree ? 1 : figures.of(own.formula).points;
    const bool isProduct = largeProducts(own.formula, figures.of(own.formula).census) > 0;
    Repetition repetition(own.formula, machine, figures);
    for (int user : users[value]) {
      if (graph.values[user].kind == GraphValue::Kind::moved || isCall(user)) return false;
      // A reduction in an index, or a condition, would keep updates from finding their elements.
      if (pulls(user) && !figures.of(own.formula).census.reductions.empty()) return false;
      if (isProduct && isReducedBy(user, value)) return false;
      const Fusion fused = inlined(alone(user), own);
      if (!isReasonable(fused.formula, leastPoints(own, user, points, fused), machine, figures))
        return false;
      // What joins this user from its other operands counts too, so that kernels stay small.
      repetition.add(graph.values[user].formula, fused.formula, sinks[user],
                     isPointwise(user) ? std::optional(cells[user]) : std::nullopt);
    }
    return repetition.isWorthIt(added) && staysReasonable(value, own, points, isProduct);
  }

  /// The points that what joins a user has; or that the user has, where a thread would make many
  /// of its elements: threads share no terms of a reduction that are few, or those of parts.
  double leastPoints(const Fusion &own, int user, double points, const Fusion &fused) {
    const double ofUser = figures.of(graph.values[user].formula).points;
    // Threads of a GPU that share out the terms of a user's reduction make them, too.
    const bool isReduced = !figures.of(graph.values[user].formula).census.reductions.empty() &&
                           figures.of(own.formula).census.reductions.empty();
    if (isReduced && machine.threadsPerCore > 1) points = std::min(points, ofUser);
    const bool hasTotal =
        llvm::any_of(own.members, [&](int member) { return graph.values[member].isTotal; });
    const bool isShared = fewestTerms(figures.of(fused.formula).census) >= kFewTerms;
    if (!hasTotal && (isShared || ofUser <= kFewTerms * points)) return points;
    return std::max(points, ofUser);
  }

  /// Sums of a product that are terms of another reduction are computed each alone, without tiles.
  bool isReducedBy(int user, int value) {
    const GraphValue &own = graph.values[user];
    const Census &census = figures.of(own.formula).census;
    for (auto [number, operand] : llvm::enumerate(own.operands))
      if (operand == value && reduces(*own.formula, static_cast<int>(number), census)) return true;
    return false;
  }

  bool leavesRegion(int value) const {
    return llvm::any_of(users[value], [&](int user) {
      return graph.values[user].region != graph.values[value].region;
    });
  }

  /// Users together with all that already goes into them. Tiles are of one product alone.
  bool staysReasonable(int value, const Fusion &own, double points, bool isProduct) {
    for (int user : users[value]) {
      Fusion fusion = alone(user);
      for (int operand : graph.values[user].operands)
        if ((operand == value || substituted[operand]) &&
            llvm::is_contained(fusion.operands, operand))
          fusion = inlined(fusion, operand == value ? own : fusions[operand]);
      if (!isReasonable(fusion.formula, leastPoints(own, user, points, fusion), machine, figures))
        return false;
      if (isProduct && largeProducts(fusion.formula, figures.of(fusion.formula).census) > 1)
        return false;
    }
    return true;
  }

  const Graph &graph;
  const Machine &machine;
  Figures figures;
  ArrayRef<bool> apart;
  std::vector<bool> kept;
  std::vector<SmallVector<int, 4>> users;
  std::vector<int> sinks, cells; // through ops that are elementwise, and pointwise
  std::vector<Fusion> fusions;
  std::vector<bool> substituted;
  std::vector<bool> isStale; // not yet decided, or to be decided again
};

} // namespace

std::vector<bool> keptInMemory(const Graph &graph) {
  std::vector<bool> kept(graph.values.size(), false);
  for (size_t value = 0; value < kept.size(); ++value)
    kept[value] = graph.values[value].isNext || graph.values[value].isKept;
  for (const GraphControl &control : graph.controls)
    if (control.decider >= 0) kept[control.decider] = true;
  return kept;
}

std::vector<int> membersOf(ArrayRef<const Fusion *> fusions) {
  std::vector<int> members;
  for (const Fusion *fusion : fusions)
    llvm::append_range(members, fusion->members);
  llvm::sort(members);
  members.erase(llvm::unique(members), members.end());
  return members;
}

std::vector<Fusion> fuse(const Graph &graph, const Machine &machine, ArrayRef<bool> apart) {
  return Fuser(graph, machine, apart).run();
}

} // namespace shardc
