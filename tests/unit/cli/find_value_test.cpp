// SPDX-License-Identifier: Apache-2.0
#include "cli/find_value.h"

#include "frontend/frontend.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc {
namespace {

using testing::ElementsAre;

/// As JAX prints a model: parameters by path, ops by layer and by line of Python.
constexpr const char *kProgram = R"(
module @m {
  func.func public @main(%arg0: tensor<4xf32> loc("p['Dense_0']['kernel']"),
                         %arg1: tensor<4xf32> loc("p['Dense_1']['kernel']"),
                         %arg2: tensor<4xf32> loc("p['Dense_1']['bias']")) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32> loc(#loc1)
    %1 = stablehlo.multiply %0, %arg2 : tensor<4xf32> loc(#loc2)
    %2 = stablehlo.tanh %1 : tensor<4xf32> loc(#loc3)
    %3 = stablehlo.negate %2 : tensor<4xf32> loc(#loc4)
    return %3 : tensor<4xf32>
  }
}
#at12 = loc("/home/me/model.py":12:4)
#loc1 = loc("f/add"(#at12))
#loc2 = loc("f/mul"(#at12))
#loc3 = loc("/home/me/model.py":13:4)
#loc4 = loc("/home/me/model.py":13:9)
)";

class FindValue : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Files files;
  mlir::OwningOpRef<mlir::ModuleOp> program =
      readProgram(*context, kProgram, "program.mlir", files);
  std::vector<NamedValue> values = valuesOf(*program);

  static std::vector<std::string> namesOf(const std::vector<NamedValue> &values) {
    std::vector<std::string> names;
    for (const NamedValue &value : values)
      names.push_back(value.name);
    return names;
  }
  std::vector<std::string> found(llvm::StringRef typed) {
    return namesOf(findValues(typed, values).found);
  }
  std::vector<std::string> near(llvm::StringRef typed) {
    return namesOf(findValues(typed, values).near);
  }
};

TEST_F(FindValue, ByNamesOfProgramAndPlanAndByNumbers) {
  EXPECT_THAT(found("p['Dense_1']['bias']"), ElementsAre("p/Dense_1/bias"));
  EXPECT_THAT(found("f/mul"), ElementsAre("f_mul"));
  EXPECT_THAT(found("v0"), ElementsAre("v0"));
  EXPECT_THAT(found("arg2"), ElementsAre("p/Dense_1/bias"));
  EXPECT_THAT(found("out0"), ElementsAre("out0"));
}

TEST_F(FindValue, ByTheEndOfAName) {
  EXPECT_THAT(found("bias"), ElementsAre("p/Dense_1/bias"));
  EXPECT_THAT(found("Dense_0/kernel"), ElementsAre("p/Dense_0/kernel"));
  EXPECT_THAT(found("ul"), ElementsAre("f_mul")); // no whole word
}

TEST_F(FindValue, ListsAllThatMayBeMeant) {
  EXPECT_THAT(found("kernel"), ElementsAre());
  EXPECT_THAT(near("kernel"), ElementsAre("p/Dense_0/kernel", "p/Dense_1/kernel"));
  EXPECT_TRUE(findValues("kernel", values).several);
  EXPECT_THAT(near("f/mull"), ElementsAre("f_mul"));
  EXPECT_FALSE(findValues("f/mull", values).several);
  EXPECT_THAT(near("Dense_1"), ElementsAre("p/Dense_1/kernel", "p/Dense_1/bias"));
  EXPECT_THAT(near("nothing like it"), ElementsAre());
}

TEST_F(FindValue, ByTheLineThatMakesIt) {
  EXPECT_THAT(found("12"), ElementsAre("f_add", "f_mul")); // nothing tells their places apart
  EXPECT_THAT(found("model.py:13"), ElementsAre());
  EXPECT_THAT(near("model.py:13"), ElementsAre("v0", "v1"));
  EXPECT_THAT(found("model.py:13:9"), ElementsAre("v1"));
  EXPECT_THAT(found("13:4"), ElementsAre("v0"));
  EXPECT_THAT(found("odel.py:12"), ElementsAre()); // another file
  EXPECT_THAT(found("99"), ElementsAre());
}

TEST_F(FindValue, TellsWhereAValueIs) {
  const Told note = noteOf(findValues("v1", values).found.front());
  EXPECT_EQ(note.message, "'v1' f32[4]");
  EXPECT_EQ(note.file, "/home/me/model.py");
  EXPECT_EQ(note.line, 13u);
  EXPECT_EQ(note.column, 9u);
}

} // namespace
} // namespace shardc
