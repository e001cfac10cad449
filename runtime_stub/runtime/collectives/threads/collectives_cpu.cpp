// SPDX-License-Identifier: Apache-2.0
// Collectives between threads: they meet and show each other their buffers, and then each does the
// part of the devices that it carries, in everyone's memory.
//
// A small all-reduce is one of threads: each combines what its own devices hold, which is a whole
// tree of the sum, shows that, and combines what all show for its own devices. So little goes from
// one cache to another, and threads meet once: what a thread shows is written again at the next
// such collective but one, and whoever reads it has come to the one between by then.
//
// What is started is done at once: threads that wait for memory or for each other leave no
// processor to whom it could be left.
#include "runtime/collectives/collectives_routes.h"
#include "runtime/collectives/threads/combine_cpu.h"
#include "runtime/host/cpu/launch_cpu.h"
#include "runtime/host/cpu/stream_cpu.h"

#ifdef SHARDC_MPI
#include "runtime/collectives/mpi/collectives_mpi_cpu.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr int64_t kShown = 256 << 10; // bytes that a thread shows of small all-reduces, at most

class BetweenThreads : public Collectives {
public:
  explicit BetweenThreads(const std::vector<Slot> &local)
      : team(*local.front().stream.state().team), self(local.front().stream.state().carrier),
        own(team.places(self)) {}

  void start_exchange(const Calls<Exchange> &calls) override {
    const auto &routes = exchanges.of(calls, team.devices());
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

  void start_reduce(const Calls<Reduction> &calls) override {
    const auto &routes = reductions.of(calls, team.devices());
    const bool alone = stay_on_threads(*routes.front());
    if (!alone && are_of_threads(calls, routes)) return reduce_by_threads(calls, routes);
    meet(calls, alone);
    if (overwrites_what_others_read(calls, routes))
      reduce_apart(calls, routes, alone);
    else
      for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
        combiner.for_each_block(route.shares[member], [&](const Box &block) {
          hand_out(call, route, member, block, combined_members(call, route, block));
        });
      });
    meet(calls, alone);
  }

  void wait(const char *) override {}

private:
  /// What a small all-reduce of threads has to know of a group.
  struct ThreadGroup {
    int each = 0;      // members that each thread carries; 0: it cannot be one
    int first = 0;     // this thread's first member; `all` if it carries none
    int all = 0;       // members
    Box box;           // that all of them need
    int64_t bytes = 0; // of it: elements have up to eight
    bool is_here() const { return first < all; }
  };

  const ThreadGroup &thread_group(const Call<Reduction> &call, const ReductionRoute &route) {
    const auto [known, is_new] = thread_groups.try_emplace(&route);
    if (!is_new) return known->second;
    ThreadGroup &made = known->second;
    const auto first = std::find_if(route.devices.begin(), route.devices.end(),
                                    [&](int device) { return is_own(device); });
    made.each = members_per_thread(route);
    made.first = static_cast<int>(first - route.devices.begin());
    made.all = static_cast<int>(route.devices.size());
    made.box = call.table.needed.box(route.devices.front());
    made.bytes = elements(made.box) * static_cast<int64_t>(sizeof(int64_t));
    return made;
  }

  /// How many members of a group each of its threads carries, neighbours whose sum is a whole tree.
  /// 0 if that is not so, members need different boxes, or threads are more than each one's
  /// members: then it takes less to share the sum out than to read what all show.
  int members_per_thread(const ReductionRoute &route) const {
    const auto carrier = [&](int member) { return team.carrier(route.devices[member]); };
    const int all = static_cast<int>(route.devices.size());
    int each = 1;
    while (each < all && carrier(each) == carrier(0))
      ++each;
    if (!route.alike || (each & (each - 1)) != 0 || all % each != 0 || all / each > each) return 0;
    for (int member = 1; member < all; ++member)
      if ((carrier(member) != carrier(member - 1)) != (member % each == 0)) return 0;
    return each;
  }

  template <typename Routes>
  bool are_of_threads(const Calls<Reduction> &calls, const Routes &routes) {
    int64_t all = 0;
    for (size_t call = 0; call < calls.size(); ++call)
      for (const ReductionRoute &route : *routes[call]) {
        const ThreadGroup &group = thread_group(calls[call], route);
        if (group.each == 0) return false;
        all += group.bytes;
      }
    return all <= kShown;
  }

  template <typename Routes>
  void reduce_by_threads(const Calls<Reduction> &calls, const Routes &routes) {
    std::vector<char> &sums = shown[turn ^= 1];
    for_each_of_threads(calls, routes, [&](const auto &call, const auto &route, int64_t at) {
      sums.resize(std::max<size_t>(sums.size(), at + thread_group(call, route).bytes));
      combine_own(call, route, sums.data() + at);
    });
    team.meet(self, calls.front().step, sums.data());
    for_each_of_threads(calls, routes, [&](const auto &call, const auto &route, int64_t at) {
      combine_shown(call, route, at);
    });
  }

  /// What this thread's members hold, into the box of all.
  void combine_own(const Call<Reduction> &call, const ReductionRoute &route, char *into) {
    const ThreadGroup &group = thread_group(call, route);
    const auto holds = [&](int k) {
      const int member = group.first + k;
      return Combiner::Held{buffer(call.from, route.devices[member]), route.from[member]};
    };
    combiner.for_each_block(group.box, [&](const Box &block) {
      const char *const sum = combined(call, block, group.each, holds);
      copy_box(into, group.box, sum, block, block, bytes(call.from.type));
    });
  }

  /// What all threads show at `at`, into the memory of this thread's members.
  void combine_shown(const Call<Reduction> &call, const ReductionRoute &route, int64_t at) {
    const ThreadGroup &group = thread_group(call, route);
    const auto holds = [&](int k) {
      const int carrier = team.carrier(route.devices[k * group.each]);
      return Combiner::Held{static_cast<const char *>(team.shown(self, carrier)) + at, group.box};
    };
    combiner.for_each_block(group.box, [&](const Box &block) {
      const char *const sum = combined(call, block, group.all / group.each, holds);
      for (int member = group.first; member < group.first + group.each; ++member)
        copy_box(buffer(call.into, route.devices[member]), route.into[member], sum, block, block,
                 bytes(call.into.type));
    });
  }

  /// Calls act(call, route, at) for every group with members of this thread; `at` is where a thread
  /// shows what it has of that group [bytes].
  template <typename Routes, typename Act>
  void for_each_of_threads(const Calls<Reduction> &calls, const Routes &routes, Act act) {
    int64_t at = 0;
    for (size_t call = 0; call < calls.size(); ++call)
      for (const ReductionRoute &route : *routes[call]) {
        const ThreadGroup &group = thread_group(calls[call], route);
        if (group.is_here()) act(calls[call], route, at);
        at += group.bytes;
      }
  }

  char *buffer(const Each &all, int device) const { return all[team.place(device) - own.lo]; }

  /// Nothing is handed out before everything is combined.
  template <typename Routes>
  void reduce_apart(const Calls<Reduction> &calls, const Routes &routes, bool alone) {
    size_t at = 0; // in `apart` [bytes]
    for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
      const Box &share = route.shares[member];
      const size_t size = bytes(call.from.type), begin = at;
      at += elements(share) * size;
      if (apart.size() < at) apart.resize(at);
      combiner.for_each_block(share, [&](const Box &block) {
        copy_box(apart.data() + begin, share, combined_members(call, route, block), block, block,
                 size);
      });
    });
    meet(calls, alone);
    at = 0;
    for_each_own(calls, routes, [&](const auto &call, const auto &route, size_t member) {
      hand_out(call, route, member, route.shares[member], apart.data() + at);
      at += elements(route.shares[member]) * bytes(call.from.type);
    });
  }

  /// Where all need the same, a member's share has one place in the memory of each: nobody but that
  /// member reads or writes it, unless results lie elsewhere in the same buffers.
  template <typename Routes>
  static bool overwrites_what_others_read(const Calls<Reduction> &calls, const Routes &routes) {
    for (size_t call = 0; call < calls.size(); ++call)
      for (const ReductionRoute &route : *routes[call])
        if (calls[call].from.is_in_place_of(calls[call].into) &&
            !(route.alike &&
              std::equal(route.from.begin(), route.from.end(), route.into.begin(), same_box)))
          return true;
    return false;
  }

  const char *combined_members(const Call<Reduction> &call, const ReductionRoute &route,
                               const Box &block) {
    return combined(call, block, static_cast<int>(route.devices.size()), [&](int member) {
      return Combiner::Held{members.from[member], route.from[member]};
    });
  }

  template <typename Members>
  const char *combined(const Call<Reduction> &call, const Box &block, int count,
                       const Members &member) {
    held.clear();
    for (int k = 0; k < count; ++k)
      held.push_back(member(k));
    return combiner.combined(call.table.combine, call.from.type, call.table.as_bits, block, held);
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
  void for_each_own(const Calls<Table> &calls, const Routes &routes, Act act) {
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
  void find_members(const Calls<Table> &calls, size_t call, const std::vector<int> &devices) {
    members.from.clear();
    members.into.clear();
    for (int device : devices) {
      const int carrier = team.carrier(device),
                place = team.place(device) - team.places(carrier).lo;
      const auto *theirs =
          carrier == self ? &calls : static_cast<const Calls<Table> *>(team.shown(self, carrier));
      members.from.push_back((*theirs)[call].from[place]);
      members.into.push_back((*theirs)[call].into[place]);
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
  void meet(const Calls<Table> &calls, bool alone) {
    const char *const step = calls.front().step;
    if (alone)
      team.begin(self, team.devices()[own.lo], step);
    else
      team.meet(self, step, &calls);
  }

  bool is_own(int device) const { return team.carrier(device) == self; }

  Team &team;
  const int self;       // the carrier
  const Range<int> own; // the places of its devices
  struct {
    std::vector<char *> from, into;
  } members; // of the group at hand
  Combiner combiner;
  std::vector<Combiner::Held> held;                            // of the block at hand
  std::map<const ReductionRoute *, ThreadGroup> thread_groups; // that have been used before
  std::vector<char> apart;    // shares that are handed out when all are combined
  std::vector<char> shown[2]; // what this thread has of the last collectives of threads
  int turn = 0;               // which of them is the last's
  Routes<Exchange, ExchangeRoute> exchanges;
  Routes<Reduction, ReductionRoute> reductions;
};

} // namespace

std::shared_ptr<Collectives> make_collectives(Machine &machine, size_t, const Options &options) {
  auto threads = std::make_shared<BetweenThreads>(machine.local);
#ifdef SHARDC_MPI
  if (options.processes) return between_processes(machine, std::move(threads), options);
#else
  if (options.processes)
    throw Error(Exit::unsupported,
                "devices of several processes exchange data here, which on CPUs builds with MPI "
                "can; build with -DWITH_MPI=ON, started as now or by mpirun");
#endif
  return threads;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
