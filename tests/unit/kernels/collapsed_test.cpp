// SPDX-License-Identifier: Apache-2.0
// Loops that one variable counts: what indices become.
#include "formulas.h"
#include "functions.h"

#include "codegen/cpp/expressions/collapsed.h"
#include "codegen/cpp/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

using testing::HasSubstr;

constexpr ElementType f32 = ElementType::f32;

/// Of n = (i * 5 + j) * 7 + k.
const CollapsedDigit kI = {"n", 35, 4, true}, kJ = {"n", 7, 5}, kK = {"n", 1, 7};

std::string textOf(const IndexParts &parts) {
  std::string text;
  for (const IndexPart &part : parts)
    text += (text.empty() ? "" : " + ") + std::to_string(part.factor) + " (" +
            digitText(part.digit).text + ")";
  return text;
}
IndexParts partsOf(std::initializer_list<std::pair<int64_t, CollapsedDigit>> digits) {
  IndexParts parts;
  for (const auto &[factor, digit] : digits)
    parts.push_back({factor, nullptr, digit});
  return parts;
}

TEST(Collapsed, NeighboursThatAddUpToADigitAreOne) {
  EXPECT_EQ(textOf(joined(partsOf({{35, kI}, {7, kJ}, {1, kK}}))), "1 (n)");
  EXPECT_EQ(textOf(joined(partsOf({{1, kK}, {35, kI}, {7, kJ}}))), "1 (n)") << "in any order";
  EXPECT_EQ(textOf(joined(partsOf({{5, kI}, {1, kJ}}))), "1 (n / 7)");
  EXPECT_EQ(textOf(joined(partsOf({{7, kJ}, {1, kK}}))), "1 (n % 35)");
  EXPECT_EQ(textOf(joined(partsOf({{15, kI}, {3, kJ}}))), "3 (n / 7)");
}

TEST(Collapsed, OthersStayApart) {
  const CollapsedDigit other = {"m", 1, 7};
  EXPECT_EQ(joined(partsOf({{8, kJ}, {1, kK}})).size(), 2u) << "rows are longer than the loop";
  EXPECT_EQ(joined(partsOf({{7, kI}, {1, kK}})).size(), 2u) << "j is between them";
  EXPECT_EQ(joined(partsOf({{7, kJ}, {1, other}})).size(), 2u);
  EXPECT_EQ(joined(partsOf({{7, kJ}, {-1, kK}})).size(), 2u);
}

class CollapsedText : public testing::Test {
protected:
  Pool pool;
  Build b{pool};
  Expr i = b.loop(20, "i"), j = b.loop(12, "j");

  /// Operands are there as a whole.
  std::string text() {
    Plan plan;
    plan.name = plan.id = "made";
    const SmallVector<Windows, 2> whole(b.formula.operands.size(), Windows::whole);
    plan.functions.push_back(functionOf("f", b.formula, {}, whole));
    return kernelsFile(plan, kernelTexts(plan), Target::cuda);
  }
};

TEST_F(CollapsedText, HasNoLoopThatNothingUses) {
  b.result(f32, {20, 12}, {i, j}, b.load(f32, {20, 12}, {i, j}));
  EXPECT_THAT(text(), HasSubstr(R"(
  const int n = threadIdx.x;
  if (n >= 240) return;
  y0[n] = x0[n];
)"));
}

TEST_F(CollapsedText, TakesApartWhatIsUsedAlone) {
  Expr x = b.load(f32, {20, 12}, {i, j}), v = b.load(f32, {12}, {j}), w = b.load(f32, {20}, {i});
  b.result(f32, {20, 12}, {i, j}, b.call(Fn::add, {b.call(Fn::mul, {x, v}), w}));
  EXPECT_THAT(text(), HasSubstr(R"(
  const int n = threadIdx.x;
  const int i = n / 12;
  const int j = n % 12;
  if (n >= 240) return;
  y0[n] = x0[n] * x1[j] + x2[i];
)"));
}

TEST_F(CollapsedText, KeepsWhatIsMovedOrPadded) {
  b.result(f32, {20, 12}, {i, j}, b.load(f32, {20, 14}, {i, expr::add(j, 1)}));
  EXPECT_THAT(text(), HasSubstr("\n  y0[n] = x0[i * 14 + j + 1];\n"));
}

TEST_F(CollapsedText, MovesTheNumberWhereRowsAreAsLong) {
  Expr i = b.loop(19, "i"), j = b.loop(12, "j");
  b.result(f32, {19, 12}, {i, j}, b.load(f32, {20, 12}, {expr::add(i, 1), j}));
  EXPECT_THAT(text(), HasSubstr("\n  y0[n] = x0[n + 12];\n"));
}

} // namespace
} // namespace shardc::test
