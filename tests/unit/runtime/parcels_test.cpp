// SPDX-License-Identifier: Apache-2.0
// What processes send each other in a collective, without sending it.
#include "runtime/collectives/parcels.h"

#include "runtime/collectives/threads/combine_cpu.h"
#include "support.h"

#include <cmath>
#include <random>

namespace shardc::runtime {
namespace {

/// Boxes of the table at hand: tables have functions of a device.
std::vector<Box> held, needed;
constexpr Boxes kHeld = {[](int device) { return held[device]; },
                         [](int device) { return held[device]; }};
constexpr Boxes kNeeded = {[](int device) { return needed[device]; },
                           [](int device) { return needed[device]; }};

std::vector<int> all_devices() { return Placement(static_cast<int>(held.size()), 1).devices_of(0); }

std::string text(const Box &box) {
  std::string out;
  for (const Interval &dim : box)
    out += "[" + std::to_string(dim.lo) + ", " + std::to_string(dim.hi) + ")";
  return out;
}

/// "[0, 2) [4, 6)": what goes to a process, or comes from it.
std::string boxes_with(const std::vector<Parcel> &parcels, int process) {
  std::string out;
  for (const Parcel &parcel : parcels)
    if (parcel.process == process) out += (out.empty() ? "" : " ") + text(parcel.box);
  return out;
}

ExchangeParcels parcels_of(const Exchange &exchange, const Placement &placement, int process) {
  return find_parcels(find_routes(exchange, placement.devices_of(process)), placement, process);
}
ReductionParcels parcels_of(const Reduction &reduction, const Placement &placement, int process) {
  return find_parcels(find_routes(reduction, placement.devices_of(process)), placement,
                      process, sizeof(float));
}

TEST(Parcels, BringABoxOnceToAProcess) {
  held = {{{0, 2}}, {{2, 4}}, {{4, 6}}, {{6, 8}}};
  needed.assign(4, {{0, 8}});
  const Exchange all_gather = {{"x", {4}, {0}}, kHeld, kNeeded};
  const Placement placement(4, 2);
  const ExchangeParcels first = parcels_of(all_gather, placement, 0);
  EXPECT_EQ(boxes_with(first.sent, 1), "[0, 2) [2, 4)");
  EXPECT_EQ(boxes_with(first.received, 1), "[4, 6) [6, 8)");
  for (const Parcel &parcel : first.received)
    EXPECT_EQ(parcel.at.size(), 2u) << "both devices need " << text(parcel.box);
  EXPECT_EQ(first.kept.size(), 4u);
}

TEST(Parcels, AddUpWholeSubtreesBeforeTheyGo) {
  held.assign(8, {{0, 4}});
  needed = held;
  const Reduction all_reduce = {{"x", {8}, {0}}, Combine::add, false, kHeld, kNeeded};
  // Three devices are a pair and one more: adding up all three would be another order.
  const Placement placement({0, 0, 0, 1, 1, 1, 1, 1}, 8, 2);
  EXPECT_EQ(boxes_with(parcels_of(all_reduce, placement, 0).sent, 1), "[0, 4) [0, 4)");
  EXPECT_EQ(boxes_with(parcels_of(all_reduce, placement, 1).sent, 0), "[0, 4) [0, 4)");
  EXPECT_EQ(parcels_of(all_reduce, placement, 0).targets.front().trees.size(), 4u);
}

TEST(Parcels, ShareOutALargeSum) {
  held.assign(4, {{0, 1 << 20}});
  needed = held;
  const Reduction all_reduce = {{"x", {4}, {0}}, Combine::add, false, kHeld, kNeeded};
  const ReductionParcels first = parcels_of(all_reduce, Placement(4, 2), 0);
  EXPECT_EQ(boxes_with(first.sent, 1), "[524288, 1048576)");
  EXPECT_EQ(boxes_with(first.received, 1), "[0, 524288)");
  EXPECT_EQ(boxes_with(first.shares_sent, 1), "[0, 524288)");
  EXPECT_EQ(boxes_with(first.shares_wanted, 1), "[524288, 1048576)");
}

/// Devices on a mesh of two axes, in processes at random, with boxes at random.
struct AtRandom {
  std::mt19937 dice;
  int devices = 0;
  Group group = {"x", {}, {}};
  std::vector<int> table;

  explicit AtRandom(int seed) : dice(seed) {
    group.mesh = {roll(1, 4), roll(1, 6)};
    group.axes = roll(0, 1) == 0 ? std::vector<int>{roll(0, 1)} : std::vector<int>{0, 1};
    devices = group.mesh[0] * group.mesh[1];
    for (int device = 0; device < devices; ++device)
      table.push_back(roll(0, std::min(devices, 4) - 1));
    const int processes = std::min(devices, 4);
    for (int process = 0; process < processes; ++process)
      table[process] = process;
    held.assign(devices, {});
    needed.assign(devices, {});
  }
  int roll(int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); }
  Placement placement() const { return {table, devices, std::min(devices, 4)}; }
  Box box(int64_t extent) {
    const int64_t lo = roll(0, static_cast<int>(extent)), hi = roll(0, static_cast<int>(extent));
    return {{std::min(lo, hi), std::max(lo, hi)}};
  }
};

/// Both sides of every pair of processes list the same.
template <typename Table>
void expect_agreement(const Table &table, const Placement &placement, int processes, int seed) {
  for (int from = 0; from < processes; ++from)
    for (int to = 0; to < processes; ++to)
      if (from != to)
        EXPECT_EQ(boxes_with(parcels_of(table, placement, from).sent, to),
                  boxes_with(parcels_of(table, placement, to).received, from))
            << "seed " << seed << ", from " << from << " to " << to;
}

TEST(Parcels, AreTheSameOnBothSides) {
  for (int seed = 0; seed < 300; ++seed) {
    AtRandom random(seed);
    for (int device = 0; device < random.devices; ++device) {
      const std::vector<int> members = random.group.members(device);
      const auto place = std::find(members.begin(), members.end(), device) - members.begin();
      held[device] = {cut(17, static_cast<int64_t>(members.size()), place)};
      needed[device] = random.box(17);
    }
    expect_agreement(Exchange{random.group, kHeld, kNeeded}, random.placement(),
                     std::min(random.devices, 4), seed);
    held.assign(random.devices, {{0, 17}});
    expect_agreement(Reduction{random.group, Combine::add, false, kHeld, kNeeded},
                     random.placement(), std::min(random.devices, 4), seed);
  }
}

/// The sum over members, of what each has for one element.
float sum_of(const std::vector<Placed> &members, const std::vector<float> &values) {
  static const Box one = {{0, 1}};
  Combiner combiner;
  std::vector<Combiner::Held> all;
  for (const Placed &member : members)
    all.push_back({reinterpret_cast<const char *>(&values[member.device]), one});
  return *reinterpret_cast<const float *>(
      combiner.combined(Combine::add, Type::f32, false, one, all));
}

TEST(Parcels, KeepTheOrderOfASum) {
  const Box one = {{0, 1}};
  for (int seed = 0; seed < 300; ++seed) {
    AtRandom random(seed);
    held.assign(random.devices, one);
    needed = held;
    std::vector<float> values;
    for (int device = 0; device < random.devices; ++device)
      values.push_back(std::ldexp(static_cast<float>(random.roll(-999, 999)), random.roll(-9, 9)));
    const Reduction sum = {random.group, Combine::add, false, kHeld, kNeeded};
    const Placement placement = random.placement();
    for (const ReductionRoute &route : find_routes(sum, all_devices())) {
      std::vector<Placed> everyone;
      for (int device : route.devices)
        everyone.push_back({device, one});
      for (int process = 0; process < std::min(random.devices, 4); ++process) {
        const ReductionParcels parcels = parcels_of(sum, placement, process);
        for (const ReductionParcels::Target &target : parcels.targets) {
          if (std::find(route.devices.begin(), route.devices.end(), target.into.front().device) ==
              route.devices.end())
            continue;
          std::vector<float> subtotals;
          for (const ReductionParcels::Tree &tree : target.trees) {
            const auto end = std::min<size_t>(tree.first + tree.span, everyone.size());
            subtotals.push_back(
                sum_of({everyone.begin() + tree.first, everyone.begin() + end}, values));
          }
          std::vector<Combiner::Tree> trees;
          for (size_t k = 0; k < subtotals.size(); ++k)
            trees.push_back({target.trees[k].first,
                             target.trees[k].span,
                             {reinterpret_cast<const char *>(&subtotals[k]), one}});
          Combiner combiner;
          EXPECT_EQ(*reinterpret_cast<const float *>(
                        combiner.combined(Combine::add, Type::f32, false, one, trees)),
                    sum_of(everyone, values))
              << "seed " << seed;
        }
      }
    }
  }
}

} // namespace
} // namespace shardc::runtime
