// SPDX-License-Identifier: Apache-2.0
// A stand-in for NCCL: the functions that bundles call, between GPUs that are emulated, whose
// memory is the host's and whose streams do at once what they are told. Ranks of a process copy;
// those of different processes send by MPI, which the bundle has started. As NCCL does, it wants
// the sends and receives of a group to match, in number and in size; it records them
// (EMULATED_RECORD).
#include "driver/record.h"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <cstring>
#include <deque>
#include <map>
#include <vector>

struct ncclComm {
  int rank;
};

namespace {

constexpr int kWrongUse = 5, kBytes = 1; // ncclInvalidUsage, ncclUint8

struct Id {
  char bytes[128];
};

struct Message {
  bool isSent;
  char *at;
  size_t bytes;
  int own, peer;
};

std::vector<Message> group;
std::map<int, ncclComm *> own; // ranks of this process
std::vector<int> processOf;    // by rank
int depth = 0, ranksToJoin = 0;
MPI_Comm world = MPI_COMM_NULL;

bool isAlone() {
  int started = 0, size = 1;
  MPI_Initialized(&started);
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
  for (const auto &[rank, comm] : own)
    processOf[rank] = process;
  MPI_Allreduce(MPI_IN_PLACE, processOf.data(), static_cast<int>(processOf.size()), MPI_INT,
                MPI_SUM, world);
}

int transfer() {
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

int add(const Message &message, int type) {
  const bool isThere = message.peer >= 0 && message.peer < static_cast<int>(processOf.size());
  if (type != kBytes || depth == 0 || !isThere || message.peer == message.own) return kWrongUse;
  emulation::record(std::string(message.isSent ? "ncclSend " : "ncclRecv ") +
                    std::to_string(message.own) + " " + std::to_string(message.peer) + " " +
                    std::to_string(message.bytes));
  group.push_back(message);
  return 0;
}

} // namespace

extern "C" {

const char *ncclGetErrorString(int result) {
  return result == kWrongUse ? "invalid usage" : "no error";
}

int ncclGetUniqueId(Id *id) {
  std::strcpy(id->bytes, "emulated");
  emulation::record("ncclGetUniqueId");
  return 0;
}

int ncclCommInitRank(ncclComm **comm, int ranks, Id id, int rank) {
  if (std::strcmp(id.bytes, "emulated") != 0 || rank < 0 || rank >= ranks || own.count(rank) > 0)
    return kWrongUse;
  own[rank] = *comm = new ncclComm{rank};
  ranksToJoin = ranks;
  emulation::record("ncclCommInitRank " + std::to_string(ranks) + " " + std::to_string(rank));
  return 0;
}

int ncclCommDestroy(ncclComm *comm) {
  own.erase(comm->rank);
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
  emulation::record("ncclGroupEnd");
  const int result = transfer();
  group.clear();
  return result;
}

int ncclSend(const void *from, size_t count, int type, int peer, ncclComm *comm, void *) {
  char *const at = static_cast<char *>(const_cast<void *>(from));
  return add({true, at, count, comm->rank, peer}, type);
}

int ncclRecv(void *to, size_t count, int type, int peer, ncclComm *comm, void *) {
  return add({false, static_cast<char *>(to), count, comm->rank, peer}, type);
}

} // extern "C"
