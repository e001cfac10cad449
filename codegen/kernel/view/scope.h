// SPDX-License-Identifier: Apache-2.0
// Names of variables in a piece of generated code.
#pragma once

#include <set>
#include <string>

namespace shardc {

/// Hands out names that are unique where they can be seen. Copy it at the start of a block and put
/// it back at the end, and names of the block are free again.
class Scope {
public:
  /// `name`, or `name_2`, `name_3`, ... where it is taken.
  std::string fresh(const std::string &name) {
    std::string candidate = name;
    for (int n = 2; !taken.insert(candidate).second; ++n)
      candidate = name + "_" + std::to_string(n);
    return candidate;
  }
  void reserve(const std::string &name) { taken.insert(name); }

private:
  std::set<std::string> taken;
};

} // namespace shardc
