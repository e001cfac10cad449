/* megatron: makes y on 8 devices, mesh data=2, model=4.
 *
 *   input   0  x   f32[8, 32]   [data, -]
 *   input   1  w1  f32[32, 64]  [-, model]
 *   input   2  b1  f32[64]      [model]
 *   input   3  w2  f32[64, 32]  [model, -]
 *   input   4  b2  f32[32]      [-]
 *   output  0  y   f32[8, 32]   [data, -]
 *
 * Values are whole and row-major on this side; the program cuts them and puts them together again.
 * A function that can fail returns 0, or an exit code (1 wrong input, 2 wrong use, 3 not supported,
 * 5 environment, 70 a bug of shardc) and leaves a line for megatron_error. A session is for one
 * thread at a time. */
#ifndef MEGATRON_API_H
#define MEGATRON_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct megatron_session megatron_session;

/* 0 and NULL mean the default. */
typedef struct {
  int gpus;             /* how many to use; all that there are */
  const char *data_dir; /* where constants in files lie; this program has none */
  int timeout_ms;       /* no wait is longer; 10 minutes */
  int threads;          /* on CPUs; one per processor */
  const void *mpi;      /* the MPI_Comm of processes that share the devices; this alone */
  const int *ranks;     /* there, of the process of each device; as the config places them */
} megatron_options;

/* Gives each device its memory. `options` may be NULL; if it fails *session is. */
int megatron_create(const megatron_options *options, megatron_session **session);
/* An input from a .npy file; by its name, or argN. */
int megatron_load_npy(megatron_session *session, const char *name, const char *path);
int megatron_set_input(megatron_session *session, int input, const void *data, size_t bytes);
int megatron_run(megatron_session *session);
/* The same in two halves: GPUs work in between, and the session does nothing but wait. On CPUs the
 * first returns when all is done. */
int megatron_run_async(megatron_session *session);
int megatron_wait(megatron_session *session);
/* Outputs of the last run become inputs of the next, all at once, and go to no host. Both of a pair lie
 * alike, or have one name: then the program moves it, and of several processes all call this. The
 * outputs are gone then. */
int megatron_feed(megatron_session *session, const int outputs[], const int inputs[], int count);
/* After a run, and before an input is set again. Of several processes all call it, and the
 * first one gets the value; the others' `data` may be NULL. */
int megatron_get_output(megatron_session *session, int output, void *data, size_t bytes);
/* What one device holds, its boxes row-major, one after another: nothing is cut or put together.
 * Devices that hold the same block are to be given the same. */
int megatron_set_input_shard(megatron_session *session, int input, int device, const void *data,
                             size_t bytes);
int megatron_get_output_shard(megatron_session *session, int output, int device, void *data,
                              size_t bytes);
/* Where box number `box` of what one device holds lies in that device's own memory, and how far apart
 * elements are, in elements; NULL: it has none. Who asks for it of an input writes all of it before
 * the next run; what an output has there is so up to that. */
int megatron_input_memory(megatron_session *session, int input, int device, int box, void **at,
                          int64_t strides[]);
int megatron_output_memory(megatron_session *session, int output, int device, int box, void **at,
                           int64_t strides[]);
/* Values that stay on the devices, whatever runs, until they are released; then, and in another session,
 * their use is an error (2). `make_value`: one that lies as an input does, to be filled; `keep_output`: a
 * copy of what the last run has made. An input takes a copy of one that lies alike. */
typedef uint64_t megatron_handle; /* never 0 */
int megatron_make_value(megatron_session *session, int input, megatron_handle *value);
int megatron_keep_output(megatron_session *session, int output, megatron_handle *value);
int megatron_set_input_value(megatron_session *session, int input, megatron_handle value);
int megatron_set_value_shard(megatron_session *session, megatron_handle value, int device,
                             const void *data, size_t bytes);
int megatron_get_value_shard(megatron_session *session, megatron_handle value, int device,
                             void *data, size_t bytes);
int megatron_value_memory(megatron_session *session, megatron_handle value, int device, int box,
                          void **at, int64_t strides[]);
int megatron_release(megatron_session *session, megatron_handle value);
/* Once; NULL is fine. */
void megatron_destroy(megatron_session *session);

/* The last failure on this thread, in one line, which stays until the next one there. */
const char *megatron_error(void);

/* The numbers of inputs and outputs, and their sizes. */
enum { MEGATRON_X, MEGATRON_W1, MEGATRON_B1, MEGATRON_W2, MEGATRON_B2, MEGATRON_INPUTS };
enum { MEGATRON_Y, MEGATRON_OUTPUTS };
enum {
  MEGATRON_X_BYTES = 1024,
  MEGATRON_W1_BYTES = 8192,
  MEGATRON_B1_BYTES = 256,
  MEGATRON_W2_BYTES = 8192,
  MEGATRON_B2_BYTES = 128,
  MEGATRON_Y_BYTES = 1024
};

/* What there is. */
enum { MEGATRON_DEVICES = 8, MEGATRON_MAX_RANK = 2 };

typedef struct {
  const char *name, *dtype, *sharding;
  int boxes; /* that a device holds of it */
  int rank;
  int64_t shape[MEGATRON_MAX_RANK];
} megatron_tensor;

int megatron_input(int input, megatron_tensor *tensor);
int megatron_output(int output, megatron_tensor *tensor);

/* A part [lo, hi) of an input or output that a device holds, per dimension; lo = hi: nothing. */
int megatron_input_box(int input, int device, int box, int64_t lo[MEGATRON_MAX_RANK],
                       int64_t hi[MEGATRON_MAX_RANK]);
int megatron_output_box(int output, int device, int box, int64_t lo[MEGATRON_MAX_RANK],
                        int64_t hi[MEGATRON_MAX_RANK]);

/* The first device that holds the same block of an output as `device`; -1: it holds nothing. */
int megatron_output_owner(int output, int device, int *owner);

#ifdef __cplusplus
}
#endif

#endif
