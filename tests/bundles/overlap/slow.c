/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded into a process of MPI, it is a slow network: no message is there before DELAY milliseconds
 * have passed since the process began the last one. */
#include <mpi.h>
#include <stdlib.h>

static double begun;

static int isThere(void) { return MPI_Wtime() - begun >= atof(getenv("DELAY")) * 1e-3; }

int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm all,
              MPI_Request *request) {
  begun = MPI_Wtime();
  return PMPI_Irecv(data, count, type, from, tag, all, request);
}

int MPI_Startall(int count, MPI_Request *requests) {
  begun = MPI_Wtime();
  return PMPI_Startall(count, requests);
}

int MPI_Testall(int count, MPI_Request *requests, int *done, MPI_Status *statuses) {
  *done = 0;
  return isThere() ? PMPI_Testall(count, requests, done, statuses) : MPI_SUCCESS;
}
