// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/contradiction.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

namespace shardc::config {

using llvm::ArrayRef;
using llvm::SmallVector;

static bool contradicts(const Sharding &a, const Sharding &b) {
  for (auto [x, y] : llvm::zip_equal(a.dims, b.dims)) {
    const bool longer = isPrefix(x.axes, y.axes) && (x.open || x.axes == y.axes);
    const bool shorter = isPrefix(y.axes, x.axes) && (y.open || x.axes == y.axes);
    if (!longer && !shorter) return true;
  }
  return a.onlyOn != b.onlyOn || a.unreduced != b.unreduced || a.unreducedBy != b.unreducedBy;
}

bool agree(const Claim &config, const UserSharding &program, const Tensor &tensor,
           const Mesh &mesh) {
  if (config.overrides || !contradicts(program.sharding, config.given.sharding)) return true;
  Report both = report(config.given.loc, Diag::sharding_conflict);
  both << "the sharding " << str(config.given.sharding, mesh) << " of " << tensor.shownName()
       << " contradicts the program's " << str(program.sharding, mesh)
       << "; say \"override\": true to mean it";
  both.note(program.loc) << "the program's annotation";
  return false;
}

namespace {
/// An annotation of a value inside the program: of its op, or as a constraint beside it.
struct Annotation {
  mlir::Attribute sharding;
  mlir::Location loc;
  sdy::ShardingConstraintOp beside = nullptr;
};
} // namespace

static SmallVector<Annotation, 1> annotationsOf(mlir::Value value) {
  SmallVector<Annotation, 1> found;
  if (auto op = value.getDefiningOp<ShardableOp>())
    if (auto own = op.givenSharding(mlir::cast<mlir::OpResult>(value).getResultNumber()))
      found.push_back({own, op.getLoc()});
  for (mlir::Operation *user : value.getUsers())
    if (auto beside = mlir::dyn_cast<sdy::ShardingConstraintOp>(user);
        beside && isAnnotation(beside))
      found.push_back({beside.getSharding(), beside.getLoc(), beside});
  return found;
}

static void takeOut(sdy::ShardingConstraintOp constraint) {
  constraint.getResult().replaceAllUsesWith(constraint.getInput());
  constraint.erase();
}

bool agreeInside(const Claim &config, ArrayRef<mlir::Value> values, const Tensor &tensor,
                 const Mesh &mesh) {
  for (mlir::Value value : values)
    for (Annotation &own : annotationsOf(value)) {
      const auto said = shardingOf(own.sharding, mesh, tensor.shape.size(), own.loc);
      if (!said || !agree(config, {*said, own.loc}, tensor, mesh)) return false;
      if (config.overrides && own.beside) takeOut(own.beside);
    }
  return true;
}

} // namespace shardc::config
