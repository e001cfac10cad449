// SPDX-License-Identifier: Apache-2.0
// NVIDIA's library of collectives, as far as bundles call it. It is opened at run time, by who
// needs it: nothing of it is needed to build a bundle, or to run one on the GPUs of a process.
#pragma once

#include "runtime/namespace.h"

#include <cstddef>
#include <string>

struct CUstream_st;
struct ncclComm;

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What the members of a communicator have to have in common (ncclUniqueId).
struct NcclId {
  char bytes[128];
};

/// NCCL's functions, by their names less `nccl`. A result of 0 is success.
struct Nccl {
  static constexpr int kBytes = 1; // ncclUint8
  static constexpr int kSum = 0;   // ncclSum

  const char *(*GetErrorString)(int result);
  int (*GetUniqueId)(NcclId *id);
  int (*CommInitRank)(ncclComm **comm, int ranks, NcclId id, int rank);
  int (*CommDestroy)(ncclComm *comm);
  int (*GroupStart)();
  int (*GroupEnd)();
  int (*Send)(const void *from, size_t count, int type, int peer, ncclComm *comm,
              CUstream_st *stream);
  int (*Recv)(void *to, size_t count, int type, int peer, ncclComm *comm, CUstream_st *stream);
  int (*AllGather)(const void *from, void *to, size_t count, int type, ncclComm *comm,
                   CUstream_st *stream);
  int (*AllReduce)(const void *from, void *to, size_t count, int type, int op, ncclComm *comm,
                   CUstream_st *stream);
  int (*ReduceScatter)(const void *from, void *to, size_t received, int type, int op,
                       ncclComm *comm, CUstream_st *stream);
  /// Null before NCCL 2.18.
  int (*CommSplit)(ncclComm *comm, int group, int place, ncclComm **own, void *config);
};

/// Throws where there is no libnccl.so.2, or it lacks one of these.
const Nccl &nccl();
/// Throws if `result` is none of success; `what` was done.
void check_nccl(int result, const std::string &what);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
