// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/random_config.h"

#include "tests/fuzz/mutate_json.h"
#include "tests/fuzz/mutate_tokens.h"
#include "tests/support/random_sharding.h"

#include "frontend/ir/names.h"

using namespace mlir;

namespace shardc::test {

static std::vector<int64_t> shapeOf(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped ? std::vector<int64_t>(shaped.getShape().begin(), shaped.getShape().end())
                : std::vector<int64_t>();
}

static Json cutsOf(Dice &dice, int64_t extent) {
  if (dice.chance(30)) return {{"parts", 1 + dice.below(4)}};
  if (dice.chance(15)) return {{"length", dice.pick<int64_t>({1, 2, extent})}};
  Json list = Json::array();
  const int64_t most = extent > 64 ? extent : extent / 2 + 1;
  for (int64_t at = 0; at < extent;) {
    const int64_t to = std::min(extent, at + 1 + dice.below(most));
    list.push_back(dice.chance(80) ? std::to_string(at) + ":" + std::to_string(to)
                                   : std::to_string(at) + ".." + std::to_string(to - 1));
    at = to;
    if (list.size() == 4 && at < extent) {
      list.push_back(std::to_string(at) + ":");
      break;
    }
  }
  return list;
}

static Json slices(Dice &dice, const std::vector<int64_t> &shape) {
  Json dims = Json::object();
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (shape[dim] >= 2 && dice.chance(60)) dims[std::to_string(dim)] = cutsOf(dice, shape[dim]);
  return dims;
}

static Json sliceConfig(Dice &dice, func::FuncOp entry) {
  Json made = {
      {"shardc", 1}, {"kind", "sharding"}, {"unspecified", dice.chance(15) ? "sharded" : "whole"}};
  if (dice.chance(70)) made["conflict"] = "refine";
  for (unsigned input = 0; input < entry.getNumArguments(); ++input)
    if (dice.chance(60))
      made["inputs"][inputName(entry, input)] =
          slices(dice, shapeOf(entry.getArgumentTypes()[input]));
  for (unsigned output = 0; output < entry.getNumResults(); ++output)
    if (dice.chance(15))
      made["outputs"][outputName(entry, output)] =
          slices(dice, shapeOf(entry.getResultTypes()[output]));
  if (dice.chance(10)) made["donate"] = {"arg0"};
  return made;
}

/// Mostly of few devices, whose runs can be compared.
static RandomMesh someMesh(Dice &dice) {
  if (dice.chance(95)) return RandomMesh(dice.random);
  return RandomMesh(dice.random,
                    dice.pick<std::vector<int64_t>>({{64}, {16, 16}, {8, 8, 8}, {1024}, {64, 128}}),
                    dice.chance(30));
}

/// One placement, or one outside of the program and another inside of it.
static Json placements(Dice &dice, RandomMesh &mesh, Type type, bool closed, const char *outside,
                       const char *inside) {
  const size_t rank = shapeOf(type).size();
  if (dice.chance(85)) return mesh.sharding(rank, closed);
  return {{outside, mesh.sharding(rank, closed)}, {inside, mesh.sharding(rank, closed)}};
}

static Json meshConfig(Dice &dice, func::FuncOp entry) {
  RandomMesh mesh = someMesh(dice);
  Json made = {{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh.json()}};
  if (dice.chance(20)) made["unspecified"] = "replicated";
  const bool closed = dice.chance(40);
  for (unsigned input = 0; input < entry.getNumArguments(); ++input)
    if (dice.chance(70))
      made["inputs"][inputName(entry, input)] =
          placements(dice, mesh, entry.getArgumentTypes()[input], closed, "arrives", "used");
  for (unsigned output = 0; output < entry.getNumResults(); ++output)
    if (dice.chance(30))
      made["outputs"][outputName(entry, output)] =
          placements(dice, mesh, entry.getResultTypes()[output], closed, "leaves", "made");
  entry.walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      if (const auto name = valueName(result); name && dice.chance(10))
        made["values"][*name] = mesh.sharding(shapeOf(result.getType()).size(), closed);
  });
  return made;
}

std::string changedConfig(Dice &dice, const std::string &config) {
  Json changed = Json::parse(config, nullptr, false);
  if (changed.is_discarded() || dice.chance(30))
    return mutateTokens(dice, config, R"({"shardc": 1, "kind": "sharding", "mesh": "x=2"})");
  mutateDocument(dice, changed);
  return changed.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string randomConfig(Dice &dice, ModuleOp program) {
  func::FuncOp entry = entryOf(program);
  const Json made = dice.chance(50) ? sliceConfig(dice, entry) : meshConfig(dice, entry);
  const std::string text = made.dump(-1, ' ', false, Json::error_handler_t::replace);
  return dice.chance(75) ? text : changedConfig(dice, text);
}

} // namespace shardc::test
