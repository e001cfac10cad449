// SPDX-License-Identifier: Apache-2.0
// Bundles built and run: headers by C and C++ compilers, whole bundles by cmake.
#include "codegen/bundle.h"
#include "tests/unit/bundle/plans.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>

using namespace shardc;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

struct Ran {
  int code;
  std::string output; // stdout and stderr
};

class BuiltBundle : public testing::Test {
protected:
  void SetUp() override {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / ("shardc_build_" + std::string(test->name()));
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  Ran run(const std::string &program, const std::vector<std::string> &arguments) const {
    const std::string log = (folder / "log").string();
    const llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(program);
    const std::string path = found ? *found : program;
    std::vector<llvm::StringRef> words = {path};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::optional<llvm::StringRef> redirects[] = {"", log, log};
    const int code =
        llvm::sys::ExecuteAndWait(path, words, std::nullopt, redirects, /*SecondsToWait=*/300);
    const auto text = llvm::MemoryBuffer::getFile(log);
    return {code, text ? (*text)->getBuffer().str() : ""};
  }

  fs::path write(const Plan &plan) const {
    const fs::path place = folder / "bundle";
    EXPECT_EQ(llvm::toString(writeBundle(place.string(), bundleFiles(plan, {}))), "");
    return place;
  }

  void expectHeaderCompiles(const Plan &plan) const {
    const std::string header = (write(plan) / "include" / (plan.id + ".h")).string();
    const Ran c = run(SHARDC_TEST_CC, {"-x", "c", "-std=c99", "-Wall", "-Wextra", "-Werror",
                                       "-pedantic", "-fsyntax-only", header});
    EXPECT_EQ(c.code, 0) << c.output;
    const Ran cpp = run(SHARDC_TEST_CXX, {"-x", "c++", "-std=c++20", "-Wall", "-Wextra", "-Werror",
                                          "-pedantic", "-fsyntax-only", header});
    EXPECT_EQ(cpp.code, 0) << cpp.output;
  }

  /// Builds the CPU bundle; the path of its program.
  std::string build(const Plan &plan) const {
    const fs::path place = write(plan);
    const std::string to = (place / "build").string();
    std::vector<std::string> arguments = {"-S",
                                          place.string(),
                                          "-B",
                                          to,
                                          "-DBACKEND=cpu",
                                          "-DCMAKE_BUILD_TYPE=None",
                                          std::string("-DCMAKE_CXX_COMPILER=") + SHARDC_TEST_CXX,
                                          "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"};
    if (llvm::sys::findProgramByName("ccache"))
      arguments.push_back("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache");
    const Ran configured = run(SHARDC_TEST_CMAKE, arguments);
    EXPECT_EQ(configured.code, 0) << configured.output;
    const Ran built = run(SHARDC_TEST_CMAKE, {"--build", to});
    EXPECT_EQ(built.code, 0) << built.output;
    return to + "/" + plan.id;
  }

  fs::path folder;
};

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
