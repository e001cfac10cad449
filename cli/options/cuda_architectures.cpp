// SPDX-License-Identifier: Apache-2.0
#include "cli/options/cuda_architectures.h"

#include "frontend/diagnostics.h"

#include <algorithm>
#include <regex>

namespace shardc {

std::string wrongArchitectures(const std::string &list) {
  static const std::regex right(
      "native|all|all-major|"
      "[0-9]{2,3}[af]?(-real|-virtual)?([;,][0-9]{2,3}[af]?(-real|-virtual)?)*");
  if (list.size() < 200 && std::regex_match(list, right)) return "";
  return "'" + shown(list) +
         "' is no list of GPU architectures, such as 80;90a or 90-real; or native, "
         "all or all-major";
}

std::string cmakeArchitectures(std::string list) {
  std::replace(list.begin(), list.end(), ',', ';');
  return list;
}

} // namespace shardc
