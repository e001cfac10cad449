// SPDX-License-Identifier: Apache-2.0
// Random meshes of up to 12 devices, and shardings over them, as a user would write them.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace shardc::test {

/// One mesh. Most shardings use the same sub-axes of an axis, some others: those nest among
/// themselves, and not always with the rest.
class RandomMesh {
public:
  explicit RandomMesh(std::mt19937 &random);
  /// Of these sizes: axes x, y, z.
  RandomMesh(std::mt19937 &random, const std::vector<int64_t> &sizes, bool subAxes);

  /// "x=2, y=3".
  std::string text() const;
  /// As a config has it: that text, or the long form with its devices in another order.
  nlohmann::ordered_json json();
  /// Of a value of that rank. `closed`: plainly a list of axes or null; else some dimensions are
  /// open, some have priorities, some axes are replicated, some values are unreduced over axes or on
  /// one device.
  nlohmann::ordered_json sharding(size_t rank, bool closed = false);

private:
  int64_t devices() const;
  /// Each axis into sub-axes in one way.
  std::vector<std::string> cutAxes();
  int64_t below(int64_t limit) { return static_cast<int64_t>(random() % uint64_t(limit)); }
  bool chance(int64_t percent) { return below(100) < percent; }

  std::mt19937 &random;
  std::vector<int64_t> sizes;
  bool subAxes;
  std::vector<std::string> pieces; // axes and sub-axes, each to be used once in a sharding
};

} // namespace shardc::test
