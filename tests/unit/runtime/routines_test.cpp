// SPDX-License-Identifier: Apache-2.0
// Routines of linear algebra where numbers are at the ends of their range, matrices have no full
// rank, or are no matrices of numbers. Those that are as they should be are JAX's to compare
// (tests/jax/factorisations.py).
#include "runtime/routines/eigh.h"
#include "runtime/routines/svd.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <vector>

namespace shardc::runtime {
namespace {

/// A value of a call: a matrix, or with one column a vector.
template <typename T>
struct Value {
  int64_t rows, columns;
  std::vector<T> data;
  int64_t shape[2], strides[2];

  Value(int64_t rows, int64_t columns)
      : rows(rows), columns(columns),
        data(rows * columns), shape{rows, columns}, strides{columns, 1} {}
  T &operator()(int64_t i, int64_t j) { return data[i * columns + j]; }
  shardc_part part(const char *type, int64_t rank) {
    return {data.data(), type, int64_t(sizeof(T)), rank, shape, shape, strides, strides};
  }
};

shardc_attribute number(const char *name, int64_t value) {
  return {name, nullptr, double(value), value};
}

struct Eigen {
  Value<float> vectors, values;
  Value<int32_t> info;
};
Eigen eigenOf(Value<float> a) {
  const int64_t n = a.rows;
  Eigen made = {{n, n}, {n, 1}, {1, 1}};
  const shardc_part operand = a.part("f32", 2);
  const shardc_part results[] = {made.vectors.part("f32", 2), made.values.part("f32", 1),
                                 made.info.part("i32", 0)};
  const shardc_attribute lower = number("lower", 1);
  const shardc_call call = {&operand, results, nullptr, &lower, 1,       3,       0,      1,
                            0,        nullptr, nullptr, 0,      nullptr, nullptr, nullptr};
  EXPECT_EQ(eigh(&call), nullptr);
  return made;
}

/// How far V is from being orthonormal.
float offOrthonormal(Value<float> &v) {
  float off = 0;
  for (int64_t i = 0; i < v.columns; ++i)
    for (int64_t j = 0; j < v.columns; ++j) {
      float sum = i == j ? -1 : 0;
      for (int64_t k = 0; k < v.rows; ++k)
        sum += v(k, i) * v(k, j);
      off = std::fmax(off, std::fabs(sum));
    }
  return off;
}

/// x x^T
Value<float> squareOf(const std::vector<float> &x) {
  Value<float> a(int64_t(x.size()), int64_t(x.size()));
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      a(i, j) = x[i] * x[j];
  return a;
}

TEST(Eigh, OfRankOneHasOneEigenvalueAndOrthonormalVectors) {
  Eigen made = eigenOf(squareOf({1, 2, -3, 4, 5}));
  EXPECT_EQ(made.info.data[0], 0);
  EXPECT_NEAR(made.values.data[4], 55, 1e-4);
  for (int k = 0; k < 4; ++k)
    EXPECT_NEAR(made.values.data[k], 0, 1e-4);
  EXPECT_LT(offOrthonormal(made.vectors), 1e-5);
}

TEST(Eigh, OfNothingButZerosIsTheIdentity) {
  Eigen made = eigenOf(Value<float>(3, 3));
  EXPECT_EQ(made.values.data, (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(made.vectors.data, (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(Eigh, KeepsItsPrecisionWhereSquaresAreOutOfRange) {
  for (const float scale : {0x1p-100f, 0x1p100f}) {
    Value<float> a(2, 2);
    a.data = {2 * scale, scale, scale, 2 * scale};
    Eigen made = eigenOf(a);
    EXPECT_NEAR(made.values.data[0] / scale, 1, 1e-6);
    EXPECT_NEAR(made.values.data[1] / scale, 3, 1e-6);
    EXPECT_LT(offOrthonormal(made.vectors), 1e-6);
  }
}

TEST(Eigh, OfWhatIsNoNumberIsNoneAndSaysSo) {
  for (const float wrong : {NAN, INFINITY}) {
    Value<float> a(4, 4);
    a(2, 1) = wrong;
    Eigen made = eigenOf(a);
    EXPECT_EQ(made.info.data[0], 1);
    for (const float each : made.values.data)
      EXPECT_TRUE(std::isnan(each));
    EXPECT_TRUE(std::isnan(made.vectors(0, 0)));
  }
}

TEST(Eigh, ReadsTheTriangleThatItIsTold) {
  Value<float> a(2, 2), values(2, 1);
  a.data = {1, NAN, 2, 1};
  const shardc_part operand = a.part("f32", 2);
  const shardc_part results[] = {{}, values.part("f32", 1), {}}; // of the others nobody reads
  const shardc_attribute lower = number("lower", 1);
  const shardc_call call = {&operand, results, nullptr, &lower, 1,       3,       0,      1,
                            0,        nullptr, nullptr, 0,      nullptr, nullptr, nullptr};
  EXPECT_EQ(eigh(&call), nullptr);
  EXPECT_NEAR(values.data[0], -1, 1e-6);
  EXPECT_NEAR(values.data[1], 3, 1e-6);
}

TEST(Eigh, OfAPartWithStridesWritesNothingBesideIt) {
  // The middle 2 columns of results with 4.
  Value<float> a(2, 2), all(2, 4);
  a.data = {2, 1, 1, 2};
  all.data.assign(8, 7);
  const shardc_part operand = a.part("f32", 2);
  const int64_t strides[] = {4, 1};
  const shardc_part results[] = {
      {&all.data[1], "f32", 4, 2, a.shape, a.shape, strides, strides}, {}, {}};
  const shardc_attribute lower = number("lower", 0);
  const shardc_call call = {&operand, results, nullptr, &lower, 1,       3,       0,      1,
                            0,        nullptr, nullptr, 0,      nullptr, nullptr, nullptr};
  EXPECT_EQ(eigh(&call), nullptr);
  for (const int at : {0, 3, 4, 7})
    EXPECT_EQ(all.data[at], 7);
  EXPECT_NEAR(std::fabs(all.data[1]), std::sqrt(0.5f), 1e-6);
}

TEST(Eigh, RefusesMatricesOfIntegers) {
  Value<int32_t> a(2, 2);
  const shardc_part operand = a.part("i32", 2);
  const shardc_call call = {&operand, nullptr, nullptr, nullptr, 1,       0,       0,      0,
                            0,        nullptr, nullptr, 0,       nullptr, nullptr, nullptr};
  EXPECT_STREQ(eigh(&call), "it is for f32, f64, c64 and c128");
}

struct Singular {
  Value<float> values, left, right;
  Value<int32_t> info;
};
Singular singularOf(Value<float> a) {
  const int64_t m = a.rows, n = a.columns;
  Singular made = {{std::min(m, n), 1}, {m, m}, {n, n}, {1, 1}};
  const shardc_part operand = a.part("f32", 2);
  const shardc_part results[] = {made.values.part("f32", 1), made.left.part("f32", 2),
                                 made.right.part("f32", 2), made.info.part("i32", 0)};
  const shardc_attribute numbers[] = {number("adjoint", 0), number("full", 1),
                                      number("vectors", 1)};
  const shardc_call call = {&operand, results, nullptr, numbers, 1,       4,       0,      3,
                            0,        nullptr, nullptr, 0,       nullptr, nullptr, nullptr};
  EXPECT_EQ(svd(&call), nullptr);
  return made;
}

TEST(Svd, OfRankOneHasOneSingularValueAndOrthonormalVectors) {
  Singular made = singularOf(squareOf({1, 2, -3, 4, 5}));
  EXPECT_EQ(made.info.data[0], 0);
  EXPECT_NEAR(made.values.data[0], 55, 1e-4);
  for (int k = 1; k < 5; ++k)
    EXPECT_NEAR(made.values.data[k], 0, 1e-4);
  EXPECT_LT(offOrthonormal(made.left), 1e-5);
  EXPECT_LT(offOrthonormal(made.right), 1e-5);
}

TEST(Svd, OfBidiagonalMatricesWithZerosOnTheDiagonal) {
  for (const int64_t zero : {0, 1, 2}) {
    Value<float> a(3, 3);
    a.data = {1, 1, 0, 0, 2, 1, 0, 0, 3};
    a(zero, zero) = 0;
    Value<float> before = a;
    Singular made = singularOf(a);
    EXPECT_EQ(made.info.data[0], 0);
    EXPECT_NEAR(made.values.data[2], 0, 1e-6);
    EXPECT_LT(offOrthonormal(made.left), 1e-5);
    EXPECT_LT(offOrthonormal(made.right), 1e-5);
    for (int64_t i = 0; i < 3; ++i)
      for (int64_t j = 0; j < 3; ++j) {
        float sum = 0;
        for (int64_t k = 0; k < 3; ++k)
          sum += made.left(i, k) * made.values.data[k] * made.right(j, k);
        EXPECT_NEAR(sum, before(i, j), 1e-5);
      }
  }
}

TEST(Svd, OfNothingButZerosIsTheIdentity) {
  Singular made = singularOf(Value<float>(2, 3));
  EXPECT_EQ(made.values.data, (std::vector<float>{0, 0}));
  EXPECT_EQ(made.left.data, (std::vector<float>{1, 0, 0, 1}));
  EXPECT_EQ(made.right.data, (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(Svd, OfWhatIsNoNumberIsNoneAndSaysSo) {
  Value<float> a(3, 2);
  a(1, 1) = NAN;
  Singular made = singularOf(a);
  EXPECT_EQ(made.info.data[0], 1);
  EXPECT_TRUE(std::isnan(made.values.data[0]) && std::isnan(made.left(0, 0)));
}

} // namespace
} // namespace shardc::runtime
