// SPDX-License-Identifier: Apache-2.0
#include "frontend/written_sharding.h"

#include "frontend/json_text.h"

namespace shardc {

using Names = std::vector<std::string>;

static std::string namesJson(const Names &names) {
  return json::list(names, [](const std::string &name) { return json::quoted(name); });
}

static std::string dimsJson(const WrittenSharding &sharding) {
  return json::list(sharding.dims, [](const Names &axes) {
    if (axes.size() > 1) return namesJson(axes);
    return axes.empty() ? "null" : json::quoted(axes.front());
  });
}

static std::string prioritiesJson(const WrittenSharding &sharding) {
  std::vector<std::string> numbers;
  for (size_t dim = 0; dim < sharding.dims.size(); ++dim)
    numbers.push_back(sharding.dims[dim].empty() ? "null"
                                                 : std::to_string(sharding.priorities[dim]));
  return json::list(numbers, [](const std::string &number) { return number; });
}

std::string longForm(const WrittenSharding &sharding) {
  if (sharding.onlyOn) return "\"device\": " + std::to_string(*sharding.onlyOn);
  std::string members = "\"dims\": " + dimsJson(sharding);
  if (!sharding.priorities.empty()) members += ", \"priority\": " + prioritiesJson(sharding);
  if (!sharding.replicated.empty())
    members += ", \"replicated\": " + namesJson(sharding.replicated);
  if (sharding.unreduced.empty()) return members;
  const std::string axes = namesJson(sharding.unreduced);
  members += ", \"unreduced\": ";
  members +=
      sharding.unreducedBy.empty() ? axes : "{\"" + sharding.unreducedBy + "\": " + axes + "}";
  return members;
}

std::string shardingJson(const WrittenSharding &sharding) {
  if (!sharding.inNotation.empty()) return sharding.inNotation;
  const bool isUsual = !sharding.onlyOn && sharding.priorities.empty() &&
                       sharding.replicated.empty() && sharding.unreduced.empty();
  return isUsual ? dimsJson(sharding) : "{" + longForm(sharding) + "}";
}

} // namespace shardc
