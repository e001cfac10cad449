// SPDX-License-Identifier: Apache-2.0
// Regions that say what each device does, as ops on values over all devices: what devices hold of
// such a value lies along leading dimensions, one per mesh axis, split by that axis. So rules,
// demand, moves and kernels need not know of them.
#pragma once

#include "frontend/ir/sharding/algebra/cut_mesh.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace shardc {

/// Numbers of a mesh's axes. A region's mesh has the program's, cut where parts of them are spoken
/// of, so that each is one thing to all devices or to none.
using Axes = SmallVector<int, 4>;
/// Those of both, ascending.
Axes unite(const Axes &a, const Axes &b);

/// A value of a manual region over all devices. Along an axis that is not listed, all devices hold
/// the same.
struct OverDevices {
  mlir::Value value;
  Axes axes; // of its leading dimensions, ascending
};

/// How a value is passed on among devices: per dimension the axes that it is split by (the place on
/// them picks the part), and those whose devices' parts are joined, major first.
struct Relay {
  SmallVector<Axes, 4> split, join;
  Axes repeat; // axes that it gets, with the same along them
  Axes here;   // of `repeat`: those that every device has all of, and not its own place alone
  Axes drop;   // axes whose first device speaks for all
  explicit Relay(size_t rank) : split(rank), join(rank) {}
};

/// A manual region while its ops are put over all devices.
class ManualRegion {
public:
  /// `axes`: the manual ones of the cut mesh, ascending. `devices`: as many as places on each axis,
  /// or, of a map's positions, fewer.
  ManualRegion(CutMesh meshes, Axes axes, Mesh devices, bool isMap, mlir::OpBuilder builder)
      : meshes(std::move(meshes)), axes(std::move(axes)), devices(std::move(devices)), isMap(isMap),
        builder(builder) {}
  ManualRegion(const ManualRegion &) = delete;

  const CutMesh meshes; // `whole` has the program's axes
  const Mesh &mesh = meshes.cut;
  const Axes axes;
  const Mesh devices;      // the program's mesh
  const bool isMap;        // numbers of devices count positions on the manual axes alone
  mlir::OpBuilder builder; // where the ops go

  bool isManual(int axis) const;
  /// What a value of the region, or from around it, is over all devices.
  OverDevices of(mlir::Value local) const;
  /// Says so; false, with an error, where the shape of the local value is not what `over` holds.
  mlir::LogicalResult set(mlir::Value local, OverDevices over);

  /// The region over a mesh that is cut where these axes, or parts of axes, begin and end. Null
  /// where this one is, or where none can be that has the manual axes as well.
  std::unique_ptr<ManualRegion> cutFor(const AxisList &wanted) const;
  /// A value of this region as one that `cutFor` gives has it, or the other way round, for `op`.
  OverDevices as(ManualRegion &other, mlir::Operation *op, OverDevices value);

  /// The value with leading dimensions for `wanted` as well, which `op` needs.
  OverDevices along(mlir::Operation *op, OverDevices value, const Axes &wanted);
  /// The same where each device has all of what it repeats.
  OverDevices alongHere(mlir::Operation *op, OverDevices value, const Axes &wanted);
  /// Does the work of `op`. Fails, with an error at `loc`, where a dimension does not split evenly.
  /// `local` says how the result lies on the axes that are not manual.
  mlir::FailureOr<OverDevices> relay(mlir::Operation *op, mlir::Location loc, OverDevices value,
                                     const Relay &how, const Sharding &local);
  /// The same, of an op on each device.
  mlir::LogicalResult lift(mlir::Operation *op);

  /// An attribute of the region over its mesh. None (reported at `loc`) where it does not fit, or
  /// one device has it all: not so where each has a part of its own.
  std::optional<Sharding> shardingIn(mlir::Attribute given, size_t rank, mlir::Location loc) const;
  /// The sharding of a value over devices: leading dimensions lie on their axes, and no dimension
  /// lies on other manual ones.
  mlir::Attribute sharding(const Axes &leading, const Sharding &local) const;
  /// Where those of `here` split nothing.
  mlir::Attribute sharding(const Axes &leading, const Axes &here, const Sharding &local) const;
  size_t rankOf(const OverDevices &value) const; // on each device

private:
  OverDevices repeated(mlir::Operation *op, OverDevices value, const Axes &wanted, bool here);
  mlir::LogicalResult liftCollective(mlir::Operation *op);
  /// By way of places: members[k] at places[k].
  mlir::LogicalResult liftInOrder(mlir::Operation *op, ArrayRef<int64_t> members,
                                  ArrayRef<int64_t> places);
  /// Branches that devices decide differently.
  mlir::LogicalResult liftPicked(mlir::Operation *op);
  mlir::LogicalResult liftOp(mlir::Operation *op, const Axes &leading);
  AxisList manualAxes() const; // of the program's mesh
  mlir::LogicalResult liftFlow(mlir::Operation *op);
  mlir::FailureOr<mlir::Operation *> copyFlow(mlir::Operation *op, SmallVectorImpl<Axes> &carried);
  mlir::Type typeAlong(mlir::Type local, const Axes &leading) const;

  llvm::DenseMap<mlir::Value, OverDevices> known;
};

/// Replaces every expandable op of a function.
mlir::LogicalResult expandAll(mlir::Operation *function);
/// What people know an op as: the user's word for it (userWordOf), its mnemonic, or that of the op
/// whose work it does.
std::string mnemonicOf(mlir::Operation *op);
/// Whether an op has a meaning only where each device is spoken of.
bool isCollective(mlir::Operation *op);
/// Whether the op says on which devices a value lies, and how, and computes nothing where its
/// formula reads one element for each.
bool onlyPlaces(mlir::Operation *op);
/// Whether the op does the work of a collective of a manual region: what it moves is asked for.
bool isCollectiveDone(mlir::Operation *op);

} // namespace shardc

#include "frontend/ir/ManualInterfaces.h.inc"
