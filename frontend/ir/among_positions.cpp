// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/among_positions.h"

#include "frontend/ir/dialects/sdy.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

PositionGroups groupsAlong(ArrayRef<MeshAxis> map, ArrayRef<StringRef> names) {
  Mesh mesh;
  mesh.axes = map;
  AxisList along, others;
  for (StringRef name : names)
    along.push_back(wholeAxis(mesh, mesh.find(name)));
  for (int axis = 0; axis < static_cast<int>(map.size()); ++axis)
    if (!overlaps(wholeAxis(mesh, axis), along)) others.push_back(wholeAxis(mesh, axis));
  PositionGroups groups{std::vector<int64_t>(mesh.devices()), product(along)};
  for (int64_t position = 0; position < mesh.devices(); ++position) {
    const auto at = coordinatesAt(mesh, position);
    groups.positions[placeOn(others, mesh, at) * groups.size + placeOn(along, mesh, at)] = position;
  }
  return groups;
}

PositionGroups cutUp(const PositionGroups &groups, ArrayRef<int64_t> parts, int64_t rowSize) {
  PositionGroups result{{}, rowSize};
  for (size_t first = 0; first < groups.positions.size(); first += groups.size)
    for (int64_t member : parts)
      result.positions.push_back(groups.positions[first + member]);
  return result;
}

Attribute channelAmongDevices(MLIRContext *context) {
  return stablehlo::ChannelHandleAttr::get(context, /*handle=*/1, /*type=*/1);
}

Attribute rowsAttribute(ArrayRef<int64_t> numbers, int64_t columns, MLIRContext *context) {
  const auto rows = static_cast<int64_t>(numbers.size()) / std::max<int64_t>(columns, 1);
  return DenseIntElementsAttr::get(
      RankedTensorType::get({rows, columns}, IntegerType::get(context, 64)), numbers);
}

static Attribute rowsOf(const PositionGroups &groups, MLIRContext *context) {
  return rowsAttribute(groups.positions, groups.size, context);
}

/// The type of `x` with one dimension as long as that.
static Type resized(Value x, int64_t dim, int64_t extent) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = extent;
  return RankedTensorType::get(shape, type.getElementType());
}
static int64_t extentOf(Value x, int64_t dim) {
  return cast<RankedTensorType>(x.getType()).getDimSize(dim);
}

Value Collectives::allReduce(Value x, const PositionGroups &groups, Region &body) {
  auto op = stablehlo::AllReduceOp::create(builder, loc, x.getType(), x, builder.getUnitAttr(),
                                           rowsOf(groups, builder.getContext()),
                                           channelAmongDevices(builder.getContext()));
  op.getComputation().takeBody(body);
  return op.getResult(0);
}

Value Collectives::reduceScatter(Value x, int64_t dim, const PositionGroups &groups, Region &body) {
  auto op = stablehlo::ReduceScatterOp::create(
      builder, loc, resized(x, dim, extentOf(x, dim) / groups.size), x,
      builder.getI64IntegerAttr(dim), builder.getUnitAttr(), rowsOf(groups, builder.getContext()),
      channelAmongDevices(builder.getContext()));
  op.getComputation().takeBody(body);
  return op.getResult(0);
}

Value Collectives::allGather(Value x, int64_t dim, const PositionGroups &groups) {
  auto op = stablehlo::AllGatherOp::create(
      builder, loc, resized(x, dim, extentOf(x, dim) * groups.size), x,
      builder.getI64IntegerAttr(dim), builder.getUnitAttr(), rowsOf(groups, builder.getContext()),
      channelAmongDevices(builder.getContext()));
  return op.getResult(0);
}

Value Collectives::allToAll(Value x, int64_t split, int64_t concat, const PositionGroups &groups) {
  Type type = resized(x, split, extentOf(x, split) / groups.size);
  if (split != concat) {
    auto part = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(part.getShape());
    shape[concat] *= groups.size;
    type = RankedTensorType::get(shape, part.getElementType());
  } else {
    type = x.getType();
  }
  auto op = stablehlo::AllToAllOp::create(
      builder, loc, type, x, builder.getI64IntegerAttr(split), builder.getI64IntegerAttr(concat),
      builder.getI64IntegerAttr(groups.size), rowsOf(groups, builder.getContext()),
      channelAmongDevices(builder.getContext()));
  return op.getResult(0);
}

Value Collectives::permute(Value x, ArrayRef<int64_t> pairs, const PositionGroups &groups) {
  SmallVector<int64_t> all;
  for (size_t first = 0; first < groups.positions.size(); first += groups.size)
    for (int64_t member : pairs)
      all.push_back(groups.positions[first + member]);
  auto op = stablehlo::CollectivePermuteOp::create(builder, loc, x.getType(), x,
                                                   rowsAttribute(all, 2, builder.getContext()),
                                                   channelAmongDevices(builder.getContext()));
  return op.getResult(0);
}

Value Collectives::axisIndex(ArrayRef<StringRef> names) {
  return sdy::ManualIndexOp::create(builder, loc, RankedTensorType::get({}, builder.getI32Type()),
                                    builder.getStrArrayAttr(names));
}

} // namespace shardc
