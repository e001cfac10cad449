// SPDX-License-Identifier: Apache-2.0
// Calls of a bundle's C interface that are wrong: each gives its exit code and says why in one line.
#include "mixed.h"

#include <stdio.h>
#include <string.h>

static int rows, failures;

/// `part` is some of what the error says; "": the call has to succeed.
static void check(const char *call, int got, int code, const char *part) {
  const char *line = mixed_error();
  ++rows;
  if (got == code && (code == 0 || (strstr(line, part) && *line && !strchr(line, '\n')))) return;
  ++failures;
  printf("%s\n  expected %d, \"%s\"\n  got %d, \"%s\"\n", call, code, part, got, line);
}
#define CHECK(code, part, call) check(#call, call, code, part)

static float x[1600], y[1600], e[1];
static unsigned char on[40];
static int n;

static void sessions(void) {
  mixed_session *s = (mixed_session *)x;
  CHECK(2, "no place for the session", mixed_create(NULL, NULL));
  const mixed_options negative = {-1, NULL, 0}, late = {0, NULL, -5}, gpus = {3, NULL, 0},
                      fewer = {0, NULL, 0, -1}, many = {0, NULL, 0, 4097};
  CHECK(2, "not negative", mixed_create(&negative, &s));
  if (s) check("a session of a failed create", 0, 1, "");
  CHECK(2, "not negative", mixed_create(&late, &s));
  CHECK(5, "built for CPUs", mixed_create(&gpus, &s));
  CHECK(2, "not negative", mixed_create(&fewer, &s));
  CHECK(2, "1 to 4096 threads", mixed_create(&many, &s));
  const mixed_options nowhere = {0, "/nowhere/\n", 0}, file = {0, "/dev/null", 0};
  CHECK(5, "there is no /nowhere/?/cst.npy", mixed_create(&nowhere, &s));
  CHECK(5, "there is no /dev/null/cst.npy", mixed_create(&file, &s));
  mixed_destroy(NULL);
  CHECK(2, "no session", mixed_set_input(NULL, 0, x, sizeof x));
  CHECK(2, "no session", mixed_load_npy(NULL, "x", "x.npy"));
  CHECK(2, "no session", mixed_run(NULL));
  CHECK(2, "no session", mixed_get_output(NULL, 0, y, sizeof y));
}

static void inputs(mixed_session *s) {
  const int last = 2147483647, first = -last - 1;
  CHECK(2, "no number 4 of 4", mixed_set_input(s, 4, x, sizeof x));
  CHECK(2, "no number -1 of 4", mixed_set_input(s, -1, x, sizeof x));
  CHECK(2, "no number 2147483647", mixed_set_input(s, last, x, sizeof x));
  CHECK(2, "no number -2147483648", mixed_set_input(s, first, x, sizeof x));
  CHECK(1, "'x' has 6400 bytes, not 6399", mixed_set_input(s, MIXED_X, x, sizeof x - 1));
  CHECK(1, "'x' has 6400 bytes, not 0", mixed_set_input(s, MIXED_X, NULL, 0));
  CHECK(1, "not 18446744073709551615", mixed_set_input(s, MIXED_X, x, (size_t)-1));
  CHECK(2, "no data", mixed_set_input(s, MIXED_X, NULL, sizeof x));
  CHECK(2, "no name", mixed_load_npy(s, NULL, "x.npy"));
  CHECK(2, "no path", mixed_load_npy(s, "x", NULL));
  CHECK(2, "no name", mixed_load_npy(s, NULL, NULL));
  CHECK(2, "no input ''", mixed_load_npy(s, "", "x.npy"));
  CHECK(2, "no input 'arg4'", mixed_load_npy(s, "arg4", "x.npy"));
  CHECK(2, "no input 'y?\xc3\xa9?'", mixed_load_npy(s, "y\x1b\xc3\xa9\xff", "x.npy"));
  CHECK(5, "nowhere.npy: cannot be read", mixed_load_npy(s, "x", "nowhere.npy"));
  CHECK(5, ": cannot be read", mixed_load_npy(s, "x", ""));
  CHECK(5, "/: cannot be read", mixed_load_npy(s, "x", "/"));
  CHECK(5, "/dev/zero: cannot be read", mixed_load_npy(s, "x", "/dev/zero"));
  CHECK(1, "is not a .npy file", mixed_load_npy(s, "x", "text.npy"));
  CHECK(1, "is f32[40]; 'x' is f32[40, 40]", mixed_load_npy(s, "x", "row.npy"));
  CHECK(3, "has elements of type '<?\?'", mixed_load_npy(s, "x", "bytes.npy"));
}

static void order(mixed_session *s) {
  const int sentinel = 0x7f;
  memset(y, sentinel, sizeof y);
  CHECK(2, "'y' is not computed; run first", mixed_get_output(s, MIXED_Y, y, sizeof y));
  CHECK(2, "input 'x' is not given", mixed_run(s));
  CHECK(0, "", mixed_set_input(s, MIXED_X, x, sizeof x));
  CHECK(2, "input 'on' is not given", mixed_run(s));
  CHECK(0, "", mixed_set_input(s, MIXED_ON, on, sizeof on));
  CHECK(0, "", mixed_set_input(s, MIXED_N, &n, sizeof n));
  CHECK(2, "input 'none' is not given", mixed_run(s));
  CHECK(0, "", mixed_set_input(s, MIXED_NONE, NULL, 0));
  CHECK(2, "'y' is not computed", mixed_get_output(s, MIXED_Y, y, sizeof y));
  CHECK(0, "", mixed_run(s));
  CHECK(2, "no number 2 of 2", mixed_get_output(s, 2, y, sizeof y));
  CHECK(2, "no number -1 of 2", mixed_get_output(s, -1, y, sizeof y));
  CHECK(1, "'y' has 6400 bytes, not 6404", mixed_get_output(s, MIXED_Y, y, sizeof y + 4));
  CHECK(2, "no room", mixed_get_output(s, MIXED_Y, NULL, sizeof y));
  if (y[0] == y[1599] && memchr(y, sentinel, 1) != (void *)y) check("y was touched", 0, 1, "");
  CHECK(0, "", mixed_get_output(s, MIXED_Y, y, sizeof y));
  CHECK(0, "", mixed_get_output(s, MIXED_E, e, 0));
  CHECK(0, "", mixed_get_output(s, MIXED_E, NULL, 0));
  CHECK(1, "not 3", mixed_set_input(s, MIXED_X, x, 3)); // what fails changes nothing
  CHECK(0, "", mixed_get_output(s, MIXED_Y, y, sizeof y));
  CHECK(0, "", mixed_set_input(s, MIXED_X, x, sizeof x));
  CHECK(2, "again after a new input", mixed_get_output(s, MIXED_Y, y, sizeof y));
  CHECK(0, "", mixed_run(s));
  CHECK(0, "", mixed_run(s));
  CHECK(0, "", mixed_get_output(s, MIXED_Y, y, sizeof y));
}

static void introspection(void) {
  mixed_tensor tensor;
  int64_t lo[MIXED_MAX_RANK], hi[MIXED_MAX_RANK];
  CHECK(2, "no place", mixed_input(0, NULL));
  CHECK(2, "no place", mixed_output(0, NULL));
  CHECK(2, "no number 4 of 4", mixed_input(MIXED_INPUTS, &tensor));
  CHECK(2, "no number -1 of 2", mixed_output(-1, &tensor));
  CHECK(0, "", mixed_input(MIXED_N, &tensor));
  if (tensor.rank != 0 || strcmp(tensor.dtype, "i32") != 0) check("what n is", 0, 1, "");
  CHECK(2, "no place for the box", mixed_input_box(0, 0, 0, NULL, hi));
  CHECK(2, "no place for the box", mixed_input_box(0, 0, 0, lo, NULL));
  CHECK(2, "no place for the box", mixed_output_box(0, 0, 0, NULL, NULL));
  CHECK(2, "no number 4 of 4", mixed_input_box(4, 0, 0, lo, hi));
  CHECK(2, "no device 4", mixed_input_box(0, MIXED_DEVICES, 0, lo, hi));
  CHECK(2, "no device -1", mixed_output_box(0, -1, 0, lo, hi));
  CHECK(2, "'x' has no box 1", mixed_input_box(0, 0, 1, lo, hi));
  CHECK(2, "'x' has no box -1", mixed_input_box(0, 0, -1, lo, hi));
  CHECK(0, "", mixed_input_box(MIXED_N, 0, 0, lo, hi));
  CHECK(0, "", mixed_output_box(0, 1, 0, lo, hi));
}

int main(void) {
  mixed_session *s, *other;
  if (*mixed_error() != 0) check("an error before any", 0, 1, "");
  sessions();
  CHECK(0, "", mixed_create(NULL, &s));
  inputs(s);
  order(s);
  CHECK(0, "", mixed_create(NULL, &other)); // sessions know nothing of each other
  CHECK(2, "'y' is not computed", mixed_get_output(other, MIXED_Y, y, sizeof y));
  CHECK(0, "", mixed_get_output(s, MIXED_Y, y, sizeof y));
  mixed_destroy(other);
  introspection();
  mixed_destroy(s);
  printf("%d calls, %d failures\n", rows, failures);
  return failures != 0;
}
