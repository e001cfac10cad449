// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

TEST(Names, ComeFromLocationsAndResultInfo) {
  Program program(R"(
module @jit_f {
func.func public @main(%arg0: tensor<f32> loc("x"), %arg1: tensor<f32>) -> (
    tensor<f32> {jax.result_info = "result['y']"}, tensor<f32> {jax.result_info = "result[0]"},
    tensor<f32> {jax.result_info = "result.loss"}, tensor<f32>) {
  return %arg0, %arg1, %arg0, %arg0 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
})");
  ASSERT_EQ(program.error(), "");
  auto entry = entryOf(*program.module);
  EXPECT_EQ(inputName(entry, 0), "x");
  EXPECT_EQ(inputName(entry, 1), "arg1");
  EXPECT_EQ(outputName(entry, 0), "y");
  EXPECT_EQ(outputName(entry, 1), "result/0");
  EXPECT_EQ(outputName(entry, 2), "loss");
  EXPECT_EQ(outputName(entry, 3), "out3");
  EXPECT_EQ(program.module->getName(), "jit_f");
}

TEST(Names, EntryIsMainOrTheOnlyPublicFunction) {
  const char *other = "func.func public @other(%x: tensor<f32>) -> tensor<f32> { return %x : "
                      "tensor<f32> }\n";
  EXPECT_EQ(entryOf(*Program(other).module).getName(), "other");
  const std::string both = std::string(other) + "func.func public @main(%x: tensor<f32>) -> "
                                                "tensor<f32> { return %x : tensor<f32> }";
  Program program(both);
  EXPECT_EQ(entryOf(*program.module).getName(), "main");
  EXPECT_EQ(program.module->getName(), "test");
}

TEST(Names, FileLocationLooksThroughNamesAndCalls) {
  auto context = makeContext();
  mlir::Location file = mlir::FileLineColLoc::get(context.get(), "a.py", 3, 4);
  mlir::Location name = mlir::NameLoc::get(mlir::StringAttr::get(context.get(), "f"), file);
  mlir::Location call = mlir::CallSiteLoc::get(name, mlir::UnknownLoc::get(context.get()));
  auto found = fileLocation(call);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->getLine(), 3u);
  EXPECT_FALSE(fileLocation(mlir::UnknownLoc::get(context.get())));
}

} // namespace
} // namespace shardc::test
