// SPDX-License-Identifier: Apache-2.0
// A schedule becomes statements.
#include "codegen/kernel/body/body.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

KernelTree BodyBuilder::build(ArrayRef<Schedule> ranked, const Nest &nest) {
  const Schedule &schedule = ranked.front();
  Threads threads = threadsOf(schedule.axes);
  body.schedules = ranked;
  areThreads = true;
  if (!schedule.shared.empty()) return buildShared(schedule, std::move(threads), nest);
  if (schedule.values(To::registers) > 1) return buildStaged(schedule, std::move(threads));
  const auto isTile = [](const Axis &axis) { return axis.values(To::thread) > 1; };
  if (llvm::count_if(schedule.axes, isTile) > 1) return buildPlaces(schedule, std::move(threads));
  threads.perElement = threads.loops.size() == nest.order.size();
  if (threads.each == 1) {
    KernelTree tree = build(nest, threads.loops.size());
    threads.body = std::exchange(tree.statements, {});
    tree.statements.push_back({std::move(threads)});
    return tree;
  }
  threads.from = scope.fresh(view.loops[threads.loops.back()].name + "_from");
  threads.neighbour = scope.fresh("lane");
  inside(threads.body, [&] { neighbours(threads); });
  body.statements.push_back({std::move(threads)});
  return std::move(body);
}

/// Computed indices in its place come before what a load reads.
void BodyBuilder::prepareIndices(Expr load) {
  SmallVector<Expr, 4> computed;
  for (Expr index : load->args)
    if (contains(index, Kind::At)) computed.push_back(index);
  prepare(computed);
}

void BodyBuilder::loadVec(Expr load, const std::string &neighbour) {
  prepareIndices(load);
  const Place element = {-1, scope.fresh(view.ins[load->value].window + "_vec"), {}, neighbour};
  add(LoadVec{element.variable, load});
  add(Bind{load, {element}});
  known.named[load] = element.variable;
}

} // namespace shardc
