// SPDX-License-Identifier: Apache-2.0
// A thread goes through a block of elements, and reduces on from one to the next.
#include "codegen/kernel/body/body.h"

namespace shardc {

KernelTree BodyBuilder::build(const Running &running, ArrayRef<Axis> axes) {
  Threads threads = threadsOf(axes);
  threads.from = scope.fresh(view.loops[running.loop].name + "_from");
  threads.neighbour = scope.fresh("lane");
  inside(threads.body, [&] { run(running, threads); });
  body.statements.push_back({std::move(threads)});
  return std::move(body);
}

void BodyBuilder::run(const Running &running, const Threads &threads) {
  const ReduceView reduce(running.reduce);
  const ReductionPlan plan = planOf(reduce);
  for (Expr load : running.inVectors)
    loadVec(load, threads.neighbour);
  for (Expr load : running.common)
    loadCommon(load);
  const std::string vec = scope.fresh(view.outs.front().window + "_vec");
  add(DeclareVec{vec, view.outs.front().of->type});
  resultPlaces.push_back({-1, vec, {}, threads.neighbour});
  const Accumulators into = declare(running.reduce, plan);
  const auto addTerm = [&] {
    prepare({running.term});
    assign({Accumulate{into.places[0], *plan.fn, nullptr}}, running.term);
  };
  ForCount each{threads.neighbour, threads.each, {}, /*isWrittenOut=*/true};
  inside(each.body, [&] {
    add(OneIndex{running.loop});
    if (!running.isBefore) addTerm();
    add(Bind{running.reduce, into.places});
    setReduced(running.reduce, into.places);
    stores();
    if (running.isBefore) addTerm();
  });
  add(std::move(each));
  add(StoreVec{0, vec});
}

/// What is the same for all neighbours is read for the first of them.
void BodyBuilder::loadCommon(Expr load) {
  const std::string name = scope.fresh(view.ins[load->value].window + "_at");
  add(LoadFirst{name, load});
  add(Bind{load, {Place::of(name)}});
  known.named[load] = name;
}

} // namespace shardc
