// SPDX-License-Identifier: Apache-2.0
// What a program is read with: files of weights that it names, ops that a config declares, and its
// map.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace shardc {

struct CustomOps;
struct MeshAxis;

struct Files {
  std::string folder;                       // where they lie, here or below; "" refuses them
  std::map<std::string, std::string> texts; // of files that are nowhere on the disk, by name
  std::set<std::string> read;               // paths of those that the reader opened
  CustomOps *customOps = nullptr;           // null: none
  // The axes of a config's map, outermost first, that collectives may name: null: none.
  const std::vector<MeshAxis> *map = nullptr;
};

} // namespace shardc
