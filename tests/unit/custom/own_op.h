// SPDX-License-Identifier: Apache-2.0
// Programs of one custom_call @own, and configs that say what it is.
#pragma once

#include "codegen/check/check.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace shardc::test {

/// A folder with code that declares nothing but its name, and references. Each process has its
/// own, as tests run beside each other, and leaves none behind.
class Folder {
public:
  Folder() {
    path = testing::TempDir() + "custom_ops_test_" + std::to_string(getpid());
    static const Removed atExit{path};
    std::filesystem::create_directories(path + "/ops");
    write("own.cpp", "// code\n");
    write("own.cu", "// code\n");
    write("own.h", "void own();\n");
    write("other.cpp", "// other code\n");
    write("ops/own.cpp", "// other code\n");
    write("double.mlir", "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
                         "  %y = stablehlo.add %x, %x : tensor<8x6xf32>\n"
                         "  return %y : tensor<8x6xf32>\n}\n");
  }
  std::string path;

private:
  struct Removed {
    std::string path;
    ~Removed() { std::filesystem::remove_all(path); }
  };
  void write(const std::string &name, const std::string &text) const {
    std::ofstream(path + "/" + name) << text;
  }
};

/// x, f32[8, 6], through the op "own" into y, of the same shape.
inline constexpr const char *kProgram =
    "func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
    "  %y = stablehlo.custom_call @own(%x) : (tensor<8x6xf32>) -> tensor<8x6xf32>\n"
    "  return %y : tensor<8x6xf32>\n}\n";

inline std::string config(const std::string &entry, const std::string &members = "") {
  return R"({"shardc": 1, "kind": "sharding", )" + members + R"("custom_ops": {"own": {)" + entry +
         "}}}";
}
inline const std::string kKernel = R"("kernel": {"cpp": "own.cpp"})";

inline Compiled compileOwn(const std::string &config, const std::string &program = kProgram) {
  return compile(program, config, /*fuse=*/true, Folder().path);
}

/// The moves of a plan that is right; what is wrong where there is none.
inline std::string moves(const std::string &entry, const std::string &members,
                         const std::string &program = kProgram) {
  const Compiled c = compileOwn(config(entry + ", " + kKernel, members), program);
  if (!c.plan) return c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  return movesOf(*c.plan);
}

inline const std::string kProduct =
    "func.func @main(%x: tensor<8x6xf32>, %w: tensor<6x4xf32>) -> tensor<8x4xf32> {\n"
    "  %y = stablehlo.custom_call @own(%x, %w) : (tensor<8x6xf32>, tensor<6x4xf32>) -> "
    "tensor<8x4xf32>\n  return %y : tensor<8x4xf32>\n}\n";

/// Shardings that code works with, of kProgram.
inline std::string placed(const std::string &cases) { return "\"cases\": [" + cases + "]"; }

} // namespace shardc::test
