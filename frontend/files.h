// SPDX-License-Identifier: Apache-2.0
// What a program is read with: files of weights that it names, and ops that a config declares.
#pragma once

#include <map>
#include <set>
#include <string>

namespace shardc {

struct CustomOps;

struct Files {
  std::string folder;                       // where they lie, here or below; "" refuses them
  std::map<std::string, std::string> texts; // of files that are nowhere on the disk, by name
  std::set<std::string> read;               // paths of those that the reader opened
  CustomOps *customOps = nullptr;           // null: none
};

} // namespace shardc
