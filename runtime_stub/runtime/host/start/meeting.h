// SPDX-License-Identifier: Apache-2.0
// How processes that are started plainly find each other.
#pragma once

#include "runtime/host/start/tcp.h"

#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What launchers have put into the environment.
struct Job {
  int rank, world;
  Endpoint coordinator, bind;
  std::string token;
};

/// Whether there is any (SHARDC_COORDINATOR).
bool has_job();
/// Throws where something is missing, or makes no sense.
Job job_of_environment();

/// A connection with each other process, by its number, and how many are on this host.
struct Joined {
  std::map<int, Socket> sockets;
  int neighbours = 1;
};
/// All of them. Throws where one does not come until then, or goes.
Joined meet_all(const Job &job, Deadline end);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
