// SPDX-License-Identifier: Apache-2.0
// Collectives between GPUs by NCCL. A GPU is a rank of one communicator, whichever process it is
// of. Even gathers are NCCL's own (library_cuda.h), as are sums that may have its order, which
// depends on the machine. All else that goes between GPUs are grouped sends and receives, so that
// uneven parts are as good as even ones; and sums are added up where they arrive, in their order,
// by the kernel that devices of one process have for it.
//
// Of a GPU, one stream does all that, beside those on which its devices' kernels run, so NCCL is
// asked in one order on all GPUs. What is started waits for what these have been given before, and
// they wait for it when they are told to.
#include "runtime/collectives/nccl/collectives_nccl_cuda.h"

#include "runtime/collectives/cuda_local/copies_cuda.h"
#include "runtime/collectives/cuda_local/slices_cuda.h"
#include "runtime/collectives/nccl/library_cuda.h"
#include "runtime/collectives/nccl/nccl_cuda.h"
#include "runtime/collectives/parcels.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

class OfNccl : public Collectives {
public:
  OfNccl(std::vector<Slot> &slots, const Placement &placement, const Options &options)
      : slots(slots), gpu_of(number_gpus(placement, options)) {
    for (Slot &slot : slots) {
      const int rank = gpu_of->process(slot.device);
      auto gpu =
          std::find_if(gpus.begin(), gpus.end(), [&](const Gpu &g) { return g.rank == rank; });
      if (gpu == gpus.end()) gpu = gpus.emplace(gpu, rank);
      gpu->slots.push_back(&slot);
      gpu->devices.push_back(slot.device);
    }
    for (Gpu &gpu : gpus) {
      gpu.moves.push_back(beside(gpu.slots.front()->stream));
      for (Slot *slot : gpu.slots)
        gpu.ready.push_back(std::make_unique<Event>(slot->stream, "create event"));
    }
    connect(options);
    library = std::make_unique<Library>(gpus, *gpu_of, ranks_count);
  }

  ~OfNccl() override {
    library.reset(); // its communicators are parts of these
    for (Gpu &gpu : gpus)
      if (gpu.comm != nullptr) nccl().CommDestroy(gpu.comm);
  }

  void start_exchange(const Calls<Exchange> &calls) override {
    const StepRange range(calls.front().step);
    begin(calls.front().step);
    if (library->gather(calls)) return end(calls.front().step);
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call) {
        ExchangeParcels &parcels = parcels_of(gpu, calls, call);
        add_messages(gpu, calls[call].step, parcels.sent, calls[call].from, parcels.received,
                     calls[call].into);
      }
    transfer(calls.front().step);
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call) {
        ExchangeParcels &parcels = parcels_of(gpu, calls, call);
        for (Parcel &parcel : parcels.received)
          hand_out(gpu, parcel, calls[call].step, calls[call].into);
        for (const ExchangeParcels::Copy &kept : parcels.kept)
          keep(gpu, kept, calls[call]);
      }
    end(calls.front().step);
  }

  void start_reduce(const Calls<Reduction> &calls) override {
    const StepRange range(calls.front().step);
    begin(calls.front().step);
    if (library->sum(calls)) return end(calls.front().step);
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call)
        gather_terms(gpu, calls, call);
    transfer(calls.front().step);
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call)
        combine_terms(gpu, calls, call);
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call) {
        ReductionParcels &parcels = parcels_of(gpu, calls, call);
        add_messages(gpu, calls[call].step, parcels.shares_sent, calls[call].into,
                     parcels.shares_wanted, calls[call].into);
      }
    transfer(calls.front().step);
    for (Gpu &gpu : gpus)
      for (size_t call = 0; call < calls.size(); ++call)
        for (Parcel &parcel : parcels_of(gpu, calls, call).shares_wanted)
          hand_out(gpu, parcel, calls[call].step, calls[call].into);
    end(calls.front().step);
  }

  void wait(const char *step) override {
    for (Gpu &gpu : gpus)
      for (Slot *slot : gpu.slots)
        gpu.done.at(step)->hold(slot->stream, step);
  }

private:
  /// Ranks of GPUs, process after process, for every device.
  std::unique_ptr<Placement> number_gpus(const Placement &placement, const Options &options) {
    std::vector<int> own(placement.devices(), -1); // of this process's devices
    std::map<int, int> numbers;
    for (Slot &slot : slots)
      own[slot.device] =
          numbers.try_emplace(use(slot.stream).gpu, static_cast<int>(numbers.size())).first->second;
    const std::vector<int> all = share_out(options.processes.get(), own, options.limit);
    std::vector<int> ranks(placement.devices());
    int next = 0;
    for (size_t process = 0; process * own.size() < all.size(); ++process) {
      int last = -1;
      for (size_t device = 0; device < own.size(); ++device) {
        const int gpu = all[process * own.size() + device];
        last = std::max(last, gpu);
        if (gpu >= 0) ranks[device] = next + gpu;
      }
      next += last + 1;
    }
    ranks_count = next;
    return std::make_unique<Placement>(ranks, placement.devices(), next);
  }

  /// Makes the communicator: the first process's name for it goes to all.
  void connect(const Options &options) {
    NcclId id = {};
    const bool is_first = !options.processes || options.processes->rank() == 0;
    if (is_first) check_nccl(nccl().GetUniqueId(&id), "start");
    std::vector<int> words(sizeof id / sizeof(int));
    std::memcpy(words.data(), &id, sizeof id);
    words = share_out(options.processes.get(), words, options.limit);
    std::memcpy(&id, words.data(), sizeof id);
    check_nccl(nccl().GroupStart(), "start");
    for (Gpu &gpu : gpus) {
      use(gpu.stream());
      check_nccl(nccl().CommInitRank(&gpu.comm, ranks_count, id, gpu.rank), "join");
    }
    check_nccl(nccl().GroupEnd(), "join");
  }

  /// What moves next waits for what the GPU's devices have been given before.
  void begin(const char *step) {
    sends.clear();
    for (Gpu &gpu : gpus)
      for (size_t k = 0; k < gpu.slots.size(); ++k) {
        gpu.ready[k]->record(gpu.slots[k]->stream, step);
        gpu.ready[k]->hold(gpu.stream(), step);
      }
  }

  /// A collective has been given to its streams.
  void end(const char *step) {
    for (Gpu &gpu : gpus) {
      std::unique_ptr<Event> &done = gpu.done[step];
      if (done == nullptr) done = std::make_unique<Event>(gpu.stream(), step);
      done->record(gpu.stream(), step);
    }
  }

  /// One message, to be sent or received with all others at once.
  struct Transfer {
    Gpu *gpu;
    bool is_sent;
    char *at;
    size_t bytes;
    int peer;
  };

  void add_messages(Gpu &gpu, const char *step, std::vector<Parcel> &going, const Each &from,
                    std::vector<Parcel> &coming, const Each &into) {
    for (Parcel &parcel : going)
      send(gpu, parcel, step, from);
    for (Parcel &parcel : coming)
      receive(gpu, parcel, into);
  }

  /// From the device's memory, where the box is one piece of it, or from a copy.
  void send(Gpu &gpu, Parcel &parcel, const char *step, const Each &each) {
    const Placed &place = parcel.at.front();
    char *at = buffer(each, place.device);
    const size_t size = bytes(each.type), all = elements(parcel.box) * size;
    if (is_one_piece(parcel.box, place.window)) {
      at += start_of(parcel.box, place.window) * size;
    } else {
      char *const packed = gpu.room(&parcel, all);
      copy_on(gpu.stream(), step, parcel.box, {packed, parcel.box}, {at, place.window}, size);
      at = packed;
    }
    sends.push_back({&gpu, true, at, all, parcel.process});
  }

  void receive(Gpu &gpu, Parcel &parcel, const Each &each) {
    sends.push_back({&gpu, false, arrival(gpu, parcel, each),
                     elements(parcel.box) * bytes(each.type), parcel.process});
  }

  /// Where a parcel arrives: with the first device that needs it, if the box is one piece there.
  char *arrival(Gpu &gpu, const Parcel &parcel, const Each &each) {
    const Placed &place = parcel.at.front();
    const size_t size = bytes(each.type);
    if (is_one_piece(parcel.box, place.window))
      return buffer(each, place.device) + start_of(parcel.box, place.window) * size;
    return gpu.room(&parcel, elements(parcel.box) * size);
  }

  /// To the devices that it has not arrived at.
  void hand_out(Gpu &gpu, const Parcel &parcel, const char *step, const Each &each) {
    const char *const data = arrival(gpu, parcel, each);
    const bool is_there = is_one_piece(parcel.box, parcel.at.front().window);
    for (const Placed &place : parcel.at)
      if (!(is_there && &place == &parcel.at.front()))
        copy_on(gpu.stream(), step, parcel.box, {buffer(each, place.device), place.window},
                {data, parcel.box}, bytes(each.type));
  }

  void keep(Gpu &gpu, const ExchangeParcels::Copy &kept, const Call<Exchange> &call) {
    const char *const from = buffer(call.from, kept.from.device);
    char *const to = buffer(call.into, kept.into.device);
    if (from == to) return; // in place: it is there
    copy_on(gpu.stream(), call.step, kept.box, {to, kept.into.window}, {from, kept.from.window},
            bytes(call.from.type));
  }

  /// The terms of what this GPU combines are slices, one after another: its own are copied, the
  /// others arrive there.
  void gather_terms(Gpu &gpu, const Calls<Reduction> &calls, size_t call) {
    ReductionParcels &parcels = parcels_of(gpu, calls, call);
    const Each &from = calls[call].from;
    for (Parcel &parcel : parcels.sent)
      send(gpu, parcel, calls[call].step, from);
    for (const ReductionParcels::Target &target : parcels.targets) {
      const size_t size = bytes(from.type), slice = elements(target.box) * size;
      char *at = gpu.room(&target, slice * target.trees.size());
      for (const ReductionParcels::Tree &tree : target.trees) {
        if (tree.own.empty())
          sends.push_back({&gpu, false, at, slice, parcels.received[tree.index].process});
        else
          copy_on(gpu.stream(), calls[call].step, target.box, {at, target.box},
                  {buffer(from, tree.own.front().device), tree.own.front().window}, size);
        at += slice;
      }
    }
  }

  void combine_terms(Gpu &gpu, const Calls<Reduction> &calls, size_t call) {
    const Call<Reduction> &own = calls[call];
    for (const ReductionParcels::Target &target : parcels_of(gpu, calls, call).targets) {
      char *const slices = gpu.rooms[&target].at;
      combine_slices(gpu.stream(), own.step,
                     {own.from.type, own.table.as_bits, own.table.combine, slices,
                      elements(target.box), static_cast<int>(target.trees.size())});
      for (const Placed &place : target.into)
        copy_on(gpu.stream(), own.step, target.box, {buffer(own.into, place.device), place.window},
                {slices, target.box}, bytes(own.into.type));
    }
  }

  /// All messages at once, each on its GPU's stream.
  void transfer(const char *step) {
    if (sends.empty()) return;
    check_nccl(nccl().GroupStart(), step);
    for (const Transfer &one : sends) {
      CUstream_st *const stream = use(one.gpu->stream()).stream;
      check_nccl(
          one.is_sent
              ? nccl().Send(one.at, one.bytes, Nccl::kBytes, one.peer, one.gpu->comm, stream)
              : nccl().Recv(one.at, one.bytes, Nccl::kBytes, one.peer, one.gpu->comm, stream),
          step);
    }
    check_nccl(nccl().GroupEnd(), step);
    sends.clear();
  }

  char *buffer(const Each &each, int device) const {
    const auto slot = std::lower_bound(slots.begin(), slots.end(), device,
                                       [](const Slot &slot, int d) { return slot.device < d; });
    return each[slot - slots.begin()];
  }

  // By the GPU, the table and the number of the call.
  ExchangeParcels &parcels_of(Gpu &gpu, const Calls<Exchange> &calls, size_t call) {
    const auto [known, is_new] = exchanges.try_emplace({gpu.rank, &calls[call].table, call});
    if (is_new)
      known->second = find_parcels(find_routes(calls[call].table, gpu.devices), *gpu_of, gpu.rank);
    return known->second;
  }
  ReductionParcels &parcels_of(Gpu &gpu, const Calls<Reduction> &calls, size_t call) {
    const auto [known, is_new] = reductions.try_emplace({gpu.rank, &calls[call].table, call});
    if (is_new)
      known->second = find_parcels(find_routes(calls[call].table, gpu.devices), *gpu_of, gpu.rank,
                                   bytes(calls[call].from.type), /*in_trees=*/false);
    return known->second;
  }

  std::vector<Slot> &slots;
  int ranks_count = 0;
  const std::unique_ptr<Placement> gpu_of; // the rank of each device's GPU
  std::vector<Gpu> gpus;
  std::unique_ptr<Library> library;
  std::vector<Transfer> sends; // of the collective at hand
  std::map<std::tuple<int, const Exchange *, size_t>, ExchangeParcels> exchanges;
  std::map<std::tuple<int, const Reduction *, size_t>, ReductionParcels> reductions;
};

} // namespace

std::shared_ptr<Collectives> between_gpus(Machine &machine, const Options &options) {
  return std::make_shared<OfNccl>(machine.local, *machine.placement, options);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
