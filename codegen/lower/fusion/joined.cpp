// SPDX-License-Identifier: Apache-2.0
// The formula of the second kernel is written over the loops of the first: loops of elements are
// those of the first, all others come behind; so do its operands, of which equal ones become one.
#include "codegen/lower/fusion/joined.h"

#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

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

using LoopPairs = SmallVector<std::pair<int, int>, 4>;

/// The loops of elements of both, in their order. None where elements are others, on any shard.
static std::optional<LoopPairs> pairsOf(const KernelBody &first, const KernelBody &next) {
  const auto elements = elementLoops(first.formula.results.front()),
             own = elementLoops(next.formula.results.front());
  if (!elements || !own || elements->size() != own->size()) return std::nullopt;
  LoopPairs pairs;
  for (auto [a, b] : llvm::zip_equal(*elements, *own)) {
    if (first.loops[a] != next.loops[b]) return std::nullopt;
    pairs.push_back({a, b});
  }
  return pairs;
}

bool sameElements(const KernelBody &first, const KernelBody &next) {
  return pairsOf(first, next).has_value();
}

/// The loops of `next` as those of the joined formula: of elements those of `first`, and all others
/// its own, behind.
static std::optional<SmallVector<Expr, 8>> loopsIn(const KernelBody &first,
                                                   const KernelBody &next) {
  const auto pairs = pairsOf(first, next);
  if (!pairs) return std::nullopt;
  Pool &pool = *next.formula.results.front().value->pool;
  SmallVector<Expr, 8> to(next.formula.loops.size());
  for (const auto &[a, b] : *pairs)
    to[b] = pool.loop(a, first.formula.loops[a].extent);
  const size_t shift = first.formula.loops.size();
  for (size_t k = 0; k < to.size(); ++k)
    if (!to[k]) to[k] = pool.loop(static_cast<int>(shift + k), next.formula.loops[k].extent);
  return to;
}

Result adopted(const Result &result, ArrayRef<Expr> loops, int64_t shift) {
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

/// Whether a load is of the result's element; a loop with one index is a number in it.
static bool isOfElement(Expr load, const Result &result, const Formula &formula) {
  const auto isAt = [&](Expr at, Expr index) {
    return at == index || (index->kind == Kind::Loop && formula.loops[index->value].extent == 1 &&
                           at == expr::linear(*at->pool, 0, {}));
  };
  return llvm::equal(load->args, result.index, isAt);
}

/// Puts what the results before the last one are in place of what the last one reads of them; false
/// where it reads other elements. `made` says which of them an operand is, or -1.
static bool useOwn(Formula &formula, llvm::function_ref<int(int64_t)> made) {
  Result &last = formula.results.back();
  bool areOwn = true;
  Memo memo;
  last.value = rewrite(
      last.value,
      [&](Expr e) -> Expr {
        const int own = e->kind == Kind::Load ? made(e->value) : -1;
        if (own < 0) return nullptr;
        areOwn &= isOfElement(e, last, formula);
        return formula.results[own].value;
      },
      memo);
  return areOwn;
}

std::optional<Joined> joined(const PlacedKernel &first, const PlacedKernel &next) {
  const Formula &a = first.kernel.body->formula, &b = next.kernel.body->formula;
  const auto loops = callIn(b) ? std::nullopt : loopsIn(*first.kernel.body, *next.kernel.body);
  if (!loops) return std::nullopt;
  Formula both = a;
  both.loops.append(b.loops.begin(), b.loops.end());
  both.operands.append(b.operands.begin(), b.operands.end());
  both.results.push_back(
      adopted(b.results.front(), *loops, static_cast<int64_t>(a.operands.size())));
  if (both.results.back().index != both.results.front().index) return std::nullopt;
  std::vector<PartRef> ins = first.kernel.ins;
  ins.insert(ins.end(), next.kernel.ins.begin(), next.kernel.ins.end());
  const auto ownResult = [&](int64_t operand) {
    const auto *const part = llvm::find(first.parts, ins[operand]);
    return part == first.parts.end() ? -1 : static_cast<int>(part - first.parts.begin());
  };
  if (!useOwn(both, ownResult)) return std::nullopt;
  SmallVector<int, 8> sameAs, kept;
  for (const PartRef &in : ins)
    sameAs.push_back(static_cast<int>(llvm::find(ins, in) - ins.begin()));
  mergeReductions(both);
  both = compact(both, sameAs, kept);
  Joined made{{std::move(both), {}}, {}};
  for (int operand : kept)
    made.ins.push_back(ins[operand]);
  return made;
}

void setLoops(KernelBody &body, const Graph &graph, PartRef part) {
  body.loops =
      loopsFor(body.formula, *graph.values[part.value].parts[part.part].boxes, graph.splits);
}

void become(PlacedKernel &first, const PlacedKernel &next, Joined both,
            std::deque<KernelBody> &bodies) {
  bodies.push_back(std::move(both.body));
  first.kernel = {&bodies.back(), std::move(both.ins)};
  first.parts.append(next.parts.begin(), next.parts.end());
  first.fusions.append(next.fusions.begin(), next.fusions.end());
}

} // namespace shardc
