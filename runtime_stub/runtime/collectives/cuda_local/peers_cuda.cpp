// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/cuda_local/peers_cuda.h"

#include "runtime/host/cuda/launch_cuda.h"

#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Whether `from`, which is the current GPU's, now reaches the memory of `to`.
static bool enable(const Handle &from, const Handle &to) {
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, from.gpu, to.gpu), "reach other GPUs", from.where);
  if (can == 0) return false;
  const cudaError_t status = cudaDeviceEnablePeerAccess(to.gpu, 0);
  static_cast<void>(cudaGetLastError()); // what is told here is not told again later
  // Another session of this process may have been first; and a GPU reaches only so many.
  return status == cudaSuccess || status == cudaErrorPeerAccessAlreadyEnabled;
}

/// "GPUs 0 and 1, 0 and 2, ... (12 pairs in all)".
static std::string pairs_text(const std::vector<std::pair<int, int>> &pairs) {
  constexpr size_t kNamed = 4;
  std::string text = "GPUs ";
  for (size_t i = 0; i < std::min(kNamed, pairs.size()); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(pairs[i].first) + " and " +
            std::to_string(pairs[i].second);
  return pairs.size() <= kNamed
             ? text
             : text + ", ... (" + std::to_string(pairs.size()) + " pairs in all)";
}

std::string enable_peers(std::vector<Slot> &slots) {
  std::map<int, Slot *> gpus; // one of the devices of each
  for (Slot &slot : slots)
    gpus.emplace(use(slot.stream).gpu, &slot);
  std::vector<std::pair<int, int>> apart;
  for (auto &[a, on_a] : gpus)
    for (auto &[b, on_b] : gpus) {
      if (a >= b) continue;
      const Handle left = use(on_a->stream), right = use(on_b->stream); // which is current now
      const bool back = enable(right, left);
      const bool there = enable(use(on_a->stream), right);
      if (!there || !back) apart.emplace_back(a, b);
    }
  if (apart.empty()) return "";
  return pairs_text(apart) + " do not reach each other's memory: copies between them go through " +
         "the host's";
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
