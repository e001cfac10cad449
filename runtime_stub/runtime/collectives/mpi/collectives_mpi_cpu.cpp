// SPDX-License-Identifier: Apache-2.0
// Collectives between processes on CPUs. The threads of a process meet, the first of them sends
// what other processes need and receives what is needed here, and they meet again. A box that is
// one piece of a device's memory is sent from there, and received there.
#include "runtime/collectives/mpi/collectives_mpi_cpu.h"

#include "runtime/collectives/parcels.h"
#include "runtime/collectives/threads/combine_cpu.h"
#include "runtime/host/cpu/stream_cpu.h"
#include "runtime/host/pages.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

class BetweenProcesses : public Collectives {
public:
  BetweenProcesses(const Machine &machine, std::shared_ptr<Collectives> threads,
                   const Options &options)
      : team(*machine.local.front().stream.state().team),
        self(machine.local.front().stream.state().carrier), placement(*machine.placement),
        processes(*options.processes), threads(std::move(threads)) {}

  void exchange(const std::vector<Call<Exchange>> &calls) override {
    if (!cross(calls)) return threads->exchange(calls);
    team.meet(self, calls.front().step, &calls); // every box is there
    if (self == 0) exchange_between(calls);
    team.meet(self, calls.front().step);
  }

  void reduce(const std::vector<Call<Reduction>> &calls) override {
    if (!cross(calls)) return threads->reduce(calls);
    team.meet(self, calls.front().step, &calls);
    if (self == 0) reduce_between(calls);
    team.meet(self, calls.front().step);
  }

private:
  /// Whether any group has a device elsewhere. All threads find the same.
  template <typename Table>
  bool cross(const std::vector<Call<Table>> &calls) {
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

  /// By place, whichever thread carries the devices.
  struct Buffers {
    std::vector<char *> from, into;
  };

  /// The buffers of all calls, before anything else of a collective.
  template <typename Table>
  void begin(const std::vector<Call<Table>> &calls) {
    sent.clear();
    received.clear();
    buffers.assign(calls.size(), {});
    for (int carrier = 0; carrier < team.carriers(); ++carrier) {
      const auto &theirs =
          carrier == self
              ? calls
              : *static_cast<const std::vector<Call<Table>> *>(team.shown(self, carrier));
      for (size_t call = 0; call < calls.size(); ++call) {
        const auto &[step, table, from, into] = theirs[call];
        buffers[call].from.insert(buffers[call].from.end(), from.at.begin(), from.at.end());
        buffers[call].into.insert(buffers[call].into.end(), into.at.begin(), into.at.end());
      }
    }
  }
  char *of(const std::vector<char *> &places, int device) const {
    return places[team.place(device)];
  }

  void exchange_between(const std::vector<Call<Exchange>> &calls) {
    begin(calls);
    for (size_t call = 0; call < calls.size(); ++call) {
      ExchangeParcels &parcels = exchange_parcels(calls, call);
      add_messages(parcels.sent, buffers[call].from, parcels.received, buffers[call].into,
                   bytes(calls[call].from.type));
    }
    keep(calls);
    send_and_receive(calls.front().step);
    size_t next = 0;
    for (size_t call = 0; call < calls.size(); ++call)
      for (const Parcel &parcel : exchange_parcels(calls, call).received)
        hand_out(parcel, received[next++].data, buffers[call].into, bytes(calls[call].from.type));
  }

  /// Messages for what goes from buffers here, and for what comes into some.
  void add_messages(std::vector<Parcel> &going, const std::vector<char *> &from,
                    std::vector<Parcel> &coming, const std::vector<char *> &into, size_t size) {
    for (Parcel &parcel : going)
      sent.push_back({parcel.process, packed(parcel, from, size), elements(parcel.box) * size});
    for (Parcel &parcel : coming)
      received.push_back({parcel.process, room(parcel, into, size), elements(parcel.box) * size});
  }

  /// What goes from one device of this process to another.
  void keep(const std::vector<Call<Exchange>> &calls) {
    for (size_t call = 0; call < calls.size(); ++call) {
      const size_t size = bytes(calls[call].from.type);
      for (const ExchangeParcels::Copy &copy : exchange_parcels(calls, call).kept) {
        const char *const source = of(buffers[call].from, copy.from.device);
        char *const to = of(buffers[call].into, copy.into.device);
        if (source == to) continue; // in place: it is there
        copy_box(to, copy.into.window, source, copy.from.window, copy.box, size);
      }
    }
  }

  void reduce_between(const std::vector<Call<Reduction>> &calls) {
    begin(calls);
    for (size_t call = 0; call < calls.size(); ++call) {
      ReductionParcels &parcels = reduction_parcels(calls, call);
      const size_t size = bytes(calls[call].from.type);
      for (Parcel &parcel : parcels.sent)
        sent.push_back(
            {parcel.process, combined(parcel, calls, call), elements(parcel.box) * size});
      for (Parcel &parcel : parcels.received) {
        received.push_back({parcel.process, memory_of(parcel, size), elements(parcel.box) * size});
      }
    }
    send_and_receive(calls.front().step);
    for (size_t call = 0; call < calls.size(); ++call)
      combine_targets(calls, call);
    share_results(calls);
  }

  /// What each process has combined for all.
  void share_results(const std::vector<Call<Reduction>> &calls) {
    sent.clear();
    received.clear();
    for (size_t call = 0; call < calls.size(); ++call) {
      ReductionParcels &parcels = reduction_parcels(calls, call);
      add_messages(parcels.shares_sent, buffers[call].into, parcels.shares_wanted,
                   buffers[call].into, bytes(calls[call].into.type));
    }
    if (sent.empty() && received.empty()) return;
    send_and_receive(calls.front().step);
    size_t next = 0;
    for (size_t call = 0; call < calls.size(); ++call)
      for (const Parcel &parcel : reduction_parcels(calls, call).shares_wanted)
        hand_out(parcel, received[next++].data, buffers[call].into, bytes(calls[call].into.type));
  }

  void combine_targets(const std::vector<Call<Reduction>> &calls, size_t call) {
    const ReductionParcels &parcels = reduction_parcels(calls, call);
    const size_t size = bytes(calls[call].from.type);
    const bool in_place = buffers[call].from == buffers[call].into;
    std::vector<std::vector<char>> totals;
    for (const ReductionParcels::Target &target : parcels.targets) {
      std::vector<char> *total = nullptr;
      if (in_place && !parcels.in_blocks) // nothing is written before all is read
        total = &totals.emplace_back(elements(target.box) * size);
      for_each_block(target.box, [&](const Box &block) {
        const char *const sum = combined(target, parcels, block, calls, call);
        if (total != nullptr) return copy_box(total->data(), target.box, sum, block, block, size);
        for (const Placed &place : target.into)
          copy_box(of(buffers[call].into, place.device), place.window, sum, block, block, size);
      });
    }
    for (size_t k = 0; k < totals.size(); ++k)
      for (const Placed &place : parcels.targets[k].into)
        copy_box(of(buffers[call].into, place.device), place.window, totals[k].data(),
                 parcels.targets[k].box, parcels.targets[k].box, size);
  }

  /// A block of a target, from its subtrees.
  const char *combined(const ReductionParcels::Target &target, const ReductionParcels &parcels,
                       const Box &block, const std::vector<Call<Reduction>> &calls, size_t call) {
    const Call<Reduction> &table = calls[call];
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
            {tree.first, tree.span, {of(buffers[call].from, place.device), place.window}});
        continue;
      }
      const char *const sum = combined(tree.own, block, calls, call);
      subtotals[k].assign(sum, sum + elements(block) * bytes(table.from.type));
      trees.push_back({tree.first, tree.span, {subtotals[k].data(), block}});
    }
    return combiner.combined(table.table.combine, table.from.type, table.table.as_bits, block,
                             trees);
  }

  /// A block of what devices of this process hold, which are neighbours in a sum's tree.
  const char *combined(const std::vector<Placed> &own, const Box &block,
                       const std::vector<Call<Reduction>> &calls, size_t call) {
    const Call<Reduction> &table = calls[call];
    held.clear();
    for (const Placed &place : own)
      held.push_back({of(buffers[call].from, place.device), place.window});
    return combiner.combined(table.table.combine, table.from.type, table.table.as_bits, block,
                             held);
  }

  /// What is to be sent of a subtree.
  char *combined(Parcel &parcel, const std::vector<Call<Reduction>> &calls, size_t call) {
    const size_t size = bytes(calls[call].from.type);
    if (parcel.at.size() == 1) return packed(parcel, buffers[call].from, size);
    char *const sum = memory_of(parcel, size);
    for_each_block(parcel.box, [&](const Box &block) {
      copy_box(sum, parcel.box, combined(parcel.at, block, calls, call), block, block, size);
    });
    return sum;
  }

  /// Where the box lies in one piece, in the device's memory or in a copy.
  char *packed(Parcel &parcel, const std::vector<char *> &places, size_t size) {
    const Placed &place = parcel.at.front();
    char *const memory = of(places, place.device);
    if (is_one_piece(parcel.box, place.window))
      return memory + start_of(parcel.box, place.window) * size;
    copy_box(memory_of(parcel, size), parcel.box, memory, place.window, parcel.box, size);
    return parcel.memory;
  }

  /// Where it may be received.
  char *room(Parcel &parcel, const std::vector<char *> &places, size_t size) {
    const Placed &place = parcel.at.front();
    if (is_one_piece(parcel.box, place.window))
      return of(places, place.device) + start_of(parcel.box, place.window) * size;
    return memory_of(parcel, size);
  }

  /// A parcel's own.
  char *memory_of(Parcel &parcel, size_t size) {
    if (parcel.memory == nullptr) parcel.memory = pages.take(elements(parcel.box) * size);
    return parcel.memory;
  }

  /// What has come, to all that need it.
  void hand_out(const Parcel &parcel, const char *data, const std::vector<char *> &places,
                size_t size) const {
    for (const Placed &place : parcel.at) {
      char *const memory = of(places, place.device);
      const bool is_there = &place == &parcel.at.front() && parcel.memory == nullptr;
      if (!is_there) copy_box(memory, place.window, data, parcel.box, parcel.box, size);
    }
  }

  void send_and_receive(const char *step) {
    try {
      processes.exchange(sent, received,
                         [&](const std::vector<int> &missing) { team.check(self, step, missing); });
    } catch (const Gone &gone) {
      throw Error(gone.code, "device " + std::to_string(team.devices().front()) + ", step " + step +
                                 ": " + gone.what());
    }
  }

  // By the table and the number of the call, as parcels have memory.
  ExchangeParcels &exchange_parcels(const std::vector<Call<Exchange>> &calls, size_t call) {
    const auto [known, is_new] = exchanges.try_emplace({&calls[call].table, call});
    if (is_new)
      known->second =
          find_parcels(find_routes(calls[call].table, team.devices()), placement, processes.rank());
    return known->second;
  }
  ReductionParcels &reduction_parcels(const std::vector<Call<Reduction>> &calls, size_t call) {
    const auto [known, is_new] = reductions.try_emplace({&calls[call].table, call});
    if (is_new)
      known->second = find_parcels(find_routes(calls[call].table, team.devices()), placement,
                                   processes.rank(), bytes(calls[call].from.type));
    return known->second;
  }

  Team &team;
  const int self; // the carrier
  const Placement &placement;
  Processes &processes;
  const std::shared_ptr<Collectives> threads;
  std::map<const void *, bool> crossing; // of tables that have been used before
  std::map<std::pair<const Exchange *, size_t>, ExchangeParcels> exchanges;
  std::map<std::pair<const Reduction *, size_t>, ReductionParcels> reductions;
  Pages pages;                         // of parcels
  std::vector<Message> sent, received; // of the collective at hand
  std::vector<Buffers> buffers;        // of its calls
  Combiner combiner;
  std::vector<Combiner::Held> held;         // of the block at hand
  std::vector<Combiner::Tree> trees;        // of the block at hand
  std::vector<std::vector<char>> subtotals; // of those that are this process's
};

} // namespace

std::shared_ptr<Collectives>
between_processes(Machine &machine, std::shared_ptr<Collectives> threads, const Options &options) {
  return std::make_shared<BetweenProcesses>(machine, std::move(threads), options);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
