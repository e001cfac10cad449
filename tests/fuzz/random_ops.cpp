// SPDX-License-Identifier: Apache-2.0
// The ops of random programs: each takes a value, and makes up what else it needs.
#include "tests/fuzz/random_draft.h"

#include <algorithm>
#include <utility>

namespace shardc::test {

using Value = Draft::Value;

/// A region of a few ops that gives values like these.
static Json region(Draft &d, const std::vector<Value> &takes, const std::vector<Value> &like) {
  const std::vector<Value> around = d.values;
  const size_t inputsBefore = d.inputs.size();
  Json before = std::exchange(d.ops, Json::array());
  d.values.insert(d.values.end(), takes.begin(), takes.end());
  ++d.depth;
  for (int64_t count = 1 + d.below(4); count > 0; --count)
    addRandomOp(d);
  Json made = {{"inputs", Json::array()}, {"outputs", Json::array()}};
  for (const Value &value : takes)
    made["inputs"].push_back(value.name);
  for (const Value &value : like)
    made["outputs"].push_back(d.like(value.shape, value.type).name);
  --d.depth;
  made["ops"] = std::exchange(d.ops, std::move(before));
  d.values = around;
  d.values.insert(d.values.end(), d.inputs.begin() + static_cast<int64_t>(inputsBefore),
                  d.inputs.end());
  return made;
}

/// Carries x and another value like it, which may trade places; 0 to 4 trips up or down, told or
/// not.
static void loop(Draft &d, const Value &x) {
  if (d.depth == 2) return;
  const std::string id = std::to_string(d.names++), i = "i" + id, next = "next" + id;
  const Value y = d.like(x.shape, x.type), a = {"a_" + id, x.shape, x.type, Draft::kMostExact},
              b = {"b_" + id, x.shape, x.type, Draft::kMostExact}, count = {i, {}, "i32", 5};
  const bool isDown = d.chance(30);
  const int64_t first = isDown ? 4 : d.pick<int64_t>({0, 0, -1});
  Json limit = d.below(4);
  if (d.chance(50))
    limit = {{"op", isDown ? "maximum" : "minimum"},
             {"in", {d.like({}, "i32").name, isDown ? 0 : 3}}};
  const Json more = {{"name", "more" + id},
                     {"op", "compare"},
                     {"in", {i, limit}},
                     {"comparison_direction", isDown ? "GT" : "LT"}};
  Json body = region(d, {count, a, b}, {a, b});
  body["ops"].push_back({{"name", next},
                         {"op", isDown ? "subtract" : "add"},
                         {"in", {i, d.pick<int64_t>({1, 1, 2})}}});
  body["outputs"].insert(body["outputs"].begin(), next);
  const std::vector<std::string> results = {"t_" + id, "l_" + id, "m_" + id};
  d.ops.push_back({{"name", results},
                   {"op", "while"},
                   {"in", {{{"value", first}, {"dtype", "i32"}}, x.name, y.name}},
                   {"cond",
                    {{"inputs", {i, a.name, b.name}},
                     {"ops", Json::array({more})},
                     {"outputs", {"more" + id}}}},
                   {"body", body}});
  d.values.push_back({results[0], {}, "i32", 5});
  d.values.push_back({results[1], x.shape, x.type, Draft::kMostExact});
  d.values.push_back({results[2], x.shape, x.type, Draft::kMostExact});
}

static void branch(Draft &d, const Value &x) {
  if (d.depth == 2) return;
  const Value index = d.like({}, "i32");
  Json branches = Json::array();
  for (int64_t count = 1 + d.below(3); count > 0; --count)
    branches.push_back(region(d, {}, {x}));
  d.add("case", {index.name}, x.shape, x.type, {{"branches", branches}}, Draft::kMostExact);
}

static void unary(Draft &d, const Value &x) {
  if (x.type == "i1") return d.add("not", {x.name}, x.shape, x.type);
  if (x.type[0] == 'u') return d.add("popcnt", {x.name}, x.shape, x.type);
  d.add(d.pick<std::string>({"negate", "abs", "sign"}), {x.name}, x.shape, x.type);
}

static std::string binaryOp(Draft &d, const std::string &type) {
  std::vector<std::string> known = {"add", "multiply", "maximum", "minimum"};
  if (type != "i1") known.push_back("subtract");
  if (type != "f32") known.insert(known.end(), {"and", "or", "xor"});
  return d.pick(known);
}

static void binary(Draft &d, const Value &x) {
  const std::string op = binaryOp(d, x.type);
  if (x.type != "i1" && d.chance(20))
    return d.add(op, {x.name, 2}, x.shape, x.type, Json::object(), x.most * 2 + 2);
  const Value y = d.like(x.shape, x.type);
  const double most = op == "multiply" ? x.most * y.most : x.most + y.most;
  d.add(op, {x.name, y.name}, x.shape, x.type, Json::object(), most);
}

static void compareAndSelect(Draft &d, const Value &x) {
  const Value y = d.like(x.shape, x.type);
  d.add("compare", {x.name, y.name}, x.shape, "i1",
        {{"comparison_direction", d.pick<std::string>({"LT", "GE", "EQ", "NE"})}});
  if (d.chance(60)) d.add("select", {d.values.back().name, x.name, y.name}, x.shape, x.type);
}

static void convert(Draft &d, const Value &x) {
  const auto type = d.pick<std::string>({"i32", "i64", "i1", "i16", "ui8", "ui64"});
  d.add("convert", {x.name}, x.shape, type, {{"dtype", type}});
}

static void iota(Draft &d, const Value &x) {
  if (x.shape.empty() || x.type == "i1") return;
  const int64_t dim = d.below(static_cast<int64_t>(x.shape.size()));
  d.add("iota", Json::array(), x.shape, x.type,
        {{"shape", x.shape}, {"dtype", x.type}, {"iota_dimension", dim}}, Draft::kMaxElements);
}

static void broadcast(Draft &d, const Value &x) {
  Sizes shape = x.shape, dims;
  for (size_t dim = 0; dim < x.shape.size(); ++dim) {
    if (shape[dim] == 1 && d.chance(50)) shape[dim] = 1 + d.below(4);
    dims.push_back(static_cast<int64_t>(dim));
  }
  const int64_t at = d.below(static_cast<int64_t>(shape.size()) + 1);
  shape.insert(shape.begin() + at, 1 + d.below(4));
  for (int64_t &dim : dims)
    dim += dim >= at;
  d.add("broadcast_in_dim", {x.name}, shape, x.type,
        {{"shape", shape}, {"broadcast_dimensions", dims}});
}

static void reshape(Draft &d, const Value &x) {
  Sizes shape;
  for (int64_t rest = elements(x.shape); rest > 1;) {
    Sizes divisors;
    for (int64_t divisor = 1; divisor <= rest; ++divisor)
      if (rest % divisor == 0) divisors.push_back(divisor);
    shape.push_back(d.pick(divisors));
    rest /= shape.back();
    if (shape.size() == 3) shape.push_back(std::exchange(rest, 1));
  }
  if (elements(x.shape) == 0) shape = {0};
  d.add("reshape", {x.name}, shape, x.type, {{"shape", shape}});
}

static void transpose(Draft &d, const Value &x) {
  const Sizes order = d.permutation(x.shape.size());
  Sizes shape;
  for (int64_t dim : order)
    shape.push_back(x.shape[dim]);
  d.add("transpose", {x.name}, shape, x.type, {{"permutation", order}});
}

static void slice(Draft &d, const Value &x) {
  Sizes starts, limits, strides, shape;
  for (int64_t extent : x.shape) {
    starts.push_back(d.chance(40) ? 0 : d.below(extent + 1));
    limits.push_back(d.chance(40) ? extent : starts.back() + d.below(extent - starts.back() + 1));
    strides.push_back(d.chance(60) ? 1 : 1 + d.below(3));
    shape.push_back((limits.back() - starts.back() + strides.back() - 1) / strides.back());
  }
  d.add("slice", {x.name}, shape, x.type,
        {{"start_indices", starts}, {"limit_indices", limits}, {"strides", strides}});
}

static void pad(Draft &d, const Value &x) {
  Sizes low, high, interior, shape;
  for (int64_t extent : x.shape) {
    low.push_back(d.chance(50) ? 0 : d.below(5) - 2);
    high.push_back(d.chance(50) ? 0 : d.below(5) - 2);
    interior.push_back(d.chance(70) ? 0 : d.below(3));
    shape.push_back(low.back() + high.back() + extent +
                    std::max<int64_t>(extent - 1, 0) * interior.back());
    if (shape.back() < 0) return;
  }
  const Json value = x.type == "i1" ? Json(true) : Json(1);
  d.add("pad", {x.name, value}, shape, x.type,
        {{"edge_padding_low", low}, {"edge_padding_high", high}, {"interior_padding", interior}});
}

static void concatenate(Draft &d, const Value &x) {
  if (x.shape.empty()) return;
  const int64_t dim = d.below(static_cast<int64_t>(x.shape.size()));
  Sizes shape = x.shape;
  Json in = {x.name};
  for (int64_t count = 1 + d.below(2); count > 0; --count) {
    Sizes other = x.shape;
    if (d.chance(30)) other[dim] = 1 + d.below(3);
    in.push_back(d.like(other, x.type).name);
    shape[dim] += other[dim];
  }
  d.add("concatenate", in, shape, x.type, {{"dimension", dim}});
}

static void reverse(Draft &d, const Value &x) {
  d.add("reverse", {x.name}, x.shape, x.type, {{"dimensions", d.someDimensions(x.shape)}});
}

static void dot(Draft &d, const Value &x) {
  const Sizes order = d.permutation(x.shape.size());
  const size_t rank = order.size();
  const size_t batch = rank ? d.below(2) : 0;
  const size_t summed = std::min<size_t>(rank - batch, d.below(3));
  const Sizes lhsBatch(order.begin(), order.begin() + batch);
  const Sizes lhsSummed(order.begin() + batch, order.begin() + batch + summed);
  Sizes other, rhsBatch, rhsSummed, shape;
  double count = 1;
  for (int64_t dim : lhsSummed)
    count *= static_cast<double>(x.shape[dim]);
  for (int64_t dim : lhsBatch)
    other.push_back(x.shape[dim]), shape.push_back(x.shape[dim]);
  for (int64_t dim : lhsSummed)
    other.push_back(x.shape[dim]);
  for (size_t dim = 0; dim < rank; ++dim)
    if (std::find(order.begin(), order.begin() + batch + summed, dim) ==
        order.begin() + batch + summed)
      shape.push_back(x.shape[dim]);
  for (size_t dim = 0; dim < other.size(); ++dim)
    (dim < batch ? rhsBatch : rhsSummed).push_back(static_cast<int64_t>(dim));
  if (d.chance(70)) other.push_back(1 + d.below(4)), shape.push_back(other.back());
  const Value y = d.like(other, x.type);
  d.add("dot_general", {x.name, y.name}, shape, x.type,
        {{"lhs_batching_dimensions", lhsBatch},
         {"rhs_batching_dimensions", rhsBatch},
         {"lhs_contracting_dimensions", lhsSummed},
         {"rhs_contracting_dimensions", rhsSummed}},
        x.most * y.most * count);
}

static Sizes sizesWithin(Draft &d, const Sizes &shape) {
  Sizes sizes;
  for (int64_t extent : shape)
    sizes.push_back(d.chance(40) ? extent : d.below(extent + 1));
  return sizes;
}

static void addStarts(Draft &d, Json &in, size_t rank) {
  for (size_t dim = 0; dim < rank; ++dim)
    in.push_back(d.chance(30) ? Json({{"value", d.below(5) - 1}, {"dtype", "i32"}})
                              : Json(d.like({}, "i32").name));
}

static void dynamicSlice(Draft &d, const Value &x) {
  const Sizes sizes = sizesWithin(d, x.shape);
  Json in = {x.name};
  addStarts(d, in, x.shape.size());
  d.add("dynamic_slice", in, sizes, x.type, {{"slice_sizes", sizes}});
}

static void dynamicUpdateSlice(Draft &d, const Value &x) {
  Json in = {x.name, d.like(sizesWithin(d, x.shape), x.type).name};
  addStarts(d, in, x.shape.size());
  d.add("dynamic_update_slice", in, x.shape, x.type);
}

/// Rows along one dimension.
static void gather(Draft &d, const Value &x) {
  if (x.shape.empty() || elements(x.shape) == 0) return;
  const int64_t dim = d.below(static_cast<int64_t>(x.shape.size()));
  const Value index = d.like({1 + d.below(4)}, "i32");
  Sizes sizes = x.shape, offsets, shape = {index.shape[0]};
  sizes[dim] = 1;
  for (int64_t other = 0; other < static_cast<int64_t>(x.shape.size()); ++other) {
    if (other == dim) continue;
    shape.push_back(x.shape[other]);
    offsets.push_back(static_cast<int64_t>(shape.size()) - 1);
  }
  d.add("gather", {x.name, index.name}, shape, x.type,
        {{"offset_dims", offsets},
         {"collapsed_slice_dims", {dim}},
         {"start_index_map", {dim}},
         {"index_vector_dim", 1},
         {"slice_sizes", sizes}});
}

void addRandomOp(Draft &d) {
  // Later d.values are the likelier ones, so that programs are deep.
  const int64_t last = static_cast<int64_t>(d.values.size()) - 1;
  const Value x = d.values[std::max(d.below(last + 1), d.below(last + 1))];
  using Add = void (*)(Draft &, const Value &);
  const auto op = d.pick<Add>({unary,
                               binary,
                               binary,
                               compareAndSelect,
                               convert,
                               iota,
                               broadcast,
                               reshape,
                               reshape,
                               transpose,
                               slice,
                               slice,
                               pad,
                               pad,
                               concatenate,
                               concatenate,
                               reverse,
                               addReduction,
                               addReduction,
                               dot,
                               dot,
                               dynamicSlice,
                               dynamicUpdateSlice,
                               gather,
                               loop,
                               branch});
  op(d, x);
}

} // namespace shardc::test
