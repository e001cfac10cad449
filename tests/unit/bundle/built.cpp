// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/bundle/built.h"

#include "codegen/bundle.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <unistd.h>

namespace shardc {

namespace fs = std::filesystem;

void BuiltBundle::SetUp() {
  folder = fs::path(testing::TempDir()) / ("shardc_build_" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  // What one test compiles of the runtime, ccache has for the others.
  setenv("CCACHE_BASEDIR", folder.c_str(), 1);
  setenv("CCACHE_NOHASHDIR", "1", 1);
}
void BuiltBundle::TearDown() { fs::remove_all(folder); }

Ran BuiltBundle::run(const std::string &program, const std::vector<std::string> &arguments) const {
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

fs::path BuiltBundle::write(const Plan &plan) const {
  const fs::path place = folder / "bundle";
  EXPECT_EQ(llvm::toString(writeBundle(place.string(), bundleFiles(plan, {}))), "");
  return place;
}

void BuiltBundle::expectHeaderCompiles(const Plan &plan) const {
  expectCompiles((write(plan) / "include" / (plan.id + ".h")).string());
}

void BuiltBundle::expectCompiles(const std::string &header) const {
  const Ran c = run(SHARDC_TEST_CC, {"-x", "c", "-std=c99", "-Wall", "-Wextra", "-Werror",
                                     "-pedantic", "-fsyntax-only", header});
  EXPECT_EQ(c.code, 0) << c.output;
  const Ran cpp = run(SHARDC_TEST_CXX, {"-x", "c++", "-std=c++20", "-Wall", "-Wextra", "-Werror",
                                        "-pedantic", "-fsyntax-only", header});
  EXPECT_EQ(cpp.code, 0) << cpp.output;
}

std::string BuiltBundle::buildWith(const Plan &plan, std::vector<std::string> settings) const {
  const fs::path place = write(plan);
  const std::string to = (folder / "build").string();
  settings.insert(settings.begin(), {"-S", place.string(), "-B", to});
  settings.push_back(std::string("-DCMAKE_CXX_COMPILER_LAUNCHER=") + SHARDC_TEST_LAUNCHER);
  const Ran configured = run(SHARDC_TEST_CMAKE, settings);
  EXPECT_EQ(configured.code, 0) << configured.output;
  const Ran built = run(SHARDC_TEST_CMAKE, {"--build", to});
  EXPECT_EQ(built.code, 0) << built.output;
  return to + "/" + plan.id;
}

std::string BuiltBundle::build(const Plan &plan) const {
  return buildWith(plan, {"-DBACKEND=cpu", "-DCMAKE_BUILD_TYPE=None",
                          std::string("-DCMAKE_CXX_COMPILER=") + SHARDC_TEST_CXX,
                          "-DCMAKE_CXX_STANDARD=14", // as compilers have that are some years old
                          "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"});
}

void BuiltBundle::buildForGpus(const Plan &plan) const {
  buildWith(plan, {"-DBACKEND=cuda", "-DCMAKE_BUILD_TYPE=Plain", "-DCMAKE_CUDA_ARCHITECTURES=90",
                   std::string("-DCMAKE_CUDA_COMPILER=") + SHARDC_TEST_NVCC});
}

std::string BuiltBundle::emulate(const Plan &plan) const {
  const fs::path place = write(plan), program = folder / "emulated";
  std::vector<std::string> arguments = {"-std=c++20",
                                        "-Wall",
                                        "-Wextra",
                                        "-Werror",
                                        "-fwrapv",
                                        "-ffp-contract=off",
                                        std::string("-I") + SHARDC_TEST_EMULATION,
                                        "-I" + place.string(),
                                        "-I" + (place / "include").string(),
                                        "-pthread",
                                        "-o",
                                        program.string()};
  for (const fs::directory_entry &file : fs::directory_iterator(place / "src")) {
    const std::string name = file.path().filename().string();
    const llvm::StringRef ref = name;
    const bool kernels = ref.ends_with(".kernels.cu");
    if (kernels) arguments.insert(arguments.end(), {"-x", "c++"});
    if (kernels || (ref.ends_with(".cpp") && !ref.contains(".kernels.") &&
                    !ref.ends_with(".launch.cpp") && !ref.ends_with("_cuda.cpp")))
      arguments.push_back(file.path().string());
    if (kernels) arguments.insert(arguments.end(), {"-x", "none"});
  }
  arguments.push_back(SHARDC_TEST_RUNTIME);
  const Ran built = run(SHARDC_TEST_CXX, arguments);
  EXPECT_EQ(built.code, 0) << built.output;
  return program.string();
}

} // namespace shardc
