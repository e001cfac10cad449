// SPDX-License-Identifier: Apache-2.0
// What the lines of combiners.def say is true of the functions' values.
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

} // namespace
