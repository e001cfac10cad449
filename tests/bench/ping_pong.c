// SPDX-License-Identifier: Apache-2.0
// What a link between two processes is, and what is behind it: ping_pong prints
// the seconds that a small message takes at least, and a larger one; the bytes
// per second that these add, that copies read and write in the last cache, and
// in memory, and that are written where the other process has read, while its
// own caches still have them. As in a collective messages go both ways at once,
// of what was just written, large ones from memory in large pages, and both
// processes copy at once.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  kAtOnce = 6 << 10,
  kSmall = 16 << 10,
  kInOwn = 128 << 10,
  kLarge = 2 << 20,
  kBeyond = 128 << 20
};
enum { kPage = 2 << 20, kRounds = 1000, kBuffers = 3 };

static int other;
static char *source, *sent, *received;

static char *filled(int bytes) {
  const int rounded = (bytes + kPage - 1) / kPage * kPage;
  char *const memory = aligned_alloc(kPage, rounded);
  if (bytes >= kPage) madvise(memory, rounded, MADV_HUGEPAGE);
  memset(memory, 1, rounded);
  return memory;
}

static void message(int bytes) {
  MPI_Request requests[2];
  MPI_Irecv(received, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/// As the runtime sends what is small (processes_mpi.cpp).
static void two_messages(int bytes) {
  MPI_Request requests[4];
  for (int half = 0; half < 2; ++half)
    MPI_Irecv(received + half * bytes / 2, bytes / 2, MPI_BYTE, other, 0, MPI_COMM_WORLD,
              &requests[half]);
  for (int half = 0; half < 2; ++half)
    MPI_Isend(sent + half * bytes / 2, bytes / 2, MPI_BYTE, other, 0, MPI_COMM_WORLD,
              &requests[2 + half]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void pack(int bytes) { memcpy(sent, source, bytes); }
static void copy(int bytes) { memcpy(received, source, bytes); }

static int is_before(const void *left, const void *right) {
  const double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

/// Seconds of `act`, the slower process's, each time after `before`.
typedef struct {
  double least, median;
} Times;

static Times times(void (*before)(int), void (*act)(int), int bytes, int rounds) {
  double took[kRounds];
  source = filled(bytes);
  sent = filled(bytes);
  received = filled(bytes);
  for (int round = 0; round < rounds; ++round) {
    before(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    took[round] = -MPI_Wtime();
    act(bytes);
    took[round] += MPI_Wtime();
    MPI_Allreduce(MPI_IN_PLACE, &took[round], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  free(source);
  free(sent);
  free(received);
  qsort(took, rounds, sizeof(double), is_before);
  return (Times){took[0], took[rounds / 2]};
}

/// Seconds more that it takes to write where the other process has read. What another program takes
/// the processor for empties caches, which is quick and not what counts: so the medians.
static double written_again(int bytes) {
  const double more =
      times(message, pack, bytes, kRounds).median - times(copy, copy, bytes, kRounds).median;
  return more > 1e-9 ? more : 1e-9;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  const double atOnce = times(pack, two_messages, kAtOnce, kRounds).least,
               small = times(pack, message, kSmall, kRounds).least,
               large = times(pack, message, kLarge, kRounds).least,
               bandwidth = (kLarge - kSmall) / (large - small),
               cache = times(copy, copy, kLarge, kRounds).least,
               memory = times(copy, copy, kBeyond, 10).least;
  // What another program takes the processor for empties caches: that is quick,
  // and not what counts.
  const double again = written_again(kInOwn), rewrite = kInOwn / again,
               held = written_again(kLarge) * rewrite * kBuffers;
  if (rank == 0)
    printf("%g %g %g %g %g %g %g\n", atOnce - kAtOnce / bandwidth, small - kSmall / bandwidth,
           bandwidth, 2.0 * kLarge / cache, 2.0 * kBeyond / memory, rewrite, held);
  MPI_Finalize();
  return 0;
}
