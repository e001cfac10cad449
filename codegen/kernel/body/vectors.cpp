// SPDX-License-Identifier: Apache-2.0
// Four neighbours for a thread: what is read of them comes first, then each is computed, and what
// they are is written at once.
#include "codegen/kernel/body/body.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

namespace shardc {

KernelTree BodyBuilder::build(const Vectors &vectors, const Nest &nest) {
  Threads threads = threadsOf(view, nest, Vectors::kCount);
  threads.from = scope.fresh(view.loops[vectors.loop].name + "_from");
  threads.neighbour = scope.fresh("lane");
  inside(threads.body, [&] {
    for (Expr load : vectors.loads)
      loadVec(load, threads.neighbour);
    for (const ParameterView &out : view.outs) {
      const std::string name = scope.fresh(out.window + "_vec");
      add(DeclareVec{name, out.of->type});
      resultPlaces.push_back({-1, name, {}, threads.neighbour});
    }
    ForCount each{threads.neighbour, Vectors::kCount, {}, /*isWrittenOut=*/true};
    inside(each.body, [&] {
      add(OneIndex{vectors.loop});
      stores();
    });
    add(std::move(each));
    for (auto [number, place] : llvm::enumerate(resultPlaces))
      add(StoreVec{static_cast<int>(number), place.variable});
  });
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
