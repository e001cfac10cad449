// SPDX-License-Identifier: Apache-2.0
// Threads that have neighbours: what is read of them at once comes first, then each is computed,
// and what they are is written at once. A reduction has an accumulator for each of them.
#include "codegen/kernel/body/body.h"

#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Blocks whose threads have registers for what a window reads of one operand, four numbers at a
/// time; or for more.
static int blocksFor(const KernelView &view, const Threads &threads) {
  const auto count = llvm::count_if(view.facts.loads, [&](const AccessFacts &each) {
    return each.walks[threads.loops.back()].width >= threads.each;
  });
  return static_cast<int64_t>(count) * threads.each <= 4 ? 6 : 4;
}

/// What is too narrow is read one by one.
void BodyBuilder::neighbours(Threads &threads) {
  const int along = threads.loops.back();
  const std::optional<NeighbourTerms> terms = neighbourTermsOf(view, along, threads.each);
  for (const AccessFacts &each : view.facts.loads)
    if (each.walks[along].width >= threads.each && !(terms && terms->has(each.load)))
      loadVec(each.load, threads.neighbour);
  if (terms) {
    threads.atOnce = blocksFor(view, threads);
    reduceNeighbours(*terms, threads);
  }
  for (const ParameterView &out : view.outs) {
    const std::string name = scope.fresh(out.window + "_vec");
    add(DeclareVec{name, out.of->type});
    resultPlaces.push_back({-1, name, {}, threads.neighbour});
  }
  forNeighbours(threads, [&] { stores(); });
  for (auto [number, place] : llvm::enumerate(resultPlaces))
    add(StoreVec{static_cast<int>(number), place.variable});
}

/// Each of them, one after the other.
void BodyBuilder::forNeighbours(const Threads &threads, llvm::function_ref<void()> make) {
  ForCount each{threads.neighbour, threads.each, {}, /*isWrittenOut=*/true};
  const State before = save();
  inside(each.body, [&] {
    add(OneIndex{threads.loops.back()});
    make();
  });
  restore(before);
  add(std::move(each));
}

void BodyBuilder::reduceNeighbours(const NeighbourTerms &terms, const Threads &threads) {
  const ReduceView reduce(terms.reduce);
  const ReductionPlan plan = planOf(reduce);
  const Place element = {-1, scope.fresh(plan.names[0]), {}, threads.neighbour};
  Declare made{element.variable, reduce.values[0]->type, {threads.each}};
  Expr start = startOf(reduce, plan, 0);
  const bool isZero = start->number.sameBits(ofNoBits(start->type));
  if (isZero) made.start = Declare::Start::zeros;
  add(std::move(made));
  if (!isZero) {
    ForCount each{threads.neighbour, threads.each, {}, /*isWrittenOut=*/true};
    inside(each.body, [&] { add(Store{element, start}); });
    add(std::move(each));
  }
  sequence([&] {
    loops(loopsFrom(reduce, 0), {}, [&] {
      for (const NeighbourTerms::Read &read : terms.reads)
        readNeighbours(read, threads.neighbour);
      forNeighbours(threads, [&] { accumulate(reduce, plan, {{element}, ""}); });
    });
  });
  add(Bind{terms.reduce, {element}});
  setReduced(terms.reduce, element);
}

/// A condition that comes again, with each neighbour, has a name.
void BodyBuilder::readNeighbours(const NeighbourTerms::Read &read, const std::string &neighbour) {
  prepareIndices(read.load);
  if (read.where) {
    prepare({read.where});
    nameParts(read.where);
    if (read.value == read.load && !known.named.count(read.where)) name(read.where);
  }
  const Place element = {
      -1, scope.fresh(view.ins[read.load->value].window + "_vec"), {}, neighbour};
  add(LoadVec{element.variable, read.load, read.where});
  add(Bind{read.value, {element}});
  known.named[read.value] = element.variable;
}

} // namespace shardc
