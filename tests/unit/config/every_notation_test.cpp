// SPDX-License-Identifier: Apache-2.0
// One meaning: every placement of rank up to 3 on up to 8 devices, on every mesh of these and with
// devices in several orders, written in every notation that can say it. What is read back has the
// same boxes.
#include "frontend/config/shardings/mesh.h"
#include "frontend/frontend.h"
#include "frontend/ir/sharding/notations/hlo_sharding.h"
#include "frontend/ir/sharding/notations/pxla_spec.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/json_text.h"
#include "tests/support/diagnostics.h"
#include "tests/unit/mesh/boxes.h"
#include "tests/unit/mesh/parts.h"

#include "gtest/gtest.h"

#include <chrono>
#include <numeric>
#include <random>

using namespace shardc;
using namespace shardc::test;

namespace {

/// All meshes of so many devices, but for axes of size 1.
std::vector<Mesh> meshesOf(int64_t devices) {
  std::vector<std::vector<int64_t>> all, open = {{}};
  while (!open.empty()) {
    const std::vector<int64_t> sizes = open.back();
    open.pop_back();
    const int64_t rest =
        devices / std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
    if (rest == 1) all.push_back(sizes);
    for (int64_t size = 2; size <= rest; ++size) {
      if (rest % size != 0) continue;
      open.push_back(sizes);
      open.back().push_back(size);
    }
  }
  std::vector<Mesh> meshes;
  for (const auto &sizes : all)
    meshes.push_back(test::meshOf(sizes.empty() ? std::vector<int64_t>{1} : sizes));
  return meshes;
}

/// Adds every sharding that goes on from `at`: its dimensions up to `dim` are begun.
void addShardings(const Mesh &mesh, const Sharding &at, size_t dim, std::vector<Sharding> &all) {
  if (dim + 1 == at.dims.size() || at.dims.empty())
    all.push_back(at);
  else
    addShardings(mesh, at, dim + 1, all);
  for (const AxisRef &part : everyPart(mesh)) {
    const bool isPrime = part.size == 2 || part.size == 3 || part.size == 5 || part.size == 7;
    if (at.dims.empty() || !isPrime || overlaps(part, at.used())) continue;
    Sharding more = at;
    append(more.dims[dim].axes, part);
    addShardings(mesh, more, dim, all);
  }
}

/// The mesh with its devices in several orders: the usual one first.
std::vector<Mesh> ordersOf(const Mesh &mesh, std::mt19937 &random) {
  std::vector<Mesh> all = {mesh};
  Mesh other = mesh;
  other.deviceIds.resize(mesh.devices());
  std::iota(other.deviceIds.begin(), other.deviceIds.end(), 0);
  for (int k = 0; k < 40 && mesh.devices() > 2; ++k) {
    std::shuffle(other.deviceIds.begin(), other.deviceIds.end(), random);
    all.push_back(other);
    dropUsualIds(all.back());
  }
  return all;
}

std::string commas(const std::vector<int64_t> &numbers) {
  return json::list(numbers, [](int64_t number) { return std::to_string(number); });
}

/// HLO's list of devices: written here by counting through the tiles.
std::string hloList(const MeshedSharding &given) {
  std::vector<int64_t> tiles;
  for (const DimSharding &dim : given.sharding.dims)
    tiles.push_back(product(dim.axes));
  const int64_t blocks = product(given.sharding.used());
  std::vector<std::vector<int64_t>> devices(blocks);
  for (int64_t position = 0; position < given.mesh.devices(); ++position) {
    int64_t block = 0;
    for (const DimSharding &dim : given.sharding.dims)
      block = block * product(dim.axes) +
              placeOn(dim.axes, given.mesh, coordinatesAt(given.mesh, position));
    devices[block].push_back(given.mesh.deviceIds.empty() ? position
                                                          : given.mesh.deviceIds[position]);
  }
  std::string list;
  for (const auto &block : devices)
    for (const int64_t device : llvm::reverse(block))
      list += (list.empty() ? "" : ",") + std::to_string(device);
  tiles.push_back(given.mesh.devices() / blocks);
  return "{devices=" + commas(tiles) + list + " last_tile_dim_replicate}";
}

std::string replaced(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

std::string meshText(const Mesh &mesh, const std::string &equals) {
  return json::list(mesh.axes, [&](const MeshAxis &axis) {
    return "\"" + axis.name + "\"" + equals + std::to_string(axis.size);
  });
}

std::string hloNamed(const MeshedSharding &given) {
  std::string ids;
  for (const int64_t id : given.mesh.deviceIds)
    ids += (ids.empty() ? "" : ",") + std::to_string(id);
  if (!ids.empty()) ids = ", device_ids=(" + ids + ")";
  return replaced("{mesh" + meshText(given.mesh, "=") + ids + ", " +
                      str(given.sharding, given.mesh) + "}",
                  '"', '\'');
}

std::string shardyInline(const MeshedSharding &given) {
  const std::string ids =
      given.mesh.deviceIds.empty() ? "" : ", device_ids=" + commas(given.mesh.deviceIds);
  return "<mesh<" + meshText(given.mesh, "=") + ids + ">, " + str(given.sharding, given.mesh) + ">";
}

std::string entry(const char *key, const std::string &text) {
  return std::string("{\"") + key + "\": " + json::quoted(text) + "}";
}

struct EveryNotation : testing::Test {
  /// Every way to write it; how it is read does not depend on the mesh but for the first two.
  std::vector<std::string> written(const MeshedSharding &given) {
    std::vector<std::string> all = {shardingJson(config::writtenAs(given.sharding, given.mesh)),
                                    entry("shardy", str(given.sharding, given.mesh)),
                                    entry("shardy", shardyInline(given)),
                                    entry("hlo", hloList(given)), entry("hlo", hloNamed(given))};
    NotationProblem problem;
    const auto hlo = hloText(given, problem);
    EXPECT_TRUE(hlo) << problem.what;
    if (hlo) all.push_back(entry("hlo", *hlo));
    const auto pxla = pxlaText(given, problem);
    EXPECT_TRUE(pxla || !given.mesh.deviceIds.empty()) << problem.what;
    if (pxla) all.push_back("{\"pxla\": " + *pxla + "}");
    return all;
  }

  std::vector<std::string> read(const std::string &text, const Mesh &mesh) {
    const Collected collected(*context);
    const auto document = json::Document::parse(*context, text, "c.json");
    if (!document) return {"no JSON: " + text};
    const auto sharding = config::readSharding(document->root(), mesh, tensor);
    if (!sharding) return {collected.all.empty() ? "?" : collected.all.front().message};
    return boxesOf({mesh, *sharding}, tensor.shape);
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  config::Tensor tensor{"input", "x", "arg0", {}, {}, mlir::UnknownLoc::get(context.get())};
};

/// Every way to write that the device at a position has all.
std::vector<std::string> waysOfOne(const Mesh &mesh, int64_t position) {
  const std::string id = std::to_string(mesh.deviceAt(position));
  const Sharding sharding = shardingOnly(2, position, mesh);
  NotationProblem problem;
  EXPECT_EQ(pxlaText({mesh, sharding}, problem).has_value(), mesh.devices() == 1);
  return {"{\"device\": " + std::to_string(position) + "}",
          shardingJson(config::writtenAs(sharding, mesh)),
          entry("shardy", "<mesh<[], device_ids=[" + id + "]>, []>"),
          entry("shardy", str(sharding, mesh)),
          entry("hlo", "{maximal device=" + id + "}"),
          entry("hlo", "{maximal_mesh[device_id=" + id + "]}"),
          entry("hlo", hloText({mesh, sharding}, problem).value_or(problem.what))};
}

TEST_F(EveryNotation, SaysThatOneDeviceHasAll) {
  std::mt19937 random(2);
  tensor.shape = {5, 4};
  for (int64_t devices = 1; devices <= 8; ++devices)
    for (const Mesh &mesh : meshesOf(devices))
      for (Mesh &ordered : ordersOf(mesh, random)) {
        ordered.name = "mesh";
        for (int64_t position = 0; position < devices; ++position) {
          std::vector<std::string> expected(devices, "[0:0,0:4]");
          expected[ordered.deviceAt(position)] = "[0:5,0:4]";
          for (const std::string &text : waysOfOne(ordered, position))
            EXPECT_EQ(joined(read(text, ordered)), joined(expected)) << text << ordered.str();
        }
      }
}

TEST_F(EveryNotation, MeansTheSameBoxes) {
  const std::vector<int64_t> shape = {11, 9, 13}; // uneven, and all boxes differ
  std::mt19937 random(1);
  const auto start = std::chrono::steady_clock::now();
  size_t pairs = 0;
  for (int64_t devices = 1; devices <= 8; ++devices)
    for (const Mesh &mesh : meshesOf(devices))
      for (size_t rank = 0; rank <= 3; ++rank) {
        tensor.shape = {shape.begin(), shape.begin() + rank};
        std::vector<Sharding> shardings;
        addShardings(mesh, replicatedSharding(rank), 0, shardings);
        for (Mesh &ordered : ordersOf(mesh, random)) {
          ordered.name = "mesh";
          for (const Sharding &sharding : shardings) {
            const std::vector<std::string> expected = boxesOf({ordered, sharding}, tensor.shape);
            for (const std::string &text : written({ordered, sharding})) {
              ASSERT_EQ(joined(read(text, ordered)), joined(expected))
                  << text << " on " << ordered.str() << " " << commas(ordered.deviceIds);
              ++pairs;
            }
          }
        }
      }
  EXPECT_GT(pairs, 100'000u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(2));
}

} // namespace
