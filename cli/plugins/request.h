// SPDX-License-Identifier: Apache-2.0
// What a plug-in is asked of a call, for the process that runs it (host/request.h).
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// What is known of how a call's values lie, when nothing flows through it.
struct CallPlaces {
  int64_t number;           // of the call
  Places operands, results; // an axis as text
  std::vector<std::pair<std::string, int64_t>> mesh;
};

/// `places`: null where there is no mesh, or nobody asks.
std::string requestOf(const OwnCall &call, const CallPlaces *places);

} // namespace shardc
