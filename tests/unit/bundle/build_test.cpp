// SPDX-License-Identifier: Apache-2.0
// Bundles built and run: headers by C and C++ compilers, whole bundles by cmake.
#include "codegen/bundle.h"
#include "codegen/plan/names.h"
#include "tests/unit/bundle/built.h"
#include "tests/unit/bundle/plans.h"

#include "gmock/gmock.h"

#include <fstream>
#include <set>

using namespace shardc;
using testing::HasSubstr;

namespace {

TEST_F(BuiltBundle, HeaderIsCAndCpp) {
  expectHeaderCompiles(plans::residual());
  expectHeaderCompiles(plans::oneDevice());
  expectHeaderCompiles(plans::hostile());
}

/// A program of that name, with inputs of all those beside its own.
Plan named(const std::string &program, const std::vector<std::string> &inputs) {
  Plan plan = plans::nxDot();
  plan.name = program;
  plan.id = programIdentifier(program);
  const PlanTensor like = plan.inputs.front();
  Names names;
  for (const PlanTensor &input : plan.inputs)
    names.reserve(input.id);
  for (const std::string &input : inputs)
    plan.inputs.push_back({input, names.fresh(input), like.type, like.slices, false});
  return plan;
}

TEST_F(BuiltBundle, HeadersOfAnyPrograms) {
  const std::vector<std::string> inputs = {
      "b",     "b_c", "B_C", "c", "_c",  "1", "bytes", "io_b", "set",   "b_bytes", "api_h",   "max",
      "input", "int", "x",   "X", "x_2", "_", "run",   "NULL", "error", "inputs",  "devices", "io"};
  std::set<std::string> ids;
  std::ofstream all(folder / "all.c");
  for (const char *program :
       {"a",     "A",     "b",    "a_b",   "A_b",   "a_B",     "A_B",   "ab",    "aB",
        "AB",    "a_",    "a__",  "a__b",  "_a",    "_",       "_1",    "a1",    "A1",
        "a_1",   "a__1",  "a_io", "A_io",  "_io",   "io",      "a_set", "a_get", "set",
        "a_b_c", "A_B_C", "int8", "INT8",  "int32", "SIZE",    "size",  "net",   "NET",
        "Net",   "net_1", "net_", "net_A", "class", "a_input", "a_run", "a_x"}) {
    const Plan plan = named(program, inputs);
    if (!ids.insert(plan.id).second) continue;
    for (const BundleFile &file : bundleFiles(plan, {}))
      if (file.path == "include/" + plan.id + ".h")
        std::ofstream(folder / (plan.id + ".h")) << file.text;
    all << "#include \"" << plan.id << ".h\"\n";
  }
  all.close();
  EXPECT_GT(ids.size(), 40u);
  expectCompiles((folder / "all.c").string());
}

TEST_F(BuiltBundle, NxDotPrintsItsFourNumbers) {
  const std::string program = build(plans::nxDot());
  const Ran ran = run(program, {"--input", "l=iota", "--input", "r=iota:10", "--print"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.output, HasSubstr("  319 340\n  823 880\n"));
}

TEST_F(BuiltBundle, TwoFunctionsMakeTheirOutputs) {
  const std::string program = build(plans::residual());
  const Ran ran = run(program, {"--input", "*=iota", "--print"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.output, HasSubstr("  56 63 70 77\n  156 179 202 225\n"));
  EXPECT_THAT(ran.output, HasSubstr("  0 5 10 15\n  5 10 15 20\n"));
}

TEST_F(BuiltBundle, ReadsConstantsFromSourceAndFile) {
  const std::string program = build(plans::oneDevice());
  const Ran ran = run(program, {"--input", "x=iota", "--input", "scale=iota:2", "--print"});
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("  0.002 3.002 6.002 9.002 "));
}

TEST_F(BuiltBundle, WindowsReachBeyondUnevenShards) {
  const std::string program = build(plans::halo());
  const Ran ran = run(program, {"--input", "u=iota", "--print"});
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("  1 2 4 6 8 10 12 14 16 8\n"));
}

TEST_F(BuiltBundle, HostileNamesBuildAndRun) {
  const Ran ran = run(build(plans::hostile()), {"--input", "*=iota", "--print"});
  EXPECT_EQ(ran.code, 0) << ran.output;
}

} // namespace
