// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/random_draft.h"

#include <algorithm>
#include <cmath>

namespace shardc::test {

constexpr double kMostInput = 5;

int64_t elements(const Sizes &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Sizes Draft::shape() {
  Sizes extents(below(4));
  for (int64_t &extent : extents)
    extent = chance(3) ? 0 : 1 + below(6);
  return elements(extents) <= kMaxElements ? extents : Sizes{5, 3};
}
Sizes Draft::permutation(size_t rank) {
  Sizes order;
  for (size_t dim = 0; dim < rank; ++dim)
    order.insert(order.begin() + below(static_cast<int64_t>(dim) + 1), static_cast<int64_t>(dim));
  return order;
}

Sizes Draft::someDimensions(const Sizes &shape) {
  Sizes dims;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (chance(50)) dims.push_back(static_cast<int64_t>(dim));
  return dims;
}

Draft::Value Draft::addInput(const Sizes &shape, const std::string &type) {
  inputs.push_back({"a" + std::to_string(inputs.size()), shape, type, kMostInput});
  values.push_back(inputs.back());
  return inputs.back();
}

Draft::Value Draft::like(const Sizes &shape, const std::string &type) {
  std::vector<Value> fitting;
  for (const Value &value : values)
    if (value.shape == shape && value.type == type) fitting.push_back(value);
  if (!fitting.empty() && chance(80)) return pick(fitting);
  return addInput(shape, type);
}

/// The largest magnitude among operands: names, and numbers.
double Draft::mostOf(const Json &in) const {
  double most = 1;
  for (const Json &operand : in) {
    if (operand.is_number()) most = std::max(most, std::abs(operand.get<double>()));
    for (const Value &value : values)
      if (operand == value.name) most = std::max(most, value.most);
  }
  return most;
}

void Draft::add(const std::string &op, const Json &in, const Sizes &shape, const std::string &type,
                Json attributes, double most) {
  if (elements(shape) > kMaxElements) return;
  most = std::max(most, mostOf(in));
  if (type == "f32" && most > kMostExact) return;
  Json made = {{"name", "v" + std::to_string(names++)}, {"op", op}, {"in", in}};
  made.update(attributes);
  values.push_back({made["name"], shape, type, most});
  ops.push_back(std::move(made));
}

} // namespace shardc::test
