/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded into a process, it changes a bit of every message that the process sends from number FLIP
 * on, by TCP or by MPI, as a faulty network or memory does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static int isSpoilt(size_t bytes) {
  static int sent;
  const char *const number = getenv("FLIP");
  return bytes > 0 && number != NULL && ++sent >= atoi(number);
}

/* The message, or a changed copy, which is never freed: it may be under way for long. */
static const void *spoilt(const void *data, size_t bytes) {
  if (!isSpoilt(bytes)) return data;
  char *const copy = memcpy(malloc(bytes), data, bytes);
  copy[bytes / 2] ^= 0x10;
  return copy;
}

ssize_t send(int socket, const void *data, size_t bytes, int flags) {
  static ssize_t (*real)(int, const void *, size_t, int);
  if (real == NULL) real = (ssize_t(*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
  return real(socket, spoilt(data, bytes), bytes, flags);
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm all,
              MPI_Request *request) {
  int size = 0;
  MPI_Type_size(type, &size);
  return PMPI_Isend(spoilt(data, (size_t)count * size), count, type, to, tag, all, request);
}

/* What is sent again and again is changed where it is, each time that it is sent. */
static struct {
  MPI_Request request;
  char *data;
  size_t bytes;
} kept[10000];
static int known;

int MPI_Send_init(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm all,
                  MPI_Request *request) {
  int size = 0;
  MPI_Type_size(type, &size);
  const int status = PMPI_Send_init(data, count, type, to, tag, all, request);
  kept[known].request = *request;
  kept[known].data = (char *)data;
  kept[known++].bytes = (size_t)count * size;
  return status;
}

int MPI_Startall(int count, MPI_Request *requests) {
  for (int k = 0; k < count; ++k)
    for (int each = known; each-- > 0;) {
      if (kept[each].request != requests[k]) continue;
      if (isSpoilt(kept[each].bytes)) kept[each].data[kept[each].bytes / 2] ^= 0x10;
      break;
    }
  return PMPI_Startall(count, requests);
}
