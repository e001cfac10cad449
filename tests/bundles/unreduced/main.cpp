// SPDX-License-Identifier: Apache-2.0
// Partial sums go from one bundle to the other as they are, and are added up there.
#include "product.h"
#include "total.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

using Floats = std::vector<float>;

static void check(int failed, const char *line) {
  if (failed == 0) return;
  std::fprintf(stderr, "%s\n", line);
  std::exit(failed);
}

static void expect(bool holds, const char *what) {
  if (!holds) check(1, what);
}

static float x(int i, int j) { return static_cast<float>(8 * i + j); }
static float w(int j, int k) { return static_cast<float>(6 * j + k); }

/// Rows [row, row + rows) of x w, of the terms [term, term + terms): whole numbers, exact.
static Floats product(int row, int rows, int term, int terms) {
  Floats sums;
  for (int i = row; i < row + rows; ++i)
    for (int k = 0; k < 6; ++k) {
      sums.push_back(0);
      for (int j = term; j < term + terms; ++j)
        sums.back() += x(i, j) * w(j, k);
    }
  return sums;
}

int main() {
  Floats xs, ws, parts(24), y(24);
  for (int i = 0; i < 32; ++i)
    xs.push_back(x(0, i));
  for (int i = 0; i < 48; ++i)
    ws.push_back(w(0, i));
  product_session *from = nullptr;
  total_session *to = nullptr;
  check(product_create(nullptr, &from), product_error());
  check(total_create(nullptr, &to), total_error());
  check(product_set_input(from, PRODUCT_X, xs.data(), PRODUCT_X_BYTES), product_error());
  check(product_set_input(from, PRODUCT_W, ws.data(), PRODUCT_W_BYTES), product_error());
  check(product_run(from), product_error());

  for (int device = 0; device < PRODUCT_DEVICES; ++device) {
    Floats shard(12);
    const size_t bytes = shard.size() * sizeof(float);
    check(product_get_output_shard(from, PRODUCT_PARTS, device, shard.data(), bytes),
          product_error());
    expect(shard == product(2 * (device / 2), 2, 4 * (device % 2), 4), "not a device's own terms");
    check(total_set_input_shard(to, TOTAL_PARTS, device, shard.data(), bytes), total_error());
    int owner = -1;
    check(product_output_owner(PRODUCT_PARTS, device, &owner), product_error());
    expect(owner == device, "a partial sum that another device has, too");
  }
  check(total_run(to), total_error());
  check(total_get_output(to, TOTAL_Y, y.data(), TOTAL_Y_BYTES), total_error());
  expect(y == product(0, 4, 0, 8), "partial sums that are handed over do not add up");

  check(product_get_output(from, PRODUCT_PARTS, parts.data(), PRODUCT_PARTS_BYTES),
        product_error());
  expect(parts == y, "partial sums are not added up where the whole is asked for");
  check(total_set_input(to, TOTAL_PARTS, parts.data(), TOTAL_PARTS_BYTES), total_error());
  check(total_run(to), total_error());
  check(total_get_output(to, TOTAL_Y, y.data(), TOTAL_Y_BYTES), total_error());
  expect(y == parts, "what is given whole is not counted once");
  product_destroy(from);
  total_destroy(to);
}
