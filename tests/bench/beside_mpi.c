// SPDX-License-Identifier: Apache-2.0
// A bundle's collective between two processes, in turns with MPI's own: beside_mpi COLLECTIVE BYTES
// CALLS ROUNDS prints microseconds of a call, the bundle's and MPI's. Each is the least of the
// rounds, a round the mean of as many calls one after another, of the slower process. Of a value of
// BYTES, floats: all have a term of its sum and want that; each has half of it and wants all; each
// has half of the rows, of 1,024, and wants half of the columns, where rows are packed by hand
// before they go.
#include "collective.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kColumns = 1024 };

static collective_session *session;
static float *left, *right, *packed;
static int count;

static void check(int code) {
  if (code == 0) return;
  fprintf(stderr, "%s\n", collective_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void ofBundle(void) { check(collective_run(session)); }

static void allReduce(void) {
  MPI_Allreduce(left, right, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void allGather(void) {
  MPI_Allgather(left, count / 2, MPI_FLOAT, right, count / 2, MPI_FLOAT, MPI_COMM_WORLD);
}

static void allToAll(void) {
  const int rows = count / kColumns / 2, columns = kColumns / 2;
  float *to = packed;
  for (int half = 0; half < 2; ++half)
    for (int row = 0; row < rows; ++row, to += columns)
      memcpy(to, left + row * kColumns + half * columns, columns * sizeof(float));
  MPI_Alltoall(packed, rows * columns, MPI_FLOAT, right, rows * columns, MPI_FLOAT, MPI_COMM_WORLD);
}

static double round_of(void (*call)(void), int calls) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int k = 0; k < calls; ++k)
    call();
  double took = (MPI_Wtime() - begin) / calls;
  MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return took;
}

static double lesser(double a, double b) { return a < b ? a : b; }

static void openSession(void) {
  const MPI_Comm all = MPI_COMM_WORLD;
  const collective_options options = {.threads = 1, .mpi = &all};
  check(collective_create(&options, &session));
  check(collective_set_input(session, 0, left, count * sizeof(float)));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 5) return 2;
  void (*const theirs)(void) = strcmp(argv[1], "all_reduce") == 0   ? allReduce
                               : strcmp(argv[1], "all_gather") == 0 ? allGather
                                                                    : allToAll;
  count = atoi(argv[2]) / (int)sizeof(float);
  left = calloc(count, sizeof(float));
  right = calloc(count, sizeof(float));
  packed = calloc(count, sizeof(float));
  openSession();
  double own = 1e9, other = 1e9;
  for (int round = 0; round < atoi(argv[4]); ++round) {
    own = lesser(own, round_of(ofBundle, atoi(argv[3])));
    other = lesser(other, round_of(theirs, atoi(argv[3])));
  }
  if (rank == 0) printf("%.3f %.3f\n", own * 1e6, other * 1e6);
  collective_destroy(session);
  MPI_Finalize();
  return 0;
}
