// SPDX-License-Identifier: Apache-2.0
// Every op of the registry over every small mesh, its operands and its result lying as random
// shardings say: even, uneven, and with fewer elements than devices. What the devices make together
// equals what one device makes, bit for bit; the interpreter refuses reads outside of windows.
#include "tests/exhaustive/cases.h"
#include "tests/support/compile.h"
#include "tests/support/random_sharding.h"

#include "codegen/check/check.h"
#include "frontend/ir/tables/registry.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <map>
#include <numeric>

using namespace shardc;
using namespace shardc::test;

namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::vector<int64_t>> kMeshes = {{2}, {3}, {4}, {2, 2}, {2, 3}};

struct Count {
  int64_t runs = 0, collectives = 0, reductions = 0;
  std::map<std::string, int64_t> meshes, types;
};

HostTensor randomTensor(const TensorSpec &type, std::mt19937 &random) {
  HostTensor made = HostTensor::zeros(type);
  for (int64_t element = 0; element < type.elements(); ++element) {
    const int64_t value = static_cast<int64_t>(random() % 9) - 3;
    made.set(element, Number::of(type.type, type.type == ElementType::i1 ? value & 1 : value));
  }
  return made;
}

/// A program of one op, and what it makes on one device.
class Subject {
public:
  Subject(std::string program, std::mt19937 &random)
      : program(std::move(program)), whole(compile(this->program, "", false)) {
    if (!whole.plan) return;
    for (const PlanTensor &input : whole.plan->inputs)
      inputs.push_back(randomTensor(input.type, random));
    expected = runOn(*whole.plan, inputs);
  }

  bool fits() const { return whole.plan.has_value(); }

  void check(const std::vector<int64_t> &sizes, bool subAxes, std::mt19937 &random, Count &count) {
    RandomMesh mesh(random, sizes, subAxes);
    Json config = {{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh.text()}};
    const int64_t devices =
        std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
    const auto sharding = [&](const PlanTensor &tensor) {
      const size_t rank = tensor.type.shape.size();
      if (rank > 0 && random() % 10 == 0) return Json{{"device", random() % devices}};
      return mesh.sharding(rank, true);
    };
    for (const PlanTensor &input : whole.plan->inputs)
      config["inputs"][input.name] = sharding(input);
    config["outputs"]["y"] = sharding(whole.plan->outputs[0]);
    SCOPED_TRACE(program + "\n" + config.dump());
    const Compiled cut = compile(program, config.dump(), random() % 2);
    ASSERT_TRUE(cut.plan) << cut.messages();
    if (const auto wrong = shardc::check(*cut.plan)) ADD_FAILURE() << *wrong;
    const auto got = runOn(*cut.plan, inputs, random() % 2);
    if (testing::Test::HasFailure()) return;
    EXPECT_EQ(expected[0].data, got[0].data);
    ++count.runs;
    ++count.meshes[mesh.text()];
    for (const Collective &collective : cut.plan->functions[0].collectives)
      ++(collective.combine ? count.reductions : count.collectives);
  }

private:
  std::string program;
  Compiled whole;
  std::vector<HostTensor> inputs, expected;
};

std::string listing(const std::map<std::string, int64_t> &counts) {
  std::string text;
  for (const auto &[name, count] : counts)
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  return text;
}

/// Shardings per op, type and mesh; SHARDC_MESH_SAMPLES takes more.
int64_t samples() {
  const char *text = std::getenv("SHARDC_MESH_SAMPLES");
  return text ? std::strtoll(text, nullptr, 10) : 3;
}

class MeshPerOp : public testing::TestWithParam<std::string> {};

TEST_P(MeshPerOp, DevicesMakeWhatOneMakes) {
  Count count;
  std::mt19937 random(1);
  for (const char letter : GetParam())
    random.seed(random() + static_cast<unsigned>(letter));
  for (const ExhaustiveCase &one : casesOf(GetParam()))
    for (ElementType each : elementTypes()) {
      const std::string type = info(each).name;
      Subject subject(programOf(one, type), random);
      if (!subject.fits()) continue;
      for (const auto &sizes : kMeshes)
        for (int64_t sample = 0; sample < samples() && !HasFailure(); ++sample) {
          subject.check(sizes, random() % 3 == 0, random, count);
          ++count.types[type];
        }
    }
  EXPECT_GT(count.runs, 0);
  std::printf("meshes: %s %lld runs, %lld moves, %lld reductions; %s; %s\n", GetParam().c_str(),
              static_cast<long long>(count.runs), static_cast<long long>(count.collectives),
              static_cast<long long>(count.reductions), listing(count.meshes).c_str(),
              listing(count.types).c_str());
}

std::vector<std::string> mnemonics() {
  std::vector<std::string> names;
  for (const OpInfo &op : allOps())
    if (op.hasFormula) names.push_back(op.mnemonic.str());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, MeshPerOp, testing::ValuesIn(mnemonics()),
                         [](const auto &info) { return info.param; });

} // namespace
