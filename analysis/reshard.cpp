// SPDX-License-Identifier: Apache-2.0
#include "analysis/resharder.h"

#include "analysis/program_grid.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

TensorSpec typeOf(const Placed &placed) {
  return placed.own ? *placed.own : *typeOf(placed.value.getType());
}

Resharder::Resharder(func::FuncOp entry, const Propagation &propagation, OpRules &rules,
                     DeviceGrid grid, ArrayRef<Request> foreseen)
    : entry(entry), propagation(propagation), rules(rules), placements(grid) {
  result.grid = std::move(grid);
  for (const Request &request : foreseen)
    expect({request.value, placements.share(*request.boxes), request.block});
}

Partitioned Resharder::run() {
  for (BlockArgument input : entry.getArguments())
    addInput(input);
  visit(entry.front());
  Operation *end = entry.front().getTerminator();
  for (auto [value, id] : llvm::zip_equal(end->getOperands(), propagation.outputs))
    result.outputs.push_back(
        provide(value, boxesOf(value, propagation.table[id]), nullptr, value.hasOneUse()));
  return std::move(result);
}

std::vector<Request> Resharder::requestsToShare() {
  llvm::for_each(requests, [&](const Request &request) { expect(request); });
  const bool any = llvm::any_of(requests, [&](const Request &request) {
    return sourceOf(request.value, request.boxes, request.block) != nullptr;
  });
  return any ? requests : std::vector<Request>();
}

void Resharder::visit(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto regions = dyn_cast<DataFlowOp>(op)) {
      visitControl(regions);
      continue;
    }
    gathered = {};
    for (OpResult value : op.getResults())
      if (!value.use_empty() && !propagation.isConstantLike(value)) compute(value);
  }
}

int Resharder::add(Placed placed) {
  const int number = static_cast<int>(result.placed.size());
  if (!placed.own) copies[placed.value].push_back(number);
  result.placed.push_back(std::move(placed));
  item(PlacedItem::Kind::value, number);
  return number;
}

void Resharder::addInput(BlockArgument input) {
  Placed placed;
  placed.kind = Placed::Kind::input;
  placed.value = input;
  placed.sharding = propagation.sharding(input);
  placed.boxes = boxesOf(input, placed.sharding);
  add(std::move(placed));
}

static double bytesMoved(const Partitioned &partitioned) {
  double bytes = 0;
  for (const Placed &placed : partitioned.placed)
    if (placed.kind == Placed::Kind::moved)
      bytes += placed.move.payload * info(typeOf(placed).type).bytes;
  return bytes;
}

std::optional<Partitioned> reshard(ModuleOp program, const Propagation &propagation,
                                   OpRules &rules) {
  func::FuncOp entry = entryOf(program);
  const std::optional<DeviceGrid> grid = gridOf(entry, propagation, rules);
  if (!grid) {
    report(program.getLoc(), Diag::unsupported_axes)
        << "an axis of the mesh '" << propagation.mesh.str()
        << "' is cut into sub-axes that do not nest";
    return std::nullopt;
  }
  Resharder first(entry, propagation, rules, *grid);
  Partitioned made = first.run();
  // Copies of one value that are each moved may all come from one move of that value.
  const std::vector<Request> requests = first.requestsToShare();
  if (requests.empty()) return made;
  Partitioned shared = Resharder(entry, propagation, rules, *grid, requests).run();
  return bytesMoved(shared) < bytesMoved(made) ? std::move(shared) : std::move(made);
}

} // namespace shardc
