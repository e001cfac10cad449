// SPDX-License-Identifier: Apache-2.0
// The program becomes the body of a manual computation over the map's axes. Around it, values have
// all positions: a dimension for each axis that they are mapped along, split over the axis. In it,
// what a position has of such a dimension is one slice, which is taken off where the body begins
// and put back where it ends; so the body is what the program said.
#include "frontend/ir/sharding/rewrites/map_program.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/position_groups.h"

using namespace mlir;

namespace shardc {

namespace {

class ProgramMapper {
public:
  ProgramMapper(ModuleOp program, func::FuncOp entry, const ProgramMap &map)
      : program(program), entry(entry), map(map), context(program.getContext()) {}

  void run() {
    mesh.name = putMeshFirst(program, mesh);
    Block *inner = &entry.front();
    inner->getParent()->getBlocks().remove(inner);
    Block *outer = new Block;
    entry.getBody().push_back(outer);
    auto computation = makeComputation(*outer, *inner);
    enter(*inner);
    leave(*inner);
    OpBuilder end = OpBuilder::atBlockEnd(outer);
    func::ReturnOp::create(end, entry.getLoc(), computation.getResults());
    entry.setType(
        FunctionType::get(context, outer->getArgumentTypes(), computation->getResultTypes()));
    annotate();
  }

private:
  RankedTensorType wholeType(Type local, const MappedDims &dims) const;
  RankedTensorType partType(Type local, const MappedDims &dims) const;
  Sharding shardingFor(const MappedDims &dims) const;
  sdy::ShardingAttr attributeFor(const MappedDims &dims) const;
  sdy::ManualComputationOp makeComputation(Block &outer, Block &inner);
  void enter(Block &inner);
  void leave(Block &inner);
  void annotate();
  void nameDimensions(unsigned input);

  ModuleOp program;
  func::FuncOp entry;
  const ProgramMap &map;
  MLIRContext *context;
  Mesh mesh = map.mesh;
};

} // namespace

RankedTensorType ProgramMapper::wholeType(Type local, const MappedDims &dims) const {
  auto tensor = cast<RankedTensorType>(local);
  SmallVector<int64_t> shape;
  for (int dim : dims)
    shape.push_back(dim < 0 ? map.axes[~dim].size : tensor.getDimSize(dim));
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// What a position has of it.
RankedTensorType ProgramMapper::partType(Type local, const MappedDims &dims) const {
  auto tensor = cast<RankedTensorType>(local);
  SmallVector<int64_t> shape;
  for (int dim : dims)
    shape.push_back(dim < 0 ? 1 : tensor.getDimSize(dim));
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// The map's axes lie as they are mapped; how the others do is for the config to say, or open.
Sharding ProgramMapper::shardingFor(const MappedDims &dims) const {
  Sharding sharding;
  const bool hasOthers = mesh.axes.size() > map.axes.size();
  for (int dim : dims) {
    DimSharding &own = sharding.dims.emplace_back();
    own.open = dim >= 0 && hasOthers;
    if (dim < 0) own.axes.push_back(wholeAxis(mesh, mesh.find(map.axes[~dim].name)));
  }
  for (int axis = 0; axis < static_cast<int>(map.axes.size()); ++axis)
    if (hasOthers && !llvm::is_contained(dims, ~axis))
      sharding.replicated.push_back(wholeAxis(mesh, mesh.find(map.axes[axis].name)));
  llvm::sort(sharding.replicated);
  return sharding;
}

sdy::ShardingAttr ProgramMapper::attributeFor(const MappedDims &dims) const {
  return cast<sdy::ShardingAttr>(attributeOf(shardingFor(dims), mesh, context));
}

sdy::ManualComputationOp ProgramMapper::makeComputation(Block &outer, Block &inner) {
  SmallVector<Type> types;
  SmallVector<sdy::ShardingAttr> in, out;
  for (auto [argument, dims] : llvm::zip_equal(inner.getArguments(), map.inputs)) {
    outer.addArgument(wholeType(argument.getType(), dims), argument.getLoc());
    in.push_back(attributeFor(dims));
  }
  for (auto [value, dims] : llvm::zip_equal(inner.getTerminator()->getOperands(), map.outputs)) {
    types.push_back(wholeType(value.getType(), dims));
    out.push_back(attributeFor(dims));
  }
  SmallVector<int64_t> positions;
  AxisList manual;
  for (auto [number, axis] : llvm::enumerate(mesh.axes)) {
    const auto own =
        llvm::find_if(map.axes, [&](const auto &one) { return one.name == axis.name; });
    positions.push_back(own == map.axes.end() ? axis.size : own->size);
    if (own != map.axes.end()) manual.push_back(wholeAxis(mesh, static_cast<int>(number)));
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&outer);
  auto computation = sdy::ManualComputationOp::create(
      builder, withUserWord(map.loc, "map"), types, outer.getArguments(),
      sdy::ShardingPerValueAttr::get(context, in), sdy::ShardingPerValueAttr::get(context, out),
      sdy::ManualAxesAttr::get(
          context, cast<sdy::DimensionShardingAttr>(attributeOf(manual, mesh, context))));
  computation->setDiscardableAttr(kPositions, builder.getDenseI64ArrayAttr(positions));
  computation.getBody().push_back(&inner);
  return computation;
}

/// What a position has of an input is one slice along each axis, and the program takes it without.
void ProgramMapper::enter(Block &inner) {
  OpBuilder builder = OpBuilder::atBlockBegin(&inner);
  for (auto [argument, dims] : llvm::zip_equal(inner.getArguments(), map.inputs)) {
    const Type local = argument.getType();
    const RankedTensorType part = partType(local, dims);
    if (part == local) continue;
    argument.setType(part);
    auto slice = stablehlo::ReshapeOp::create(builder, argument.getLoc(), local, argument);
    argument.replaceAllUsesExcept(slice.getResult(), slice);
  }
}

void ProgramMapper::leave(Block &inner) {
  Operation *end = inner.getTerminator();
  OpBuilder builder(end);
  SmallVector<Value> parts;
  for (auto [value, dims] : llvm::zip_equal(end->getOperands(), map.outputs)) {
    const RankedTensorType part = partType(value.getType(), dims);
    parts.push_back(
        part == value.getType()
            ? value
            : stablehlo::ReshapeOp::create(builder, value.getLoc(), part, value).getResult());
  }
  sdy::SdyReturnOp::create(builder, end->getLoc(), parts);
  end->erase();
}

/// Axes are the names of the dimensions that they made, where no other dimension is called so.
void ProgramMapper::nameDimensions(unsigned input) {
  const SmallVector<std::string> names = dimensionNames(entry, input);
  if (names.empty()) return;
  SmallVector<StringRef> all;
  for (int dim : map.inputs[input]) {
    const StringRef name = dim < 0 ? map.axes[~dim].name : names[dim];
    all.push_back(dim < 0 && llvm::is_contained(names, name) ? "" : name);
  }
  setDimensionNames(entry, input, all);
}

void ProgramMapper::annotate() {
  for (auto [number, dims] : llvm::enumerate(map.inputs)) {
    entry.setArgAttr(number, kSdySharding, attributeFor(dims));
    nameDimensions(number);
  }
  for (auto [number, dims] : llvm::enumerate(map.outputs))
    entry.setResultAttr(number, kSdySharding, attributeFor(dims));
}

static constexpr StringRef kReplicas = "mhlo.num_replicas", kPartitions = "mhlo.num_partitions";

/// Numbers of what there is one of.
template <typename IdOp>
static void numberZero(ModuleOp program) {
  SmallVector<IdOp> ids;
  program.walk([&](IdOp id) { ids.push_back(id); });
  for (IdOp id : ids) {
    OpBuilder builder(id);
    auto type = dyn_cast<RankedTensorType>(id.getType());
    if (!type || !type.getElementType().isInteger()) continue; // refused as what it is
    const auto zero = DenseElementsAttr::get(type, builder.getZeroAttr(type.getElementType()));
    id.getResult().replaceAllUsesWith(
        stablehlo::ConstantOp::create(builder, id.getLoc(), type, zero));
    id.erase();
  }
}

void countReplicasAsPartitions(ModuleOp program) {
  const auto saysSeveral = [&](StringRef name) {
    const auto said = program->getAttrOfType<IntegerAttr>(name);
    return said && !said.getValue().isOne();
  };
  const bool ofReplicas = saysSeveral(kReplicas), ofPartitions = saysSeveral(kPartitions);
  if (ofReplicas == ofPartitions) return; // of neither; or refused as any replicas are
  if (ofPartitions) return numberZero<stablehlo::ReplicaIdOp>(program);
  numberZero<stablehlo::PartitionIdOp>(program);
  program->setAttr(kPartitions, program->getAttr(kReplicas));
  program->removeAttr(kReplicas);
}

/// A program may say for how many it was made: one, or all positions.
static LogicalResult checkMadeFor(ModuleOp program, const ProgramMap &map) {
  int64_t positions = 1;
  for (const MeshAxis &axis : map.axes)
    positions *= axis.size;
  const auto said = program->getAttrOfType<IntegerAttr>(kPartitions);
  const uint64_t made = said ? said.getValue().getLimitedValue() : 1;
  program->removeAttr(kPartitions);
  if (made == 1 || made == static_cast<uint64_t>(positions)) return success();
  return report(map.loc, Diag::wrong_map)
         << "the program was made for " << made
         << " positions (mhlo.num_replicas, mhlo.num_partitions), and the map has " << positions;
}

static LogicalResult refuseOwnMesh(ModuleOp program, const ProgramMap &map) {
  if (!meshOf(program)) return success();
  return report(map.loc, Diag::several_meshes)
         << "the program has shardings or a mesh of its own, and \"map\" takes the program of one "
            "position; leave \"map\" out, or print the function that is mapped";
}

LogicalResult mapProgram(ModuleOp program, func::FuncOp entry, const ProgramMap &map) {
  if (failed(refuseOwnMesh(program, map)) || failed(checkMadeFor(program, map)) ||
      failed(numberPositions(program, map)))
    return failure();
  ProgramMapper(program, entry, map).run();
  return success();
}

} // namespace shardc
