// SPDX-License-Identifier: Apache-2.0
// Every scalar function of every type of integers, at the ends of the type and at random, against
// arithmetic in 128 bits.
#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <random>
#include <set>

using namespace shardc;

namespace {

using Wide = __int128;
using WideBits = unsigned __int128;

struct Width {
  ElementType type;
  int bits;
  bool isSigned;
  Wide lowest, highest;
};

Width widthOf(ElementType type) {
  const bool isSigned = info(type).kind == TypeKind::signedInteger;
  const int bits = info(type).bits;
  const Wide half = Wide(1) << (bits - 1);
  return {type, bits, isSigned, isSigned ? -half : 0, isSigned ? half - 1 : 2 * half - 1};
}

std::vector<Width> widths() {
  std::vector<Width> all;
  for (ElementType type : elementTypes())
    if (isInteger(type)) all.push_back(widthOf(type));
  return all;
}

WideBits bitsOf(Wide value, int bits) {
  return static_cast<WideBits>(value) & ((WideBits(1) << bits) - 1);
}

/// `value` modulo 2^bits, in the type.
Wide wrapped(Wide value, const Width &width) {
  const WideBits low = bitsOf(value, width.bits);
  const bool isNegative = width.isSigned && (low >> (width.bits - 1)) != 0;
  return static_cast<Wide>(low) - (isNegative ? Wide(1) << width.bits : 0);
}

Number numberOf(Wide value, ElementType type) {
  return Number::of(type, static_cast<int64_t>(value));
}

std::string text(Wide value) {
  if (value < 0) return "-" + text(-value);
  return (value > 9 ? text(value / 10) : "") +
         static_cast<char>('0' + static_cast<int>(value % 10));
}

/// Ends of the type, shifts around its width, and some at random.
std::vector<Wide> samplesOf(const Width &width) {
  std::set<Wide> samples;
  for (int near = -2; near <= 2; ++near)
    for (Wide around : {width.lowest, width.highest, Wide(0), Wide(width.bits), width.highest / 2,
                        Wide(1) << (width.bits - 2), width.lowest / 2})
      samples.insert(wrapped(around + near, width));
  std::mt19937_64 random(static_cast<uint64_t>(width.bits));
  for (int k = 0; k < 12; ++k)
    samples.insert(wrapped(static_cast<int64_t>(random() >> (random() % 64)), width));
  return {samples.begin(), samples.end()};
}

Wide quotient(Wide x, Wide y) { return y == 0 ? -1 : x / y; }
Wide remainder(Wide x, Wide y) { return y == 0 ? x : x % y; }

Wide power(Wide x, Wide y, const Width &width) {
  if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1) : 0;
  WideBits made = 1;
  for (int bit = width.bits; bit-- > 0;) {
    made = bitsOf(static_cast<Wide>(made * made), width.bits);
    if ((y >> bit & 1) != 0)
      made = bitsOf(static_cast<Wide>(made * bitsOf(x, width.bits)), width.bits);
  }
  return static_cast<Wide>(made);
}

Wide shiftedLeft(Wide x, Wide y, const Width &width) {
  return y < 0 || y >= width.bits ? 0 : static_cast<Wide>(bitsOf(x, width.bits) << y);
}
Wide shiftedLogically(Wide x, Wide y, const Width &width) {
  return y < 0 || y >= width.bits ? 0 : static_cast<Wide>(bitsOf(x, width.bits) >> y);
}
Wide shiftedRight(Wide x, Wide y, const Width &width) {
  const Wide asSigned = wrapped(x, {width.type, width.bits, true, 0, 0});
  return asSigned >> (y < 0 || y >= width.bits ? width.bits - 1 : y);
}

int countOf(Wide x, const Width &width) {
  return std::popcount(static_cast<uint64_t>(bitsOf(x, width.bits)));
}
int leadingZerosOf(Wide x, const Width &width) {
  return std::countl_zero(static_cast<uint64_t>(bitsOf(x, width.bits))) - (64 - width.bits);
}

/// What a function gives, before it is wrapped into its type; none: it is no function of integers.
std::optional<Wide> expected(Fn fn, Wide x, Wide y, const Width &width) {
  switch (fn) {
  case Fn::add:
    return x + y;
  case Fn::sub:
    return x - y;
  case Fn::mul:
    return static_cast<Wide>(static_cast<WideBits>(x) * static_cast<WideBits>(y));
  case Fn::div:
    return quotient(x, y);
  case Fn::rem:
    return remainder(x, y);
  case Fn::max:
    return std::max(x, y);
  case Fn::min:
    return std::min(x, y);
  case Fn::pow:
    return power(x, y, width);
  case Fn::bitAnd:
    return x & y;
  case Fn::bitOr:
    return x | y;
  case Fn::bitXor:
    return x ^ y;
  case Fn::bitNot:
    return ~x;
  case Fn::shiftLeft:
    return shiftedLeft(x, y, width);
  case Fn::shiftRight:
    return shiftedRight(x, y, width);
  case Fn::shiftRightLogical:
    return shiftedLogically(x, y, width);
  case Fn::neg:
    return -x;
  case Fn::abs:
    return x < 0 ? -x : x;
  case Fn::sign:
    return x > 0 ? 1 : x < 0 ? -1 : 0;
  case Fn::popcnt:
    return countOf(x, width);
  case Fn::clz:
    return leadingZerosOf(x, width);
  case Fn::mulHigh:
    if (x < 0 || y < 0) return (x * y) >> width.bits;
    return static_cast<Wide>(
        static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y) >> width.bits);
  case Fn::eq:
    return x == y;
  case Fn::ne:
    return x != y;
  case Fn::lt:
    return x < y;
  case Fn::le:
    return x <= y;
  case Fn::gt:
    return x > y;
  case Fn::ge:
    return x >= y;
  default:
    return std::nullopt;
  }
}

TEST(Integers, HaveTheSizeThatTheTableSays) {
  for (ElementType type : elementTypes())
    withType(type, [&](auto zero) {
      EXPECT_EQ(info(type).bytes, static_cast<int>(sizeof zero)) << info(type).name;
    });
}

TEST(Integers, WrapAroundInTheirWidth) {
  for (const Width &width : widths())
    for (Fn fn : scalarFunctions()) {
      if (!supports(fn, width.type) || info(fn).conversion) continue;
      const auto samples = samplesOf(width);
      for (Wide x : samples)
        for (Wide y : info(fn).arity == 2 ? samples : std::vector<Wide>{0}) {
          const auto wanted = expected(fn, x, y, width);
          ASSERT_TRUE(wanted) << "no reference for " << info(fn).name;
          SmallVector<Number, 2> args = {numberOf(x, width.type), numberOf(y, width.type)};
          args.truncate(info(fn).arity);
          const Number got = apply(fn, resultOf(fn, width.type), args);
          ASSERT_EQ(text(got.wide()), text(info(fn).predicate ? *wanted : wrapped(*wanted, width)))
              << info(fn).name << " of " << info(width.type).name << " " << text(x) << ", "
              << text(y);
        }
    }
}

TEST(Integers, AreConvertedToEachOther) {
  for (const Width &from : widths())
    for (const Width &to : widths())
      for (Wide x : samplesOf(from)) {
        const Number number = numberOf(x, from.type);
        ASSERT_EQ(text(number.wide()), text(x));
        ASSERT_EQ(text(apply(Fn::convert, to.type, {number}).wide()), text(wrapped(x, to)))
            << info(from.type).name << " " << text(x) << " to " << info(to.type).name;
        if (from.bits == to.bits)
          ASSERT_EQ(text(apply(Fn::bitcast, to.type, {number}).wide()), text(wrapped(x, to)));
        ASSERT_EQ(apply(Fn::convert, ElementType::i1, {number}).isTrue(), x != 0);
      }
}

TEST(Integers, AreRoundedOnceToFloats) {
  for (const Width &from : widths())
    for (Wide x : samplesOf(from)) {
      const Number number = numberOf(x, from.type);
      EXPECT_EQ(apply(Fn::convert, ElementType::f32, {number}).real,
                static_cast<double>(static_cast<float>(x)));
      EXPECT_EQ(apply(Fn::convert, ElementType::f64, {number}).real, static_cast<double>(x));
      EXPECT_EQ(number.asDouble(), static_cast<double>(x));
    }
}

TEST(Integers, OfFloatsSaturate) {
  for (const Width &to : widths())
    for (double x : {0.0,
                     -0.0,
                     0.9,
                     -0.9,
                     1.5,
                     -1.5,
                     126.5,
                     127.9,
                     128.0,
                     200.0,
                     255.9,
                     256.0,
                     -128.9,
                     -129.0,
                     32767.5,
                     65535.5,
                     65536.0,
                     2147483647.5,
                     4294967295.5,
                     0x1p62,
                     0x1p63,
                     0x1.fp63,
                     0x1p64,
                     1e30,
                     -1e30,
                     double(INFINITY),
                     -double(INFINITY)}) {
      const Wide whole = x >= 0x1p100    ? Wide(1) << 100
                         : x <= -0x1p100 ? -(Wide(1) << 100)
                                         : static_cast<Wide>(x);
      const Wide wanted = std::clamp(whole, to.lowest, to.highest);
      for (ElementType from : {ElementType::f32, ElementType::f64}) {
        const Number number = Number::of(from, x);
        if (number.real != x) continue;
        EXPECT_EQ(text(apply(Fn::convert, to.type, {number}).wide()), text(wanted))
            << x << " to " << info(to.type).name;
      }
      EXPECT_EQ(apply(Fn::convert, to.type, {Number::of(ElementType::f32, double(NAN))}).wide(), 0);
    }
}

TEST(Integers, AreNotComparedWithEndsOfTheirType) {
  Pool pool;
  const auto compared = [](Fn fn, Expr x, Expr y) -> std::optional<bool> {
    Expr e = expr::scalar(fn, ElementType::i1, {x, y});
    return e->kind == Kind::Literal ? std::optional(e->number.isTrue()) : std::nullopt;
  };
  for (const Width &width : widths()) {
    Expr x = expr::load(pool, width.type, 0, {});
    Expr first = pool.literal(lowest(width.type)), last = pool.literal(highest(width.type));
    EXPECT_EQ(compared(Fn::lt, x, first), false);
    EXPECT_EQ(compared(Fn::ge, last, x), true);
    EXPECT_EQ(compared(Fn::gt, x, last), false);
    EXPECT_EQ(compared(Fn::le, first, x), true);
    EXPECT_EQ(compared(Fn::gt, x, first), std::nullopt);
    EXPECT_EQ(compared(Fn::ge, x, last), std::nullopt);
    EXPECT_EQ(compared(Fn::eq, x, last), std::nullopt);
  }
}

TEST(Integers, AreIndicesWhereTheyAreSuch) {
  Pool pool;
  const auto indexOfNumber = [&](ElementType type, Wide x) {
    return indexOf(pool.literal(numberOf(x, type)));
  };
  for (const Width &width : widths()) {
    Expr highest = indexOfNumber(width.type, width.highest);
    if (width.highest > INT64_MAX)
      EXPECT_EQ(highest, nullptr);
    else
      EXPECT_EQ(highest->value, static_cast<int64_t>(width.highest));
    // A start beyond all indices is the last one.
    EXPECT_EQ(expr::at(pool.literal(numberOf(width.highest, width.type)), 0, 5)->value,
              static_cast<int64_t>(std::min<Wide>(5, width.highest)));
    EXPECT_EQ(expr::at(pool.literal(numberOf(width.lowest, width.type)), 0, 5)->value, 0);
    // What wraps around in the type is no index.
    Expr loop = pool.loop(0, 300);
    EXPECT_EQ(indexOf(expr::cast(width.type, loop)) != nullptr, width.highest >= 299);
    EXPECT_EQ(indexOf(expr::cast(width.type, expr::add(loop, -1))) != nullptr,
              width.isSigned && width.bits > 8);
  }
}

} // namespace
