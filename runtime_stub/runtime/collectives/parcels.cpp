// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/parcels.h"

#include <set>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// Of a sum that all need, up to so many bytes go to all whole: a message takes less than a share
/// and then its result. Between two this moves no more.
constexpr int64_t whole_bytes(size_t processes) { return (processes == 2 ? 64 : 4) << 10; }

/// Part `i` of `n` of a box, along the first dimension that gives parts of about one size: each is
/// one piece of a row-major box then. Else where it is longest.
Box part_of(const Box &box, size_t n, size_t i) {
  constexpr size_t kEven = 4; // of so many indices for each, parts differ by a quarter at most
  for (size_t dim = 0; dim < box.size(); ++dim) {
    if (box[dim].size() < static_cast<int64_t>(kEven * n)) continue;
    const Interval part = cut(box[dim].size(), static_cast<int64_t>(n), static_cast<int64_t>(i));
    Box own = box;
    own[dim] = {box[dim].lo + part.lo, box[dim].lo + part.hi};
    return own;
  }
  return share_of(box, n, i);
}

using Ends = std::vector<int64_t>;
Ends ends_of(const Box &box) {
  Ends ends;
  for (const Interval &dim : box)
    ends.insert(ends.end(), {dim.lo, dim.hi});
  return ends;
}

/// The members of a group, by the process that has them.
using Members = std::map<int, std::vector<int>>;
Members members_of(const std::vector<int> &devices, const Placement &placement) {
  Members members;
  for (size_t member = 0; member < devices.size(); ++member)
    members[placement.process(devices[member])].push_back(static_cast<int>(member));
  return members;
}

/// What members need of what another one holds, each box once, with those that need it.
std::map<Ends, std::pair<Box, std::vector<int>>>
fetched(const ExchangeRoute &route, const std::vector<int> &members, int holder) {
  std::map<Ends, std::pair<Box, std::vector<int>>> all;
  for (int member : members)
    for (const ExchangeRoute::Fetch &fetch : route.fetches[member])
      if (fetch.member == holder) {
        auto &[box, needed_by] = all[ends_of(fetch.box)];
        box = fetch.box;
        needed_by.push_back(member);
      }
  return all;
}

void add_exchange(const ExchangeRoute &route, const Members &members, int process,
                  ExchangeParcels &parcels) {
  const auto from = [&](int member) { return Placed{route.devices[member], route.from[member]}; };
  const auto into = [&](int member) { return Placed{route.devices[member], route.into[member]}; };
  const std::vector<int> &own = members.at(process);
  for (const auto &[other, theirs] : members) {
    if (other == process) continue;
    for (int holder : own)
      for (const auto &[ends, needed] : fetched(route, theirs, holder))
        parcels.sent.push_back({other, needed.first, {from(holder)}, {}});
    for (int holder : theirs)
      for (const auto &[ends, needed] : fetched(route, own, holder)) {
        Parcel &parcel = parcels.received.emplace_back(Parcel{other, needed.first, {}, {}});
        for (int member : needed.second)
          parcel.at.push_back(into(member));
      }
  }
  for (int member : own)
    for (const ExchangeRoute::Fetch &fetch : route.fetches[member])
      if (std::find(own.begin(), own.end(), fetch.member) != own.end())
        parcels.kept.push_back({from(fetch.member), into(member), fetch.box});
}

/// The largest subtrees of a sum over `count` members that these have all members of.
struct Span {
  int first, span;
};
std::vector<Span> spans_of(const std::vector<int> &members, int count, bool in_trees) {
  const std::set<int> own(members.begin(), members.end());
  const auto has_all = [&](int first, int span) {
    for (int member = first; member < std::min(first + span, count); ++member)
      if (own.count(member) == 0) return false;
    return true;
  };
  std::vector<Span> spans;
  for (int first = 0, span = 0; first < count; first += span) {
    span = 1;
    if (own.count(first) == 0) continue;
    while (in_trees && span < count && first % (2 * span) == 0 && has_all(first, 2 * span))
      span *= 2;
    spans.push_back({first, span});
  }
  return spans;
}

/// What a process combines of a group, each box once, with the members that it is for.
struct Wanted {
  Box box;
  std::vector<int> members;
};

class ReductionGroup {
public:
  ReductionGroup(const ReductionRoute &route, const Placement &placement, int process,
                 size_t element_bytes, bool in_trees)
      : route(route), members(members_of(route.devices, placement)), process(process),
        in_trees(in_trees),
        shared(route.alike && elements(route.all) * static_cast<int64_t>(element_bytes) >
                                  whole_bytes(members.size())) {}

  void add_to(ReductionParcels &parcels) const {
    for (const auto &[other, theirs] : members)
      if (other != process)
        for (const Wanted &wanted : wanted_by(other))
          for (const Span &span : spans(process))
            parcels.sent.push_back({other, wanted.box, held_by(span), {}});
    for (const Wanted &wanted : wanted_by(process))
      add_target(wanted, parcels);
    if (shared) add_shares(parcels);
  }

private:
  int count() const { return static_cast<int>(route.devices.size()); }
  std::vector<Span> spans(int of) const { return spans_of(members.at(of), count(), in_trees); }

  std::vector<Placed> held_by(Span span) const {
    std::vector<Placed> held;
    for (int member = span.first; member < std::min(span.first + span.span, count()); ++member)
      held.push_back({route.devices[member], route.from[member]});
    return held;
  }

  std::vector<Placed> places(const std::vector<int> &of) const {
    std::vector<Placed> all_of;
    for (int member : of)
      all_of.push_back({route.devices[member], route.into[member]});
    return all_of;
  }

  /// The part that a process combines of what all need.
  Box share(int of) const {
    const auto place = std::distance(members.begin(), members.find(of));
    return shared ? part_of(route.all, members.size(), place) : route.all;
  }

  std::vector<Wanted> wanted_by(int of) const {
    if (route.alike) {
      if (elements(share(of)) == 0) return {};
      return {{share(of), members.at(of)}};
    }
    std::map<Ends, Wanted> by_box;
    for (int member : members.at(of)) {
      const Box &box = route.shares[member];
      if (elements(box) == 0) continue;
      Wanted &wanted = by_box[ends_of(box)];
      wanted.box = box;
      wanted.members.push_back(member);
    }
    std::vector<Wanted> list;
    for (auto &[ends, wanted] : by_box)
      list.push_back(std::move(wanted));
    return list;
  }

  void add_target(const Wanted &wanted, ReductionParcels &parcels) const {
    ReductionParcels::Target target = {wanted.box, {}, places(wanted.members)};
    for (const auto &[other, theirs] : members)
      for (const Span &span : spans(other)) {
        const bool here = other == process;
        target.trees.push_back({span.first, span.span, here ? held_by(span) : std::vector<Placed>(),
                                parcels.received.size()});
        if (!here) parcels.received.push_back({other, wanted.box, {}, {}});
      }
    std::sort(target.trees.begin(), target.trees.end(),
              [](const auto &a, const auto &b) { return a.first < b.first; });
    parcels.targets.push_back(std::move(target));
  }

  void add_shares(ReductionParcels &parcels) const {
    const std::vector<Placed> own = places(members.at(process));
    for (const auto &[other, theirs] : members) {
      if (other == process) continue;
      if (elements(share(process)) > 0)
        parcels.shares_sent.push_back({other, share(process), {own.front()}, {}});
      if (elements(share(other)) > 0)
        parcels.shares_wanted.push_back({other, share(other), own, {}});
    }
  }

  const ReductionRoute &route;
  const Members members;
  const int process;
  const bool in_trees;
  const bool shared; // each process combines a share of that for all
};

} // namespace

ExchangeParcels find_parcels(const std::vector<ExchangeRoute> &routes, const Placement &placement,
                             int process) {
  ExchangeParcels parcels;
  for (const ExchangeRoute &route : routes)
    add_exchange(route, members_of(route.devices, placement), process, parcels);
  return parcels;
}

ReductionParcels find_parcels(const std::vector<ReductionRoute> &routes, const Placement &placement,
                              int process, size_t element_bytes, bool in_trees) {
  ReductionParcels parcels;
  for (const ReductionRoute &route : routes) {
    ReductionGroup(route, placement, process, element_bytes, in_trees).add_to(parcels);
    parcels.in_blocks &= route.alike && std::equal(route.from.begin(), route.from.end(),
                                                   route.into.begin(), same_box);
  }
  return parcels;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
