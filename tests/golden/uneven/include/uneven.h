/* uneven: makes y on 8 devices, mesh p=4, q=2.
 *
 *   input   0  x  f32[10, 6]  [p, -]
 *   input   1  w  f32[6, 7]   [-, q]
 *   input   2  b  f32[7]      [q]
 *   output  0  y  f32[10, 7]  [p, -]
 *
 * Values are whole and row-major on this side; the program cuts them and puts them together again.
 * A function that can fail returns 0, or an exit code (1 wrong input, 2 wrong use, 3 not supported,
 * 5 environment, 70 a bug of shardc) and leaves a line for uneven_error. A session is for one
 * thread at a time. */
#ifndef UNEVEN_API_H
#define UNEVEN_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct uneven_session uneven_session;

/* 0 and NULL mean the default. */
typedef struct {
  int gpus;             /* how many to use; all that there are */
  const char *data_dir; /* where constants in files lie; this program has none */
  int timeout_ms;       /* no wait is longer; 10 minutes */
  int threads;          /* on CPUs; one per processor */
  const void *mpi;      /* the MPI_Comm of processes that share the devices; this alone */
  const int *ranks;     /* there, of the process of each device; as the config places them */
} uneven_options;

/* Gives each device its memory. `options` may be NULL; if it fails *session is. */
int uneven_create(const uneven_options *options, uneven_session **session);
/* An input from a .npy file; by its name, or argN. */
int uneven_load_npy(uneven_session *session, const char *name, const char *path);
int uneven_set_input(uneven_session *session, int input, const void *data, size_t bytes);
int uneven_run(uneven_session *session);
/* The same in two halves: GPUs work in between, and the session does nothing but wait. On CPUs the
 * first returns when all is done. */
int uneven_run_async(uneven_session *session);
int uneven_wait(uneven_session *session);
/* Outputs of the last run become inputs of the next, all at once, and go to no host. Both of a pair lie
 * alike, or have one name: then the program moves it, and of several processes all call this. The
 * outputs are gone then. */
int uneven_feed(uneven_session *session, const int outputs[], const int inputs[], int count);
/* After a run, and before an input is set again. Of several processes all call it, and the
 * first one gets the value; the others' `data` may be NULL. */
int uneven_get_output(uneven_session *session, int output, void *data, size_t bytes);
/* What one device holds, its boxes row-major, one after another: nothing is cut or put together.
 * Devices that hold the same block are to be given the same. */
int uneven_set_input_shard(uneven_session *session, int input, int device, const void *data,
                           size_t bytes);
int uneven_get_output_shard(uneven_session *session, int output, int device, void *data,
                            size_t bytes);
/* Where box number `box` of what one device holds lies in that device's own memory, and how far apart
 * elements are, in elements; NULL: it has none. Who asks for it of an input writes all of it before
 * the next run; what an output has there is so up to that. */
int uneven_input_memory(uneven_session *session, int input, int device, int box, void **at,
                        int64_t strides[]);
int uneven_output_memory(uneven_session *session, int output, int device, int box, void **at,
                         int64_t strides[]);
/* Values that stay on the devices, whatever runs, until they are released; then, and in another session,
 * their use is an error (2). `make_value`: one that lies as an input does, to be filled; `keep_output`: a
 * copy of what the last run has made. An input takes a copy of one that lies alike. */
typedef uint64_t uneven_handle; /* never 0 */
int uneven_make_value(uneven_session *session, int input, uneven_handle *value);
int uneven_keep_output(uneven_session *session, int output, uneven_handle *value);
int uneven_set_input_value(uneven_session *session, int input, uneven_handle value);
int uneven_set_value_shard(uneven_session *session, uneven_handle value, int device,
                           const void *data, size_t bytes);
int uneven_get_value_shard(uneven_session *session, uneven_handle value, int device, void *data,
                           size_t bytes);
int uneven_value_memory(uneven_session *session, uneven_handle value, int device, int box,
                        void **at, int64_t strides[]);
int uneven_release(uneven_session *session, uneven_handle value);
/* Once; NULL is fine. */
void uneven_destroy(uneven_session *session);

/* The last failure on this thread, in one line, which stays until the next one there. */
const char *uneven_error(void);

/* The numbers of inputs and outputs, and their sizes. */
enum { UNEVEN_X, UNEVEN_W, UNEVEN_B, UNEVEN_INPUTS };
enum { UNEVEN_Y, UNEVEN_OUTPUTS };
enum { UNEVEN_X_BYTES = 240, UNEVEN_W_BYTES = 168, UNEVEN_B_BYTES = 28, UNEVEN_Y_BYTES = 280 };

/* What there is. */
enum { UNEVEN_DEVICES = 8, UNEVEN_MAX_RANK = 2 };

typedef struct {
  const char *name, *dtype, *sharding;
  int boxes; /* that a device holds of it */
  int rank;
  int64_t shape[UNEVEN_MAX_RANK];
} uneven_tensor;

int uneven_input(int input, uneven_tensor *tensor);
int uneven_output(int output, uneven_tensor *tensor);

/* A part [lo, hi) of an input or output that a device holds, per dimension; lo = hi: nothing. */
int uneven_input_box(int input, int device, int box, int64_t lo[UNEVEN_MAX_RANK],
                     int64_t hi[UNEVEN_MAX_RANK]);
int uneven_output_box(int output, int device, int box, int64_t lo[UNEVEN_MAX_RANK],
                      int64_t hi[UNEVEN_MAX_RANK]);

/* The first device that holds the same block of an output as `device`; -1: it holds nothing. */
int uneven_output_owner(int output, int device, int *owner);

#ifdef __cplusplus
}
#endif

#endif
