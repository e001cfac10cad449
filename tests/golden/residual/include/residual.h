/* residual: makes z on 4 independent shards.
 *
 *   input   0  x  f32[5, 4]  [2 slices, -]
 *   input   1  w  f32[4, 4]  [-, 2 slices]
 *   output  0  z  f32[5, 4]  [2 slices, 2 slices]
 *
 * Values are whole and row-major on this side; the program cuts them and puts them together again.
 * A function that can fail returns 0, or an exit code (1 wrong input, 2 wrong use, 3 not supported,
 * 5 environment, 70 a bug of shardc) and leaves a line for residual_error. A session is for one
 * thread at a time. */
#ifndef RESIDUAL_API_H
#define RESIDUAL_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct residual_session residual_session;

/* 0 and NULL mean the default. */
typedef struct {
  int gpus;             /* how many to use; all that there are */
  const char *data_dir; /* where constants in files lie; this program has none */
  int timeout_ms;       /* no wait is longer; 10 minutes */
  int threads;          /* on CPUs; one per processor */
  const void *mpi;      /* the MPI_Comm of processes that share the devices; this alone */
  const int *ranks;     /* there, of the process of each device; as the config places them */
} residual_options;

/* Gives each device its memory. `options` may be NULL; if it fails *session is. */
int residual_create(const residual_options *options, residual_session **session);
/* An input from a .npy file; by its name, or argN. */
int residual_load_npy(residual_session *session, const char *name, const char *path);
int residual_set_input(residual_session *session, int input, const void *data, size_t bytes);
int residual_run(residual_session *session);
/* The same in two halves: GPUs work in between, and the session does nothing but wait. On CPUs the
 * first returns when all is done. */
int residual_run_async(residual_session *session);
int residual_wait(residual_session *session);
/* Outputs of the last run become inputs of the next, all at once, and go to no host. Both of a pair lie
 * alike, or have one name: then the program moves it, and of several processes all call this. The
 * outputs are gone then. */
int residual_feed(residual_session *session, const int outputs[], const int inputs[], int count);
/* After a run, and before an input is set again. Of several processes all call it, and the
 * first one gets the value; the others' `data` may be NULL. */
int residual_get_output(residual_session *session, int output, void *data, size_t bytes);
/* What one device holds, its boxes row-major, one after another: nothing is cut or put together.
 * Devices that hold the same block are to be given the same. */
int residual_set_input_shard(residual_session *session, int input, int device, const void *data,
                             size_t bytes);
int residual_get_output_shard(residual_session *session, int output, int device, void *data,
                              size_t bytes);
/* Where box number `box` of what one device holds lies in that device's own memory, and how far apart
 * elements are, in elements; NULL: it has none. Who asks for it of an input writes all of it before
 * the next run; what an output has there is so up to that. */
int residual_input_memory(residual_session *session, int input, int device, int box, void **at,
                          int64_t strides[]);
int residual_output_memory(residual_session *session, int output, int device, int box, void **at,
                           int64_t strides[]);
/* Values that stay on the devices, whatever runs, until they are released; then, and in another session,
 * their use is an error (2). `make_value`: one that lies as an input does, to be filled; `keep_output`: a
 * copy of what the last run has made. An input takes a copy of one that lies alike. */
typedef uint64_t residual_handle; /* never 0 */
int residual_make_value(residual_session *session, int input, residual_handle *value);
int residual_keep_output(residual_session *session, int output, residual_handle *value);
int residual_set_input_value(residual_session *session, int input, residual_handle value);
int residual_set_value_shard(residual_session *session, residual_handle value, int device,
                             const void *data, size_t bytes);
int residual_get_value_shard(residual_session *session, residual_handle value, int device,
                             void *data, size_t bytes);
int residual_value_memory(residual_session *session, residual_handle value, int device, int box,
                          void **at, int64_t strides[]);
int residual_release(residual_session *session, residual_handle value);
/* Once; NULL is fine. */
void residual_destroy(residual_session *session);

/* The last failure on this thread, in one line, which stays until the next one there. */
const char *residual_error(void);

/* The numbers of inputs and outputs, and their sizes. */
enum { RESIDUAL_X, RESIDUAL_W, RESIDUAL_INPUTS };
enum { RESIDUAL_Z, RESIDUAL_OUTPUTS };
enum { RESIDUAL_X_BYTES = 80, RESIDUAL_W_BYTES = 64, RESIDUAL_Z_BYTES = 80 };

/* What there is. */
enum { RESIDUAL_DEVICES = 4, RESIDUAL_MAX_RANK = 2 };

typedef struct {
  const char *name, *dtype, *sharding;
  int boxes; /* that a device holds of it */
  int rank;
  int64_t shape[RESIDUAL_MAX_RANK];
} residual_tensor;

int residual_input(int input, residual_tensor *tensor);
int residual_output(int output, residual_tensor *tensor);

/* A part [lo, hi) of an input or output that a device holds, per dimension; lo = hi: nothing. */
int residual_input_box(int input, int device, int box, int64_t lo[RESIDUAL_MAX_RANK],
                       int64_t hi[RESIDUAL_MAX_RANK]);
int residual_output_box(int output, int device, int box, int64_t lo[RESIDUAL_MAX_RANK],
                        int64_t hi[RESIDUAL_MAX_RANK]);

/* The first device that holds the same block of an output as `device`; -1: it holds nothing. */
int residual_output_owner(int output, int device, int *owner);

#ifdef __cplusplus
}
#endif

#endif
