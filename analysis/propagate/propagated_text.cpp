// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate/propagate.h"

#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

std::string propagatedText(ModuleOp program, const Propagation &propagation) {
  OwningOpRef<ModuleOp> copy = program.clone();
  func::FuncOp from = entryOf(program), to = entryOf(*copy);
  MLIRContext *context = program.getContext();
  Mesh mesh = propagation.mesh;
  mesh.name = putMeshFirst(*copy, mesh);
  const auto attribute = [&](ShardingId id) {
    return attributeOf(propagation.table[id], mesh, context);
  };
  for (BlockArgument input : from.getArguments())
    to.setArgAttr(input.getArgNumber(), kSdySharding,
                  attribute(propagation.lies[propagation.values.numberOf(input)]));
  for (auto [number, id] : llvm::enumerate(propagation.outputs))
    to.setResultAttr(number, kSdySharding, attribute(id));
  SmallVector<Operation *> ops, shown;
  from.walk([&](Operation *op) { ops.push_back(op); });
  to.walk([&](Operation *op) { shown.push_back(op); });
  for (auto [op, printed] : llvm::zip_equal(ops, shown)) {
    if (op->getNumResults() == 0 || propagation.isConstantLike(op->getResult(0))) continue;
    SmallVector<Sharding, 2> shardings;
    for (Value value : op->getResults())
      shardings.push_back(propagation.sharding(value));
    printed->setAttr(kSdySharding, perValueAttribute(shardings, mesh, context));
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  copy->print(out, OpPrintingFlags().enableDebugInfo(false).printNameLocAsPrefix(true));
  return text;
}

} // namespace shardc
