// SPDX-License-Identifier: Apache-2.0
// Every attribute is honoured, without effect, or refused: a program for each row of the table.
#include "tests/unit/reading/samples.h"

#include "codegen/bundle.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/tables/registry.h"
#include "tests/support/compile.h"

#include "mlir/IR/OperationSupport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

std::string filled(std::string program, const std::string &value) {
  for (size_t at = program.find('$'); at != std::string::npos; at = program.find('$', at))
    program.replace(at, 1, value);
  return program;
}

Compiled compiled(const std::string &program) {
  return compile(program, R"({"shardc": 1, "kind": "sharding"})");
}

/// All that comes of a program: what is said and planned, and what configs may name.
std::string outcome(const std::string &program) {
  const Compiled c = compiled(program);
  return c.messages() + (c.plan ? planJson(*c.plan) + configToFillIn(*c.program) : "no plan");
}

const Sample *sampleOf(const AttributeRow &row) {
  static const std::vector<Sample> all = samples();
  for (const Sample &sample : all)
    if (sample.carrier == row.carrier && sample.op == row.op && sample.name == row.name)
      return &sample;
  return nullptr;
}

class AttributeRows : public testing::TestWithParam<size_t> {};

TEST_P(AttributeRows, IsAsTheTableSays) {
  const AttributeRow &row = attributeTable()[GetParam()];
  const Sample *sample = sampleOf(row);
  ASSERT_TRUE(sample) << "no program for '" << row.name.str() << "' of '" << row.op.str() << "'";
  const std::string some = filled(sample->program, sample->some);
  if (row.treatment != Treatment::refused)
    EXPECT_TRUE(compiled(some).plan) << some << outcome(some);
  const std::string other = filled(sample->program, sample->other);
  if (row.treatment == Treatment::noEffect)
    EXPECT_EQ(outcome(some), outcome(other)) << some << other;
  if (row.treatment == Treatment::honoured && sample->some != sample->other)
    EXPECT_NE(outcome(some), outcome(other)) << some << other;
  const bool judges = row.treatment == Treatment::refused || row.takes;
  EXPECT_TRUE(!judges || !sample->refused.empty()) << "nothing that is refused is tried";
  // What is honoured whatever it is shows so by two outcomes, one of which may be an error.
  EXPECT_TRUE(row.treatment != Treatment::honoured || sample->some != sample->other ||
              !sample->refused.empty());
  if (sample->refused.empty()) return;
  const std::string refused = filled(sample->program, sample->refused);
  const Compiled c = compiled(refused);
  EXPECT_FALSE(c.plan) << refused;
  ASSERT_FALSE(c.told.empty()) << refused;
  if (!judges) return;
  EXPECT_EQ(c.told.front().id,
            row.treatment == Treatment::honoured ? "bad-attribute" : "unsupported-attribute")
      << refused << c.messages();
  EXPECT_GT(c.told.front().line, 0u) << c.messages();
}

INSTANTIATE_TEST_SUITE_P(Table, AttributeRows, testing::Range<size_t>(0, attributeTable().size()),
                         [](const auto &info) {
                           const AttributeRow &row = attributeTable()[info.param];
                           std::string name = std::to_string(static_cast<int>(row.carrier)) + "_" +
                                              row.op.str() + "_" + row.name.str();
                           for (char &c : name)
                             if (!isalnum(c)) c = '_';
                           return name;
                         });

TEST(Attributes, EveryOneOfEveryOpHasARow) {
  const Compiled c = compiled("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
                              "  return %x : tensor<f32>\n}\n");
  for (mlir::RegisteredOperationName op : c.context->getRegisteredOperations()) {
    const llvm::StringRef dialect = op.getDialectNamespace();
    // What stands in for other ops, and what declares, is written by no program.
    const bool inPrograms =
        (dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy" ||
         op.getStringRef() == "func.call") &&
        !op.getStringRef().starts_with("sdy.manual_") && op.getStringRef() != "sdy.group_member" &&
        op.getStringRef() != "sdy.custom_op" && !op.hasInterface<StandInOp>() &&
        op.getStringRef() != "sdy.placed_later" && op.getStringRef() != "sdy.mesh";
    if (!inPrograms && op.getStringRef() != "sdy.manual_computation") continue;
    for (mlir::StringAttr name : op.getAttributeNames()) {
      const llvm::StringRef text = name.getValue();
      EXPECT_TRUE(attributeRow(Carrier::op, op.getStringRef(), text) ||
                  attributeRow(Carrier::op, "", text))
          << op.getStringRef().str() << " has '" << text.str() << "'";
    }
  }
}

TEST(Attributes, RowsAreInTheTableOnce) {
  for (const AttributeRow &row : attributeTable())
    EXPECT_EQ(attributeRow(row.carrier, row.op, row.name), &row) << row.name.str();
}

std::string withAttribute(const std::string &attribute) {
  return "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.tanh %x {" +
         attribute + "} : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n";
}

TEST(Attributes, UnknownOnesAreRefused) {
  EXPECT_EQ(
      compiled(withAttribute("tool.hint = 1 : i32")).messages(),
      "error 2:8 [unsupported-attribute] attribute 'tool.hint' of an op is not known here, and "
      "nothing is passed over; remove it if nothing depends on it\n");
  EXPECT_EQ(compiled(withAttribute("acuracy = 1 : i32")).messages(),
            "error 2:8 [unknown-attribute] 'stablehlo.tanh' has no attribute 'acuracy'\n");
}

TEST(Attributes, UnknownPropertiesAreRefused) {
  EXPECT_EQ(compiled("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                     "  %0 = \"stablehlo.reverse\"(%x) <{dimensions = array<i64: 0>, dims = "
                     "\"a, b = 3\"}> : (tensor<2xf32>) -> tensor<2xf32>\n"
                     "  return %0 : tensor<2xf32>\n}\n")
                .messages(),
            "error 2:62 [unknown-attribute] 'stablehlo.reverse' has no attribute 'dims'\n");
}

TEST(Attributes, OneCauseIsOneError) {
  std::string arguments;
  for (int k = 0; k < 50; ++k)
    arguments += (k ? ", %a" : "%a") + std::to_string(k) +
                 ": tensor<f32> {mhlo.memory_kind = \"pinned_host\"}";
  const Compiled c = compiled("func.func @main(" + arguments +
                              ") -> tensor<f32> {\n  return %a0 : tensor<f32>\n}\n");
  EXPECT_EQ(
      c.messages(),
      "error 1:17 [unsupported-attribute] attribute 'mhlo.memory_kind' of an argument = "
      "\"pinned_host\" is not supported: values lie in the memory of their device; 50 places, "
      "this is the first\n");
}

} // namespace
} // namespace shardc::test
