// SPDX-License-Identifier: Apache-2.0
// Who does what in a collective: worked out once per table, the same for every back end.
#pragma once

#include "runtime/collectives/collectives.h"

#include <algorithm>
#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// One group of an exchange. Members are counted by their place in the group.
struct ExchangeRoute {
  struct Fetch {
    int member; // that holds it
    Box box;
  };
  std::vector<int> devices;
  std::vector<Box> from, into; // windows, per member
  std::vector<std::vector<Fetch>> fetches;
};

/// One group of a reduction.
struct ReductionRoute {
  std::vector<int> devices;
  std::vector<Box> from, into; // windows, per member
  std::vector<Box> shares;     // what each member combines
  bool alike;                  // all need the same: each combines a part of it for all
  Box all;                     // what that is
};

/// What the members of a group hold or need, and the windows of their buffers.
struct MemberBoxes {
  std::vector<Box> boxes, windows;
};
/// With the fetches that one of `devices` makes, or is fetched from.
ExchangeRoute exchange_route(std::vector<int> members, const MemberBoxes &held,
                             const MemberBoxes &needed, const std::vector<int> &devices);
ReductionRoute reduction_route(std::vector<int> members, const MemberBoxes &held,
                               const MemberBoxes &needed);

/// Part `i` of `n` of a box, cut where it is longest.
Box share_of(Box box, size_t n, size_t i);
/// Of the groups that have one of these devices, in the order of their first members.
std::vector<ExchangeRoute> find_routes(const Exchange &exchange, const std::vector<int> &devices);
std::vector<ReductionRoute> find_routes(const Reduction &reduction,
                                        const std::vector<int> &devices);

/// The routes of tables that have been used before.
template <typename Table, typename Route>
class Routes {
public:
  /// Per call, until it is asked for the next ones.
  using All = std::vector<const std::vector<Route> *>;
  const All &of(const Calls<Table> &calls, const std::vector<int> &devices) {
    all.clear();
    for (const Call<Table> &call : calls) {
      const auto [known, isNew] = routes.try_emplace(&call.table);
      if (isNew) known->second = find_routes(call.table, devices);
      all.push_back(&known->second);
    }
    return all;
  }

private:
  std::map<const Table *, std::vector<Route>> routes;
  All all;
};

/// Calls `act(call, routes of the call, member)` for every member of a group, call by call.
template <typename Table, typename All, typename Act>
void for_each_member(const Calls<Table> &calls, const All &routes, size_t group, Act act) {
  for (size_t call = 0; call < calls.size(); ++call)
    for (size_t member = 0; member < (*routes[call])[group].devices.size(); ++member)
      act(calls[call], routes[call], member);
}

/// Whether a member reads and writes the same memory.
inline bool any_in_place(const Calls<Reduction> &calls) {
  return std::any_of(calls.begin(), calls.end(), [](const Call<Reduction> &call) {
    return call.from.is_in_place_of(call.into);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
