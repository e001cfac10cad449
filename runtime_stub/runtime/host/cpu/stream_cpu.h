// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/cpu/team_cpu.h"

#include <cstdlib>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A device on CPUs.
struct Stream::State {
  int device = 0, carrier = 0; // the thread of the team that does its work
  std::shared_ptr<Team> team;
  std::vector<std::unique_ptr<char, decltype(&std::free)>> memory;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
