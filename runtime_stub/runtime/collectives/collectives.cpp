// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/collectives.h"

#include "runtime/collectives/collectives_routes.h"

#include <numeric>
#include <set>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

std::vector<int> Group::members(int device) const {
  std::vector<int> strides(mesh.size(), 1);
  for (size_t axis = mesh.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * mesh[axis];
  std::vector<int> members = {device};
  for (const int axis : axes) // the first member of all
    members.front() -= device / strides[axis] % mesh[axis] * strides[axis];
  for (const int axis : axes) {
    std::vector<int> longer;
    for (const int member : members)
      for (int digit = 0; digit < mesh[axis]; ++digit)
        longer.push_back(member + digit * strides[axis]);
    members = std::move(longer);
  }
  return members;
}

/// The groups that these devices are in, each once.
static std::vector<std::vector<int>> groups_of(const Group &group,
                                               const std::vector<int> &devices) {
  std::set<std::vector<int>> groups;
  for (int device : devices)
    groups.insert(group.members(device));
  return {groups.begin(), groups.end()};
}

static MemberBoxes boxes_of(const std::vector<int> &devices, const Boxes &table) {
  MemberBoxes all;
  for (int device : devices) {
    all.boxes.push_back(table.box(device));
    all.windows.push_back(table.window(device));
  }
  return all;
}

ExchangeRoute exchange_route(std::vector<int> members, const MemberBoxes &held,
                             const MemberBoxes &needed, const std::vector<int> &devices) {
  const std::set<int> looked(devices.begin(), devices.end());
  std::vector<size_t> all(members.size()), own;
  std::iota(all.begin(), all.end(), 0);
  std::copy_if(all.begin(), all.end(), std::back_inserter(own),
               [&](size_t member) { return looked.count(members[member]) > 0; });
  ExchangeRoute route;
  for (const size_t into : all) {
    std::vector<ExchangeRoute::Fetch> &fetches = route.fetches.emplace_back();
    for (const size_t from : looked.count(members[into]) > 0 ? all : own) {
      Box box = intersect(held.boxes[from], needed.boxes[into]);
      if (elements(box) > 0) fetches.push_back({static_cast<int>(from), std::move(box)});
    }
  }
  route.from = held.windows;
  route.into = needed.windows;
  route.devices = std::move(members);
  return route;
}

std::vector<ExchangeRoute> find_routes(const Exchange &exchange, const std::vector<int> &devices) {
  std::vector<ExchangeRoute> routes;
  for (const std::vector<int> &members : groups_of(exchange.group, devices))
    routes.push_back(exchange_route(members, boxes_of(members, exchange.held),
                                    boxes_of(members, exchange.needed), devices));
  return routes;
}

Box share_of(Box box, size_t n, size_t i) {
  if (box.empty()) return i == 0 ? box : Box{{0, 0}}; // a scalar is the first member's
  auto longest = std::max_element(box.begin(), box.end(), [](const Interval &a, const Interval &b) {
    return a.size() < b.size();
  });
  const Interval part = cut(longest->size(), static_cast<int64_t>(n), static_cast<int64_t>(i));
  *longest = {longest->lo + part.lo, longest->lo + part.hi};
  return box;
}

ReductionRoute reduction_route(std::vector<int> members, const MemberBoxes &held,
                               const MemberBoxes &needed) {
  ReductionRoute route;
  route.all = needed.boxes.front();
  route.alike = std::all_of(needed.boxes.begin(), needed.boxes.end(),
                            [&](const Box &box) { return same_box(box, route.all); });
  route.shares = needed.boxes;
  if (route.alike)
    for (size_t i = 0; i < members.size(); ++i)
      route.shares[i] = share_of(route.all, members.size(), i);
  route.from = held.windows;
  route.into = needed.windows;
  route.devices = std::move(members);
  return route;
}

std::vector<ReductionRoute> find_routes(const Reduction &reduction,
                                        const std::vector<int> &devices) {
  std::vector<ReductionRoute> routes;
  for (const std::vector<int> &members : groups_of(reduction.group, devices))
    routes.push_back(reduction_route(members, boxes_of(members, reduction.held),
                                     boxes_of(members, reduction.needed)));
  return routes;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
