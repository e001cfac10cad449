// SPDX-License-Identifier: Apache-2.0
// What shardings mean, as text: what each device holds of a value.
#pragma once

#include "frontend/ir/sharding/algebra/meshed_sharding.h"

#include <string>
#include <vector>

namespace shardc::test {

/// By device: "[0:2,4:8]".
inline std::vector<std::string> boxesOf(const MeshedSharding &given, ArrayRef<int64_t> shape) {
  std::vector<std::string> boxes(given.mesh.devices());
  for (int64_t position = 0; position < given.mesh.devices(); ++position) {
    std::string text;
    for (const auto &range :
         boxOn(given.sharding, shape, given.mesh, coordinatesAt(given.mesh, position)))
      text += (text.empty() ? "" : ",") + std::to_string(range.lo) + ":" + std::to_string(range.hi);
    const bool usual = given.mesh.deviceIds.empty();
    boxes[usual ? position : given.mesh.deviceIds[position]] = "[" + text + "]";
  }
  return boxes;
}

inline std::string joined(const std::vector<std::string> &texts) {
  std::string all;
  for (const std::string &text : texts)
    all += (all.empty() ? "" : " ") + text;
  return all;
}

} // namespace shardc::test
