// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/parcels.h"

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

/// What members need, by the process and the member that hold it, each box once, with those that
/// need it.
using Needed = std::map<Ends, std::pair<Box, std::vector<int>>>;
std::map<std::pair<int, int>, Needed>
fetched(const ExchangeRoute &route, const std::vector<int> &members, const Placement &placement) {
  std::map<std::pair<int, int>, Needed> all;
  for (int member : members)
    for (const ExchangeRoute::Fetch &fetch : route.fetches[member]) {
      const int process = placement.process(route.devices[fetch.member]);
      auto &[box, needed_by] = all[{process, fetch.member}][ends_of(fetch.box)];
      box = fetch.box;
      needed_by.push_back(member);
    }
  return all;
}

void add_exchange(const ExchangeRoute &route, const Placement &placement, int process,
                  ExchangeParcels &parcels) {
  const Members members = members_of(route.devices, placement);
  const auto from = [&](int member) { return Placed{route.devices[member], route.from[member]}; };
  const auto into = [&](int member) { return Placed{route.devices[member], route.into[member]}; };
  const std::vector<int> &own = members.at(process);
  for (const auto &[other, theirs] : members) {
    if (other == process) continue;
    for (const auto &[holder, all] : fetched(route, theirs, placement))
      for (const auto &[ends, needed] : all)
        if (holder.first == process)
          parcels.sent.push_back({other, needed.first, {from(holder.second)}, {}});
  }
  for (const auto &[holder, all] : fetched(route, own, placement))
    for (const auto &[ends, needed] : all) {
      if (holder.first == process) continue;
      Parcel &parcel = parcels.received.emplace_back(Parcel{holder.first, needed.first, {}, {}});
      for (int member : needed.second)
        parcel.at.push_back(into(member));
    }
  for (int member : own)
    for (const ExchangeRoute::Fetch &fetch : route.fetches[member])
      if (placement.process(route.devices[fetch.member]) == process)
        parcels.kept.push_back({from(fetch.member), into(member), fetch.box});
}

/// The largest subtrees of a sum over `count` members that these have all members of.
struct Span {
  int first, span;
};
std::vector<Span> spans_of(const std::vector<int> &members, int count, bool in_trees) {
  std::vector<Span> spans;
  for (size_t k = 0; k < members.size();) { // ascending
    const int first = members[k];
    const auto has_all = [&](int span) {
      const int last = std::min(first + span, count) - 1;
      const size_t at = k + static_cast<size_t>(last - first);
      return at < members.size() && members[at] == last;
    };
    int span = 1;
    while (in_trees && span < count && first % (2 * span) == 0 && has_all(2 * span))
      span *= 2;
    spans.push_back({first, span});
    k += static_cast<size_t>(std::min(first + span, count) - first);
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
                                  whole_bytes(members.size())) {
    for (const auto &[other, theirs] : members)
      places_of.try_emplace(other, places_of.size());
  }

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
    return shared ? part_of(route.all, members.size(), places_of.at(of)) : route.all;
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
  std::map<int, size_t> places_of; // of the processes among them
  const int process;
  const bool in_trees;
  const bool shared; // each process combines a share of that for all
};

} // namespace

ExchangeParcels find_parcels(const std::vector<ExchangeRoute> &routes, const Placement &placement,
                             int process) {
  ExchangeParcels parcels;
  for (const ExchangeRoute &route : routes)
    add_exchange(route, placement, process, parcels);
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
