// SPDX-License-Identifier: Apache-2.0
// Processes that end before they should. mpirun ends the others for that, a second later and with a
// line that knows of no step; who looks by itself is sooner, and knows where it waits.
#pragma once

#include "runtime/host/start/mpi/host_links.h"
#include "runtime/host/start/processes.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What one process is to another of the same machine.
struct OnHost {
  int rank;
  int process;              // the system's number
  unsigned long long space; // that has such numbers; 0: it is not known
};
/// This process.
OnHost on_host(int rank);

/// Watches these until it is gone. Whoever waits is to ask; where nobody has within a moment, as
/// the process computes, it ends this one with a line.
class HostWatch {
public:
  /// `all` of this machine, this one (`own`) among them: of others in another space, or where the
  /// system cannot tell, nothing is watched here. Those of other machines by `links`, to the first
  /// process at `first`; null: there are none.
  HostWatch(const OnHost &own, const std::vector<OnHost> &all, const Whereabouts &where,
            std::unique_ptr<HostLinks> links, const LinksPlace &first);
  ~HostWatch();
  HostWatch(const HostWatch &) = delete;
  HostWatch &operator=(const HostWatch &) = delete;

  /// One that has ended; -1: none.
  int gone() const { return ended.load(std::memory_order_relaxed); }

private:
  void watch();
  /// One that has gone by now; -1: none.
  int look();

  const int own;
  const Whereabouts &where;
  std::vector<std::pair<int, int>> files; // of the system, by rank
  const std::unique_ptr<HostLinks> links; // gone when the watcher is
  const LinksPlace first;
  std::vector<pollfd> polled;
  std::atomic<int> ended = -1;
  std::atomic<bool> is_ending = false;
  std::thread watcher; // the last member, as it uses the others
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
