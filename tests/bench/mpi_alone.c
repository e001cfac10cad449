// SPDX-License-Identifier: Apache-2.0
// MPI's own collectives between two processes: mpi_alone BYTES ROUNDS prints microseconds, the least of
// the rounds, each the slower process's. Of a value of BYTES, floats: all have a term of its sum and
// want that; each has half of it and wants all; each has half of the rows, of 1,024, and wants half of
// the columns, where rows are packed by hand before they go.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kColumns = 1024 };

static float *left, *right, *packed;
static int count;

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

int main(int argc, char **argv) {
  void (*const collectives[])(void) = {allReduce, allGather, allToAll};
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int rounds = atoi(argv[2]);
  count = atoi(argv[1]) / (int)sizeof(float);
  left = calloc(count, sizeof(float));
  right = calloc(count, sizeof(float));
  packed = calloc(count, sizeof(float));
  for (int k = 0; k < 3; ++k) {
    double best = 1e9;
    for (int round = 0; round < rounds; ++round) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double begin = MPI_Wtime();
      collectives[k]();
      double took = MPI_Wtime() - begin;
      MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      if (took < best) best = took;
    }
    if (rank == 0) printf("%.3f\n", best * 1e6);
  }
  MPI_Finalize();
  return 0;
}
