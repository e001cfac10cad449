// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/notations/shardy.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/sharding/notations/misfit.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static std::string quotedAxes(ArrayRef<AxisRef> axes, const Mesh &mesh) {
  std::string text;
  for (const AxisRef &axis : axes) {
    const std::string &name = mesh.axes[axis.axis].name;
    text += (text.empty() ? "\"" : ", \"") + name + "\"" + str(axis, mesh).substr(name.size());
  }
  return text;
}

/// In Shardy's notation: a sum goes without saying.
static std::string prefixOf(UnreducedBy kind) {
  return kind == UnreducedBy::sum ? "" : nameOf(kind).str();
}

std::string str(const Sharding &sharding, const Mesh &mesh) {
  if (sharding.onlyOn)
    return "<mesh<[], device_ids=[" + std::to_string(mesh.deviceAt(*sharding.onlyOn)) + "]>, []>";
  std::string text = "[";
  for (const DimSharding &dim : sharding.dims) {
    const std::string axes = quotedAxes(dim.axes, mesh);
    text += (text.size() > 1 ? ", {" : "{") + axes;
    if (dim.open) text += axes.empty() ? "?" : ", ?";
    text += "}";
    if (dim.priority > 0) text += "p" + std::to_string(dim.priority);
  }
  text += "]";
  if (!sharding.replicated.empty())
    text += ", replicated={" + quotedAxes(sharding.replicated, mesh) + "}";
  if (!sharding.unreduced.empty())
    text += ", unreduced=" + prefixOf(sharding.unreducedBy) + "{" +
            quotedAxes(sharding.unreduced, mesh) + "}";
  return text;
}

Mesh meshIn(Attribute attribute) {
  Mesh mesh;
  auto from = cast<sdy::MeshAttr>(attribute);
  for (sdy::MeshAxisAttr axis : from.getAxes())
    mesh.axes.push_back({axis.getName().str(), axis.getSize()});
  mesh.deviceIds = from.getDeviceIds().vec();
  return mesh;
}

std::optional<Mesh> meshOf(ModuleOp program) {
  auto ops = program.getOps<sdy::MeshOp>();
  if (ops.empty()) return std::nullopt;
  sdy::MeshOp op = *ops.begin();
  Mesh mesh = meshIn(op.getMesh());
  if (mesh.axes.empty()) return std::nullopt;
  mesh.name = op.getSymName().str();
  return mesh;
}

Attribute declaredMesh(ModuleOp program, StringRef name) {
  auto op = program ? program.lookupSymbol<sdy::MeshOp>(name) : nullptr;
  return op ? op.getMesh() : sdy::MeshAttr();
}

namespace {

/// Reads one attribute against a mesh.
struct AttributeReader {
  const Mesh &mesh;
  Location loc;
  AxisList seen = {};

  bool add(sdy::AxisRefAttr from, AxisList &list) {
    const int axis = mesh.find(from.getName());
    if (axis < 0) {
      report(loc, Diag::unknown_axis)
          << "the mesh '" << mesh.str() << "' has no axis '" << shown(from.getName()) << "'";
      return false;
    }
    AxisRef ref = wholeAxis(mesh, axis);
    if (from.getSize() != 0) ref = {axis, from.getBefore(), from.getSize()};
    if (ref.size < 1 || ref.before < 1 || mesh.axes[axis].size % ref.size != 0 ||
        mesh.axes[axis].size / ref.size % ref.before != 0) {
      report(loc, Diag::wrong_axes) << "a sub-axis of '" << shown(from.getName())
                                    << "' does not fit its size " << mesh.axes[axis].size;
      return false;
    }
    if (ref.size == 1) return true;
    for (const AxisRef &other : seen) {
      if (!overlaps(ref, other)) continue;
      const bool nests = nest(ref, other);
      report(loc, nests ? Diag::axis_twice : Diag::unsupported_axes)
          << "axis '" << shown(from.getName())
          << (nests ? "' is used twice in one sharding"
                    : "' is cut into sub-axes that do not nest in one sharding");
      return false;
    }
    seen.push_back(ref);
    append(list, ref);
    return true;
  }

  bool addAll(ArrayRef<sdy::AxisRefAttr> from, AxisList &list) {
    return llvm::all_of(from, [&](sdy::AxisRefAttr axis) { return add(axis, list); });
  }
};

} // namespace

std::optional<int64_t> onlyDevice(Attribute attribute) {
  auto from = dyn_cast_or_null<sdy::ShardingAttr>(attribute);
  auto mesh = from ? dyn_cast<sdy::MeshAttr>(from.getMesh()) : nullptr;
  if (!mesh || !mesh.getAxes().empty() || mesh.getDeviceIds().empty()) return std::nullopt;
  return mesh.getDeviceIds().front();
}

static bool requireNoAxes(sdy::ShardingAttr from, int64_t device, Location loc) {
  const bool has =
      !from.getDims().empty() || !from.getReplicated().empty() || !from.getUnreduced().empty();
  if (has)
    report(loc, Diag::wrong_count) << "a sharding over a mesh that is device " << device
                                   << " alone lists no dimensions and no axes; write '[]'";
  return !has;
}

static std::optional<Sharding> shardingOnDevice(int64_t device, const Mesh &mesh, size_t rank,
                                                Location loc) {
  const auto position = mesh.positionOf(device);
  if (position && mayLieOnOne(rank, mesh)) return shardingOnly(rank, *position, mesh);
  (void)reportOnDevice(loc, "a value", device, rank, mesh);
  return std::nullopt;
}

std::optional<Sharding> shardingOf(Attribute attribute, const Mesh &mesh, size_t rank,
                                   Location loc) {
  auto from = dyn_cast_or_null<sdy::ShardingAttr>(attribute);
  if (!from) return std::nullopt;
  if (const auto device = onlyDevice(from)) {
    if (!requireNoAxes(from, *device, loc)) return std::nullopt;
    return shardingOnDevice(*device, mesh, rank, loc);
  }
  if (from.getDims().size() != rank) {
    report(loc, Diag::wrong_count)
        << "a sharding of " << from.getDims().size() << " dimensions for a value of rank " << rank;
    return std::nullopt;
  }
  AttributeReader reader{mesh, loc};
  Sharding sharding;
  for (sdy::DimensionShardingAttr dim : from.getDims()) {
    DimSharding &to = sharding.dims.emplace_back();
    to.open = !dim.getClosed();
    to.priority = std::max<int64_t>(0, dim.getPriority());
    if (!reader.addAll(dim.getAxes(), to.axes)) return std::nullopt;
    if (dim.getClosed() && dim.getAxes().empty() && dim.getPriority() >= 0) {
      report(loc, Diag::wrong_value)
          << "a dimension that is closed and has no axes has no priority";
      return std::nullopt;
    }
  }
  if (!reader.addAll(from.getReplicated(), sharding.replicated) ||
      !reader.addAll(from.getUnreduced(), sharding.unreduced))
    return std::nullopt;
  llvm::sort(sharding.replicated);
  llvm::sort(sharding.unreduced);
  if (!sharding.unreduced.empty())
    sharding.unreducedBy = unreducedNamed(from.getReduction()).value_or(UnreducedBy::sum);
  return sharding;
}

static SmallVector<sdy::AxisRefAttr> attributesOf(ArrayRef<AxisRef> axes, const Mesh &mesh,
                                                  MLIRContext *context) {
  SmallVector<sdy::AxisRefAttr> all;
  for (const AxisRef &axis : axes) {
    const MeshAxis &of = mesh.axes[axis.axis];
    const bool whole = axis.size == of.size;
    all.push_back(
        sdy::AxisRefAttr::get(context, of.name, whole ? 0 : axis.before, whole ? 0 : axis.size));
  }
  return all;
}

std::optional<AxisList> axesIn(Attribute dimension, const Mesh &mesh, Location loc) {
  AxisList list;
  if (!AttributeReader{mesh, loc}.addAll(cast<sdy::DimensionShardingAttr>(dimension).getAxes(),
                                         list))
    return std::nullopt;
  return list;
}

Attribute attributeOf(ArrayRef<AxisRef> list, const Mesh &mesh, MLIRContext *context) {
  return sdy::DimensionShardingAttr::get(context, attributesOf(list, mesh, context),
                                         /*closed=*/true, /*priority=*/-1);
}

Attribute attributeOnDevice(int64_t device, MLIRContext *context) {
  return sdy::ShardingAttr::get(context, sdy::MeshAttr::get(context, {}, {device}), {}, {}, {}, "");
}

Attribute attributeOf(const Sharding &sharding, const Mesh &mesh, MLIRContext *context) {
  if (sharding.onlyOn) return attributeOnDevice(mesh.deviceAt(*sharding.onlyOn), context);
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back(sdy::DimensionShardingAttr::get(context, attributesOf(dim.axes, mesh, context),
                                                   !dim.open,
                                                   dim.priority > 0 ? dim.priority : -1));
  const std::string name = mesh.name.empty() ? "mesh" : mesh.name;
  return sdy::ShardingAttr::get(context, FlatSymbolRefAttr::get(context, name), dims,
                                attributesOf(sharding.replicated, mesh, context),
                                attributesOf(sharding.unreduced, mesh, context),
                                prefixOf(sharding.unreducedBy));
}

Attribute annotatedSharding(Operation *op, unsigned result) {
  const Attribute given = op->getDiscardableAttr(kSdySharding);
  auto list = dyn_cast_or_null<sdy::ShardingPerValueAttr>(given);
  if (list && result < list.getShardings().size()) return list.getShardings()[result];
  return {};
}

Attribute perValueAttribute(ArrayRef<Sharding> shardings, const Mesh &mesh, MLIRContext *context) {
  SmallVector<sdy::ShardingAttr> all;
  for (const Sharding &sharding : shardings)
    all.push_back(cast<sdy::ShardingAttr>(attributeOf(sharding, mesh, context)));
  return sdy::ShardingPerValueAttr::get(context, all);
}

/// A name for a mesh that nothing in the program has.
static std::string freeName(ModuleOp program, StringRef wanted) {
  std::string name = wanted.empty() ? "mesh" : wanted.str();
  for (unsigned number = 0; program.lookupSymbol(name); ++number)
    name = wanted.str() + "_" + std::to_string(number);
  return name;
}

static sdy::MeshAttr meshAttribute(const Mesh &mesh, MLIRContext *context) {
  SmallVector<sdy::MeshAxisAttr> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back(sdy::MeshAxisAttr::get(context, axis.name, axis.size));
  return sdy::MeshAttr::get(context, axes, mesh.deviceIds);
}

std::string putMeshFirst(ModuleOp program, const Mesh &mesh) {
  const sdy::MeshAttr wanted = meshAttribute(mesh, program.getContext());
  for (sdy::MeshOp op : program.getOps<sdy::MeshOp>()) {
    if (op.getMesh() != wanted) continue;
    op->moveBefore(program.getBody(), program.getBody()->begin());
    return op.getSymName().str();
  }
  OpBuilder builder = OpBuilder::atBlockBegin(program.getBody());
  return sdy::MeshOp::create(builder, program.getLoc(), freeName(program, mesh.name), wanted)
      .getSymName()
      .str();
}

} // namespace shardc
