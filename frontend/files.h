// SPDX-License-Identifier: Apache-2.0
// Files of weights that a program names.
#pragma once

#include <set>
#include <string>

namespace shardc {

struct Files {
  std::string folder;         // where they lie, here or below; "" refuses them
  std::set<std::string> read; // paths of those that the reader opened
};

} // namespace shardc
