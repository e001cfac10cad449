// SPDX-License-Identifier: Apache-2.0
// A placement at random, written in every notation that can say it, gives the same plan and the
// same bytes of a bundle.
#include "codegen/bundle.h"
#include "frontend/config/shardings/notation_text.h"
#include "tests/support/compile.h"
#include "tests/support/random_sharding.h"

#include "gtest/gtest.h"

#include <map>

namespace shardc::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPlacements = 1000;

/// y = tanh(x) and, of what has dimensions, the sum along the last one.
std::string program(const std::vector<int64_t> &shape) {
  Json made = {{"shardc", 1},
               {"kind", "program"},
               {"name", "p"},
               {"inputs", {{{"name", "x"}, {"shape", shape}, {"dtype", "f32"}}}},
               {"ops", {{{"name", "y"}, {"op", "tanh"}, {"in", {"x"}}}}},
               {"outputs", {"y"}}};
  if (shape.empty()) return made.dump();
  const auto last = static_cast<int64_t>(shape.size()) - 1;
  made["ops"].push_back({{"name", "s"}, {"op", "sum"}, {"in", {"y"}}, {"dimensions", {last}}});
  made["outputs"].push_back("s");
  return made.dump();
}

std::string config(const Json &mesh, const Json &entry) {
  return Json({{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh}, {"inputs", {{"x", entry}}}})
      .dump();
}

/// The plan and all files of a bundle, by name; what is wrong where there is none.
std::map<std::string, std::string> made(const Compiled &c) {
  if (!c.plan) return {{"messages", c.messages()}};
  std::map<std::string, std::string> files = {{"", planJson(*c.plan)}};
  for (const BundleFile &file : bundleFiles(*c.plan, {}))
    files[file.path] = file.text;
  return files;
}

TEST(Placements, GiveTheSameBundleInEveryNotation) {
  std::mt19937 random(1);
  std::map<std::string, int> compared;
  for (int k = 0; k < kPlacements; ++k) {
    RandomMesh mesh(random);
    const Json axes = mesh.json();
    std::vector<int64_t> shape(random() % 4);
    for (int64_t &extent : shape)
      extent = 1 + static_cast<int64_t>(random() % 12);
    const Json entry = mesh.sharding(shape.size(), /*closed=*/true);
    const std::string text = program(shape), usual = config(axes, entry);
    const Compiled c = compile(text, usual);
    if (!c.plan) {
      EXPECT_EQ(c.ids(), std::vector<std::string>{"unsupported-axes"}) << usual << c.messages();
      continue;
    }
    const auto expected = made(c);
    const MeshConfig &read = c.config.mesh;
    for (const auto &[name, notation] :
         {std::pair("sdy", config::Notation::sdy), std::pair("hlo", config::Notation::hlo),
          std::pair("pxla", config::Notation::pxla)}) {
      NotationProblem problem;
      const auto other =
          config::notedJson(read.inputs.front()->sharding, read.mesh, notation, problem);
      if (!other) continue;
      ASSERT_EQ(made(compile(text, config(axes, Json::parse(*other)))), expected) << usual << "\n"
                                                                                  << *other;
      ++compared[name];
    }
  }
  for (const char *name : {"sdy", "hlo", "pxla"})
    EXPECT_GT(compared[name], kPlacements / 2) << name;
}

} // namespace
} // namespace shardc::test
