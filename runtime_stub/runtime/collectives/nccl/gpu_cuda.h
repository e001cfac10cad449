// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/collectives/collectives.h"
#include "runtime/host/cuda/launch_cuda.h"

#include <map>
#include <string_view>

struct ncclComm;

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Memory on a GPU that grows when more is needed.
struct Room {
  char *at = nullptr;
  size_t size = 0;
};

/// A GPU of this process: a rank of NCCL's.
struct Gpu {
  explicit Gpu(int rank) : rank(rank) {}

  int rank;
  ncclComm *comm = nullptr;
  std::vector<Slot *> slots; // its devices
  std::vector<int> devices;
  std::vector<Stream> moves;                               // one, for collectives
  std::vector<std::unique_ptr<Event>> ready;               // of each device's own stream
  std::map<std::string_view, std::unique_ptr<Event>> done; // by first steps of collectives
  std::map<const void *, Room> rooms;                      // by what needs it

  Stream &stream() { return moves.front(); }

  /// Memory that `owner`, of what is kept, has for itself.
  char *room(const void *owner, size_t size) {
    Room &own = rooms[owner];
    if (own.size < size) own = {stream().allocate(size), size};
    return own.at;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
