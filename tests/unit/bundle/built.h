// SPDX-License-Identifier: Apache-2.0
// A bundle in a folder of its own, built by its own CMake and run.
#pragma once

#include "codegen/plan/plan.h"

#include "gtest/gtest.h"

#include <filesystem>

namespace shardc {

struct Ran {
  int code;
  std::string output; // stdout and stderr
};

class BuiltBundle : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  Ran run(const std::string &program, const std::vector<std::string> &arguments) const;
  /// Writes the bundle; its folder.
  std::filesystem::path write(const Plan &plan) const;
  void expectHeaderCompiles(const Plan &plan) const;
  /// As C and as C++, without a warning.
  void expectCompiles(const std::string &header) const;
  /// Builds the bundle for CPUs; the path of its program.
  std::string build(const Plan &plan) const;
  /// Builds the bundle for GPUs.
  void buildForGpus(const Plan &plan) const;
  /// Builds the text for GPUs as plain C++, over the runtime that this build has; the path of its
  /// program.
  std::string emulate(const Plan &plan) const;

  std::filesystem::path folder;

private:
  std::string buildWith(const Plan &plan, std::vector<std::string> settings) const;
};

} // namespace shardc
