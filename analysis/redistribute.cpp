// SPDX-License-Identifier: Apache-2.0
#include "analysis/redistribute.h"

#include "frontend/bug.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardc {

std::optional<DeviceGrid> gridOf(const Mesh &mesh, ArrayRef<AxisRef> used) {
  DeviceGrid grid{mesh, {}};
  for (auto [axis, of] : llvm::enumerate(mesh.axes)) {
    std::set<int64_t> ends = {1, of.size};
    for (const AxisRef &part : used) {
      if (part.axis != static_cast<int>(axis)) continue;
      ends.insert(part.before);
      ends.insert(part.before * part.size);
    }
    int64_t before = 1;
    for (int64_t end : ends) {
      if (end % before != 0) return std::nullopt;
      if (end > before) grid.coordinates.push_back({static_cast<int>(axis), before, end / before});
      before = end;
    }
  }
  return grid;
}

SmallVector<int, 2> coordinatesOf(ArrayRef<AxisRef> axes, const DeviceGrid &grid) {
  SmallVector<int, 2> numbers;
  for (auto [number, coordinate] : llvm::enumerate(grid.coordinates))
    if (overlaps(coordinate, axes)) numbers.push_back(static_cast<int>(number));
  return numbers;
}

static int64_t strideOf(int coordinate, const DeviceGrid &grid) {
  int64_t stride = 1;
  for (const AxisRef &inner : ArrayRef(grid.coordinates).drop_front(coordinate + 1))
    stride *= inner.size;
  return stride;
}

std::vector<int64_t> DeviceGrid::group(int64_t device, ArrayRef<int> over) const {
  std::vector<int64_t> members = {device};
  for (int coordinate : over)
    members.front() -= device / strideOf(coordinate, *this) % coordinates[coordinate].size *
                       strideOf(coordinate, *this);
  for (int coordinate : over) {
    const int64_t stride = strideOf(coordinate, *this);
    std::vector<int64_t> more;
    for (int64_t member : members)
      for (int64_t i = 0; i < coordinates[coordinate].size; ++i)
        more.push_back(member + i * stride);
    members = std::move(more);
  }
  return members;
}

namespace {

class ExchangeFinder {
public:
  ExchangeFinder(const ShardBoxes &held, const ShardBoxes &needed, const DeviceGrid &grid)
      : held(held), needed(needed), grid(grid) {}

  Move run() {
    Move move;
    move.over = smallestGroup();
    const auto devices = static_cast<double>(held.size());
    for (size_t device = 0; device < held.size(); ++device)
      move.payload +=
          static_cast<double>(volume(needed[device]) - commonVolume(needed[device], held[device])) /
          devices;
    move.bound = move.payload;
    move.pattern = pattern(move.over);
    return move;
  }

private:
  /// Coordinates that change what is held, less those without which every device still finds all.
  SmallVector<int, 2> smallestGroup() const {
    SmallVector<int, 2> over;
    for (int c = 0; c < static_cast<int>(grid.coordinates.size()); ++c)
      if (changesWith(c)) over.push_back(c);
    if (!suffices(over))
      internalError("a value is needed where no device of the group holds it: " + lacking(over));
    for (size_t k = over.size(); k-- > 0;) {
      SmallVector<int, 2> fewer = over;
      fewer.erase(fewer.begin() + k);
      if (suffices(fewer)) over = fewer;
    }
    return over;
  }

  bool changesWith(int coordinate) const {
    const int64_t stride = strideOf(coordinate, grid), size = grid.coordinates[coordinate].size;
    for (int64_t device = 0; device < static_cast<int64_t>(held.size()); ++device)
      if (device / stride % size != 0 && held[device] != held[device - stride]) return true;
    return false;
  }

  bool suffices(ArrayRef<int> over) const {
    for (size_t device = 0; device < held.size(); ++device) {
      int64_t found = 0;
      for (int64_t member : grid.group(static_cast<int64_t>(device), over))
        found += commonVolume(needed[device], held[member]);
      if (found < volume(needed[device])) return false;
    }
    return true;
  }

  std::string lacking(ArrayRef<int> over) const {
    for (size_t device = 0; device < held.size(); ++device) {
      int64_t found = 0;
      std::string all;
      for (int64_t member : grid.group(static_cast<int64_t>(device), over)) {
        found += commonVolume(needed[device], held[member]);
        all += " " + std::to_string(member) + ":" + str(held[member]);
      }
      if (found < volume(needed[device]))
        return "device " + std::to_string(device) + " needs " + str(needed[device]) + " of" + all;
    }
    return "";
  }

  /// A look at every group: what all devices do is the pattern.
  Pattern pattern(ArrayRef<int> over) const {
    bool gathers = true, permutes = true, broadcasts = true, disjoint = true;
    for (size_t device = 0; device < held.size(); ++device) {
      const auto members = grid.group(static_cast<int64_t>(device), over);
      int64_t total = 0, wanted = 0;
      int holders = 0;
      bool isOnes = isEmpty(needed[device]);
      for (int64_t member : members) {
        total += volume(held[member]);
        wanted += volume(needed[member]);
        holders += !isEmpty(held[member]);
        isOnes = isOnes || needed[device] == held[member];
      }
      gathers = gathers && volume(needed[device]) == total;
      permutes = permutes && isOnes;
      broadcasts = broadcasts && holders <= 1;
      disjoint = disjoint && wanted == total;
    }
    if (permutes && disjoint) return Pattern::permute;
    if (broadcasts) return Pattern::broadcast;
    if (gathers) return Pattern::allGather;
    return disjoint ? Pattern::allToAll : Pattern::exchange;
  }

  const ShardBoxes &held, &needed;
  const DeviceGrid &grid;
};

} // namespace

Move exchangeBetween(const ShardBoxes &held, const ShardBoxes &needed, const DeviceGrid &grid) {
  return ExchangeFinder(held, needed, grid).run();
}

/// Elements that any of the devices needs: those are equal or apart, else their hull is close.
static int64_t unionVolume(ArrayRef<int64_t> members, const ShardBoxes &needed) {
  Box around = needed[members.front()];
  SmallVector<const Box *, 8> distinct;
  int64_t sum = 0;
  for (int64_t member : members) {
    around = hull(around, needed[member]);
    if (llvm::any_of(distinct, [&](const Box *other) { return *other == needed[member]; }))
      continue;
    distinct.push_back(&needed[member]);
    sum += volume(needed[member]);
  }
  return std::min(volume(around), sum);
}

Move reductionTo(const ShardBoxes &held, const ShardBoxes &needed, ArrayRef<int> over,
                 const DeviceGrid &grid) {
  Move move;
  move.over.assign(over.begin(), over.end());
  bool scatters = true;
  const auto devices = static_cast<double>(held.size());
  for (size_t device = 0; device < held.size(); ++device) {
    const auto members = grid.group(static_cast<int64_t>(device), over);
    int64_t total = 0;
    for (int64_t member : members)
      total += volume(needed[member]);
    const int64_t once = unionVolume(members, needed);
    scatters = scatters && total <= once;
    // One device adds up what the others have of an element; who else wants it gets the sum.
    const auto n = static_cast<double>(members.size());
    const auto copies = static_cast<double>(std::max<int64_t>(0, total - once));
    move.payload += ((n - 1) * static_cast<double>(once) + copies) / n / devices;
  }
  move.bound = move.payload;
  move.pattern = scatters ? Pattern::reduceScatter : Pattern::allReduce;
  return move;
}

} // namespace shardc
