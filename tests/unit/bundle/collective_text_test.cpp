// SPDX-License-Identifier: Apache-2.0
// What the files of bundles with collectives, and reports, say.
#include "codegen/bundle.h"
#include "codegen/report/cut_formula.h"
#include "codegen/report/facts.h"
#include "tests/unit/bundle/collective_plans.h"
#include "tests/unit/bundle/plans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

static std::string fileOf(const Plan &plan, const std::string &path) {
  for (const BundleFile &file : bundleFiles(plan, {}))
    if (file.path == path) return file.text;
  ADD_FAILURE() << "no " << path;
  return "";
}

TEST(CollectiveStep, HasALineWithAxesAndSources) {
  const std::string text = fileOf(plans::mlp(), "src/mlp.step.cpp");
  EXPECT_THAT(text, HasSubstr("  // 4  y = all-reduce(p) over \"model\": made by dot_general "
                              "(program.mlir:8)\n"
                              "  collectives.reduce(\"4 y\", all_reduce_over_model, each(devices, "
                              "&Buffers::p),\n"));
  EXPECT_THAT(text, HasSubstr(" 1 of them a collective"));
  EXPECT_THAT(text, HasSubstr("receives 60 bytes"));
}

TEST(CollectiveStep, SharesTheTableOfOnesThatMoveAlike) {
  Plan plan = plans::stencil();
  Function &function = plan.functions[0];
  function.collectives.push_back(function.collectives[0]);
  function.steps.push_back(function.steps[1]);
  function.steps.back().collective = 1;
  const std::string header = fileOf(plan, "src/stencil.plan.h");
  EXPECT_THAT(header, HasSubstr("extern const Exchange exchange_over_x;"));
  EXPECT_THAT(header, Not(HasSubstr("exchange_over_x_2")));
}

TEST(CollectiveStep, OfSeveralAtOnceIsOneCall) {
  Plan plan = plans::stencil();
  Function &function = plan.functions[0];
  function.collectives.push_back(function.collectives[0]);
  Step again = function.steps[1];
  const bool isFirst = function.steps[0].kind == Step::Kind::collective;
  again.collective = 1;
  again.together = true;
  function.steps.insert(function.steps.begin() + (isFirst ? 1 : 2), again);
  const std::string text = fileOf(plan, "src/stencil.step.cpp");
  EXPECT_THAT(text, HasSubstr("  collectives.exchange(\n      {{\"" + again.label + "\", "));
  EXPECT_THAT(text, HasSubstr("},\n       {\"" + again.label + "\", exchange_over_x, "));
  EXPECT_THAT(text, HasSubstr("}});\n"));
  EXPECT_THAT(planTable(plan), ContainsRegex("bytes, with c[0-9]"));
  EXPECT_THAT(planJson(plan), HasSubstr(", \"together\": true}"));
}

TEST(CollectiveDevices, PrintCutsAsFormulas) {
  const std::string text = fileOf(plans::mlp(), "src/mlp.devices.cpp");
  EXPECT_THAT(text, HasSubstr("  const int data = number / 4, model = number % 4;\n"
                              "  return {.data_4 = cut<int>(4, 2, data), .model_8 = cut<int>(8, 4, "
                              "model)};\n"));
  EXPECT_THAT(text, HasSubstr("// For step 4 y, among devices {0, 1, 2, 3}, {4, 5, 6, 7}.\n"
                              "const Reduction all_reduce_over_model = {.group = {.name = "
                              "\"model\", .mesh = {2, 4}, .axes = {1}},"));
  EXPECT_THAT(text, HasSubstr(".collectives = shardc::runtime::make_collectives,"));
}

TEST(CollectiveDevices, PrintNeighboursAndSeveralAxes) {
  EXPECT_THAT(fileOf(plans::stencil(), "src/stencil.devices.cpp"),
              HasSubstr("  const auto x_10 = cut<int>(10, 4, x);\n"
                        "  return {.x_10 = x_10, .v_window = widen(x_10, 1, 1, 10)};\n"));
  EXPECT_THAT(fileOf(plans::turn(), "src/turn.devices.cpp"),
              HasSubstr(".p_q_7 = cut<int>(7, 6, q * 2 + p)"));
}

TEST(CollectiveDevices, PrintOtherRangesAsTables) {
  Plan plan = plans::stencil();
  Function &function = plan.functions[0];
  // The second device needs one more than its neighbours do; its window has the room.
  function.buffers[1].window[0].lo.values = std::vector<int64_t>{0, 1, 4, 7};
  function.collectives[0].needed[0].lo.values = std::vector<int64_t>{0, 2, 3, 7};
  const std::string text = fileOf(plan, "src/stencil.devices.cpp");
  EXPECT_THAT(text, HasSubstr("ranges_v_window_2[] = {{0, 4}, {1, 6}, {4, 9}, {7, 10}};"));
  EXPECT_THAT(text, HasSubstr("static constexpr Interval ranges_0[] = {{0, 4}, {2, 6}, {3, 9}, "
                              "{7, 10}};\n  return {ranges_0[number]};"));
}

TEST(CollectiveGroups, AreShortenedWhereThereAreMany) {
  Function function;
  for (const int64_t size : {16, 2, 9}) {
    function.coordinates.emplace_back();
    function.coordinates.back().size = size;
  }
  Collective collective;
  const auto textOver = [&](SmallVector<int, 2> over) {
    collective.over = std::move(over);
    return facts::groupsText(function, collective);
  };
  EXPECT_EQ(textOver({1}), "{0, 9}, {1, 10}, {2, 11}, {3, 12}, ... (144 groups of 2)");
  EXPECT_EQ(textOver({0, 2}), "{0, 1, 2, 3, ...}, {9, 10, 11, 12, ...} (2 groups of 144)");
  EXPECT_EQ(textOver({}), "{0}, {1}, {2}, {3}, ... (288 groups of 1)");
}

TEST(CutFormula, IsFoundForAllSizes) {
  for (int64_t extent = 1; extent < 30; ++extent)
    for (int64_t beside = 0; beside < 3; ++beside) {
      Function function;
      for (const int64_t size : {3, 2}) {
        function.coordinates.emplace_back();
        function.coordinates.back().size = size;
      }
      std::vector<int64_t> lo, hi;
      for (int64_t number = 0; number < 6; ++number) {
        const int64_t place = number % 2 * 3 + number / 2; // the inner one is major
        const int64_t begin = (place * extent + 5) / 6, end = ((place + 1) * extent + 5) / 6;
        const bool empty = begin == end;
        lo.push_back(empty ? begin : std::max<int64_t>(begin - beside, 0));
        hi.push_back(empty ? end : std::min(end + beside, extent));
      }
      const Span span = {boundOf(function, lo), boundOf(function, hi)};
      if (facts::cutFormula(span, function)) continue;
      // What does not depend on all coordinates may be no even cut of those left.
      EXPECT_LT(extent, 6) << extent << ", " << beside;
    }
}

TEST(CollectiveBundleFiles, AreOnlyWhereTheyAreNeeded) {
  const auto has = [](const Plan &plan, const char *path) {
    return llvm::is_contained(bundlePaths(plan, {}), path);
  };
  EXPECT_TRUE(has(plans::mlp(), "runtime/collectives/cuda_local/collectives_cuda.cpp"));
  EXPECT_FALSE(has(plans::residual(), "runtime/collectives/collectives.h"));
  EXPECT_THAT(fileOf(plans::mlp(), "CMakeLists.txt"),
              HasSubstr("    runtime/collectives/threads/collectives_cpu.cpp"));
  EXPECT_THAT(fileOf(plans::residual(), "CMakeLists.txt"), Not(HasSubstr("collectives")));
}

TEST(CollectiveReadme, SaysWhatMoves) {
  const std::string text = fileOf(plans::mlp(), "README.md");
  EXPECT_THAT(text, HasSubstr("on 8 devices, mesh data=2, model=4. 1 step is a collective"));
  EXPECT_THAT(text, HasSubstr("| 4 | `y = all-reduce(p)` | c0: all_reduce over `model` | "
                              "made by dot_general (program.mlir:8) | {0, 1, 2, 3}, {4, 5, 6, 7} | "
                              "receives 60 bytes |"));
}

TEST(CollectiveReadme, NamesCollectivesInTheRuntimeOnlyWhereThereAreAny) {
  EXPECT_THAT(fileOf(plans::residual(), "README.md"), Not(HasSubstr("`runtime/collectives/`")));
  EXPECT_THAT(fileOf(plans::mlp(), "README.md"), HasSubstr("| `runtime/collectives/` | "));
}

TEST(CollectiveJson, ListsCollectivesAndReplicas) {
  const std::string text = planJson(plans::mlp());
  EXPECT_THAT(text, HasSubstr("{\"id\": \"c0\", \"kind\": \"all_reduce\", \"value\": \"y\", "
                              "\"axes\": [\"model\"], \"group_size\": 4, \"times\": 1, "
                              "\"payload_bytes\": 60, \"wire_bytes\": 60"));
  EXPECT_THAT(text, HasSubstr("\"bytes_moved\": 60,\n  \"bytes_bound\": 60,"));
  EXPECT_THAT(text, HasSubstr("{\"device\": 3, \"coordinates\": {\"data\": 0, \"model\": 3}"));
}

TEST(CollectiveJson, SaysWhatUsersCallDevices) {
  Plan plan = plans::stencil();
  plan.meshes[0].deviceIds = {0, 2, 1, 3};
  const std::string text = planJson(plan);
  EXPECT_THAT(text, HasSubstr("{\"device\": 1, \"device_id\": 2, "));
  EXPECT_THAT(text, HasSubstr("{\"device\": 3, \"coordinates\""));
}

TEST(CollectiveTable, ShowsWhatDevicesReceive) {
  const std::string text = planTable(plans::mlp());
  EXPECT_THAT(text, HasSubstr("mlp: 8 devices, mesh data=2, model=4"));
  EXPECT_THAT(text, HasSubstr("c0: all_reduce over model, receives 60 bytes"));
  EXPECT_THAT(text, HasSubstr("received  60 bytes per device (mean); these moves need no fewer"));
}

TEST(CollectiveNames, OfAxesReachTextOnlyAsIdentifiers) {
  Plan plan = plans::stencil();
  const std::string name = "*/ \"; $(rm)\n`number`";
  plan.functions[0].coordinates[0].name = plan.meshes[0].axes[0].name = name;
  for (const BundleFile &file : bundleFiles(plan, {})) {
    if (llvm::StringRef(file.path).starts_with("runtime/") || file.path == "plan.json") continue;
    EXPECT_TRUE(llvm::all_of(file.text, [](char c) { return llvm::isPrint(c) || c == '\n'; }))
        << file.path;
    EXPECT_THAT(file.text, Not(HasSubstr("*/ \""))) << file.path;
  }
}
