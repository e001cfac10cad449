// SPDX-License-Identifier: Apache-2.0
// Values as the blocks that devices hold: folders with a file of each process, and a table,
// owners.json, that says which block is where.
#pragma once

#include "runtime/io/values.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// "[0:2, 0:4]"
std::string block_text(const Box &box);

inline constexpr const char *kOwners = "owners.json";

/// Whether a folder, "x/", is one of blocks.
bool has_owners(const std::string &folder);
/// What the table has, by name, with its blocks where they lie. Throws where a file is missing or
/// is not what the table says, and where blocks do not make up their value.
std::vector<std::pair<std::string, Input>> read_shards(const std::string &folder);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
