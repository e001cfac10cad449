// SPDX-License-Identifier: Apache-2.0
// A process that runs a plug-in: whatever that does, it ends, and shardc goes on.
#pragma once

#include "frontend/diagnostics.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

struct PluginLimits {
  std::chrono::duration<double> time{10};
  int64_t memory = int64_t{4} << 30; // [bytes] of addresses
};

/// What a plug-in says.
struct PluginReply {
  struct Value {
    std::string function, json;
  };
  std::vector<Value> values;                // in the order in which functions were asked
  std::map<std::string, std::string> files; // their texts, by the names that the values use
};
/// Why it says nothing.
struct PluginFailure {
  Diag id;
  std::string function, what; // the function that ran; what is wrong, behind its name
};
struct PluginAnswer {
  PluginReply reply;
  std::optional<PluginFailure> failure;
};

/// Starts the process with a library and a request (`cli/plugins/host/request.h`), and waits for
/// it. Nothing of it is left when this returns.
PluginAnswer askPlugin(const std::string &library, const std::string &request,
                       const PluginLimits &limits);

} // namespace shardc
