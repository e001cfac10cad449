// SPDX-License-Identifier: Apache-2.0
// A program of five processes, four of which share a bundle's devices: what comes out is what one
// of them computes alone, wherever the program says that devices are. Inputs are given whole, and device by device.
#include "megatron.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code, const char *what) {
  if (code == 0) return;
  fprintf(stderr, "%s: %s\n", what, megatron_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static size_t elements(const megatron_tensor *tensor) {
  size_t count = 1;
  for (int dim = 0; dim < tensor->rank; ++dim)
    count *= (size_t)tensor->shape[dim];
  return count;
}

static float *values(const megatron_tensor *tensor, int seed) {
  float *data = malloc(elements(tensor) * sizeof(float));
  for (size_t i = 0; i < elements(tensor); ++i)
    data[i] = (float)((i * 37 + (size_t)seed * 11) % 64) / 64 - 0.5f;
  return data;
}

/// Output 0, in the first process.
static float *run(const megatron_options *options, int rank) {
  megatron_session *session;
  check(megatron_create(options, &session), "create");
  for (int input = 0; input < MEGATRON_INPUTS; ++input) {
    megatron_tensor tensor;
    check(megatron_input(input, &tensor), "input");
    float *data = values(&tensor, input);
    check(megatron_set_input(session, input, data, elements(&tensor) * sizeof(float)), "set");
    free(data);
  }
  check(megatron_run(session), "run");
  megatron_tensor output;
  check(megatron_output(0, &output), "output");
  const size_t bytes = elements(&output) * sizeof(float);
  float *data = rank == 0 ? malloc(bytes) : NULL;
  check(megatron_get_output(session, 0, data, bytes), "get");

  // What a device of another process holds is not to be had here.
  float shard[1024];
  const int there = rank == 0 ? MEGATRON_DEVICES - 1 : 0;
  const int code = options == NULL ? 2 : megatron_get_output_shard(session, 0, there, shard, 0);
  if (code != 2) MPI_Abort(MPI_COMM_WORLD, 2);
  megatron_destroy(session);
  return data;
}

/// Tables that no session can have: of a process that is none, without one of the processes, not
/// the same in all, and without a communicator.
static void refuse(const MPI_Comm *some, int rank) {
  const int wrong[][MEGATRON_DEVICES] = {{0, 1, 2, 3, 4, 0, 0, 0}, {0, 1, 2, 2, 2, 2, 2, 2}};
  megatron_session *session;
  for (int which = 0; which < 2; ++which) {
    const megatron_options options = {.mpi = some, .ranks = wrong[which]};
    if (megatron_create(&options, &session) != 2) MPI_Abort(MPI_COMM_WORLD, 4);
    if (rank == 0) puts(megatron_error());
  }
  const megatron_options alone = {.ranks = wrong[1]};
  if (megatron_create(&alone, &session) != 2) MPI_Abort(MPI_COMM_WORLD, 5);
  if (rank == 0) puts(megatron_error());
  const int own[MEGATRON_DEVICES] = {0, 1, 2, 3, rank, rank, rank, rank};
  const megatron_options others = {.mpi = some, .ranks = own};
  if (megatron_create(&others, &session) == 0) megatron_destroy(session); // the first one says no
  else if (rank == 0) puts(megatron_error());
}

int main(int argc, char **argv) {
  int given, rank, last;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &last);
  MPI_Comm some;
  MPI_Comm_split(MPI_COMM_WORLD, rank == last - 1 ? MPI_UNDEFINED : 0, rank, &some);
  if (some != MPI_COMM_NULL) {
    // Device 0 of the first process, and the last one of another, in both.
    const int ranks[MEGATRON_DEVICES] = {0, 2, 1, 3, 3, 2, 2, 1};
    const megatron_options options[] = {{.mpi = &some}, {.mpi = &some, .ranks = ranks}};
    for (int way = 0; way < 2; ++way) {
      float *together = run(&options[way], rank);
      if (rank == 0) {
        float *alone = run(NULL, rank);
        megatron_tensor output;
        check(megatron_output(0, &output), "output");
        const int same = memcmp(together, alone, elements(&output) * sizeof(float)) == 0;
        puts(same ? "the same bits" : "other bits");
        if (!same) MPI_Abort(MPI_COMM_WORLD, 3);
        free(alone);
      }
      free(together);
    }
    refuse(&some, rank);
    MPI_Comm_free(&some);
  }
  MPI_Finalize();
  return 0;
}
