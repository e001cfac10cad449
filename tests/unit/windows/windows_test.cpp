// SPDX-License-Identifier: Apache-2.0
// Random ops over windows, on one device and on random meshes, against plain loops. Numbers are
// small and whole, so sums are exact in any order.
#include "tests/support/compile.h"
#include "tests/support/random_sharding.h"
#include "tests/unit/windows/loops.h"

#include "codegen/check/check.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Json = nlohmann::ordered_json;

struct Input {
  const char *name;
  Array array;
};

/// One op: its keys, and what it is given and makes.
struct Instance {
  Json op;
  std::vector<Input> inputs;
  Array expected;
};

class Windows : public testing::Test {
protected:
  std::mt19937 random{20};

  int64_t oneOf(Numbers choices) { return choices[random() % choices.size()]; }

  Array filled(Numbers shape) {
    Array array(std::move(shape));
    for (double &value : array.data)
      value = static_cast<double>(random() % 7) - 3;
    return array;
  }

  std::vector<WindowDim> windowsOf(size_t rank, bool dilated) {
    std::vector<WindowDim> windows;
    while (windows.size() < rank)
      windows.push_back(WindowDim::random(random, dilated));
    return windows;
  }

  static HostTensor hostOf(const Array &array, ElementType type) {
    const SmallVector<int64_t, 4> shape(array.shape.begin(), array.shape.end());
    return tensor({type, shape}, array.data);
  }

  Instance convolution(const std::vector<WindowDim> &windows);

  /// Runs the op as a program, whole and on meshes.
  void check(const Instance &instance, const char *dtype, ElementType type) {
    for (int mesh = 0; mesh < 3 && !HasFailure(); ++mesh)
      checkOn(instance, dtype, type, mesh == 0 ? "" : configFor(instance).dump());
  }

  static Json programOf(const Instance &instance, const char *dtype) {
    Json program = {{"shardc", 1}, {"kind", "program"}, {"name", "p"}}, op = instance.op;
    op["name"] = "y";
    for (const auto &[name, array] : instance.inputs) {
      program["inputs"].push_back({{"name", name}, {"shape", array.shape}, {"dtype", dtype}});
      op["in"].push_back(name);
    }
    program["ops"] = {op};
    program["outputs"] = {"y"};
    return program;
  }

  void checkOn(const Instance &instance, const char *dtype, ElementType type,
               const std::string &config) {
    const Json program = programOf(instance, dtype);
    std::vector<HostTensor> inputs;
    for (const auto &[name, array] : instance.inputs)
      inputs.push_back(hostOf(array, type));
    const HostTensor expected = hostOf(instance.expected, type);
    SCOPED_TRACE(program.dump(1) + "\n" + config);
    const Compiled compiled = compile(program.dump(), config, random() % 2);
    ASSERT_TRUE(compiled.plan) << compiled.messages();
    if (const auto wrong = shardc::check(*compiled.plan)) ADD_FAILURE() << *wrong;
    EXPECT_EQ(valuesOf(expected), valuesOf(runOn(*compiled.plan, inputs)[0]));
  }

  Json configFor(const Instance &instance) {
    RandomMesh mesh(random);
    Json config = {{"shardc", 1}, {"kind", "sharding"}, {"mesh", mesh.text()}};
    for (const auto &[name, array] : instance.inputs)
      config["inputs"][name] = mesh.sharding(array.shape.size(), true);
    config["outputs"]["y"] = mesh.sharding(instance.expected.shape.size(), true);
    return config;
  }

  void checkSome(const std::function<Instance()> &make) {
    const std::tuple<const char *, ElementType> types[] = {
        {"f32", ElementType::f32}, {"f64", ElementType::f64}, {"i32", ElementType::i32}};
    for (int sample = 0; sample < 60 && !HasFailure(); ++sample) {
      const auto &[name, type] = types[random() % 3];
      check(make(), name, type);
    }
  }
};

template <typename Value>
Json listOf(const std::vector<WindowDim> &windows, Value WindowDim::*member) {
  Json list = Json::array();
  for (const WindowDim &window : windows)
    list.push_back(window.*member);
  return list;
}

Json paddingOf(const std::vector<WindowDim> &windows) {
  Json pairs = Json::array();
  for (const WindowDim &window : windows)
    pairs.push_back({window.low, window.high});
  return pairs;
}

/// Sums, or the largest, of windows of `x`.
Instance reduceWindow(const std::vector<WindowDim> &windows, const Array &x, const Array &init,
                      bool isSum) {
  const auto add = [](double a, double b) { return a + b; };
  const auto largest = [](double a, double b) { return std::max(a, b); };
  const Json body = {
      {"inputs", {"a", "b"}},
      {"ops", {{{"name", "c"}, {"op", isSum ? "add" : "maximum"}, {"in", {"a", "b"}}}}},
      {"outputs", {"c"}}};
  Json op = {{"op", "reduce_window"},
             {"window_dimensions", listOf(windows, &WindowDim::size)},
             {"window_strides", listOf(windows, &WindowDim::stride)},
             {"base_dilations", listOf(windows, &WindowDim::baseDilation)},
             {"window_dilations", listOf(windows, &WindowDim::dilation)},
             {"padding", paddingOf(windows)},
             {"body", body}};
  const Combine combine = isSum ? Combine(add) : Combine(largest);
  return {op, {{"x", x}, {"init", init}}, windowsReduced(windows, x, init.data[0], combine)};
}

/// A convolution with these windows, and all else at random.
Instance Windows::convolution(const std::vector<WindowDim> &windows) {
  const auto rank = static_cast<int64_t>(windows.size()) + 2;
  Convolution conv{Roles::random(random, rank),
                   Roles::random(random, rank),
                   Roles::random(random, rank),
                   windows,
                   {},
                   1,
                   1};
  (random() % 2 ? conv.featureGroups : conv.batchGroups) = oneOf({1, 1, 2, 3});
  Numbers extents, sizes;
  for (const WindowDim &window : conv.windows) {
    extents.push_back(oneOf({3, 5, 6}));
    sizes.push_back(window.size);
    conv.reversed.push_back(random() % 3 == 0);
  }
  const int64_t taken = oneOf({1, 2, 5}), batch = oneOf({1, 2, 3}) * conv.batchGroups;
  const int64_t features = oneOf({1, 2, 3}) * conv.featureGroups * conv.batchGroups;
  const Array lhs = filled(conv.input.placed(batch, taken * conv.featureGroups, extents));
  const Array rhs = filled(conv.kernel.placed(taken, features, sizes));
  Json op = {{"op", "convolution"},
             {"input_batch_dimension", conv.input.first},
             {"input_feature_dimension", conv.input.second},
             {"input_spatial_dimensions", conv.input.spatial},
             {"kernel_input_feature_dimension", conv.kernel.first},
             {"kernel_output_feature_dimension", conv.kernel.second},
             {"kernel_spatial_dimensions", conv.kernel.spatial},
             {"output_batch_dimension", conv.output.first},
             {"output_feature_dimension", conv.output.second},
             {"output_spatial_dimensions", conv.output.spatial},
             {"window_strides", listOf(conv.windows, &WindowDim::stride)},
             {"lhs_dilation", listOf(conv.windows, &WindowDim::baseDilation)},
             {"rhs_dilation", listOf(conv.windows, &WindowDim::dilation)},
             {"padding", paddingOf(conv.windows)},
             {"window_reversal", conv.reversed},
             {"feature_group_count", conv.featureGroups},
             {"batch_group_count", conv.batchGroups}};
  return Instance{op, {{"x", lhs}, {"w", rhs}}, convolved(conv, lhs, rhs)};
}

TEST_F(Windows, ConvolutionIsThatOfTheSpecification) {
  checkSome([&] {
    return convolution(windowsOf(static_cast<size_t>(oneOf({0, 1, 1, 2, 2, 3})), true));
  });
}

TEST_F(Windows, ConvolutionPassesOverGapsWhereItHasNoStrides) {
  checkSome([&] {
    std::vector<WindowDim> windows = windowsOf(static_cast<size_t>(oneOf({1, 1, 2, 3})), true);
    for (WindowDim &window : windows)
      window.stride = window.dilation = 1;
    return convolution(windows);
  });
}

TEST(Convolution, MultipliesNoZerosOfGapsWhereItHasNoStrides) {
  const auto flopsOf = [](const char *window, const char *type) {
    const std::string program = std::string(R"(
      func.func @main(%x: tensor<1x8x4xf32>, %w: tensor<4x4x2xf32>) -> )") +
                                type + R"( {
        %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {)" +
                                window +
                                R"(} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
          : (tensor<1x8x4xf32>, tensor<4x4x2xf32>) -> )" +
                                type + R"(
        return %y : )" + type + R"(
      })";
    const Compiled compiled = compile(program, "");
    EXPECT_TRUE(compiled.plan) << program << compiled.messages();
    return compiled.plan ? compiled.plan->functions[0].kernels[0].flops : 0;
  };
  const int64_t ofTerms = 2 * 2 * 4; // of a result and an element of the window: 2 features of 4
  EXPECT_EQ(flopsOf("pad = [[2, 3]], lhs_dilate = [2]", "tensor<1x17x2xf32>"), 17 * 2 * ofTerms);
  EXPECT_EQ(flopsOf("stride = [3], pad = [[2, 3]], lhs_dilate = [2]", "tensor<1x6x2xf32>"),
            6 * 4 * ofTerms);
}

TEST_F(Windows, ReduceWindowCountsAnInitOnce) {
  checkSome([&] {
    const auto rank = static_cast<size_t>(oneOf({1, 2, 2, 3}));
    const std::vector<WindowDim> windows = windowsOf(rank, true);
    Numbers shape;
    while (shape.size() < rank)
      shape.push_back(oneOf({1, 4, 5, 7}));
    return reduceWindow(windows, filled(shape), filled({}), random() % 2);
  });
}

TEST_F(Windows, DevicesWithoutATermReadNothing) {
  // Of [5] element 1 alone is in a window, and of [2, 5] only the first row.
  const WindowDim strided{2, 3, 2, 1, 1, -1}, rows{3, 1, 1, 2, 2, -1}, pairs{2, 1, 1, 1, 0, -1};
  for (const char *mesh : {"x=4", "x=16", "x=33", "x=1200"}) {
    const auto cut = [&](const char *spec) {
      return Json::parse(std::string(R"({"shardc": 1, "kind": "sharding", "mesh": ")") + mesh +
                         R"(", "inputs": {"x": )" + spec + "}}")
          .dump();
    };
    const Instance one = reduceWindow({strided}, filled({5}), filled({}), false);
    checkOn(one, "f32", ElementType::f32, cut(R"([["x"]])"));
    const Instance two = reduceWindow({rows, pairs}, filled({2, 5}), filled({}), true);
    checkOn(two, "f32", ElementType::f32, cut(R"([["x"], null])"));
  }
}

/// What the first largest of each window gets of `source`.
Instance selectAndScatter(const std::vector<WindowDim> &windows, const Array &x,
                          const Array &source, const Array &init) {
  const Json select = {
      {"inputs", {"a", "b"}},
      {"ops",
       {{{"name", "c"}, {"op", "compare"}, {"in", {"a", "b"}}, {"comparison_direction", "GE"}}}},
      {"outputs", {"c"}}};
  const Json scatter = {{"inputs", {"a", "b"}},
                        {"ops", {{{"name", "c"}, {"op", "add"}, {"in", {"a", "b"}}}}},
                        {"outputs", {"c"}}};
  const Json op = {{"op", "select_and_scatter"},
                   {"window_dimensions", listOf(windows, &WindowDim::size)},
                   {"window_strides", listOf(windows, &WindowDim::stride)},
                   {"padding", paddingOf(windows)},
                   {"select", select},
                   {"scatter", scatter}};
  return Instance{op,
                  {{"x", x}, {"source", source}, {"init", init}},
                  scatteredToLargest(windows, x, source, init.data[0])};
}

TEST_F(Windows, SelectAndScatterGoesToTheFirstLargest) {
  checkSome([&] {
    const auto rank = static_cast<size_t>(oneOf({1, 2, 2}));
    const std::vector<WindowDim> windows = windowsOf(rank, false);
    Numbers shape, counts;
    for (const WindowDim &window : windows) {
      shape.push_back(oneOf({4, 5, 7}));
      counts.push_back(window.count(shape.back()));
    }
    return selectAndScatter(windows, filled(shape), filled(counts), filled({}));
  });
}

/// As many elements apart as no tensor has: there is one element, or one window.
TEST_F(Windows, TakeAnyStepWhereThereIsNothingToStepTo) {
  const Compiled compiled = compile(
      R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": [4], "dtype": "f32"}],
          "ops": [{"name": "y", "op": "reduce_window", "in": ["x"], "reducer": "add",
                   "window_dimensions": [1], "window_dilations": [9223372036854775807],
                   "window_strides": [9223372036854775807]}],
          "outputs": ["y"]})",
      "");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
}

TEST_F(Windows, AreLookedThroughOnceForWhatTheySelect) {
  const WindowDim window{5, 1, 1, 1, 2, 2};
  const Instance instance =
      selectAndScatter({window, window}, filled({40, 40}), filled({40, 40}), filled({}));
  const Compiled compiled = compile(programOf(instance, "f32").dump(), "", /*fuse=*/true);
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  int64_t flops = 0;
  for (const Kernel &kernel : compiled.plan->functions.front().kernels)
    flops += kernel.flops;
  EXPECT_LT(flops, 6 * 40 * 40 * 5 * 5) << "windows are looked through for each of their elements";
}

} // namespace
} // namespace shardc::test
