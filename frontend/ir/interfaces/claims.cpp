// SPDX-License-Identifier: Apache-2.0
// Claims are attributes of the module while somebody watches: regions know nothing of who compiles.
#include "frontend/ir/interfaces/claims.h"

#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kSpeaker = "sdy.speaker", kClaims = "sdy.claims";

void watchClaims(ModuleOp program, int64_t number, int64_t place) {
  Builder builder(program);
  program->setAttr(kSpeaker, builder.getDenseI64ArrayAttr({number, place}));
  program->setAttr(kClaims, builder.getArrayAttr({}));
}

std::vector<Claim> claimsOf(ModuleOp program) {
  std::vector<Claim> claims;
  const auto noted = program->getAttrOfType<ArrayAttr>(kClaims);
  for (Attribute each : noted ? noted : Builder(program).getArrayAttr({})) {
    const auto parts = cast<ArrayAttr>(each);
    claims.push_back({cast<StringAttr>(parts[0]).str(), cast<StringAttr>(parts[1]).str(),
                      cast<IntegerAttr>(parts[2]).getInt()});
  }
  return claims;
}

static std::string whereOf(OpResult result) {
  std::string where =
      "result " + std::to_string(result.getResultNumber()) + " of the manual computation";
  if (const auto place = fileLocation(result.getLoc()))
    where += " at " + llvm::sys::path::filename(place->getFilename().getValue()).str() + ":" +
             std::to_string(place->getLine());
  return where;
}

OverDevices claimed(ManualRegion &region, OverDevices value, const Axes &axes, OpResult result) {
  auto program = result.getOwner()->getParentOfType<ModuleOp>();
  const auto speaker = program ? program->getAttrOfType<DenseI64ArrayAttr>(kSpeaker) : nullptr;
  if (!speaker || axes.empty()) return value;
  SmallVector<int64_t> dims;
  AxisList along;
  int64_t places = 1;
  for (int axis : axes) {
    dims.push_back(llvm::find(value.axes, axis) - value.axes.begin());
    append(along, wholeAxis(region.mesh, axis));
    places *= region.mesh.axes[axis].size;
  }
  Builder builder(program);
  const auto before = program->getAttrOfType<ArrayAttr>(kClaims);
  SmallVector<Attribute> claims(before.begin(), before.end());
  const auto number = static_cast<int64_t>(claims.size());
  claims.push_back(builder.getArrayAttr(
      {builder.getStringAttr(whereOf(result)),
       builder.getStringAttr(str(region.meshes.joined(along), region.meshes.whole)),
       builder.getI64IntegerAttr(places)}));
  program->setAttr(kClaims, builder.getArrayAttr(claims));
  if (speaker[0] != number) return value;
  SmallVector<int64_t> sources;
  for (int64_t place : llvm::seq<int64_t>(0, places))
    sources.push_back((place + speaker[1]) % places);
  auto moved = sdy::ManualPermuteOp::create(
      region.builder, result.getLoc(), value.value.getType(), value.value, dims, sources,
      cast<sdy::ShardingAttr>(region.sharding(value.axes, openSharding(region.rankOf(value)))),
      mnemonicOf(result.getOwner()));
  return OverDevices{moved.getResult(), value.axes};
}

} // namespace shardc
