// SPDX-License-Identifier: Apache-2.0
// Collectives between processes on CPUs. The threads of a process meet, the first of them sends
// what other processes need and receives what is needed here, and they meet again. A box that is
// one piece of a device's memory is sent from there, and received there.
//
// What is started is under way when its messages are; who waits for it does the rest: copies of
// what came, sums of it, a second round of messages.
#include "runtime/collectives/mpi/collectives_mpi_cpu.h"

#include "runtime/collectives/mpi/moves_cpu.h"
#include "runtime/collectives/threads/combine_cpu.h"
#include "runtime/host/cpu/stream_cpu.h"

#include <cstring>
#include <deque>
#include <tuple>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

class BetweenProcesses : public Collectives {
public:
  BetweenProcesses(const Machine &machine, std::shared_ptr<Collectives> threads,
                   const Options &options)
      : team(*machine.local.front().stream.state().team),
        self(machine.local.front().stream.state().carrier), placement(*machine.placement),
        processes(*options.processes), threads(std::move(threads)) {
    if (self == 0) team.set_between([processes = options.processes] { processes->get_on(); });
  }

  void start_exchange(const Calls<Exchange> &calls) override {
    if (!cross(calls)) return threads->start_exchange(calls);
    Flight &flight = begin(calls.front().step);
    keep_buffers(calls, flight.own);
    team.meet(self, flight.step, &flight.own); // every box is there
    if (self == 0) start(flight, calls);
  }

  void start_reduce(const Calls<Reduction> &calls) override {
    if (!cross(calls)) return threads->start_reduce(calls);
    Flight &flight = begin(calls.front().step);
    keep_buffers(calls, flight.own);
    for (const Call<Reduction> &call : calls)
      flight.reductions.push_back(call);
    team.meet(self, flight.step, &flight.own);
    if (self == 0) start(flight, calls);
  }

  void wait(const char *step) override {
    const auto found = std::find_if(flights.begin(), flights.end(), [&](const auto &flight) {
      return flight->step != nullptr && std::strcmp(flight->step, step) == 0;
    });
    if (found == flights.end()) return; // threads have done it
    Flight &flight = **found;
    if (self == 0) {
      if (flight.reductions.empty())
        finish(flight);
      else
        finish(flight, flight.reductions);
    }
    team.meet(self, step);
    flight.step = nullptr;
  }

private:
  /// Whether any group has a device elsewhere. All threads find the same.
  template <typename Table>
  bool cross(const Calls<Table> &calls) {
    bool any = false;
    for (const Call<Table> &call : calls) {
      const auto [known, is_new] = crossing.try_emplace(&call.table);
      if (is_new)
        for (int device : team.devices())
          for (int member : call.table.group.members(device))
            known->second |= team.place(member) < 0;
      any |= known->second;
    }
    return any;
  }

  /// Collectives that are done at once, from their start to the wait for them.
  struct Flight {
    int number = 0;
    const char *step = nullptr; // none: it is over, and may be another's
    std::vector<Call<Reduction>> reductions;
    Buffers own;     // those of this thread, for the first one
    Buffers buffers; // whichever threads carry the devices
    const Moves *moves = nullptr;
    std::vector<Message> sent, received; // subtrees of sums
    std::unique_ptr<UnderWay> of_subtrees;
    UnderWay *way = nullptr; // what is waited for
  };

  Flight &begin(const char *step) {
    auto found = std::find_if(flights.begin(), flights.end(),
                              [](const auto &flight) { return flight->step == nullptr; });
    if (found == flights.end()) {
      found = flights.insert(found, std::make_unique<Flight>());
      (*found)->number = static_cast<int>(flights.size()) - 1;
    }
    Flight &flight = **found;
    flight.step = step;
    flight.reductions.clear();
    flight.sent.clear();
    flight.received.clear();
    return flight;
  }

  /// The first thread looks at them when this one has gone on, and may have other buffers then.
  template <typename Table>
  static void keep_buffers(const Calls<Table> &calls, Buffers &own) {
    own.from.clear();
    own.into.clear();
    for (const Call<Table> &call : calls)
      for (size_t place = 0; place < call.from.size(); ++place) {
        own.from.push_back(call.from[place]);
        own.into.push_back(call.into[place]);
      }
  }

  /// Those of all threads, before anything else of a collective.
  void find_buffers(Flight &flight, size_t calls) {
    const size_t devices = team.devices().size();
    Buffers &all = flight.buffers;
    all.from.resize(calls * devices);
    all.into.resize(calls * devices);
    for (int carrier = 0; carrier < team.carriers(); ++carrier) {
      const Buffers &theirs =
          carrier == self ? flight.own : *static_cast<const Buffers *>(team.shown(self, carrier));
      const Range<int> places = team.places(carrier);
      for (size_t call = 0; call < calls; ++call) {
        const size_t first = call * places.size(), to = call * devices + places.lo;
        std::copy_n(theirs.from.data() + first, places.size(), all.from.data() + to);
        std::copy_n(theirs.into.data() + first, places.size(), all.into.data() + to);
      }
    }
  }
  char *of(const std::vector<char *> &buffers, size_t call, int device) const {
    return buffers[call * team.devices().size() + team.place(device)];
  }

  void start(Flight &flight, const Calls<Exchange> &calls) {
    find_buffers(flight, calls.size());
    Moves &moves = moves_of(flight, calls, exchange_moves, [&](Moves &made, size_t call) {
      add_exchange(made, exchange_parcels(flight, calls[call], call), flight.buffers, call,
                   bytes(calls[call].from.type));
    });
    start(flight, moves);
    Moves::make(moves.kept);
  }

  void finish(Flight &flight) {
    finish_way(flight);
    Moves::make(flight.moves->handed_out);
  }

  void start(Flight &flight, Moves &moves) {
    flight.moves = &moves;
    Moves::make(moves.packed, processes.read_each_other());
    start(flight, moves.way, moves.sent, moves.received);
  }

  void start(Flight &flight, std::unique_ptr<UnderWay> &way, const std::vector<Message> &sent,
             const std::vector<Message> &received) {
    processes.start(way, sent, received);
    flight.way = way.get();
  }

  /// By the first table and the number of the flight, as parcels are: some for all buffers.
  using AllMoves = std::map<std::pair<const void *, int>, std::deque<Moves>>;

  /// Those that are known, or what `add(moves, call)` adds for each call.
  template <typename Table, typename Add>
  Moves &moves_of(const Flight &flight, const Calls<Table> &calls, AllMoves &all, const Add &add) {
    std::deque<Moves> &known = all[{&calls.front().table, flight.number}];
    const auto is_of = [](const void *table, const Call<Table> &call) {
      return table == &call.table;
    };
    for (Moves &moves : known)
      if (moves.buffers == flight.buffers &&
          std::equal(moves.tables.begin(), moves.tables.end(), calls.begin(), calls.end(), is_of))
        return moves;
    Moves &moves = known.emplace_back();
    moves.buffers = flight.buffers;
    for (size_t call = 0; call < calls.size(); ++call) {
      moves.tables.push_back(&calls[call].table);
      add(moves, call);
    }
    return moves;
  }

  void add_exchange(Moves &moves, ExchangeParcels &parcels, const Buffers &buffers, size_t call,
                    size_t size) {
    add_messages(moves, parcels.sent, buffers.from, parcels.received, buffers.into, call, size);
    for (const ExchangeParcels::Copy &copy : parcels.kept) {
      const char *const source = of(buffers.from, call, copy.from.device);
      char *const to = of(buffers.into, call, copy.into.device);
      if (source != to) // else in place: it is there
        moves.kept.push_back(
            Moves::Copy{to, copy.into.window, source, copy.from.window, copy.box, size}.as_row());
    }
  }

  /// For what goes from buffers here, and for what comes into some.
  void add_messages(Moves &moves, std::vector<Parcel> &going, const std::vector<char *> &from,
                    std::vector<Parcel> &coming, const std::vector<char *> &into, size_t call,
                    size_t size) {
    for (Parcel &parcel : going)
      moves.send(parcel, of(from, call, parcel.at.front().device), size, pages);
    for (Parcel &parcel : coming)
      moves.receive(
          parcel, [&](int device) { return of(into, call, device); }, size, pages);
  }

  void start(Flight &flight, const Calls<Reduction> &calls) {
    find_buffers(flight, calls.size());
    for (size_t call = 0; call < calls.size(); ++call) {
      ReductionParcels &parcels = reduction_parcels(flight, call);
      const size_t size = bytes(calls[call].from.type);
      for (Parcel &parcel : parcels.sent)
        flight.sent.push_back(
            {parcel.process, combined(flight, parcel, call), elements(parcel.box) * size});
      for (Parcel &parcel : parcels.received)
        flight.received.push_back(
            {parcel.process, memory_of(parcel, size, pages), elements(parcel.box) * size});
    }
    start(flight, flight.of_subtrees, flight.sent, flight.received);
  }

  void finish(Flight &flight, const Calls<Reduction> &calls) {
    finish_way(flight);
    for (size_t call = 0; call < calls.size(); ++call)
      combine_targets(flight, call);
    share_results(flight, calls);
  }

  /// What each process has combined for all.
  void share_results(Flight &flight, const Calls<Reduction> &calls) {
    Moves &moves = moves_of(flight, calls, share_moves, [&](Moves &made, size_t call) {
      ReductionParcels &parcels = reduction_parcels(flight, call);
      const std::vector<char *> &into = flight.buffers.into;
      add_messages(made, parcels.shares_sent, into, parcels.shares_wanted, into, call,
                   bytes(calls[call].into.type));
    });
    if (moves.sent.empty() && moves.received.empty()) return;
    start(flight, moves);
    finish(flight);
  }

  void combine_targets(Flight &flight, size_t call) {
    const ReductionParcels &parcels = reduction_parcels(flight, call);
    const size_t size = bytes(flight.reductions[call].from.type);
    if (is_in_place(flight, call) && !parcels.in_blocks)
      return combine_apart(flight, call, parcels, size);
    for (const ReductionParcels::Target &target : parcels.targets)
      combiner.for_each_block(target.box, [&](const Box &block) {
        put(flight, call, parcels, target, combined(flight, target, parcels, block, call), block,
            size);
      });
  }

  bool is_in_place(const Flight &flight, size_t call) const {
    const size_t all = team.devices().size();
    const auto from = flight.buffers.from.begin() + static_cast<ptrdiff_t>(call * all);
    const auto into = flight.buffers.into.begin() + static_cast<ptrdiff_t>(call * all);
    return std::equal(from, from + static_cast<ptrdiff_t>(all), into);
  }

  /// Nothing is written before all is read.
  void combine_apart(Flight &flight, size_t call, const ReductionParcels &parcels, size_t size) {
    size_t at = 0; // in `totals` [bytes]
    for (const ReductionParcels::Target &target : parcels.targets) {
      const size_t begin = at;
      at += elements(target.box) * size;
      if (totals.size() < at) totals.resize(at);
      combiner.for_each_block(target.box, [&](const Box &block) {
        const char *const sum = combined(flight, target, parcels, block, call);
        copy_box(totals.data() + begin, target.box, sum, block, block, size);
      });
    }
    at = 0;
    for (const ReductionParcels::Target &target : parcels.targets) {
      put(flight, call, parcels, target, totals.data() + at, target.box, size);
      at += elements(target.box) * size;
    }
  }

  /// A box of a target, row-major, to those that need it.
  void put(const Flight &flight, size_t call, const ReductionParcels &parcels,
           const ReductionParcels::Target &target, const char *data, const Box &box, size_t size) {
    const bool is_sent = !parcels.shares_sent.empty(); // from the first device
    for (const Placed &place : target.into)
      copy_to(of(flight.buffers.into, call, place.device), place.window, data, box, box, size,
              is_sent && &place == &target.into.front() && is_past_caches(target.box, size));
  }

  /// Whether others will read the box from memory here, and it is of a size to keep out of caches.
  bool is_past_caches(const Box &box, size_t size) const {
    return processes.read_each_other() && runtime::is_past_caches(elements(box) * size);
  }

  /// A block of a target, from its subtrees.
  const char *combined(const Flight &flight, const ReductionParcels::Target &target,
                       const ReductionParcels &parcels, const Box &block, size_t call) {
    const Call<Reduction> &table = flight.reductions[call];
    trees.clear();
    if (subtotals.size() < target.trees.size()) subtotals.resize(target.trees.size());
    for (size_t k = 0; k < target.trees.size(); ++k) {
      const ReductionParcels::Tree &tree = target.trees[k];
      if (tree.own.empty()) {
        trees.push_back({tree.first, tree.span, {parcels.received[tree.index].memory, target.box}});
        continue;
      }
      if (tree.own.size() == 1) {
        const Placed &place = tree.own.front();
        trees.push_back(
            {tree.first, tree.span, {of(flight.buffers.from, call, place.device), place.window}});
        continue;
      }
      const char *const sum = combined(flight, tree.own, block, call);
      subtotals[k].assign(sum, sum + elements(block) * bytes(table.from.type));
      trees.push_back({tree.first, tree.span, {subtotals[k].data(), block}});
    }
    return combiner.combined(table.table.combine, table.from.type, table.table.as_bits, block,
                             trees);
  }

  /// A block of what devices of this process hold, which are neighbours in a sum's tree.
  const char *combined(const Flight &flight, const std::vector<Placed> &own, const Box &block,
                       size_t call) {
    const Call<Reduction> &table = flight.reductions[call];
    held.clear();
    for (const Placed &place : own)
      held.push_back({of(flight.buffers.from, call, place.device), place.window});
    return combiner.combined(table.table.combine, table.from.type, table.table.as_bits, block,
                             held);
  }

  /// What is to be sent of a subtree.
  char *combined(const Flight &flight, Parcel &parcel, size_t call) {
    const size_t size = bytes(flight.reductions[call].from.type);
    if (parcel.at.size() == 1) return packed(parcel, flight.buffers.from, call, size);
    char *const sum = memory_of(parcel, size, pages);
    const bool past_caches = is_past_caches(parcel.box, size);
    combiner.for_each_block(parcel.box, [&](const Box &block) {
      copy_to(sum, parcel.box, combined(flight, parcel.at, block, call), block, block, size,
              past_caches);
    });
    return sum;
  }

  /// Where the box lies in one piece, in the device's memory or in a copy.
  char *packed(Parcel &parcel, const std::vector<char *> &from, size_t call, size_t size) {
    const Placed &place = parcel.at.front();
    char *const memory = of(from, call, place.device);
    if (is_one_piece(parcel.box, place.window))
      return memory + start_of(parcel.box, place.window) * size;
    copy_to(memory_of(parcel, size, pages), parcel.box, memory, place.window, parcel.box, size,
            is_past_caches(parcel.box, size));
    return parcel.memory;
  }

  void finish_way(Flight &flight) {
    try {
      processes.finish(*flight.way, [&](const std::vector<int> &missing) {
        team.check(self, flight.step, missing);
      });
    } catch (const Lost &lost) {
      throw Error(lost.code, "device " + std::to_string(team.devices().front()) + ", step " +
                                 flight.step + ": " + lost.what());
    }
  }

  // By the table and the numbers of flight and call, as parcels have memory.
  ExchangeParcels &exchange_parcels(const Flight &flight, const Call<Exchange> &own, size_t call) {
    const auto [known, is_new] = exchanges.try_emplace({&own.table, flight.number, call});
    if (is_new)
      known->second =
          find_parcels(find_routes(own.table, team.devices()), placement, processes.rank());
    return known->second;
  }
  ReductionParcels &reduction_parcels(const Flight &flight, size_t call) {
    const Call<Reduction> &own = flight.reductions[call];
    const auto [known, is_new] = reductions.try_emplace({&own.table, flight.number, call});
    if (is_new)
      known->second = find_parcels(find_routes(own.table, team.devices()), placement,
                                   processes.rank(), bytes(own.from.type));
    return known->second;
  }

  Team &team;
  const int self; // the carrier
  const Placement &placement;
  Processes &processes;
  const std::shared_ptr<Collectives> threads;
  std::map<const void *, bool> crossing; // of tables that have been used before
  std::map<std::tuple<const Exchange *, int, size_t>, ExchangeParcels> exchanges;
  std::map<std::tuple<const Reduction *, int, size_t>, ReductionParcels> reductions;
  AllMoves exchange_moves, share_moves;         // that have been made before
  Pages pages;                                  // of parcels
  std::vector<std::unique_ptr<Flight>> flights; // by number
  Combiner combiner;
  std::vector<Combiner::Held> held;         // of the block at hand
  std::vector<Combiner::Tree> trees;        // of the block at hand
  std::vector<std::vector<char>> subtotals; // of those that are this process's
  std::vector<char> totals;                 // that are written when all is read
};

} // namespace

std::shared_ptr<Collectives>
between_processes(Machine &machine, std::shared_ptr<Collectives> threads, const Options &options) {
  return std::make_shared<BetweenProcesses>(machine, std::move(threads), options);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
