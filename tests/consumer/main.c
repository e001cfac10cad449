// SPDX-License-Identifier: Apache-2.0
// Scales and shifts numbers, and turns them over twice; the argument is the factor to expect.
#include "back.h"
#include "scale.h"
#include "shift.h"
#include "there.h"

#include <stdio.h>
#include <stdlib.h>

static int fail(const char *program, const char *line) {
  fprintf(stderr, "%s: %s\n", program, line);
  return 1;
}

static int scaled(float factor) {
  scale_session *session = NULL;
  float x[10], y[10];
  int i;
  for (i = 0; i < 10; ++i)
    x[i] = (float)i;
  if (scale_create(NULL, &session) != 0) return fail("scale", scale_error());
  if (scale_set_input(session, SCALE_X, x, sizeof(x)) != 0 || scale_run(session) != 0 ||
      scale_get_output(session, SCALE_Y, y, sizeof(y)) != 0)
    return fail("scale", scale_error());
  scale_destroy(session);
  for (i = 0; i < 10; ++i)
    if (y[i] != factor * x[i]) return fail("scale", "a wrong number");
  return 0;
}

static int shifted(void) {
  shift_session *session = NULL;
  const int32_t n[3] = {1, 2, 3};
  int32_t m[3];
  if (shift_create(NULL, &session) != 0) return fail("shift", shift_error());
  if (shift_run(session) != 2) return fail("shift", "ran without its input");
  if (shift_set_input(session, SHIFT_N, n, sizeof(n)) != 0 || shift_run(session) != 0 ||
      shift_get_output(session, SHIFT_M, m, sizeof(m)) != 0)
    return fail("shift", shift_error());
  shift_destroy(session);
  return m[0] == 11 && m[1] == 12 && m[2] == 13 ? 0 : fail("shift", "a wrong number");
}

static int turned(void) {
  there_session *there = NULL;
  back_session *back = NULL;
  const float x[3] = {1, -2, 3};
  float y[3], z[3];
  if (there_create(NULL, &there) != 0 ||
      there_set_input(there, THERE_ARG0, x, THERE_ARG0_BYTES) != 0 || there_run(there) != 0 ||
      there_get_output(there, THERE_OUT0, y, sizeof(y)) != 0)
    return fail("there", there_error());
  if (back_create(NULL, &back) != 0 || back_set_input(back, BACK_ARG0, y, BACK_ARG0_BYTES) != 0 ||
      back_run(back) != 0 || back_get_output(back, BACK_OUT0, z, sizeof(z)) != 0)
    return fail("back", back_error());
  there_destroy(there);
  back_destroy(back);
  return y[1] == 2 && z[0] == 1 && z[1] == -2 && z[2] == 3 ? 0 : fail("back", "a wrong number");
}

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  return scaled((float)atof(argv[1])) == 0 && shifted() == 0 && turned() == 0 ? 0 : 1;
}
