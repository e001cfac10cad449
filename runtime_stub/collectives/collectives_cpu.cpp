// SPDX-License-Identifier: Apache-2.0
// Collectives between threads: they meet and show each other their buffers, and then each does the
// part of the devices that it carries, in everyone's memory.
#include "collectives_routes.h"
#include "launch_cpu.h"
#include "stream_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr int64_t kBlock = 4096; // elements that are combined at once: they stay in the first cache

/// Calls act(block) for boxes of at most kBlock elements that make up `box`.
template <typename Act>
void for_each_block(const Box &box, const Act &act, size_t dim = 0) {
  const int64_t all = elements(box);
  if (all == 0) return;
  if (all <= kBlock) return act(box);
  const int64_t step = std::max<int64_t>(1, box[dim].size() * kBlock / all);
  Box block = box;
  for (int64_t lo = box[dim].lo; lo < box[dim].hi; lo += step) {
    block[dim] = {lo, std::min(lo + step, box[dim].hi)};
    for_each_block(block, act, dim + 1);
  }
}

/// Whether the box is one piece of the memory that holds the window.
bool is_one_piece(const Box &box, const Box &window) {
  size_t dim = 0;
  while (dim < box.size() && box[dim].size() == 1)
    ++dim;
  for (++dim; dim < box.size(); ++dim)
    if (box[dim].size() != window[dim].size()) return false;
  return true;
}

/// Where the box begins in the window's memory [elements].
int64_t start_of(const Box &box, const Box &window) {
  int64_t start = 0;
  for (size_t dim = 0; dim < box.size(); ++dim)
    start = start * window[dim].size() + box[dim].lo - window[dim].lo;
  return start;
}

/// Element `i` of N rows, added up: neighbours, then pairs of those.
template <int N, typename T>
T added(const T *const (&rows)[8], int64_t i, int from = 0) {
  if constexpr (N == 1)
    return rows[from][i];
  else
    return combine(Combine::add, added<N / 2>(rows, i, from), added<N / 2>(rows, i, from + N / 2));
}

template <int N, typename T>
void add_rows(const T *const (&given)[8], T *__restrict__ total, int64_t count) {
  const T *rows[8];
  std::copy(given, given + N, rows);
  for (int64_t i = 0; i < count; ++i)
    total[i] = added<N>(rows, i);
}

/// total = rows[0] + ..., of which there are 1, 2, 4 or 8.
template <typename T>
void add_rows(int rows_count, const T *const (&rows)[8], T *total, int64_t count) {
  if (rows_count == 8) return add_rows<8>(rows, total, count);
  if (rows_count == 4) return add_rows<4>(rows, total, count);
  if (rows_count == 2) return add_rows<2>(rows, total, count);
  std::copy_n(rows[0], count, total);
}

class BetweenThreads : public Collectives {
public:
  explicit BetweenThreads(const std::vector<Slot> &local)
      : team(*local.front().stream.state().team), self(local.front().stream.state().carrier),
        own(team.devices(self)) {}

  void exchange(const std::vector<Call<Exchange>> &calls) override {
    const auto routes = exchanges.of(calls, all_devices());
    const bool alone = stay_on_threads(*routes.front());
    meet(calls, alone); // every box is there
    for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
      char *const to = members.into[member];
      for (const ExchangeRoute::Fetch &fetch : route.fetches[member]) {
        const char *const source = members.from[fetch.member];
        if (source == to) continue; // in place: it is there
        copy_box(to, route.into[member], source, route.from[fetch.member], fetch.box,
                 bytes(call.from.type));
      }
    });
    meet(calls, alone); // every box is read: its owner may write to it again
  }

  void reduce(const std::vector<Call<Reduction>> &calls) override {
    const auto routes = reductions.of(calls, all_devices());
    const bool alone = stay_on_threads(*routes.front());
    meet(calls, alone);
    if (overwrites_what_others_read(calls, routes))
      reduce_apart(calls, routes, alone);
    else
      for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
        for_each_block(route.shares[member], [&](const Box &block) {
          hand_out(call, route, member, block, combined(call, route, block));
        });
      });
    meet(calls, alone);
  }

private:
  /// Nothing is handed out before everything is combined.
  template <typename Routes>
  void reduce_apart(const std::vector<Call<Reduction>> &calls, const Routes &routes, bool alone) {
    std::vector<std::vector<char>> shares;
    for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
      const Box &share = route.shares[member];
      const size_t size = bytes(call.from.type);
      std::vector<char> &all = shares.emplace_back(elements(share) * size);
      for_each_block(share, [&](const Box &block) {
        copy_box(all.data(), share, combined(call, route, block), block, block, size);
      });
    });
    meet(calls, alone);
    size_t next = 0;
    for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
      hand_out(call, route, member, route.shares[member], shares[next++].data());
    });
  }

  /// Where all need the same, a member's share has one place in the memory of each: nobody but that
  /// member reads or writes it, unless results lie elsewhere in the same buffers.
  template <typename Routes>
  static bool overwrites_what_others_read(const std::vector<Call<Reduction>> &calls,
                                          const Routes &routes) {
    for (size_t call = 0; call < calls.size(); ++call)
      for (const ReductionRoute &route : *routes[call])
        if (calls[call].from.at == calls[call].into.at &&
            !(route.alike &&
              std::equal(route.from.begin(), route.from.end(), route.into.begin(), same_box)))
          return true;
    return false;
  }

  /// The block of what all members hold, combined: row-major, until the next call. Members are
  /// taken eight at a time, or as many as make a whole tree; trees are combined as they come, once
  /// their neighbours to the left are there.
  const char *combined(const Call<Reduction> &call, const ReductionRoute &route, const Box &block) {
    with_combined_type(call.from.type, call.table.as_bits, [&](auto zero) {
      using T = decltype(zero);
      const Combine how = call.table.combine;
      const int64_t count = elements(block);
      const int most = how == Combine::add ? 8 : 1;
      int open = 0; // trees that wait for a neighbour
      const auto combine_last = [&] {
        const T *const right = level<T>(--open);
        T *const left = level<T>(open - 1);
        for (int64_t i = 0; i < count; ++i)
          left[i] = combine(how, left[i], right[i]);
      };
      const int all = static_cast<int>(route.devices.size());
      for (int first = 0, taken = 0; first < all; first += taken) {
        for (taken = most; taken > all - first;)
          taken /= 2;
        const T *rows[8] = {};
        for (int k = 0; k < taken; ++k)
          rows[k] = reinterpret_cast<const T *>(piece(call, route, first + k, block, k));
        add_rows(taken, rows, level<T>(open++), count);
        for (int place = first / taken; taken == most && (place & 1) != 0; place >>= 1)
          combine_last();
      }
      while (open > 1)
        combine_last();
    });
    return levels.front().data();
  }

  /// The block in a member's memory, or in a copy of it in one piece.
  const char *piece(const Call<Reduction> &call, const ReductionRoute &route, int member,
                    const Box &block, size_t copy) {
    const char *const from = members.from[member];
    const Box &window = route.from[member];
    const size_t size = bytes(call.from.type);
    if (is_one_piece(block, window)) return from + start_of(block, window) * size;
    if (copies.size() <= copy) copies.resize(copy + 1);
    copies[copy].resize(kBlock * sizeof(int64_t));
    copy_box(copies[copy].data(), block, from, window, block, size);
    return copies[copy].data();
  }

  template <typename T>
  T *level(size_t number) {
    if (levels.size() <= number) levels.emplace_back(kBlock * sizeof(int64_t));
    return reinterpret_cast<T *>(levels[number].data());
  }

  /// A block of what a member has combined.
  void hand_out(const Call<Reduction> &call, const ReductionRoute &route, size_t member,
                const Box &block, const char *data) {
    for (size_t other = 0; other < route.devices.size(); ++other)
      if (route.alike || other == member)
        copy_box(members.into[other], route.into[other], data, block, block, bytes(call.into.type));
  }

  /// Calls act(call, route, member) for every member that this thread carries, with the buffers of
  /// all members in `members`.
  template <typename Table, typename Routes, typename Act>
  void for_each_own(const std::vector<Call<Table>> &calls, const Routes &routes, Act act) {
    for (size_t call = 0; call < calls.size(); ++call)
      for (const auto &route : *routes[call]) {
        if (std::none_of(route.devices.begin(), route.devices.end(),
                         [&](int device) { return is_own(device); }))
          continue;
        find_members(calls, call, route.devices);
        for (size_t member = 0; member < route.devices.size(); ++member)
          if (is_own(route.devices[member])) act(calls[call], route, member);
      }
  }

  template <typename Table>
  void find_members(const std::vector<Call<Table>> &calls, size_t call,
                    const std::vector<int> &devices) {
    members.from.clear();
    members.into.clear();
    for (int device : devices) {
      const int carrier = team.carrier(device), place = device - team.devices(carrier).lo;
      const auto *theirs =
          carrier == self
              ? &calls
              : static_cast<const std::vector<Call<Table>> *>(team.shown(self, carrier));
      members.from.push_back((*theirs)[call].from.at[place]);
      members.into.push_back((*theirs)[call].into.at[place]);
    }
  }

  /// Whether every group is one thread's.
  template <typename Route>
  bool stay_on_threads(const std::vector<Route> &groups) const {
    return std::all_of(groups.begin(), groups.end(), [&](const Route &group) {
      return std::all_of(group.devices.begin(), group.devices.end(), [&](int device) {
        return team.carrier(device) == team.carrier(group.devices.front());
      });
    });
  }

  /// Waits for all threads, unless nothing goes from one to another.
  template <typename Table>
  void meet(const std::vector<Call<Table>> &calls, bool alone) {
    const char *const step = calls.front().step;
    if (alone)
      team.begin(self, own.lo, step);
    else
      team.meet(self, step, &calls);
  }

  bool is_own(int device) const { return device >= own.lo && device < own.hi; }
  size_t all_devices() const { return team.devices(team.carriers() - 1).hi; }

  Team &team;
  const int self;       // the carrier
  const Range<int> own; // its devices
  struct {
    std::vector<char *> from, into;
  } members;                             // of the group at hand
  std::vector<std::vector<char>> levels; // of the tree of sums: a block each
  std::vector<std::vector<char>> copies; // of members' blocks
  Routes<Exchange, ExchangeRoute> exchanges;
  Routes<Reduction, ReductionRoute> reductions;
};

} // namespace

std::shared_ptr<Collectives> make_collectives(Machine &machine, const Options &) {
  return std::make_shared<BetweenThreads>(machine.local);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
