// SPDX-License-Identifier: Apache-2.0
// Shardings over meshes of their own. Each notation brings one: HLO's tiles are the axes of a mesh,
// and so are the dimensions of pxla's. Here they come together on one mesh. Pure algebra.
#pragma once

#include "frontend/ir/sharding/algebra/digits.h"
#include "frontend/ir/sharding/algebra/sharding.h"

namespace shardc {

/// A sharding and the mesh that it is over. A mesh without axes stands for any: everything is
/// replicated or open; with a device id, for that device alone, as in Shardy.
struct MeshedSharding {
  Mesh mesh;
  Sharding sharding;
};

/// Whether it is about devices at all.
bool hasAxes(const MeshedSharding &given);
/// The device that alone holds it, where one does.
std::optional<int64_t> onlyDevice(const MeshedSharding &given);

/// The same boxes on the same devices, over the axes of another mesh. None where its axes, and
/// parts of these, cannot say it. Who copies whom is not kept beyond that: devices that hold the
/// same are in no order.
std::optional<Sharding> onMesh(const MeshedSharding &given, const Mesh &mesh);

/// One mesh whose axes can say all of them, with the names of theirs where they have one each, else
/// `_axis_0`, `_axis_1`, ... as Shardy names what it imports. `misfit` is the first that does not
/// go together with those before.
struct CommonMesh {
  Mesh mesh;
  std::optional<size_t> misfit;
};
CommonMesh commonMesh(llvm::ArrayRef<MeshedSharding> all);

/// The devices of the own mesh, block by block of what its `parts` split a value into, the first
/// part being the major one: each as its position on another mesh, those of one block ascending.
std::vector<int64_t> devicesByBlock(llvm::ArrayRef<AxisRef> parts, const Mesh &own,
                                    const Mesh &other);
/// For each part the digits of these positions that it is, major first. None where the order is not
/// one of digits, or where parts begin or end within them.
std::optional<std::vector<Digits>> digitsOfParts(llvm::ArrayRef<AxisRef> parts, const Mesh &own,
                                                 const Mesh &other);

/// The axes of a mesh, or parts of them, that positions in this order count through, major first;
/// the first is 0. None where the order is not one of such parts, or no order of positions.
std::optional<AxisList> axesOfOrder(llvm::ArrayRef<int64_t> order, const Mesh &mesh);

} // namespace shardc
