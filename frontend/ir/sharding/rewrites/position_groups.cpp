// SPDX-License-Identifier: Apache-2.0
// Collectives of a program that is mapped number positions. In the computation that it becomes,
// devices of the mesh are numbered, which may have other axes as well: then the same groups are
// there once for each place on those. What is said of replicas is said of positions.
#include "frontend/ir/sharding/rewrites/position_groups.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/among_positions.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/notations/groups.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardc {

namespace {

/// Numbers on the map's axes, and on a mesh that has others as well.
struct Numbering {
  Mesh positions;         // the map's axes
  Mesh all;               // the mesh, with as many places on the map's axes as there are positions
  std::vector<int> other; // axes of `all` that are not the map's

  explicit Numbering(const ProgramMap &map) : all(map.mesh) {
    positions.axes = map.axes;
    all.deviceIds.clear();
    for (auto [number, axis] : llvm::enumerate(all.axes)) {
      const int own = positions.find(axis.name);
      if (own < 0)
        other.push_back(static_cast<int>(number));
      else
        axis.size = positions.axes[own].size;
    }
  }

  /// How often the map's positions are on the mesh.
  int64_t copies() const {
    int64_t count = 1;
    for (int axis : other)
      count *= all.axes[axis].size;
    return count;
  }
  int64_t numberOf(int64_t position, int64_t copy) const;
};

} // namespace

int64_t Numbering::numberOf(int64_t position, int64_t copy) const {
  const auto own = coordinatesAt(positions, position);
  SmallVector<int64_t> at(all.axes.size());
  for (int axis : llvm::reverse(other)) {
    at[axis] = copy % all.axes[axis].size;
    copy /= all.axes[axis].size;
  }
  int64_t number = 0;
  for (auto [axis, own_] : llvm::enumerate(all.axes)) {
    const int mapped = positions.find(own_.name);
    number = number * own_.size + (mapped < 0 ? at[axis] : own[mapped]);
  }
  return number;
}

/// The same rows on each copy; none, which are all positions in one group, written out.
static Attribute renumbered(DenseIntElementsAttr rows, bool noneIsAll, const Numbering &numbering) {
  SmallVector<int64_t> given;
  for (const APInt &each : rows.getValues<APInt>())
    given.push_back(each.getSExtValue());
  int64_t columns = rows.getType().getDimSize(1);
  const int64_t positions = numbering.positions.devices();
  if (given.empty() && noneIsAll) {
    columns = positions;
    llvm::append_range(given, llvm::seq<int64_t>(positions));
  }
  SmallVector<int64_t> all;
  for (int64_t copy = 0; copy < numbering.copies(); ++copy)
    for (int64_t each : given)
      all.push_back(numbering.numberOf(each, copy));
  return rowsAttribute(all, columns, rows.getContext());
}

static constexpr StringRef kGroups = "replica_groups", kPairs = "source_target_pairs";

static void setInherent(Operation *op, StringRef name, Attribute value) {
  op->setInherentAttr(StringAttr::get(op->getContext(), name), value);
}

static LogicalResult renumber(Operation *op, StringRef name, const Numbering &numbering) {
  const auto rows = dyn_cast<DenseIntElementsAttr>(inherentOf(op, name));
  if (!rows || rows.getType().getRank() != 2) return success(); // refused where it is compiled
  if (failed(checkMembers(op, numbering.positions.devices(), "position"))) return failure();
  setInherent(op, name, renumbered(rows, /*noneIsAll=*/name == kGroups, numbering));
  return success();
}

static LogicalResult renumber(Operation *op, const Numbering &numbering) {
  const StringRef name = inherentOf(op, kGroups) ? kGroups : kPairs;
  if (!isCollective(op) || !inherentOf(op, name)) return success();
  // What stands without these is among replicas, which here are the same positions.
  const std::pair<StringRef, Attribute> said[] = {
      {"channel_handle", channelAmongDevices(op->getContext())},
      {"use_global_device_ids", UnitAttr::get(op->getContext())}};
  for (auto [word, attribute] : said)
    if (const auto value = op->getInherentAttr(word); value && !*value)
      setInherent(op, word, attribute);
  return renumber(op, name, numbering);
}

LogicalResult numberPositions(ModuleOp program, const ProgramMap &map) {
  const Numbering numbering(map);
  SmallVector<Operation *> ops;
  program.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (isa<stablehlo::CrossReplicaSumOp>(op))
      return report(op->getLoc(), Diag::unsupported_op)
             << "stablehlo.cross-replica-sum is not supported in a map; write all_reduce";
    if (failed(renumber(op, numbering))) return failure();
    if (!isa<stablehlo::ReplicaIdOp>(op)) continue;
    OpBuilder builder(op);
    auto number =
        stablehlo::PartitionIdOp::create(builder, op->getLoc(), op->getResult(0).getType());
    op->getResult(0).replaceAllUsesWith(number.getResult());
    op->erase();
  }
  return success();
}

} // namespace shardc
