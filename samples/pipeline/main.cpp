// SPDX-License-Identifier: Apache-2.0
// What `hidden` makes goes to `classify` device by device: nothing is put together or cut again.
#include "classify.h"
#include "hidden.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

static_assert(int{HIDDEN_DEVICES} == int{CLASSIFY_DEVICES}, "each device hands over to its own");

static void check(int failed, const char *line) {
  if (failed == 0) return;
  std::fprintf(stderr, "%s\n", line);
  std::exit(failed);
}

/// Bytes of h that a device of `hidden` holds.
static size_t bytes_of_h(int device) {
  int64_t lo[HIDDEN_MAX_RANK], hi[HIDDEN_MAX_RANK];
  check(hidden_output_box(HIDDEN_H, device, 0, lo, hi), hidden_error());
  return static_cast<size_t>((hi[0] - lo[0]) * (hi[1] - lo[1])) * sizeof(float);
}

static size_t hand_over(hidden_session *hidden, classify_session *classify) {
  size_t moved = 0;
  for (int device = 0; device < HIDDEN_DEVICES; ++device) {
    std::vector<char> shard(bytes_of_h(device));
    check(hidden_get_output_shard(hidden, HIDDEN_H, device, shard.data(), shard.size()),
          hidden_error());
    check(classify_set_input_shard(classify, CLASSIFY_H, device, shard.data(), shard.size()),
          classify_error());
    moved += shard.size();
  }
  return moved;
}

int main() {
  std::vector<float> x(HIDDEN_X_BYTES / sizeof(float)), w(HIDDEN_W_BYTES / sizeof(float));
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i % 7) / 8;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = static_cast<float>(i % 5) / 4 - 0.5f;

  hidden_session *hidden = nullptr;
  classify_session *classify = nullptr;
  check(hidden_create(nullptr, &hidden), hidden_error());
  check(classify_create(nullptr, &classify), classify_error());
  check(hidden_set_input(hidden, HIDDEN_X, x.data(), HIDDEN_X_BYTES), hidden_error());
  check(hidden_set_input(hidden, HIDDEN_W, w.data(), HIDDEN_W_BYTES), hidden_error());
  check(hidden_run(hidden), hidden_error());
  const size_t moved = hand_over(hidden, classify);
  check(classify_run(classify), classify_error());

  std::vector<float> p(CLASSIFY_P_BYTES / sizeof(float)), whole(p.size());
  check(classify_get_output(classify, CLASSIFY_P, p.data(), CLASSIFY_P_BYTES), classify_error());
  std::printf("%zu bytes handed over in %d shards\n", moved, HIDDEN_DEVICES);
  for (int device = 0; device < CLASSIFY_DEVICES; ++device) {
    int owner = -1;
    check(classify_output_owner(CLASSIFY_P, device, &owner), classify_error());
    if (owner == device) std::printf("device %d is the first with its block of p\n", device);
  }

  // The same with h as a whole.
  std::vector<float> h(HIDDEN_H_BYTES / sizeof(float));
  check(hidden_get_output(hidden, HIDDEN_H, h.data(), HIDDEN_H_BYTES), hidden_error());
  check(classify_set_input(classify, CLASSIFY_H, h.data(), CLASSIFY_H_BYTES), classify_error());
  check(classify_run(classify), classify_error());
  check(classify_get_output(classify, CLASSIFY_P, whole.data(), CLASSIFY_P_BYTES),
        classify_error());
  std::printf("p[0] = %.6f %.6f %.6f ...; %s when h is handed over whole\n", p[0], p[1], p[2],
              p == whole ? "the same bits" : "other numbers");
  hidden_destroy(hidden);
  classify_destroy(classify);
  return p == whole ? 0 : 1;
}
