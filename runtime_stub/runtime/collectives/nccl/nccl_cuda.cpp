// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/nccl/nccl_cuda.h"

#include "runtime/error.h"

#include <dlfcn.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Function>
static void find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw Error(Exit::environment, std::string("libnccl.so.2 has no function ") + name);
}

static Nccl open_library() {
  void *const library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw Error(Exit::environment, std::string("NCCL cannot be opened: ") + dlerror() +
                                       "; install libnccl2, or start one process");
  Nccl own;
  find(library, "ncclGetErrorString", own.GetErrorString);
  find(library, "ncclGetUniqueId", own.GetUniqueId);
  find(library, "ncclCommInitRank", own.CommInitRank);
  find(library, "ncclCommDestroy", own.CommDestroy);
  find(library, "ncclGroupStart", own.GroupStart);
  find(library, "ncclGroupEnd", own.GroupEnd);
  find(library, "ncclSend", own.Send);
  find(library, "ncclRecv", own.Recv);
  find(library, "ncclAllGather", own.AllGather);
  find(library, "ncclAllReduce", own.AllReduce);
  find(library, "ncclReduceScatter", own.ReduceScatter);
  own.CommSplit = reinterpret_cast<decltype(own.CommSplit)>(dlsym(library, "ncclCommSplit"));
  return own;
}

const Nccl &nccl() {
  static const Nccl own = open_library();
  return own;
}

void check_nccl(int result, const std::string &what) {
  if (result == 0) return;
  throw Error(Exit::environment, what + ": NCCL: " + nccl().GetErrorString(result));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
