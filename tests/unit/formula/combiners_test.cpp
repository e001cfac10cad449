// SPDX-License-Identifier: Apache-2.0
// What the lines of combiners.def say, and the column of partial sums of scalars.def, is true of
// the functions' values.
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace shardc;

namespace {

std::vector<Number> samplesOf(ElementType type) {
  if (type == ElementType::i1) return {Number::of(type, int64_t{0}), Number::of(type, int64_t{1})};
  if (info(type).isComplex)
    return {Number::complex(type, 0, -0.0), Number::complex(type, 2, -1),
            Number::complex(type, -3, 4)};
  std::vector<Number> samples = {lowest(type), highest(type)};
  for (const int64_t number : {-3, -1, 0, 1, 2, 5})
    samples.push_back(Number::of(type, number));
  if (!info(type).isFloat) return samples;
  for (const double number : {-0.0, 0.5, std::nan("")})
    samples.push_back(Number::of(type, number));
  return samples;
}

Number combined(Fn fn, const Number &a, const Number &b) { return apply(fn, a.type, {a, b}); }

/// Calls `check` with each combiner, a type that it combines, and samples of that.
void forEachCombiner(
    llvm::function_ref<void(const CombinerInfo &, ElementType, ArrayRef<Number>)> check) {
  for (const CombinerInfo &row : combiners())
    for (const ElementType type : elementTypes()) {
      if (!supports(row.fn, type)) continue;
      SCOPED_TRACE(std::string(info(row.fn).name) + " of " + info(type).name);
      check(row, type, samplesOf(type));
    }
}

TEST(Combiners, LeaveNumbersAsTheyAreBesideNothing) {
  forEachCombiner([](const CombinerInfo &row, ElementType type, ArrayRef<Number> samples) {
    const auto nothing = identity(row.fn, type);
    if (!nothing) return;
    for (const Number &x : samples) {
      EXPECT_TRUE(combined(row.fn, *nothing, x).sameBits(x)) << x.asDouble();
      EXPECT_TRUE(combined(row.fn, x, *nothing).sameBits(x)) << x.asDouble();
    }
  });
}

TEST(Combiners, Commute) {
  forEachCombiner([](const CombinerInfo &row, ElementType, ArrayRef<Number> samples) {
    for (const Number &x : samples)
      for (const Number &y : samples)
        EXPECT_TRUE(combined(row.fn, x, y).sameBits(combined(row.fn, y, x)))
            << x.asDouble() << " and " << y.asDouble();
  });
}

TEST(Combiners, RepeatNumbersWhereTheyAreIdempotent) {
  forEachCombiner([](const CombinerInfo &row, ElementType type, ArrayRef<Number> samples) {
    const bool isSame =
        llvm::all_of(samples, [&](const Number &x) { return combined(row.fn, x, x).sameBits(x); });
    if (row.idempotent || type != ElementType::i1) EXPECT_EQ(isSame, row.idempotent);
  });
}

TEST(Combiners, CombineInAnyOrderWhereTheyAreExact) {
  forEachCombiner([](const CombinerInfo &row, ElementType type, ArrayRef<Number> samples) {
    if (!isExact(row.fn, type)) return;
    for (const Number &x : samples)
      for (const Number &y : samples)
        for (const Number &z : samples)
          EXPECT_TRUE(combined(row.fn, combined(row.fn, x, y), z)
                          .sameBits(combined(row.fn, x, combined(row.fn, y, z))))
              << x.asDouble() << ", " << y.asDouble() << ", " << z.asDouble();
  });
}

TEST(Combiners, AreFoundByTheirWords) {
  EXPECT_EQ(combinerNamed("product"), Fn::mul);
  EXPECT_EQ(combinerNamed("none"), std::nullopt);
  EXPECT_EQ(combinerNamed(""), std::nullopt);
  EXPECT_EQ(combinerInfo(Fn::sub), nullptr);
}

Number sum(const Number &a, const Number &b) { return combined(kSum, a, b); }

/// Numbers whose sums and products are not rounded.
std::vector<Number> wholeNumbers(ElementType type) {
  if (info(type).isComplex) return {Number::complex(type, 2, -1), Number::complex(type, -3, 4)};
  return {Number::of(type, int64_t{2}), Number::of(type, int64_t{-5}),
          Number::of(type, int64_t{7})};
}

/// What `fn` makes of sums, beside the sum of what it makes of their parts. Of a product one
/// argument is alike in `a` and `b`, and stays.
void expectThrough(Fn fn, ElementType type, ArrayRef<Number> a, ArrayRef<Number> b) {
  SmallVector<Number, 2> sums;
  for (size_t k = 0; k < a.size(); ++k)
    sums.push_back(a[k].sameBits(b[k]) && info(fn).linear == Linear::each ? a[k] : sum(a[k], b[k]));
  const ElementType result = resultOf(fn, type);
  const Number wanted = sum(apply(fn, result, a), apply(fn, result, b)),
               got = apply(fn, result, sums);
  EXPECT_TRUE(got.sameBits(wanted)) << info(fn).name << " of " << info(type).name << ": "
                                    << got.asDouble() << ", wanted " << wanted.asDouble();
}

TEST(Scalars, LetPartialSumsThroughWhereTheyAreLinear) {
  for (const Fn fn : scalarFunctions())
    for (const ElementType type : {ElementType::f64, ElementType::i64, ElementType::c64}) {
      if (info(fn).linear == Linear::no || !supports(fn, type)) continue;
      for (const Number &a : wholeNumbers(type))
        for (const Number &b : wholeNumbers(type))
          for (const Number &c : wholeNumbers(type)) {
            if (info(fn).arity == 1) {
              expectThrough(fn, type, {a}, {b});
            } else if (info(fn).linear == Linear::jointly) {
              expectThrough(fn, type, {a, b}, {c, a});
            } else if (!a.sameBits(b)) {
              expectThrough(fn, type, {a, c}, {b, c});
              expectThrough(fn, type, {c, a}, {c, b});
            }
          }
    }
}

} // namespace
