// SPDX-License-Identifier: Apache-2.0
// Scales numbers on CPUs and shifts some on GPUs; without a GPU it wants to be told so.
#include "scale.h"
#include "shift.h"

#include <cstdio>
#include <cstring>

static int fail(const char *program, const char *line) {
  std::fprintf(stderr, "%s: %s\n", program, line);
  return 1;
}

static int scaled() {
  scale_session *session = nullptr;
  float x[10], y[10];
  for (int i = 0; i < 10; ++i)
    x[i] = static_cast<float>(i);
  if (scale_create(nullptr, &session) != 0) return fail("scale", scale_error());
  if (scale_set_input(session, SCALE_X, x, sizeof x) != 0 || scale_run(session) != 0 ||
      scale_get_output(session, SCALE_Y, y, sizeof y) != 0)
    return fail("scale", scale_error());
  scale_destroy(session);
  for (int i = 0; i < 10; ++i)
    if (y[i] != 2 * x[i]) return fail("scale", "a wrong number");
  return 0;
}

static int shifted() {
  shift_session *session = nullptr;
  const int32_t n[3] = {1, 2, 3};
  int32_t m[3];
  const int created = shift_create(nullptr, &session);
  if (created == 5 && std::strstr(shift_error(), "GPU")) return 0;
  if (created != 0) return fail("shift", shift_error());
  if (shift_set_input(session, SHIFT_N, n, sizeof n) != 0 || shift_run(session) != 0 ||
      shift_get_output(session, SHIFT_M, m, sizeof m) != 0)
    return fail("shift", shift_error());
  shift_destroy(session);
  return m[0] == 11 && m[1] == 12 && m[2] == 13 ? 0 : fail("shift", "a wrong number");
}

int main() { return scaled() == 0 && shifted() == 0 ? 0 : 1; }
