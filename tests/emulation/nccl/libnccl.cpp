// SPDX-License-Identifier: Apache-2.0
// A stand-in for NCCL: the functions that bundles call, between GPUs that are emulated, whose
// memory is the host's and whose streams the stand-in for the driver has: a group is work of all
// streams that it is given with. Ranks of a process copy;
// those of different processes send by MPI, which the bundle has started, or where it has found its
// processes otherwise, this does. As NCCL does, it wants the sends and receives of a group to
// match, in number and in size; its collectives are made of such, and add up in an order of their
// own, the last member first. All is recorded (EMULATED_RECORD). EMULATED_NCCL_FAULT=N: the Nth
// group fails.
#include "driver/record.h"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct CUstream_st;

struct ncclComm {
  int rank;                 // of all
  std::vector<int> members; // by place
  int place() const {
    return static_cast<int>(std::find(members.begin(), members.end(), rank) - members.begin());
  }
};

namespace {

constexpr int kWrongUse = 5, kRemote = 6;               // ncclInvalidUsage, ncclRemoteError
constexpr int kBytes = 1, kI32 = 2, kF32 = 7, kSum = 0; // ncclUint8, ...

struct Id {
  char bytes[128];
};

struct Message {
  bool isSent;
  char *at;
  size_t bytes;
  int own, peer;
};

/// A part of a communicator that a rank asks for.
struct Part {
  int rank, colour, key;
  ncclComm **made;
};

/// A sum to be made of what has come, a slice of each member, when a group is done.
struct Sum {
  std::vector<char> slices;
  char *to;
  size_t bytes;
  int type;
};

/// What a member of a collective has itself.
struct Copy {
  char *to;
  const char *from;
  size_t bytes;
};

// Of the thread's group.
thread_local std::vector<Message> group;
thread_local std::vector<Copy> copies;
thread_local std::vector<CUstream_st *> streams; // each once
thread_local std::deque<Sum> sums;
thread_local int depth = 0;

std::vector<Part> parts;
std::map<int, std::set<ncclComm *>> own; // by ranks of this process: theirs of all
std::vector<int> processOf;              // by rank
int ranksToJoin = 0;
MPI_Comm world = MPI_COMM_NULL;

/// The number that a variable has; 0: none.
int numberIn(const char *variable) {
  const char *const text = std::getenv(variable);
  return text ? std::atoi(text) : 0;
}

bool isAlone() {
  int started = 0, size = 1;
  MPI_Initialized(&started);
  if (!started && std::getenv("SHARDC_COORDINATOR") && std::getenv("OMPI_COMM_WORLD_SIZE")) {
    MPI_Init(nullptr, nullptr);
    std::atexit([] { MPI_Finalize(); });
    started = 1;
  }
  if (started) MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size == 1;
}

/// Which process has which rank.
void join() {
  processOf.assign(ranksToJoin, 0);
  ranksToJoin = 0;
  if (isAlone()) return;
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  int process;
  MPI_Comm_rank(world, &process);
  for (const auto &[rank, comms] : own)
    processOf[rank] = process;
  MPI_Allreduce(MPI_IN_PLACE, processOf.data(), static_cast<int>(processOf.size()), MPI_INT,
                MPI_SUM, world);
}

/// What each process brings, one after another.
std::vector<int> gathered(std::vector<int> words) {
  if (isAlone()) return words;
  int processes, count = static_cast<int>(words.size());
  MPI_Comm_size(world, &processes);
  std::vector<int> counts(processes), starts(processes);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
  std::vector<int> all(starts.back() + counts.back());
  MPI_Allgatherv(words.data(), count, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT,
                 world);
  return all;
}

/// Members of one colour are one communicator, in the order of their keys.
void splitAll() {
  std::vector<int> words;
  for (const Part &part : parts)
    words.insert(words.end(), {part.colour, part.key, part.rank});
  words = gathered(std::move(words));
  std::map<int, std::map<int, int>> colours;
  for (size_t k = 0; k < words.size(); k += 3)
    colours[words[k]][words[k + 1]] = words[k + 2];
  for (const Part &part : parts) {
    *part.made = new ncclComm{part.rank, {}};
    for (const auto &[key, rank] : colours[part.colour])
      (*part.made)->members.push_back(rank);
  }
  parts.clear();
}

template <typename T>
void addUp(const Sum &sum) {
  const size_t count = sum.bytes / sizeof(T), members = sum.slices.size() / sum.bytes;
  const T *const from = reinterpret_cast<const T *>(sum.slices.data());
  T *const to = reinterpret_cast<T *>(sum.to);
  for (size_t i = 0; i < count; ++i) {
    T total = from[(members - 1) * count + i];
    for (size_t member = members - 1; member-- > 0;)
      total += from[member * count + i];
    to[i] = total;
  }
}

int transfer(const std::vector<Message> &group) {
  std::map<std::pair<int, int>, std::deque<Message>> arriving; // by who sends and who receives
  for (const Message &message : group)
    if (!message.isSent) arriving[{message.peer, message.own}].push_back(message);
  std::vector<MPI_Request> requests;
  for (const Message &message : group) {
    const bool isHere = own.count(message.peer) > 0;
    if (isHere && message.isSent) {
      std::deque<Message> &waiting = arriving[{message.own, message.peer}];
      if (waiting.empty() || waiting.front().bytes != message.bytes) return kWrongUse;
      std::memcpy(waiting.front().at, message.at, message.bytes);
      waiting.pop_front();
    }
    if (isHere) continue;
    const int ranks = static_cast<int>(processOf.size());
    const int tag =
        message.isSent ? message.own * ranks + message.peer : message.peer * ranks + message.own;
    const int bytes = static_cast<int>(message.bytes), process = processOf[message.peer];
    MPI_Request &request = requests.emplace_back();
    if (message.isSent)
      MPI_Isend(message.at, bytes, MPI_BYTE, process, tag, world, &request);
    else
      MPI_Irecv(message.at, bytes, MPI_BYTE, process, tag, world, &request);
  }
  for (const auto &[pair, waiting] : arriving)
    if (own.count(pair.first) > 0 && !waiting.empty()) return kWrongUse;
  if (!requests.empty())
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return 0;
}

/// A function of the stand-in for the driver, which the bundle has opened.
template <typename Function>
Function *driver(const char *name) {
  static void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return reinterpret_cast<Function *>(library ? dlsym(library, name) : nullptr);
}

/// " on 3"
std::string on(void *stream) {
  auto *own = static_cast<CUstream_st *>(stream);
  if (std::find(streams.begin(), streams.end(), own) == streams.end()) streams.push_back(own);
  return " on " + std::to_string(driver<int(CUstream_st *)>("emulatedNumber")(own));
}

int add(const ncclComm *comm, Message message, int type, void *stream) {
  const bool isThere = message.peer >= 0 && message.peer < static_cast<int>(comm->members.size());
  if (isThere) message.peer = comm->members[message.peer];
  if (type != kBytes || depth == 0 || !isThere) return kWrongUse;
  emulation::record(std::string(message.isSent ? "ncclSend " : "ncclRecv ") +
                    std::to_string(message.own) + " " + std::to_string(message.peer) + " " +
                    std::to_string(message.bytes) + on(stream));
  group.push_back(message);
  return 0;
}

/// What a collective of a communicator sends and receives: to each member from `from` on, `step`
/// bytes further each time, and of each to `to` on.
int addAll(ncclComm *comm, const char *name, const void *from, size_t step, char *to, size_t bytes,
           void *stream) {
  if (depth == 0) return kWrongUse;
  const int place = comm->place(), count = static_cast<int>(comm->members.size());
  emulation::record(std::string(name) + " " + std::to_string(comm->rank) + " " +
                    std::to_string(place) + " " + std::to_string(count) + " " +
                    std::to_string(bytes) + on(stream));
  char *const at = static_cast<char *>(const_cast<void *>(from));
  for (int other = 0; other < count; ++other) {
    if (other == place) {
      copies.push_back({to + place * bytes, at + place * step, bytes});
      continue;
    }
    group.push_back({true, at + other * step, bytes, comm->rank, comm->members[other]});
    group.push_back({false, to + other * bytes, bytes, comm->rank, comm->members[other]});
  }
  return 0;
}

int addSum(ncclComm *comm, const char *name, const void *from, bool isScattered, void *to,
           size_t count, int type, int op, void *stream) {
  if (op != kSum || (type != kF32 && type != kI32)) return kWrongUse;
  const size_t bytes = 4 * count;
  sums.push_back(
      {std::vector<char>(bytes * comm->members.size()), static_cast<char *>(to), bytes, type});
  return addAll(comm, name, from, isScattered ? bytes : 0, sums.back().slices.data(), bytes,
                stream);
}

/// Groups of threads that have to do with each other.
struct Given {
  std::vector<Message> messages;
  std::vector<Copy> copies;
  std::deque<Sum> sums;
  std::vector<CUstream_st *> streams;
  bool isGiven = false;
  int result = 0;
};
std::mutex giving;
std::condition_variable given;
std::shared_ptr<Given> waiting; // for groups of other threads

/// Whether what ranks of this process send each other is received, and the other way round.
bool isWhole(const Given &all) {
  std::map<std::pair<int, int>, int> open;
  for (const Message &message : all.messages)
    if (own.count(message.peer) > 0)
      message.isSent ? ++open[{message.own, message.peer}] : --open[{message.peer, message.own}];
  return std::all_of(open.begin(), open.end(), [](const auto &each) { return each.second == 0; });
}

template <typename List>
void move(List &from, List &to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
  from.clear();
}

void giveToStreams(const std::shared_ptr<Given> &all) {
  const auto work = [all] {
    for (const Copy &copy : all->copies)
      std::memmove(copy.to, copy.from, copy.bytes);
    all->result = transfer(all->messages);
    if (all->result != 0 && all->isGiven) {
      std::fprintf(stderr, "NCCL: a group ends with %d\n", all->result);
      std::_Exit(1);
    }
    for (const Sum &sum : all->sums)
      sum.type == kF32 ? addUp<float>(sum) : addUp<int>(sum);
  };
  using Give = void(const std::vector<CUstream_st *> &all, std::function<void()> work);
  driver<Give>("emulatedGive")(all->streams, work);
  all->isGiven = true;
}

/// What is wrong is told at once where streams do at once what they are told, else it ends the
/// process. Who talks to another thread's rank waits for its group.
int giveGroup() {
  if (streams.empty()) return 0;
  std::unique_lock<std::mutex> lock(giving);
  if (!waiting) waiting = std::make_shared<Given>();
  const std::shared_ptr<Given> all = waiting;
  move(group, all->messages);
  move(copies, all->copies);
  for (Sum &sum : sums) // messages are to where its slices are
    all->sums.push_back(std::move(sum));
  sums.clear();
  move(streams, all->streams);
  if (isWhole(*all)) {
    waiting = nullptr;
    giveToStreams(all);
    given.notify_all();
    return all->result;
  }
  const bool isThere = given.wait_for(lock, std::chrono::seconds(20), [&] { return all->isGiven; });
  return isThere ? all->result : kWrongUse;
}

} // namespace

extern "C" {

const char *ncclGetErrorString(int result) {
  if (result == kRemote) return "remote process exited or there was a network error";
  return result == kWrongUse ? "invalid usage" : "no error";
}

int ncclGetUniqueId(Id *id) {
  std::strcpy(id->bytes, "emulated");
  emulation::record("ncclGetUniqueId");
  return 0;
}

int ncclCommInitRank(ncclComm **comm, int ranks, Id id, int rank) {
  if (std::strcmp(id.bytes, "emulated") != 0 || rank < 0 || rank >= ranks) return kWrongUse;
  *comm = new ncclComm{rank, std::vector<int>(ranks)};
  own[rank].insert(*comm);
  std::iota((*comm)->members.begin(), (*comm)->members.end(), 0);
  ranksToJoin = ranks;
  emulation::record("ncclCommInitRank " + std::to_string(ranks) + " " + std::to_string(rank));
  return 0;
}

int ncclCommDestroy(ncclComm *comm) {
  if (const auto found = own.find(comm->rank); found != own.end()) {
    found->second.erase(comm);
    if (found->second.empty()) own.erase(found);
  }
  delete comm;
  return 0;
}

int ncclGroupStart() {
  ++depth;
  return 0;
}

int ncclGroupEnd() {
  if (depth == 0) return kWrongUse;
  if (--depth > 0) return 0;
  if (ranksToJoin > 0) join();
  if (!parts.empty()) splitAll();
  emulation::record("ncclGroupEnd");
  static int left = numberIn("EMULATED_NCCL_FAULT");
  if (--left == 0) return kRemote;
  return giveGroup();
}

int ncclSend(const void *from, size_t count, int type, int peer, ncclComm *comm, void *stream) {
  char *const at = static_cast<char *>(const_cast<void *>(from));
  return add(comm, {true, at, count, comm->rank, peer}, type, stream);
}

int ncclRecv(void *to, size_t count, int type, int peer, ncclComm *comm, void *stream) {
  return add(comm, {false, static_cast<char *>(to), count, comm->rank, peer}, type, stream);
}

int ncclCommSplit(ncclComm *comm, int colour, int key, ncclComm **made, void *) {
  if (depth == 0) return kWrongUse;
  emulation::record("ncclCommSplit " + std::to_string(comm->rank) + " " + std::to_string(colour) +
                    " " + std::to_string(key));
  parts.push_back({comm->rank, colour, key, made});
  return 0;
}

int ncclAllGather(const void *from, void *to, size_t count, int type, ncclComm *comm,
                  void *stream) {
  if (type != kBytes) return kWrongUse;
  return addAll(comm, "ncclAllGather", from, 0, static_cast<char *>(to), count, stream);
}

int ncclAllReduce(const void *from, void *to, size_t count, int type, int op, ncclComm *comm,
                  void *stream) {
  return addSum(comm, "ncclAllReduce", from, false, to, count, type, op, stream);
}

int ncclReduceScatter(const void *from, void *to, size_t count, int type, int op, ncclComm *comm,
                      void *stream) {
  return addSum(comm, "ncclReduceScatter", from, true, to, count, type, op, stream);
}

} // extern "C"
