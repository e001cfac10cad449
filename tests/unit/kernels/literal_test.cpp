// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/literal.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace shardc {
namespace {

std::string f32(double value) { return literalText(Number::of(ElementType::f32, value)); }
std::string f64(double value) { return literalText(Number::of(ElementType::f64, value)); }
std::string integer(ElementType type, int64_t value) {
  return literalText(Number::of(type, value));
}

TEST(Literal, HasTheFewestDigitsThatReadBack) {
  EXPECT_EQ(f32(0.1f), "0.1f");
  EXPECT_EQ(f32(2), "2.0f");
  EXPECT_EQ(f32(1e30f), "1e+30f");
  EXPECT_EQ(f32(-0.0), "-0.0f");
  EXPECT_EQ(f64(0.1), "0.1");
}
TEST(Literal, SpellsWhatHasNoDigits) {
  EXPECT_EQ(f32(-INFINITY), "-INFINITY");
  EXPECT_EQ(f32(NAN), "NAN");
  EXPECT_EQ(f64(INFINITY), "double(INFINITY)");
  EXPECT_EQ(literalText(Number::of(ElementType::f64, INFINITY), true), "INFINITY");
}
TEST(Literal, OfIntegersHasItsType) {
  EXPECT_EQ(integer(ElementType::i32, std::numeric_limits<int32_t>::min()), "INT32_MIN");
  EXPECT_EQ(integer(ElementType::i64, std::numeric_limits<int64_t>::min()), "INT64_MIN");
  EXPECT_EQ(integer(ElementType::i64, 7), "int64_t(7)");
  EXPECT_EQ(integer(ElementType::ui32, 4294967295), "UINT32_MAX");
  EXPECT_EQ(integer(ElementType::ui32, 7), "7u");
  EXPECT_EQ(integer(ElementType::ui64, -1), "UINT64_MAX");
  EXPECT_EQ(integer(ElementType::ui64, std::numeric_limits<int64_t>::min()),
            "uint64_t(9223372036854775808u)");
  EXPECT_EQ(integer(ElementType::i8, -128), "int8_t(-128)");
  EXPECT_EQ(integer(ElementType::ui16, -1), "uint16_t(65535)");
  EXPECT_EQ(literalText(Number::of(ElementType::ui8, int64_t{200}), true), "200");
  EXPECT_EQ(numberText(Number::of(ElementType::ui64, int64_t{-1})), "18446744073709551615");
  EXPECT_EQ(integer(ElementType::i1, 1), "true");
}
TEST(Literal, GroupsDigitsForPeople) {
  EXPECT_EQ(withCommas(0), "0");
  EXPECT_EQ(withCommas(133120), "133,120");
  EXPECT_EQ(withCommas(-1000000), "-1,000,000");
}

} // namespace
} // namespace shardc
