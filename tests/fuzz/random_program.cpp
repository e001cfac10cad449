// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/random_program.h"

#include "tests/support/random_sharding.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace shardc::test {

using Json = nlohmann::ordered_json;
using Sizes = std::vector<int64_t>;

static constexpr int64_t kMaxElements = 120;
/// Whole numbers up to here are exact in f32, so the order of sums does not matter.
static constexpr double kMostExact = 1 << 24;
static constexpr double kMostInput = 5;

static int64_t elements(const Sizes &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

namespace {

struct Value {
  std::string name;
  Sizes shape;
  std::string type;
  double most; // no element is larger, nor is its negative
};

class Generator {
public:
  Generator(unsigned seed, int mostOps) : random(seed), mostOps(mostOps) {}

  RandomProgram run() {
    for (int64_t count = 1 + below(2); count > 0; --count)
      addInput(randomShape(), pick<std::string>({"i32", "i32", "f32", "i64", "ui32", "i1"}));
    for (int64_t count = 1 + below(mostOps); count > 0; --count)
      addOp();
    const std::string text = program().dump(), slices = config().dump();
    return {text, slices, meshConfig().dump()};
  }

private:
  std::mt19937 random;
  int mostOps;
  std::vector<Value> values, inputs, outputs;
  Json ops = Json::array();
  int64_t names = 0, depth = 0; // given, of regions

  /// Not a distribution of the library: those differ between libraries.
  int64_t below(int64_t limit) { return static_cast<int64_t>(random() % uint64_t(limit)); }
  bool chance(int64_t percent) { return below(100) < percent; }
  template <typename T>
  T pick(const std::vector<T> &from) {
    return from[below(static_cast<int64_t>(from.size()))];
  }

  Sizes randomShape() {
    Sizes shape(below(4));
    for (int64_t &extent : shape)
      extent = chance(3) ? 0 : 1 + below(6);
    return elements(shape) <= kMaxElements ? shape : Sizes{5, 3};
  }
  Sizes permutation(size_t rank) {
    Sizes order;
    for (size_t dim = 0; dim < rank; ++dim)
      order.insert(order.begin() + below(static_cast<int64_t>(dim) + 1), static_cast<int64_t>(dim));
    return order;
  }

  Value addInput(const Sizes &shape, const std::string &type) {
    inputs.push_back({"a" + std::to_string(inputs.size()), shape, type, kMostInput});
    values.push_back(inputs.back());
    return inputs.back();
  }

  /// A value of this shape and type: one that is there, or a new input.
  Value like(const Sizes &shape, const std::string &type) {
    std::vector<Value> fitting;
    for (const Value &value : values)
      if (value.shape == shape && value.type == type) fitting.push_back(value);
    if (!fitting.empty() && chance(80)) return pick(fitting);
    return addInput(shape, type);
  }

  /// The largest magnitude among operands: names, and numbers.
  double mostOf(const Json &in) const {
    double most = 1;
    for (const Json &operand : in) {
      if (operand.is_number()) most = std::max(most, std::abs(operand.get<double>()));
      for (const Value &value : values)
        if (operand == value.name) most = std::max(most, value.most);
    }
    return most;
  }

  void add(const std::string &op, const Json &in, const Sizes &shape, const std::string &type,
           Json attributes = Json::object(), double most = 0) {
    if (elements(shape) > kMaxElements) return;
    most = std::max(most, mostOf(in));
    if (type == "f32" && most > kMostExact) return;
    Json made = {{"name", "v" + std::to_string(names++)}, {"op", op}, {"in", in}};
    made.update(attributes);
    values.push_back({made["name"], shape, type, most});
    ops.push_back(std::move(made));
  }

  void addOp() {
    // Later values are the likelier ones, so that programs are deep.
    const int64_t last = static_cast<int64_t>(values.size()) - 1;
    const Value x = values[std::max(below(last + 1), below(last + 1))];
    using Add = void (Generator::*)(const Value &);
    (this->*pick<Add>({&Generator::unary,
                       &Generator::binary,
                       &Generator::binary,
                       &Generator::compareAndSelect,
                       &Generator::convert,
                       &Generator::iota,
                       &Generator::broadcast,
                       &Generator::reshape,
                       &Generator::reshape,
                       &Generator::transpose,
                       &Generator::slice,
                       &Generator::slice,
                       &Generator::pad,
                       &Generator::pad,
                       &Generator::concatenate,
                       &Generator::concatenate,
                       &Generator::reverse,
                       &Generator::reduce,
                       &Generator::reduce,
                       &Generator::dot,
                       &Generator::dot,
                       &Generator::dynamicSlice,
                       &Generator::dynamicUpdateSlice,
                       &Generator::gather,
                       &Generator::loop,
                       &Generator::branch}))(x);
  }

  /// A region of a few ops that gives values like these.
  Json region(const std::vector<Value> &takes, const std::vector<Value> &like) {
    const std::vector<Value> around = values;
    const size_t inputsBefore = inputs.size();
    Json before = std::exchange(ops, Json::array());
    values.insert(values.end(), takes.begin(), takes.end());
    ++depth;
    for (int64_t count = 1 + below(4); count > 0; --count)
      addOp();
    Json made = {{"inputs", Json::array()}, {"outputs", Json::array()}};
    for (const Value &value : takes)
      made["inputs"].push_back(value.name);
    for (const Value &value : like)
      made["outputs"].push_back(this->like(value.shape, value.type).name);
    --depth;
    made["ops"] = std::exchange(ops, std::move(before));
    values = around;
    values.insert(values.end(), inputs.begin() + static_cast<int64_t>(inputsBefore), inputs.end());
    return made;
  }

  /// Carries x and another value like it, which may trade places; 0 to 3 trips, told or not.
  void loop(const Value &x) {
    if (depth == 2) return;
    const std::string id = std::to_string(names++), i = "i" + id, next = "next" + id;
    const Value y = like(x.shape, x.type), a = {"a_" + id, x.shape, x.type, kMostExact},
                b = {"b_" + id, x.shape, x.type, kMostExact}, count = {i, {}, "i32", 4};
    Json limit = below(4);
    if (chance(50)) limit = {{"op", "minimum"}, {"in", {like({}, "i32").name, 3}}};
    const Json more = {{"name", "more" + id},
                       {"op", "compare"},
                       {"in", {i, limit}},
                       {"comparison_direction", "LT"}};
    Json body = region({count, a, b}, {a, b});
    body["ops"].push_back({{"name", next}, {"op", "add"}, {"in", {i, 1}}});
    body["outputs"].insert(body["outputs"].begin(), next);
    const std::vector<std::string> results = {"t_" + id, "l_" + id, "m_" + id};
    ops.push_back({{"name", results},
                   {"op", "while"},
                   {"in", {{{"value", 0}, {"dtype", "i32"}}, x.name, y.name}},
                   {"cond",
                    {{"inputs", {i, a.name, b.name}},
                     {"ops", Json::array({more})},
                     {"outputs", {"more" + id}}}},
                   {"body", body}});
    values.push_back({results[0], {}, "i32", 4});
    values.push_back({results[1], x.shape, x.type, kMostExact});
    values.push_back({results[2], x.shape, x.type, kMostExact});
  }

  void branch(const Value &x) {
    if (depth == 2) return;
    const Value index = like({}, "i32");
    Json branches = Json::array();
    for (int64_t count = 1 + below(3); count > 0; --count)
      branches.push_back(region({}, {x}));
    add("case", {index.name}, x.shape, x.type, {{"branches", branches}}, kMostExact);
  }

  void unary(const Value &x) {
    if (x.type == "i1") return add("not", {x.name}, x.shape, x.type);
    if (x.type == "ui32") return add("popcnt", {x.name}, x.shape, x.type);
    add(pick<std::string>({"negate", "abs", "sign"}), {x.name}, x.shape, x.type);
  }

  std::string binaryOp(const std::string &type) {
    std::vector<std::string> known = {"add", "multiply", "maximum", "minimum"};
    if (type != "i1") known.push_back("subtract");
    if (type != "f32") known.insert(known.end(), {"and", "or", "xor"});
    return pick(known);
  }

  void binary(const Value &x) {
    const std::string op = binaryOp(x.type);
    if (x.type != "i1" && chance(20))
      return add(op, {x.name, 2}, x.shape, x.type, Json::object(), x.most * 2 + 2);
    const Value y = like(x.shape, x.type);
    const double most = op == "multiply" ? x.most * y.most : x.most + y.most;
    add(op, {x.name, y.name}, x.shape, x.type, Json::object(), most);
  }

  void compareAndSelect(const Value &x) {
    const Value y = like(x.shape, x.type);
    add("compare", {x.name, y.name}, x.shape, "i1",
        {{"comparison_direction", pick<std::string>({"LT", "GE", "EQ", "NE"})}});
    if (chance(60)) add("select", {values.back().name, x.name, y.name}, x.shape, x.type);
  }

  void convert(const Value &x) {
    const auto type = pick<std::string>({"i32", "i64", "i1"});
    add("convert", {x.name}, x.shape, type, {{"dtype", type}});
  }

  void iota(const Value &x) {
    if (x.shape.empty() || x.type == "i1") return;
    const int64_t dim = below(static_cast<int64_t>(x.shape.size()));
    add("iota", Json::array(), x.shape, x.type,
        {{"shape", x.shape}, {"dtype", x.type}, {"iota_dimension", dim}}, kMaxElements);
  }

  void broadcast(const Value &x) {
    Sizes shape = x.shape, dims;
    for (size_t dim = 0; dim < x.shape.size(); ++dim) {
      if (shape[dim] == 1 && chance(50)) shape[dim] = 1 + below(4);
      dims.push_back(static_cast<int64_t>(dim));
    }
    const int64_t at = below(static_cast<int64_t>(shape.size()) + 1);
    shape.insert(shape.begin() + at, 1 + below(4));
    for (int64_t &dim : dims)
      dim += dim >= at;
    add("broadcast_in_dim", {x.name}, shape, x.type,
        {{"shape", shape}, {"broadcast_dimensions", dims}});
  }

  void reshape(const Value &x) {
    Sizes shape;
    for (int64_t rest = elements(x.shape); rest > 1;) {
      Sizes divisors;
      for (int64_t divisor = 1; divisor <= rest; ++divisor)
        if (rest % divisor == 0) divisors.push_back(divisor);
      shape.push_back(pick(divisors));
      rest /= shape.back();
      if (shape.size() == 3) shape.push_back(std::exchange(rest, 1));
    }
    if (elements(x.shape) == 0) shape = {0};
    add("reshape", {x.name}, shape, x.type, {{"shape", shape}});
  }

  void transpose(const Value &x) {
    const Sizes order = permutation(x.shape.size());
    Sizes shape;
    for (int64_t dim : order)
      shape.push_back(x.shape[dim]);
    add("transpose", {x.name}, shape, x.type, {{"permutation", order}});
  }

  void slice(const Value &x) {
    Sizes starts, limits, strides, shape;
    for (int64_t extent : x.shape) {
      starts.push_back(chance(40) ? 0 : below(extent + 1));
      limits.push_back(chance(40) ? extent : starts.back() + below(extent - starts.back() + 1));
      strides.push_back(chance(60) ? 1 : 1 + below(3));
      shape.push_back((limits.back() - starts.back() + strides.back() - 1) / strides.back());
    }
    add("slice", {x.name}, shape, x.type,
        {{"start_indices", starts}, {"limit_indices", limits}, {"strides", strides}});
  }

  void pad(const Value &x) {
    Sizes low, high, interior, shape;
    for (int64_t extent : x.shape) {
      low.push_back(chance(50) ? 0 : below(5) - 2);
      high.push_back(chance(50) ? 0 : below(5) - 2);
      interior.push_back(chance(70) ? 0 : below(3));
      shape.push_back(low.back() + high.back() + extent +
                      std::max<int64_t>(extent - 1, 0) * interior.back());
      if (shape.back() < 0) return;
    }
    const Json value = x.type == "i1" ? Json(true) : Json(1);
    add("pad", {x.name, value}, shape, x.type,
        {{"edge_padding_low", low}, {"edge_padding_high", high}, {"interior_padding", interior}});
  }

  void concatenate(const Value &x) {
    if (x.shape.empty()) return;
    const int64_t dim = below(static_cast<int64_t>(x.shape.size()));
    Sizes shape = x.shape;
    Json in = {x.name};
    for (int64_t count = 1 + below(2); count > 0; --count) {
      Sizes other = x.shape;
      if (chance(30)) other[dim] = 1 + below(3);
      in.push_back(like(other, x.type).name);
      shape[dim] += other[dim];
    }
    add("concatenate", in, shape, x.type, {{"dimension", dim}});
  }

  Sizes someDimensions(const Sizes &shape) {
    Sizes dims;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (chance(50)) dims.push_back(static_cast<int64_t>(dim));
    return dims;
  }

  void reverse(const Value &x) {
    add("reverse", {x.name}, x.shape, x.type, {{"dimensions", someDimensions(x.shape)}});
  }

  void reduce(const Value &x) {
    const Sizes dims = someDimensions(x.shape);
    Sizes shape;
    for (size_t dim = 0; dim < x.shape.size(); ++dim)
      if (std::find(dims.begin(), dims.end(), dim) == dims.end()) shape.push_back(x.shape[dim]);
    std::vector<std::string> reducers = {"add", "add", "max", "min", "mul"};
    if (x.type != "f32") reducers.insert(reducers.end(), {"and", "or", "xor"});
    const std::string reducer = pick(reducers);
    const double count = elements(shape) ? double(elements(x.shape)) / double(elements(shape)) : 1;
    const double most = reducer == "mul" ? std::pow(x.most, count) : x.most * count;
    add("reduce", {x.name}, shape, x.type, {{"dimensions", dims}, {"reducer", reducer}}, most);
  }

  void dot(const Value &x) {
    const Sizes order = permutation(x.shape.size());
    const size_t rank = order.size();
    const size_t batch = rank ? below(2) : 0;
    const size_t summed = std::min<size_t>(rank - batch, below(3));
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
    if (chance(70)) other.push_back(1 + below(4)), shape.push_back(other.back());
    const Value y = like(other, x.type);
    add("dot_general", {x.name, y.name}, shape, x.type,
        {{"lhs_batching_dimensions", lhsBatch},
         {"rhs_batching_dimensions", rhsBatch},
         {"lhs_contracting_dimensions", lhsSummed},
         {"rhs_contracting_dimensions", rhsSummed}},
        x.most * y.most * count);
  }

  Sizes sizesWithin(const Sizes &shape) {
    Sizes sizes;
    for (int64_t extent : shape)
      sizes.push_back(chance(40) ? extent : below(extent + 1));
    return sizes;
  }

  void addStarts(Json &in, size_t rank) {
    for (size_t dim = 0; dim < rank; ++dim)
      in.push_back(chance(30) ? Json({{"value", below(5) - 1}, {"dtype", "i32"}})
                              : Json(like({}, "i32").name));
  }

  void dynamicSlice(const Value &x) {
    const Sizes sizes = sizesWithin(x.shape);
    Json in = {x.name};
    addStarts(in, x.shape.size());
    add("dynamic_slice", in, sizes, x.type, {{"slice_sizes", sizes}});
  }

  void dynamicUpdateSlice(const Value &x) {
    Json in = {x.name, like(sizesWithin(x.shape), x.type).name};
    addStarts(in, x.shape.size());
    add("dynamic_update_slice", in, x.shape, x.type);
  }

  /// Rows along one dimension.
  void gather(const Value &x) {
    if (x.shape.empty() || elements(x.shape) == 0) return;
    const int64_t dim = below(static_cast<int64_t>(x.shape.size()));
    const Value index = like({1 + below(4)}, "i32");
    Sizes sizes = x.shape, offsets, shape = {index.shape[0]};
    sizes[dim] = 1;
    for (int64_t other = 0; other < static_cast<int64_t>(x.shape.size()); ++other) {
      if (other == dim) continue;
      shape.push_back(x.shape[other]);
      offsets.push_back(static_cast<int64_t>(shape.size()) - 1);
    }
    add("gather", {x.name, index.name}, shape, x.type,
        {{"offset_dims", offsets},
         {"collapsed_slice_dims", {dim}},
         {"start_index_map", {dim}},
         {"index_vector_dim", 1},
         {"slice_sizes", sizes}});
  }

  Json program() {
    Json made = {{"shardc", 1}, {"kind", "program"}, {"name", "p"}, {"inputs", Json::array()}};
    for (const Value &input : inputs)
      made["inputs"].push_back(
          {{"name", input.name}, {"shape", input.shape}, {"dtype", input.type}});
    made["ops"] = ops;
    outputs = {values.back()};
    for (const Value &value : values)
      if (chance(20) && value.name != values.back().name) outputs.push_back(value);
    for (const Value &output : outputs)
      made["outputs"]["o_" + output.name] = output.name;
    return made;
  }

  Json slices(const Sizes &shape) {
    Json dims = Json::object();
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (shape[dim] < 2 || chance(40)) continue;
      Json list = Json::array();
      for (int64_t at = 0; at < shape[dim];) {
        const int64_t to = std::min(shape[dim], at + 1 + below(shape[dim]));
        list.push_back(std::to_string(at) + ":" + std::to_string(to));
        at = to;
      }
      dims[std::to_string(dim)] = list;
    }
    return dims;
  }

  Json config() {
    Json made = {{"shardc", 1},
                 {"kind", "sharding"},
                 {"unspecified", chance(20) ? "sharded" : "whole"},
                 {"conflict", "refine"},
                 {"max_shards", 4096}};
    for (const Value &input : inputs)
      made["inputs"][input.name] = slices(input.shape);
    if (chance(30)) made["outputs"]["o_" + outputs[0].name] = slices(outputs[0].shape);
    return made;
  }

  Json meshConfig() {
    RandomMesh mesh(random);
    Json made = {{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh.text()}};
    if (chance(20)) made["unspecified"] = "replicated";
    for (const Value &input : inputs)
      if (chance(80)) made["inputs"][input.name] = mesh.sharding(input.shape.size());
    for (const Value &output : outputs)
      if (chance(40)) made["outputs"]["o_" + output.name] = mesh.sharding(output.shape.size());
    for (const Value &value : values)
      if (value.name[0] == 'v' && chance(8))
        made["values"][value.name] = mesh.sharding(value.shape.size());
    return made;
  }
};

} // namespace

RandomProgram randomProgram(unsigned seed, int mostOps) { return Generator(seed, mostOps).run(); }

} // namespace shardc::test
