// SPDX-License-Identifier: Apache-2.0
// Bundles built and run: headers by C and C++ compilers, whole bundles by cmake.
#include "tests/unit/bundle/built.h"
#include "tests/unit/bundle/plans.h"

#include "gmock/gmock.h"

using namespace shardc;
using testing::HasSubstr;

namespace {

TEST_F(BuiltBundle, HeaderIsCAndCpp) {
  expectHeaderCompiles(plans::residual());
  expectHeaderCompiles(plans::oneDevice());
  expectHeaderCompiles(plans::hostile());
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
