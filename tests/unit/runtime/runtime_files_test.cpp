// SPDX-License-Identifier: Apache-2.0
#include "codegen/runtime_files.h"

#include "runtime/io/file.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace shardc {
namespace {

TEST(RuntimeFiles, AreTheFilesByteForByte) {
  const std::string folder = RUNTIME_ROOT; // runtime_stub of this tree
  for (const RuntimeFile &file : runtimeFiles()) {
    const std::string path = file.path;
    EXPECT_EQ(file.text, runtime::readFile(folder + "/" + path)) << path;
  }
  EXPECT_GT(runtimeFiles().size(), 20u);
}

TEST(RuntimeFiles, IncludeOnlyEachOtherAndWhatEveryoneHas) {
  for (const RuntimeFile &file : runtimeFiles()) {
    const std::string text = file.text;
    for (size_t at = text.find("#include \""); at != std::string::npos;
         at = text.find("#include \"", at + 1)) {
      const std::string name = text.substr(at + 10, text.find('"', at + 10) - at - 10);
      EXPECT_TRUE(std::any_of(runtimeFiles().begin(), runtimeFiles().end(),
                              [&](const RuntimeFile &other) { return other.path == name; }))
          << file.path << " includes " << name;
    }
  }
}

TEST(RuntimeFiles, DefineEverythingInTheNamespaceOfTheirBackEnd) {
  for (const RuntimeFile &file : runtimeFiles()) {
    const std::string text = file.text, open = "namespace shardc::runtime {\n";
    for (size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1))
      EXPECT_EQ(text.find("inline namespace SHARDC_RUNTIME {", at), at + open.size()) << file.path;
  }
}

} // namespace
} // namespace shardc
