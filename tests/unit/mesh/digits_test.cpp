// SPDX-License-Identifier: Apache-2.0
// Orders of devices as digits, held against every order there is.
#include "frontend/ir/sharding/algebra/digits.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace shardc;

namespace {

using Order = std::vector<int64_t>;

std::string text(const Digits &digits) {
  std::string all;
  for (const Digit &digit : digits)
    all +=
        (all.empty() ? "" : " ") + std::to_string(digit.size) + "*" + std::to_string(digit.stride);
  return all;
}
std::string digitsText(const Order &order) {
  const auto digits = digitsOf(order);
  return digits ? text(*digits) : "none";
}

TEST(Digits, AreTheFewestThatSayAnOrder) {
  struct {
    Order order;
    const char *digits;
  } const rows[] = {
      {{0}, ""},
      {{0, 1, 2, 3, 4, 5}, "6*1"},
      {{0, 4, 1, 5, 2, 6, 3, 7}, "2*4 4*1"},
      {{0, 2, 4, 1, 3, 5}, "3*2 2*1"},
      {{0, 1, 4, 5, 2, 3, 6, 7}, "2*1 2*4 2*2"},
      {{1, 0}, "none"},
      {{0, 1, 3, 2}, "none"},
      {{0, 1, 2, 3, 5, 4}, "none"},
      {{0, 3, 1, 2}, "none"},
      {{}, "none"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(digitsText(row.order), row.digits) << testing::PrintToString(row.order);
}

/// Every way to write a length as sizes of at least 2, in order.
std::vector<Order> factorings(int64_t length) {
  if (length == 1) return {{}};
  std::vector<Order> all;
  for (int64_t size = 2; size <= length; ++size) {
    if (length % size != 0) continue;
    for (Order rest : factorings(length / size)) {
      rest.insert(rest.begin(), size);
      all.push_back(rest);
    }
  }
  return all;
}

/// The orders of 0, 1, ... that are permutations of digits: each transpose of each shape.
std::set<Order> transposes(int64_t length) {
  std::set<Order> all;
  for (const Order &shape : factorings(length)) {
    Order permutation(shape.size());
    std::iota(permutation.begin(), permutation.end(), 0);
    do {
      Order order = {0};
      for (const int64_t dim : permutation) {
        const int64_t stride =
            std::accumulate(shape.begin() + dim + 1, shape.end(), int64_t(1), std::multiplies<>());
        Order longer;
        for (const int64_t element : order)
          for (int64_t k = 0; k < shape[dim]; ++k)
            longer.push_back(element + k * stride);
        order = longer;
      }
      all.insert(order);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  }
  return all;
}

TEST(Digits, AreFoundForTransposesAndForNothingElse) {
  for (const int64_t length : {1, 2, 3, 4, 6, 8}) {
    const std::set<Order> expected = transposes(length);
    Order order(length);
    std::iota(order.begin(), order.end(), 0);
    size_t found = 0;
    do {
      const bool has = digitsOf(order).has_value();
      EXPECT_EQ(has, expected.count(order) == 1) << testing::PrintToString(order);
      found += has;
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(found, expected.size());
  }
}

TEST(Digits, SplitWhereBoundsNest) {
  struct {
    Digit digit;
    Order bounds;
    const char *pieces;
  } const rows[] = {
      {{12, 2}, {1, 2, 24, 48}, "12*2"}, {{12, 2}, {4, 8}, "2*2 2*4 3*8"},
      {{12, 2}, {6, 6}, "3*2 4*6"},      {{12, 2}, {3}, "none"},
      {{12, 2}, {4, 6}, "none"},         {{12, 2}, {16}, "none"},
  };
  for (const auto &row : rows) {
    const auto pieces = splitAt(row.digit, row.bounds);
    EXPECT_EQ(pieces ? text(*pieces) : "none", row.pieces) << testing::PrintToString(row.bounds);
  }
}

} // namespace
