// SPDX-License-Identifier: Apache-2.0
// A random program while it is made: its values, and the ops so far.
#pragma once

#include "tests/fuzz/dice.h"

#include <nlohmann/json.hpp>

#include <string>

namespace shardc::test {

using Json = nlohmann::ordered_json;
using Sizes = std::vector<int64_t>;

int64_t elements(const Sizes &shape);

struct Draft : Dice {
  constexpr static int64_t kMaxElements = 120;
  /// Whole numbers up to here are exact in f32, so the order of sums does not matter.
  constexpr static double kMostExact = 1 << 24;

  struct Value {
    std::string name;
    Sizes shape;
    std::string type;
    double most; // no element is larger, nor is its negative
  };

  std::vector<Value> values, inputs;
  Json ops = Json::array();
  int64_t names = 0, depth = 0; // given, of regions

  Sizes shape();
  Sizes permutation(size_t rank);
  Sizes someDimensions(const Sizes &shape);

  Value addInput(const Sizes &shape, const std::string &type);
  /// A value of this shape and type: one that is there, or a new input.
  Value like(const Sizes &shape, const std::string &type);
  /// Adds an op, unless its result would be too large: in elements, or in magnitude for exact sums.
  void add(const std::string &op, const Json &in, const Sizes &shape, const std::string &type,
           Json attributes = Json::object(), double most = 0);

private:
  double mostOf(const Json &in) const;
};

/// Adds an op on a random value; now and then none, where it does not fit.
void addRandomOp(Draft &draft);

/// One that reduces a value, alone or together with another.
void addReduction(Draft &draft, const Draft::Value &x);

} // namespace shardc::test
