// SPDX-License-Identifier: Apache-2.0
// Collectives between the CUDA streams of one process: copies and events between streams, and a
// kernel that combines. Any number of devices may share a GPU; GPUs that cannot reach each other's
// memory are served too, since only copies go between them.
//
// A device has a second stream for all that: kernels go on beside it on the first. What is started
// waits for what the first streams of a group have been given before, and these wait for it when
// they are told to. On the second streams collectives follow each other in one order.
#include "runtime/collectives/collectives_routes.h"
#include "runtime/collectives/cuda_local/copies_cuda.h"
#include "runtime/collectives/cuda_local/peers_cuda.h"
#include "runtime/collectives/cuda_local/slices_cuda.h"
#include "runtime/collectives/nccl/collectives_nccl_cuda.h"
#include "runtime/error.h"
#include "runtime/host/cuda/launch_cuda.h"

#include <string_view>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

class CudaLocal : public Collectives {
public:
  CudaLocal(std::vector<Slot> &slots, size_t workspace_bytes)
      : rooms(slots.size()), room_bytes(workspace_bytes) {
    for (size_t device = 0; device < slots.size(); ++device) {
      Stream &stream = slots[device].stream;
      all.push_back(slots[device].device);
      if (room_bytes > 0) rooms[device] = stream.allocate(room_bytes);
      work.push_back(stream);
      moves.push_back(beside(stream));
    }
    ready = events("create event");
    between = events("create event");
  }

  void start_exchange(const Calls<Exchange> &calls) override {
    const StepRange range(calls.front().step);
    const auto &routes = exchanges.of(calls, all);
    Flight &flight = flight_of(calls.front().step, *routes.front());
    for (size_t group = 0; group < routes.front()->size(); ++group) {
      const std::vector<int> &devices = flight.groups[group];
      begin(calls.front().step, devices); // every box is there
      for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
        fetch(call.step, (*all)[group], member, call.from, call.into);
      });
      record(calls.front().step, flight.done, moves, devices);
    }
  }

  void start_reduce(const Calls<Reduction> &calls) override {
    const StepRange range(calls.front().step);
    const bool apart = any_in_place(calls);
    const auto &routes = reductions.of(calls, all);
    Flight &flight = flight_of(calls.front().step, *routes.front());
    for (size_t group = 0; group < routes.front()->size(); ++group) {
      const std::vector<int> &devices = flight.groups[group];
      const std::vector<char *> &rooms = rooms_for(flight, calls, routes, group);
      begin(calls.front().step, devices);
      auto room = rooms.begin();
      for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
        combine_share(call, (*all)[group], member, *room++);
      });
      // Nobody writes where another member still reads.
      if (apart) meet(calls.front().step, devices);
      room = rooms.begin();
      for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
        hand_out(call, (*all)[group], member, *room++);
      });
      record(calls.front().step, flight.done, moves, devices);
    }
  }

  /// Members go on when all of them have what they need, and have read what others hold.
  void wait(const char *step) override {
    const Flight &flight = flights.at(step);
    for (const std::vector<int> &devices : flight.groups)
      hold(step, work, flight.done, devices);
  }

private:
  /// An event per device.
  using Events = std::vector<std::unique_ptr<Event>>;

  /// A collective that has been started, and its groups.
  struct Flight {
    Events done;
    std::vector<std::vector<int>> groups;   // devices
    std::vector<std::vector<char *>> rooms; // by group, of its calls and their members
  };

  void fetch(const char *step, const ExchangeRoute &route, size_t member, const Each &from,
             const Each &into) {
    const int device = route.devices[member];
    for (const ExchangeRoute::Fetch &fetch : route.fetches[member]) {
      const char *source = from[route.devices[fetch.member]];
      if (source == into[device]) continue; // in place: it is there
      copy(step, device, fetch.box, into[device], route.into[member], source,
           route.from[fetch.member], bytes(from.type));
    }
  }

  /// Bytes of a member's slices, of which each is its share of what one member holds.
  static size_t room_of(const Call<Reduction> &call, const ReductionRoute &route, size_t member) {
    const size_t all =
        elements(route.shares[member]) * bytes(call.from.type) * route.devices.size();
    return (all + 255) / 256 * 256; // aligned for any type
  }

  /// Room for every call's slices, by calls and members.
  template <typename All>
  const std::vector<char *> &rooms_for(Flight &flight, const Calls<Reduction> &calls,
                                       const All &routes, size_t group) {
    std::vector<char *> &rooms = flight.rooms[group];
    if (!rooms.empty()) return rooms;
    std::map<int, size_t> sizes;
    for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
      const ReductionRoute &route = (*all)[group];
      sizes[route.devices[member]] += room_of(call, route, member);
    });
    std::map<int, char *> next;
    for (const auto &[device, size] : sizes)
      next[device] = room(device, size);
    for_each_member(calls, routes, group, [&](const auto &call, const auto &all, size_t member) {
      const ReductionRoute &route = (*all)[group];
      char *&at = next[route.devices[member]];
      rooms.push_back(at);
      at += room_of(call, route, member);
    });
    return rooms;
  }

  /// Gathers the member's share of what all hold, a slice each, and combines the slices.
  void combine_share(const Call<Reduction> &call, const ReductionRoute &route, size_t member,
                     char *slices) {
    const int device = route.devices[member], count = static_cast<int>(route.devices.size());
    const Box &box = route.shares[member];
    const int64_t share = elements(box);
    if (share == 0) return;
    const size_t size = bytes(call.from.type);
    for (int other = 0; other < count; ++other)
      copy(call.step, device, box, slices + other * share * size, box,
           call.from[route.devices[other]], route.from[other], size);
    combine_slices(moves[device], call.step,
                   {call.from.type, call.table.as_bits, call.table.combine, slices, share, count});
  }

  void hand_out(const Call<Reduction> &call, const ReductionRoute &route, size_t member,
                const char *slices) {
    const int device = route.devices[member];
    const Box &box = route.shares[member];
    if (elements(box) == 0) return;
    for (size_t other = 0; other < route.devices.size(); ++other)
      if (route.alike || other == member)
        copy(call.step, device, box, call.into[route.devices[other]], route.into[other], slices,
             box, bytes(call.into.type));
  }

  void copy(const char *step, int device, const Box &box, char *to, const Box &to_window,
            const char *from, const Box &from_window, size_t size) {
    copy_on(moves[device], step, box, {to, to_window}, {from, from_window}, size);
  }

  /// Memory of a device for what is on its way.
  char *room(int device, size_t size) {
    if (size > room_bytes)
      throw Error(Exit::bug, "device " + std::to_string(device) + " combines in " +
                                 std::to_string(size) + " bytes, and has room for " +
                                 std::to_string(room_bytes));
    return rooms[device];
  }

  Events events(const char *step) {
    Events made;
    for (Stream &stream : moves)
      made.push_back(std::make_unique<Event>(stream, step));
    return made;
  }

  template <typename Route>
  Flight &flight_of(const char *step, const std::vector<Route> &groups) {
    const auto [known, is_new] = flights.try_emplace(step);
    if (!is_new) return known->second;
    known->second.done = events(step);
    for (const Route &group : groups)
      known->second.groups.push_back(group.devices);
    known->second.rooms.resize(groups.size());
    return known->second;
  }

  void record(const char *step, const Events &own, std::vector<Stream> &streams,
              const std::vector<int> &devices) {
    for (int device : devices)
      own[device]->record(streams[device], step);
  }

  /// What each of the devices' streams does next waits for the events of all of them.
  void hold(const char *step, std::vector<Stream> &streams, const Events &own,
            const std::vector<int> &devices) {
    for (int device : devices)
      for (int other : devices)
        own[other]->hold(streams[device], step);
  }

  /// What moves next waits for all that any of the devices was given before.
  void begin(const char *step, const std::vector<int> &devices) {
    record(step, ready, work, devices);
    hold(step, moves, ready, devices);
  }

  /// What moves next waits for what has moved before between these.
  void meet(const char *step, const std::vector<int> &devices) {
    record(step, between, moves, devices);
    hold(step, moves, between, devices);
  }

  std::vector<Stream> work, moves;            // by device
  std::vector<int> all;                       // devices
  Events ready, between;                      // the last of each
  std::map<std::string_view, Flight> flights; // by first steps
  std::vector<char *> rooms; // per device, of the largest size that a step asks for
  size_t room_bytes;
  Routes<Exchange, ExchangeRoute> exchanges;
  Routes<Reduction, ReductionRoute> reductions;
};

} // namespace

std::shared_ptr<Collectives> make_collectives(Machine &machine, size_t workspace_bytes,
                                              const Options &options) {
  if (options.processes || options.collectives == "nccl") return between_gpus(machine, options);
  machine.remark = enable_peers(machine.local);
  return std::make_shared<CudaLocal>(machine.local, workspace_bytes);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
