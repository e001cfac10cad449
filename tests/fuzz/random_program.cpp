// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/random_program.h"

#include "tests/fuzz/random_draft.h"
#include "tests/support/random_sharding.h"

#include <algorithm>

namespace shardc::test {

using Value = Draft::Value;

namespace {

/// The texts of a program, once it is made.
class Texts {
public:
  explicit Texts(Draft &draft) : d(draft) {}

  RandomProgram run() {
    const std::string text = program().dump(), slices = config().dump();
    return {text, slices, meshConfig().dump()};
  }

private:
  Json program() {
    Json made = {{"shardc", 1}, {"kind", "program"}, {"name", "p"}, {"inputs", Json::array()}};
    for (const Value &input : d.inputs)
      made["inputs"].push_back(
          {{"name", input.name}, {"shape", input.shape}, {"dtype", input.type}});
    made["ops"] = d.ops;
    outputs = {d.values.back()};
    for (const Value &value : d.values)
      if (d.chance(20) && value.name != d.values.back().name) outputs.push_back(value);
    for (const Value &output : outputs)
      made["outputs"]["o_" + output.name] = output.name;
    return made;
  }

  Json slices(const Sizes &shape) {
    Json dims = Json::object();
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      if (shape[dim] < 2 || d.chance(40)) continue;
      Json list = Json::array();
      for (int64_t at = 0; at < shape[dim];) {
        const int64_t to = std::min(shape[dim], at + 1 + d.below(shape[dim]));
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
                 {"unspecified", d.chance(20) ? "sharded" : "whole"},
                 {"conflict", "refine"},
                 {"max_shards", 4096}};
    for (const Value &input : d.inputs)
      made["inputs"][input.name] = slices(input.shape);
    if (d.chance(30)) made["outputs"]["o_" + outputs[0].name] = slices(outputs[0].shape);
    return made;
  }

  Json meshConfig() {
    RandomMesh mesh(d.random);
    Json made = {{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh.json()}};
    if (d.chance(20)) made["unspecified"] = "replicated";
    for (const Value &input : d.inputs)
      if (d.chance(80)) made["inputs"][input.name] = mesh.sharding(input.shape.size());
    for (const Value &output : outputs)
      if (d.chance(40)) made["outputs"]["o_" + output.name] = mesh.sharding(output.shape.size());
    for (const Value &value : d.values)
      if (value.name[0] == 'v' && d.chance(8))
        made["values"][value.name] = mesh.sharding(value.shape.size());
    return made;
  }

  Draft &d;
  std::vector<Value> outputs;
};

} // namespace

RandomProgram randomProgram(unsigned seed, int mostOps) {
  Draft draft;
  draft.random.seed(seed);
  for (int64_t count = 1 + draft.below(2); count > 0; --count) {
    const Sizes shape = draft.shape();
    draft.addInput(shape, draft.pick<std::string>(
                              {"i32", "i32", "f32", "i64", "ui32", "i1", "i8", "ui16", "ui64"}));
  }
  for (int64_t count = 1 + draft.below(mostOps); count > 0; --count)
    addRandomOp(draft);
  return Texts(draft).run();
}

} // namespace shardc::test
