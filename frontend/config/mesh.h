// SPDX-License-Identifier: Apache-2.0
// A mesh of devices, and shardings over its axes, as configs write them.
#pragma once

#include "frontend/config/tensor.h"
#include "frontend/json/document.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc::config {

/// More devices are refused.
inline constexpr int64_t mostDevices = 65536;

struct Axis {
  std::string name;
  int64_t size;
};

struct Mesh {
  std::vector<Axis> axes;         // major to minor
  std::vector<int64_t> deviceIds; // by position; empty for 0, 1, 2, ...
  const Axis *find(llvm::StringRef name) const;
};

/// Reads a mesh: "data=2, model=4", or {"axes": [["data", 2], ["model", 4]], "device_ids": [...]}.
/// Reports what is wrong.
std::optional<Mesh> readMesh(json::Value value);

/// Checks a sharding in its usual form: per dimension null, an axis, a list of axes that may end in
/// "?", or "?"; or an object from dimensions to these. `tensor` may be none where it is not known.
mlir::LogicalResult checkSharding(json::Value value, const Mesh &mesh, const Tensor *tensor);

} // namespace shardc::config
