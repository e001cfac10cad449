// SPDX-License-Identifier: Apache-2.0
// Shardings over a mesh as configs have them. Plain text: neither meshes nor MLIR are known here.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// A sharding with the names of its axes.
struct WrittenSharding {
  std::vector<std::vector<std::string>> dims; // axes, major to minor; "?" ends those of an open one
  std::vector<int64_t> priorities = {};       // per dimension; empty: none is given
  std::vector<std::string> replicated = {}, unreduced = {};
  std::string unreducedBy = {};       // "max", "min"; empty: a sum
  std::optional<int64_t> onlyOn = {}; // the position of the one device that has it all
  std::string inNotation = {};        // JSON in another notation, which then stands for all of it
};

/// ["data", null]: the usual form, in JSON; where that cannot say all, the long form.
std::string shardingJson(const WrittenSharding &sharding);
/// The members of the long form: "dims": ["data", null].
std::string longForm(const WrittenSharding &sharding);

} // namespace shardc
