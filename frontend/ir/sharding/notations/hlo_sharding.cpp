// SPDX-License-Identifier: Apache-2.0
// Tiles of HLO are a mesh of their own: an axis per tile dimension, the devices in the order of the
// tiles. Dimension d is split by axis d; the axes behind the dimensions are the subgroups.
#include "frontend/ir/sharding/notations/hlo_sharding.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using Form = HloSharding::Form;

namespace {

/// Shorthands for what is wrong.
struct Wrong {
  NotationProblem &problem;
  std::nullopt_t operator()(const std::string &what, bool unsupported = false) const {
    problem = {what, unsupported};
    return std::nullopt;
  }
};

} // namespace

static constexpr const char *kOtherManual =
    "'manual' says what devices have for themselves inside a shard_map, and this value is whole; "
    "give its tiles, or {replicated}";

static std::string countText(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

static std::optional<MeshedSharding> meaningOfTiles(const HloSharding &given, size_t rank,
                                                    Wrong wrong) {
  const size_t dims = given.tiles.size() - given.subgroups.size();
  if (dims != rank)
    return wrong("tiles of " + countText(dims, "dimension") + ", for a value of rank " +
                 std::to_string(rank));
  MeshedSharding result{{"", {}, given.devices}, replicatedSharding(rank)};
  for (const int64_t parts : given.tiles)
    result.mesh.axes.push_back({"", parts});
  dropUsualIds(result.mesh);
  for (size_t axis = 0; axis < given.tiles.size(); ++axis) {
    const AxisRef whole = wholeAxis(result.mesh, static_cast<int>(axis));
    if (axis < rank) {
      append(result.sharding.dims[axis].axes, whole);
      continue;
    }
    const Subgroup subgroup = given.subgroups[axis - rank];
    if (subgroup == Subgroup::manual && whole.size > 1) return wrong(kOtherManual);
    if (subgroup == Subgroup::unreduced) append(result.sharding.unreduced, whole);
  }
  return result;
}

static std::optional<MeshedSharding> meaningOfNamed(const HloSharding &given, size_t rank,
                                                    Wrong wrong) {
  if (!given.manual.empty()) return wrong(kOtherManual);
  MeshedSharding result = given.named;
  const size_t dims = result.sharding.dims.size();
  if (dims != 0 && dims != rank)
    return wrong(countText(dims, "dimension") + ", for a value of rank " + std::to_string(rank));
  result.sharding.dims.resize(rank);
  return result;
}

std::optional<MeshedSharding> meaningOf(const HloSharding &given, size_t rank,
                                        NotationProblem &problem) {
  const Wrong wrong{problem};
  switch (given.form) {
  case Form::replicated:
    return MeshedSharding{{}, replicatedSharding(rank)};
  case Form::unknown:
    return MeshedSharding{{}, openSharding(rank)};
  case Form::maximal:
    return MeshedSharding{{"", {}, given.devices}, replicatedSharding(rank)};
  case Form::tiled:
    return meaningOfTiles(given, rank, wrong);
  case Form::named:
    return meaningOfNamed(given, rank, wrong);
  case Form::manual:
    return wrong(kOtherManual);
  case Form::unreduced:
    return wrong("{unreduced} does not say over which devices; write last_tile_dims={unreduced}");
  case Form::tuple:
    if (given.elements.size() == 1) return meaningOf(given.elements.front(), rank, problem);
    return wrong("a tuple of " + countText(given.elements.size(), "sharding") + ", for one value");
  }
  llvm_unreachable("all forms are above");
}

std::optional<int64_t> groupOf(const HloSharding &given) {
  const bool isOne = given.form == Form::tuple && given.elements.size() == 1;
  return isOne ? groupOf(given.elements.front()) : given.group;
}

std::optional<MeshedSharding> manualPartOf(const HloSharding &given, NotationProblem &problem) {
  MeshedSharding result{{"", {}, {}}, replicatedSharding(1)};
  AxisList &axes = result.sharding.dims.front().axes;
  if (given.form == Form::manual) return result;
  if (given.form == Form::named) {
    result.mesh = given.named.mesh;
    axes = given.manual;
  } else if (given.form == Form::tiled) {
    result.mesh.deviceIds = given.devices;
    for (const int64_t parts : given.tiles)
      result.mesh.axes.push_back({"", parts});
    dropUsualIds(result.mesh);
    const size_t dims = given.tiles.size() - given.subgroups.size();
    for (auto [number, subgroup] : llvm::enumerate(given.subgroups))
      if (subgroup == Subgroup::manual)
        append(axes, wholeAxis(result.mesh, static_cast<int>(dims + number)));
  }
  if (!axes.empty()) return result;
  problem.what = "it does not say along which devices it is manual";
  return std::nullopt;
}

std::optional<HloSharding> withoutManual(HloSharding given) {
  if (given.form == Form::manual) return std::nullopt;
  llvm::replace(given.subgroups, Subgroup::manual, Subgroup::replicated);
  given.manual.clear();
  return given;
}

} // namespace shardc
