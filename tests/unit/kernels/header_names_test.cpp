// SPDX-License-Identifier: Apache-2.0
// A program is a namespace: no header that its kernels for GPUs see may have another thing of its
// name.
#include "harness.h"

#include "codegen/plan/names.h"

#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

namespace shardc::test {
namespace {

std::string textOf(const std::string &path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(ProgramNames, AreNoneThatHeadersForGpusHave) {
  const Folder folder;
  const std::string nvcc = NVCC " -std=c++20 -arch=sm_80 --expt-relaxed-constexpr -I" RUNTIME_DIR
                                "/.. ",
                    path = folder.path + "/names.cu";
  std::string text = "#include \"runtime/host/cuda/launch_cuda.h\"\n";
  folder.write("names.cu", text);
  ASSERT_TRUE(succeeds(nvcc + "-E " + path + " -o " + folder.path + "/all.ii"));
  const std::string all = textOf(folder.path + "/all.ii");
  const std::regex word("[A-Za-z]\\w*");
  std::set<std::string> names;
  for (std::sregex_iterator it(all.begin(), all.end(), word), end; it != end; ++it)
    names.insert(programIdentifier(it->str()));
  ASSERT_GT(names.size(), 4000u);
  for (const std::string &name : names)
    text += "namespace " + name + " {}\n";
  folder.write("names.cu", text);
  EXPECT_TRUE(succeeds(nvcc + "-c " + path + " -o " + folder.path + "/names.o"));
}

} // namespace
} // namespace shardc::test
