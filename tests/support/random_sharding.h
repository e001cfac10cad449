// SPDX-License-Identifier: Apache-2.0
// Random meshes of up to 8 devices, and shardings over them, as a user would write them.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace shardc::test {

/// One mesh, each of its axes cut into sub-axes in one way, so that all sub-axes nest.
class RandomMesh {
public:
  explicit RandomMesh(std::mt19937 &random);
  /// Of these sizes: axes x, y, z.
  RandomMesh(std::mt19937 &random, const std::vector<int64_t> &sizes, bool subAxes);

  /// "x=2, y=3".
  std::string text() const;
  /// Of a value of that rank. `closed`: plainly a list of axes or null; else some dimensions are
  /// open, some have priorities, and some axes are replicated.
  nlohmann::ordered_json sharding(size_t rank, bool closed = false);

private:
  void cutAxes(const std::vector<int64_t> &sizes, bool subAxes);
  int64_t below(int64_t limit) { return static_cast<int64_t>(random() % uint64_t(limit)); }
  bool chance(int64_t percent) { return below(100) < percent; }

  std::mt19937 &random;
  std::string mesh;
  bool hasTrivialAxis = false;
  std::vector<std::string> pieces; // axes and sub-axes, each to be used once in a sharding
};

} // namespace shardc::test
