// SPDX-License-Identifier: Apache-2.0
// What a link between two processes is, and the memory behind it: ping_pong prints the seconds that
// a message takes at least, the bytes per second that larger ones add, and the bytes per second
// that a copy reads and writes. Messages go both ways at once, large ones from memory in large
// pages, as in a collective.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { kSmall = 16 << 10, kLarge = 2 << 20, kRounds = 1000 };

static char *left, *right;

static char *filled(int bytes) {
  char *const memory = aligned_alloc(bytes, bytes);
  if (bytes == kLarge) madvise(memory, bytes, MADV_HUGEPAGE);
  memset(memory, 1, bytes);
  return memory;
}

static void message(int other, int bytes) {
  MPI_Request requests[2];
  MPI_Irecv(right, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(left, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/// Seconds of the fastest, the slower process's; of copies without another process.
static double fastest(int other, int bytes) {
  left = filled(bytes);
  right = filled(bytes);
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    if (other >= 0) MPI_Barrier(MPI_COMM_WORLD);
    double took = -MPI_Wtime();
    if (other >= 0)
      message(other, bytes);
    else
      memcpy(right, left, bytes);
    took += MPI_Wtime();
    if (other >= 0) MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (took < best) best = took;
  }
  return best;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double small = fastest(1 - rank, kSmall), large = fastest(1 - rank, kLarge),
               copy = fastest(-1, kLarge);
  const double bandwidth = (kLarge - kSmall) / (large - small);
  if (rank == 0) printf("%g %g %g\n", small - kSmall / bandwidth, bandwidth, 2.0 * kLarge / copy);
  MPI_Finalize();
  return 0;
}
