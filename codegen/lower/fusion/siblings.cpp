// SPDX-License-Identifier: Apache-2.0
// Two kernels are joined by writing the formula of the second over the loops of the first: loops of
// elements are those of the first, all others come behind; so do its operands, of which equal ones
// become one. If then a reduction of several values is the same expression in both results, it is
// done once. What cannot be joined so, because one kernel reads what the other makes or has
// elements of another shape, may still be worth keeping in memory: then all is fused again without
// it.
#include "codegen/lower/fusion/siblings.h"

#include "analysis/program/cost.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardc {

// Reductions.

static void addTuples(Expr e, llvm::DenseSet<Expr> &seen, llvm::DenseSet<Expr> &tuples) {
  if (!seen.insert(e).second) return;
  if (e->kind == Kind::Reduce) {
    if (ReduceView(e).values.size() > 1) tuples.insert(e);
    return; // what is inside is done for every term, and is nobody else's
  }
  for (Expr arg : e->args)
    addTuples(arg, seen, tuples);
}

/// The outermost reductions of several values at once.
static llvm::DenseSet<Expr> tuplesOf(Expr value) {
  llvm::DenseSet<Expr> seen, tuples;
  addTuples(value, seen, tuples);
  return tuples;
}

/// A kernel is compared with so many before it, the last ones.
static constexpr size_t kMostOpen = 64;

/// Whether the last result has such a reduction in common with another.
static bool sharesTuple(const Formula &formula) {
  const llvm::DenseSet<Expr> own = tuplesOf(formula.results.back().value);
  return llvm::any_of(ArrayRef(formula.results).drop_back(), [&](const Result &other) {
    return llvm::any_of(tuplesOf(other.value), [&](Expr tuple) { return own.contains(tuple); });
  });
}

// Loops.

/// The loops of a result's elements, major first; none where one is computed otherwise.
static std::optional<SmallVector<int, 4>> elementLoops(const Result &result) {
  SmallVector<int, 4> loops;
  for (Expr index : result.index) {
    const auto digits = radix(index);
    if (!digits) return std::nullopt;
    for (Expr digit : *digits)
      loops.push_back(static_cast<int>(digit->value));
  }
  return loops;
}

/// The loops of `next` as those of the joined formula: of elements those of `first`, and all others
/// its own, behind. None where elements are others, on any shard.
static std::optional<SmallVector<Expr, 8>> loopsIn(const KernelBody &first,
                                                   const KernelBody &next) {
  const Result &from = first.formula.results.front(), &result = next.formula.results.front();
  const auto elements = elementLoops(from), own = elementLoops(result);
  if (!elements || !own || elements->size() != own->size()) return std::nullopt;
  Pool &pool = *result.value->pool;
  SmallVector<Expr, 8> to(next.formula.loops.size());
  for (auto [a, b] : llvm::zip_equal(*elements, *own)) {
    if (first.loops[a] != next.loops[b]) return std::nullopt;
    to[b] = pool.loop(a, first.formula.loops[a].extent);
  }
  const size_t shift = first.formula.loops.size();
  for (size_t k = 0; k < to.size(); ++k)
    if (!to[k]) to[k] = pool.loop(static_cast<int>(shift + k), next.formula.loops[k].extent);
  return to;
}

static bool hasSplitLoop(const Formula &formula) {
  return llvm::any_of(formula.loops, [](const Loop &loop) { return loop.split >= 0; });
}

// Joining.

namespace {

/// Two formulas as one.
struct Joined {
  KernelBody body;
  std::vector<PartRef> ins;
};

} // namespace

/// The result with other loops, its operands behind `shift` others.
static Result adopted(const Result &result, ArrayRef<Expr> loops, int64_t shift) {
  Result moved = result;
  Memo memo;
  const auto behind = [&](Expr e, auto &self) -> Expr {
    if (e->kind != Kind::Load) return nullptr;
    SmallVector<Expr, 4> at;
    for (Expr index : e->args)
      at.push_back(rewrite(
          index, [&](Expr inner) { return self(inner, self); }, memo));
    return expr::load(*e->pool, e->type, static_cast<int>(e->value + shift), at);
  };
  moved.value = rewrite(
      result.value, [&](Expr e) { return behind(e, behind); }, memo);
  // Reductions have their loops as arguments: all are renamed, those that they bind as well.
  Memo renamed;
  const auto rename = [&](Expr e) { return e->kind == Kind::Loop ? loops[e->value] : nullptr; };
  moved.value = rewrite(moved.value, rename, renamed);
  for (Expr &index : moved.index)
    index = rewrite(index, rename, renamed);
  return moved;
}

/// What both compute; none where that is not the same elements, or has nothing in common.
static std::optional<Joined> joined(const PartKernel &first, const PartKernel &next) {
  const Formula &a = first.body->formula, &b = next.body->formula;
  const auto loops = callIn(b) ? std::nullopt : loopsIn(*first.body, *next.body);
  if (!loops) return std::nullopt;
  Formula both = a;
  both.loops.append(b.loops.begin(), b.loops.end());
  both.operands.append(b.operands.begin(), b.operands.end());
  both.results.push_back(
      adopted(b.results.front(), *loops, static_cast<int64_t>(a.operands.size())));
  if (both.results.back().index != both.results.front().index) return std::nullopt;
  std::vector<PartRef> ins = first.ins;
  ins.insert(ins.end(), next.ins.begin(), next.ins.end());
  SmallVector<int, 8> sameAs, kept;
  for (const PartRef &in : ins)
    sameAs.push_back(static_cast<int>(llvm::find(ins, in) - ins.begin()));
  mergeReductions(both);
  both = compact(both, sameAs, kept);
  if (!sharesTuple(both)) return std::nullopt;
  Joined made{{std::move(both), {}}, {}};
  for (int operand : kept)
    made.ins.push_back(ins[operand]);
  return made;
}

/// Adds the second kernel's loops that the call itself does not have, of its result's elements, to
/// those of both; returns what each loop is there. None where shares of the call are others.
static std::optional<SmallVector<Expr, 8>> addLoops(const KernelBody &next, KernelBody &both) {
  const ArrayRef<Loop> own = next.formula.loops;
  Expr call = callIn(next.formula);
  SmallVector<Expr, 8> to(own.size());
  for (const int loop : freeLoops(call)) {
    const Loop &a = both.formula.loops[loop], &b = own[loop];
    if (a.extent != b.extent || a.split != b.split || both.loops[loop] != next.loops[loop])
      return std::nullopt;
    to[loop] = call->pool->loop(loop, b.extent);
  }
  for (size_t loop = 0; loop < own.size(); ++loop) {
    if (to[loop]) continue;
    to[loop] = call->pool->loop(static_cast<int>(both.formula.loops.size()), own[loop].extent);
    both.formula.loops.push_back(own[loop]);
    both.loops.push_back(next.loops[loop]);
  }
  return to;
}

/// What both make, where they are results of one call, of the same shares.
static std::optional<Joined> joinedCalls(const PartKernel &first, const PartKernel &next) {
  const Formula &a = first.body->formula, &b = next.body->formula;
  Expr own = callIn(a), other = callIn(b);
  if (!own || !other || routineOf(own) != routineOf(other) || own->args != other->args ||
      first.ins != next.ins)
    return std::nullopt;
  // A call makes one part of each result.
  if (llvm::any_of(a.results,
                   [&](const Result &each) { return callIn(each.value)->value == other->value; }))
    return std::nullopt;
  const auto sameLoop = [](const Loop &x, const Loop &y) {
    return x.extent == y.extent && x.split == y.split;
  };
  Joined made{*first.body, first.ins};
  if (first.body->loops == next.body->loops && llvm::equal(a.loops, b.loops, sameLoop)) {
    made.body.formula.results.push_back(b.results.front());
    return made;
  }
  const auto loops = addLoops(*next.body, made.body);
  if (!loops) return std::nullopt;
  made.body.formula.results.push_back(adopted(b.results.front(), *loops, 0));
  return made;
}

/// A kernel that computes into a cell is the end of a branch or the beginning of a loop; a part of
/// a sum is followed by what combines it.
bool Siblings::mayJoin(const PlacedKernel &kernel) const {
  if (kernel.fusions.empty() || graph.values[kernel.parts.front().value].into >= 0) return false;
  const Formula &formula = kernel.kernel.body->formula;
  if (callIn(formula)) return true;
  return !hasSplitLoop(formula) && !tuplesOf(formula.results.front().value).empty();
}

/// Whether a kernel can be done where one before it is: all that it reads is there already.
bool Siblings::mayMove(const PlacedKernel &kernel, const PlacedKernel &before) const {
  const int from = kernel.parts.front().value, to = before.parts.front().value;
  const int region = graph.values[from].region;
  if (graph.values[to].region != region) return false;
  const auto isBetween = [&](const GraphControl &control) {
    return control.region == region && to < control.at && control.at <= from;
  };
  return llvm::none_of(graph.controls, isBetween) &&
         llvm::all_of(kernel.kernel.ins, [&](const PartRef &in) {
           const GraphValue::Kind kind = graph.values[in.value].kind;
           return in.value < to || kind == GraphValue::Kind::input ||
                  kind == GraphValue::Kind::constant;
         });
}

bool Siblings::joins(PlacedKernel &first, const PlacedKernel &next) {
  const auto isShared = [&](const PartRef &in) { return llvm::is_contained(first.kernel.ins, in); };
  if (!mayMove(next, first) || llvm::none_of(next.kernel.ins, isShared)) return false;
  const bool isCall = callIn(first.kernel.body->formula) != nullptr;
  auto both = isCall ? joinedCalls(first.kernel, next.kernel) : joined(first.kernel, next.kernel);
  if (!both || !isReadable(both->body.formula)) return false;
  const PartRef part = first.parts.front();
  if (!isCall)
    both->body.loops = loopsFor(both->body.formula,
                                *graph.values[part.value].parts[part.part].boxes, graph.splits);
  bodies.push_back(std::move(both->body));
  first.kernel = {&bodies.back(), std::move(both->ins)};
  first.parts.append(next.parts.begin(), next.parts.end());
  first.fusions.append(next.fusions.begin(), next.fusions.end());
  return true;
}

void Siblings::join(std::vector<PlacedKernel> &kernels) {
  std::vector<PlacedKernel> left;
  SmallVector<size_t, 8> open; // places in `left`
  for (PlacedKernel &kernel : kernels) {
    const bool may = mayJoin(kernel);
    if (may && llvm::any_of(open, [&](size_t place) { return joins(left[place], kernel); }))
      continue;
    if (may && open.size() == kMostOpen) open.erase(open.begin());
    if (may) open.push_back(left.size());
    left.push_back(std::move(kernel));
  }
  kernels = std::move(left);
}

// What could not be joined.

/// The kernels that results of one op are computed in.
struct Siblings::Makers {
  std::set<int> results;
  /// Per kernel, called by the first value that it makes, the results that were substituted.
  std::vector<std::pair<int, std::vector<int>>> kernels;

  void add(int kernel, int result, bool isSubstituted) {
    results.insert(result);
    if (kernels.empty() || kernels.back().first != kernel) kernels.push_back({kernel, {}});
    if (isSubstituted) kernels.back().second.push_back(result);
  }

  /// Where the first kernel has its result in memory, those of the others join it; else the first
  /// joins them.
  std::vector<int> next() const {
    std::vector<int> later;
    for (const auto &[kernel, substituted] : ArrayRef(kernels).drop_front())
      later.insert(later.end(), substituted.begin(), substituted.end());
    return later.empty() ? kernels.front().second : later;
  }
};

/// In memory they are one kernel only where the same boxes of each are needed.
bool Siblings::isWorthIt(const Makers &makers, ArrayRef<int> apart) const {
  const GraphValue &first = graph.values[*makers.results.begin()];
  const auto isLike = [&](int other) { return sameParts(first, graph.values[other]); };
  if (!llvm::all_of(makers.results, isLike)) return false;
  const Formula &formula = *first.formula;
  const double again = secondsWithLoads(formula, wholeLoops(formula), machine);
  double bytes = 0;
  for (int value : std::set<int>(apart.begin(), apart.end()))
    bytes += 2 * static_cast<double>(graph.values[value].type.bytes()); // written and read
  return static_cast<double>(makers.kernels.size() - 1) * again > bytes / machine.memoryBandwidth;
}

std::vector<int> Siblings::toKeepApart(ArrayRef<PlacedKernel> kernels) const {
  std::map<std::pair<uint32_t, std::vector<int>>, Makers> ops; // by reduction and operands
  for (const PlacedKernel &kernel : kernels)
    for (const Fusion *fusion : kernel.fusions)
      for (int member : fusion->members) {
        const GraphValue &value = graph.values[member];
        if (Expr tuple = tupleOf(value))
          ops[{tuple->id, value.operands}].add(kernel.fusions.front()->value, member,
                                               member != fusion->value);
      }
  std::vector<int> apart;
  for (const auto &[op, makers] : ops) {
    if (makers.results.size() < 2 || makers.kernels.size() < 2) continue;
    const std::vector<int> next = makers.next();
    if (!next.empty() && isWorthIt(makers, next)) llvm::append_range(apart, next);
  }
  return apart;
}

} // namespace shardc
