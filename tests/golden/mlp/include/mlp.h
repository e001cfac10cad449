/* mlp: makes y on 3 independent shards.
 *
 *   input   0  x   f32[10, 16]  [3 slices, -]
 *   input   1  w1  f32[16, 32]  [-, -]
 *   input   2  b1  f32[32]      [-]
 *   input   3  w2  f32[32, 8]   [-, -]
 *   output  0  y   f32[10, 8]   [3 slices, -]
 *
 * Values are whole and row-major on this side; the program cuts them and puts them together again.
 * A function that can fail returns 0, or an exit code (1 wrong input, 2 wrong use, 3 not supported,
 * 5 environment, 70 a bug of shardc) and leaves a line for mlp_error. A session is for one thread
 * at a time. */
#ifndef MLP_API_H
#define MLP_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mlp_session mlp_session;

/* 0 and NULL mean the default. */
typedef struct {
  int gpus;             /* how many to use; all that there are */
  const char *data_dir; /* where constants in files lie; this program has none */
  int timeout_ms;       /* no wait is longer; 10 minutes */
  int threads;          /* on CPUs; one per processor */
  const void *mpi;      /* the MPI_Comm of processes that share the devices; this alone */
  const int *ranks;     /* there, of the process of each device; as the config places them */
} mlp_options;

/* Gives each device its memory. `options` may be NULL; if it fails *session is. */
int mlp_create(const mlp_options *options, mlp_session **session);
/* An input from a .npy file; by its name, or argN. */
int mlp_load_npy(mlp_session *session, const char *name, const char *path);
int mlp_set_input(mlp_session *session, int input, const void *data, size_t bytes);
int mlp_run(mlp_session *session);
/* The same in two halves: GPUs work in between, and the session does nothing but wait. On CPUs the
 * first returns when all is done. */
int mlp_run_async(mlp_session *session);
int mlp_wait(mlp_session *session);
/* Outputs of the last run become inputs of the next, all at once, and go to no host. Both of a pair lie
 * alike, or have one name: then the program moves it, and of several processes all call this. The
 * outputs are gone then. */
int mlp_feed(mlp_session *session, const int outputs[], const int inputs[], int count);
/* After a run, and before an input is set again. Of several processes all call it, and the
 * first one gets the value; the others' `data` may be NULL. */
int mlp_get_output(mlp_session *session, int output, void *data, size_t bytes);
/* What one device holds, its boxes row-major, one after another: nothing is cut or put together.
 * Devices that hold the same block are to be given the same. */
int mlp_set_input_shard(mlp_session *session, int input, int device, const void *data,
                        size_t bytes);
int mlp_get_output_shard(mlp_session *session, int output, int device, void *data, size_t bytes);
/* Where box number `box` of what one device holds lies in that device's own memory, and how far apart
 * elements are, in elements; NULL: it has none. Who asks for it of an input writes all of it before
 * the next run; what an output has there is so up to that. */
int mlp_input_memory(mlp_session *session, int input, int device, int box, void **at,
                     int64_t strides[]);
int mlp_output_memory(mlp_session *session, int output, int device, int box, void **at,
                      int64_t strides[]);
/* Values that stay on the devices, whatever runs, until they are released; then, and in another session,
 * their use is an error (2). `make_value`: one that lies as an input does, to be filled; `keep_output`: a
 * copy of what the last run has made. An input takes a copy of one that lies alike. */
typedef uint64_t mlp_handle; /* never 0 */
int mlp_make_value(mlp_session *session, int input, mlp_handle *value);
int mlp_keep_output(mlp_session *session, int output, mlp_handle *value);
int mlp_set_input_value(mlp_session *session, int input, mlp_handle value);
int mlp_set_value_shard(mlp_session *session, mlp_handle value, int device, const void *data,
                        size_t bytes);
int mlp_get_value_shard(mlp_session *session, mlp_handle value, int device, void *data,
                        size_t bytes);
int mlp_value_memory(mlp_session *session, mlp_handle value, int device, int box, void **at,
                     int64_t strides[]);
int mlp_release(mlp_session *session, mlp_handle value);
/* Once; NULL is fine. */
void mlp_destroy(mlp_session *session);

/* The last failure on this thread, in one line, which stays until the next one there. */
const char *mlp_error(void);

/* The numbers of inputs and outputs, and their sizes. */
enum { MLP_X, MLP_W1, MLP_B1, MLP_W2, MLP_INPUTS };
enum { MLP_Y, MLP_OUTPUTS };
enum {
  MLP_X_BYTES = 640,
  MLP_W1_BYTES = 2048,
  MLP_B1_BYTES = 128,
  MLP_W2_BYTES = 1024,
  MLP_Y_BYTES = 320
};

/* What there is. */
enum { MLP_DEVICES = 3, MLP_MAX_RANK = 2 };

typedef struct {
  const char *name, *dtype, *sharding;
  int boxes; /* that a device holds of it */
  int rank;
  int64_t shape[MLP_MAX_RANK];
} mlp_tensor;

int mlp_input(int input, mlp_tensor *tensor);
int mlp_output(int output, mlp_tensor *tensor);

/* A part [lo, hi) of an input or output that a device holds, per dimension; lo = hi: nothing. */
int mlp_input_box(int input, int device, int box, int64_t lo[MLP_MAX_RANK],
                  int64_t hi[MLP_MAX_RANK]);
int mlp_output_box(int output, int device, int box, int64_t lo[MLP_MAX_RANK],
                   int64_t hi[MLP_MAX_RANK]);

/* The first device that holds the same block of an output as `device`; -1: it holds nothing. */
int mlp_output_owner(int output, int device, int *owner);

#ifdef __cplusplus
}
#endif

#endif
