// SPDX-License-Identifier: Apache-2.0
// Code that communicates has a communicator of NCCL's for its group, which has a device on each
// GPU; of one device alone there is nothing but a copy. Communicators are split off one of all
// devices when a group is first needed; as all processes do the same steps, all come to that. A
// device has a thread of its own while its code is called, as NCCL lets one that has several GPUs
// wait for itself.
#include "runtime/collectives/talks.h"

#include "runtime/collectives/cuda_local/copies_cuda.h"
#include "runtime/collectives/nccl/nccl_cuda.h"
#include "runtime/host/cuda/launch_cuda.h"
#include "runtime/io/file.h"

#include <cstring>
#include <map>
#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// What a device's code is given.
class Member {
public:
  Member(Slot &slot, const char *step, int64_t rank, int64_t size, ncclComm *comm)
      : stream(slot.stream), step(step),
        comm(comm), others{rank, size, exchange, all_gather, comm, this} {}
  Member(const Member &) = delete;
  Member &operator=(const Member &) = delete;

  const shardc_communicator &communicator() const { return others; }

private:
  Stream &stream;
  const char *const step;
  ncclComm *const comm; // none: the device is alone
  const shardc_communicator others;
  std::string wrong;

  /// What is thrown is what the code is told.
  template <typename Do>
  static const char *told(const shardc_communicator *group, Do act) {
    Member &own = *static_cast<Member *>(group->state);
    try {
      act(own);
      return nullptr;
    } catch (const Error &error) {
      own.wrong = error.what();
      return own.wrong.c_str();
    }
  }

  static const char *exchange(const shardc_communicator *group, const shardc_message *sent,
                              int64_t sent_count, const shardc_message *received,
                              int64_t received_count) {
    return told(group, [&](Member &own) {
      if (sent_count + received_count == 0) return;
      if (own.comm == nullptr)
        throw Error(Exit::wrong_input, "there is no other device to talk to");
      own.at_once([&](CUstream_st *stream) {
        for (int64_t k = 0; k < sent_count; ++k)
          check_nccl(nccl().Send(sent[k].data, static_cast<size_t>(sent[k].bytes), Nccl::kBytes,
                                 static_cast<int>(sent[k].rank), own.comm, stream),
                     own.step);
        for (int64_t k = 0; k < received_count; ++k)
          check_nccl(nccl().Recv(received[k].data, static_cast<size_t>(received[k].bytes),
                                 Nccl::kBytes, static_cast<int>(received[k].rank), own.comm,
                                 stream),
                     own.step);
      });
    });
  }

  static const char *all_gather(const shardc_communicator *group, const void *own_data, void *all,
                                int64_t bytes) {
    return told(group, [&](Member &own) {
      if (bytes == 0) return;
      if (own.comm == nullptr) return own.copy(own_data, all, bytes);
      own.at_once([&](CUstream_st *stream) {
        check_nccl(nccl().AllGather(own_data, all, static_cast<size_t>(bytes), Nccl::kBytes,
                                    own.comm, stream),
                   own.step);
      });
    });
  }

  /// Where a call of NCCL's fails, what was begun ends with it.
  template <typename Calls>
  void at_once(Calls calls) {
    CUstream_st *const on = use(stream).stream;
    check_nccl(nccl().GroupStart(), step);
    try {
      calls(on);
    } catch (...) {
      nccl().GroupEnd();
      throw;
    }
    check_nccl(nccl().GroupEnd(), step);
  }

  void copy(const void *from, void *to, int64_t bytes) {
    if (from == to) return;
    const Box box = {{0, bytes}};
    copy_on(stream, step, box, {static_cast<char *>(to), box},
            {static_cast<const char *>(from), box}, 1);
  }
};

class TalksByNccl : public Talks {
public:
  TalksByNccl(Machine &machine, const Options &options)
      : slots(machine.local), placement(*machine.placement), processes(options.processes),
        limit(options.limit) {}

  ~TalksByNccl() override {
    for (const auto &[key, comm] : comms)
      nccl().CommDestroy(comm);
    for (ncclComm *comm : all)
      nccl().CommDestroy(comm);
  }

  void call(const char *step, const Group &group, const Act &act) override {
    if (group.members(0).size() > 1) connect(group, step);
    const HeldInterrupts held; // no business of these threads
    std::vector<std::exception_ptr> failures(slots.size());
    std::vector<std::thread> threads;
    for (size_t place = 0; place < slots.size(); ++place)
      threads.emplace_back([&, place] {
        try {
          run(place, step, group, act);
        } catch (...) {
          failures[place] = std::current_exception();
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    for (const std::exception_ptr &failure : failures)
      if (failure) std::rethrow_exception(failure);
  }

private:
  std::vector<Slot> &slots;
  const Placement &placement;
  const std::shared_ptr<Processes> processes; // none: this one alone
  const std::chrono::milliseconds limit;
  std::vector<ncclComm *> all;                                  // of all devices, by place
  std::map<std::pair<int, std::vector<int>>, ncclComm *> comms; // by device and axes

  void run(size_t place, const char *step, const Group &group, const Act &act) {
    Slot &slot = slots[place];
    use(slot.stream);
    const std::vector<int> members = group.members(slot.device);
    const auto comm = comms.find({slot.device, group.axes});
    const Member member(
        slot, step, std::find(members.begin(), members.end(), slot.device) - members.begin(),
        static_cast<int64_t>(members.size()), comm == comms.end() ? nullptr : comm->second);
    act(place, member.communicator());
  }

  /// What has been given to GPUs before is done, so that NCCL need not wait for it.
  void connect(const Group &group, const char *step) {
    if (comms.count({slots.front().device, group.axes}) > 0) return;
    require_gpus(step);
    if (nccl().CommSplit == nullptr)
      throw Error(Exit::unsupported, std::string("step '") + step +
                                         "': code that communicates needs NCCL 2.18 or later");
    for (Slot &slot : slots)
      finish(slot.stream);
    if (all.empty()) join();
    check_nccl(nccl().GroupStart(), "split");
    for (size_t place = 0; place < slots.size(); ++place) {
      const int device = slots[place].device;
      const std::vector<int> members = group.members(device);
      const auto rank = std::find(members.begin(), members.end(), device) - members.begin();
      use(slots[place].stream);
      check_nccl(nccl().CommSplit(all[place], *std::min_element(members.begin(), members.end()),
                                  static_cast<int>(rank), &comms[{device, group.axes}], nullptr),
                 "split");
    }
    check_nccl(nccl().GroupEnd(), "split");
  }

  /// NCCL has a rank for a GPU.
  void require_gpus(const char *step) {
    std::map<int, int> devices; // by GPU
    for (Slot &slot : slots) {
      const auto [first, is_new] = devices.try_emplace(use(slot.stream).gpu, slot.device);
      if (is_new) continue;
      throw Error(Exit::environment, std::string("step '") + step + "': devices " +
                                         std::to_string(first->second) + " and " +
                                         std::to_string(slot.device) + " share GPU " +
                                         std::to_string(first->first) +
                                         ", and code that communicates needs a GPU for each "
                                         "device; run it on as many GPUs, or on CPUs");
    }
  }

  /// The first process's name for the communicator goes to all.
  void join() {
    NcclId id = {};
    if (!processes || processes->rank() == 0) check_nccl(nccl().GetUniqueId(&id), "start");
    std::vector<int> words(sizeof id / sizeof(int));
    std::memcpy(words.data(), &id, sizeof id);
    words = share_out(processes.get(), words, limit);
    std::memcpy(&id, words.data(), sizeof id);
    all.resize(slots.size());
    check_nccl(nccl().GroupStart(), "start");
    for (size_t place = 0; place < slots.size(); ++place) {
      use(slots[place].stream);
      check_nccl(nccl().CommInitRank(&all[place], placement.devices(), id, slots[place].device),
                 "join");
    }
    check_nccl(nccl().GroupEnd(), "join");
  }
};

} // namespace

std::shared_ptr<Talks> make_talks(Machine &machine, const Options &options) {
  return std::make_shared<TalksByNccl>(machine, options);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
