// SPDX-License-Identifier: Apache-2.0
// Collectives between threads: members meet, then each does its share in everyone's memory.
#include "collectives_routes.h"
#include "launch_cpu.h"

#include <deque>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

class Threads : public Collectives {
public:
  explicit Threads(std::vector<Slot> &local) : local(local) {}

  void exchange(const std::vector<Call<Exchange>> &calls) override {
    const auto routes = exchanges.of(calls, local.size());
    for (size_t group = 0; group < routes.front()->size(); ++group) {
      const std::vector<int> &devices = (*routes.front())[group].devices;
      all_meet(calls.front().step, devices); // every box is there
      for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
        const ExchangeRoute &route = (*all)[group];
        enqueue(stream(route, member), call.step,
                [all, &route, member, from = call.from, into = call.into] {
                  fetch(route, member, from, into);
                });
      });
      all_meet(calls.front().step, devices); // every box is read: its owner may write to it again
    }
  }

  void reduce(const std::vector<Call<Reduction>> &calls) override {
    const bool apart = any_in_place(calls);
    const auto routes = reductions.of(calls, local.size());
    for (size_t group = 0; group < routes.front()->size(); ++group) {
      const std::vector<int> &devices = (*routes.front())[group].devices;
      std::deque<Share> shares; // as they are handed out
      all_meet(calls.front().step, devices);
      for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
        const ReductionRoute &route = (*all)[group];
        const Share share = shares.emplace_back(std::make_shared<std::vector<char>>());
        enqueue(stream(route, member), call.step,
                [all, &table = call.table, &route, member, from = call.from, share] {
                  *share = combined(table, route, member, from);
                });
      });
      // Nobody writes where another member still reads.
      if (apart) all_meet(calls.front().step, devices);
      for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
        const ReductionRoute &route = (*all)[group];
        enqueue(stream(route, member), call.step,
                [all, &route, member, into = call.into, share = shares.front()] {
                  hand_out(route, member, into, *share);
                });
        shares.pop_front();
      });
      all_meet(calls.front().step, devices);
    }
  }

private:
  using Share = std::shared_ptr<std::vector<char>>; // what a member has combined

  static void fetch(const ExchangeRoute &route, size_t member, const Each &from, const Each &into) {
    char *to = into.at[route.devices[member]];
    for (const ExchangeRoute::Fetch &fetch : route.fetches[member]) {
      const char *source = from.at[route.devices[fetch.member]];
      if (source == to) continue; // in place: it is there
      copy_box(to, route.into[member], source, route.from[fetch.member], fetch.box,
               bytes(from.type));
    }
  }

  /// The member's share: row-major over its box. What members hold is combined as it comes, once
  /// its neighbour to the left is there.
  static std::vector<char> combined(const Reduction &reduction, const ReductionRoute &route,
                                    size_t member, const Each &from) {
    const Box &box = route.shares[member];
    const size_t size = bytes(from.type);
    std::vector<std::vector<char>> waiting;
    if (elements(box) == 0) return {};
    const auto combine_last = [&] {
      const std::vector<char> right = std::move(waiting.back());
      waiting.pop_back();
      combine_into(reduction, from.type, waiting.back(), right);
    };
    for (size_t other = 0; other < route.devices.size(); ++other) {
      std::vector<char> &own = waiting.emplace_back(elements(box) * size);
      copy_box(own.data(), box, from.at[route.devices[other]], route.from[other], box, size);
      for (size_t place = other; (place & 1) != 0; place >>= 1)
        combine_last();
    }
    while (waiting.size() > 1)
      combine_last();
    return std::move(waiting.front());
  }

  /// left = combine(left, right), element by element
  static void combine_into(const Reduction &reduction, Type type, std::vector<char> &left,
                           const std::vector<char> &right) {
    with_combined_type(type, reduction.as_bits, [&](auto zero) {
      using T = decltype(zero);
      T *total = reinterpret_cast<T *>(left.data());
      const T *more = reinterpret_cast<const T *>(right.data());
      for (size_t i = 0; i < left.size() / sizeof(T); ++i)
        total[i] = combine(reduction.combine, total[i], more[i]);
    });
  }

  static void hand_out(const ReductionRoute &route, size_t member, const Each &into,
                       const std::vector<char> &share) {
    const Box &box = route.shares[member];
    if (share.empty()) return;
    for (size_t other = 0; other < route.devices.size(); ++other)
      if (route.alike || other == member)
        copy_box(into.at[route.devices[other]], route.into[other], share.data(), box, box,
                 bytes(into.type));
  }

  template <typename Route>
  Stream &stream(const Route &route, size_t member) {
    return local[route.devices[member]].stream;
  }

  void all_meet(const char *step, const std::vector<int> &devices) {
    for (int device : devices)
      meet(local[device].stream, step, meeting(devices));
  }

  /// The one place where these devices meet.
  const std::shared_ptr<Meeting> &meeting(const std::vector<int> &devices) {
    std::shared_ptr<Meeting> &place = meetings[devices];
    if (place == nullptr) place = arrange_meeting(devices);
    return place;
  }

  std::vector<Slot> &local;
  std::map<std::vector<int>, std::shared_ptr<Meeting>> meetings;
  Routes<Exchange, ExchangeRoute> exchanges;
  Routes<Reduction, ReductionRoute> reductions;
};

} // namespace

std::shared_ptr<Collectives> make_collectives(Machine &machine, const Options &) {
  return std::make_shared<Threads>(machine.local);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
