// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/random_draft.h"

#include <algorithm>
#include <cmath>

namespace shardc::test {

using Value = Draft::Value;

/// A shape without some of its dimensions.
static Sizes without(const Sizes &shape, const Sizes &dims) {
  Sizes left;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (std::find(dims.begin(), dims.end(), dim) == dims.end()) left.push_back(shape[dim]);
  return left;
}

/// Elements of x for each element of what is left.
static double countOf(const Value &x, const Sizes &left) {
  return elements(left) ? double(elements(x.shape)) / double(elements(left)) : 1;
}

static Json opOf(const std::string &name, const std::string &op, const Json &in) {
  return {{"name", name}, {"op", op}, {"in", in}};
}

/// What combines (a, i) and (b, j) to (c, k).
static Json combiner(Draft &d, const Value &x, const Value &y) {
  if (d.chance(50)) {
    std::vector<std::string> fns = {"maximum", "minimum"};
    if (x.type != "i1" && y.type != "i1") fns.push_back("add");
    return {opOf("c", d.pick(fns), {"a", "b"}), opOf("k", d.pick(fns), {"i", "j"})};
  }
  // The larger, and of equal ones that with the smaller number.
  Json larger = opOf("larger", "compare", {"a", "b"}), same = opOf("same", "compare", {"a", "b"}),
       less = opOf("less", "compare", {"i", "j"});
  larger["comparison_direction"] = "GT";
  same["comparison_direction"] = "EQ";
  less["comparison_direction"] = "LT";
  return {larger,
          same,
          less,
          opOf("first", "and", {"same", "less"}),
          opOf("left", "or", {"larger", "first"}),
          opOf("c", "select", {"left", "a", "b"}),
          opOf("k", "select", {"left", "i", "j"})};
}

/// Of two values, by a function of both or one of each.
static void addReductionOfTwo(Draft &d, const Value &x) {
  const Sizes dims = d.someDimensions(x.shape), shape = without(x.shape, dims);
  const Value y = d.like(x.shape, d.pick<std::string>({x.type, "i32"}));
  const auto start = [](const Value &of) -> Json {
    return {{"value", of.type == "i1" ? Json(false) : Json(0)}, {"dtype", of.type}};
  };
  const double most = std::max(x.most, y.most) * countOf(x, shape);
  if (most > Draft::kMostExact) return;
  const std::string id = std::to_string(d.names++);
  const std::vector<std::string> results = {"p_" + id, "q_" + id};
  d.ops.push_back(
      {{"name", results},
       {"op", "reduce"},
       {"in", {x.name, y.name, start(x), start(y)}},
       {"dimensions", dims},
       {"body",
        {{"inputs", {"a", "i", "b", "j"}}, {"ops", combiner(d, x, y)}, {"outputs", {"c", "k"}}}}});
  d.values.push_back({results[0], shape, x.type, most});
  d.values.push_back({results[1], shape, y.type, most});
}

void addReduction(Draft &d, const Value &x) {
  if (d.chance(35)) return addReductionOfTwo(d, x);
  const Sizes dims = d.someDimensions(x.shape), shape = without(x.shape, dims);
  std::vector<std::string> reducers = {"add", "add", "max", "min", "mul"};
  if (x.type != "f32") reducers.insert(reducers.end(), {"and", "or", "xor"});
  const std::string reducer = d.pick(reducers);
  const double count = countOf(x, shape);
  const double most = reducer == "mul" ? std::pow(x.most, count) : x.most * count;
  d.add("reduce", {x.name}, shape, x.type, {{"dimensions", dims}, {"reducer", reducer}}, most);
}

} // namespace shardc::test
