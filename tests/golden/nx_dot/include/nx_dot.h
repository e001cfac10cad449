/* nx_dot: makes z on 4 independent shards.
 *
 *   input   0  l  f32[2, 2, 3]        [2 slices, -, -]
 *   input   1  r  i32[1, 1, 3, 2, 2]  [-, -, -, -, 2 slices]
 *   output  0  z  f32[2, 2]           [2 slices, 2 slices]
 *
 * Values are whole and row-major on this side; the program cuts them and puts them together again.
 * A function that can fail returns 0, or an exit code (1 wrong input, 2 wrong use, 3 not supported,
 * 5 environment, 70 a bug of shardc) and leaves a line for nx_dot_error. A session is for one
 * thread at a time. */
#ifndef nx_dot_API_H
#define nx_dot_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nx_dot_session nx_dot_session;

/* 0 and NULL mean the default. */
typedef struct {
  int gpus;             /* how many to use; all that there are */
  const char *data_dir; /* where constants in files lie; this program has none */
  int timeout_ms;       /* no wait is longer; 10 minutes */
  int threads;          /* on CPUs; one per processor */
  const void *mpi;      /* the MPI_Comm of processes that share the devices; this alone */
  const int *ranks;     /* there, of the process of each device; as the config places them */
} nx_dot_options;

/* Gives each device its memory. `options` may be NULL; if it fails *session is. */
int nx_dot_create(const nx_dot_options *options, nx_dot_session **session);
/* An input from a .npy file; by its name, or argN. */
int nx_dot_load_npy(nx_dot_session *session, const char *name, const char *path);
int nx_dot_set_input(nx_dot_session *session, int input, const void *data, size_t bytes);
int nx_dot_run(nx_dot_session *session);
/* The same in two halves: GPUs work in between, and the session does nothing but wait. On CPUs the
 * first returns when all is done. */
int nx_dot_run_async(nx_dot_session *session);
int nx_dot_wait(nx_dot_session *session);
/* Outputs of the last run become inputs of the next, all at once, and go to no host. Both of a pair lie
 * alike, or have one name: then the program moves it, and of several processes all call this. The
 * outputs are gone then. */
int nx_dot_feed(nx_dot_session *session, const int outputs[], const int inputs[], int count);
/* After a run, and before an input is set again. Of several processes all call it, and the
 * first one gets the value; the others' `data` may be NULL. */
int nx_dot_get_output(nx_dot_session *session, int output, void *data, size_t bytes);
/* What one device holds, its boxes row-major, one after another: nothing is cut or put together.
 * Devices that hold the same block are to be given the same. */
int nx_dot_set_input_shard(nx_dot_session *session, int input, int device, const void *data,
                           size_t bytes);
int nx_dot_get_output_shard(nx_dot_session *session, int output, int device, void *data,
                            size_t bytes);
/* Where box number `box` of what one device holds lies in that device's own memory, and how far apart
 * elements are, in elements; NULL: it has none. Who asks for it of an input writes all of it before
 * the next run; what an output has there is so up to that. */
int nx_dot_input_memory(nx_dot_session *session, int input, int device, int box, void **at,
                        int64_t strides[]);
int nx_dot_output_memory(nx_dot_session *session, int output, int device, int box, void **at,
                         int64_t strides[]);
/* Values that stay on the devices, whatever runs, until they are released; then, and in another session,
 * their use is an error (2). `make_value`: one that lies as an input does, to be filled; `keep_output`: a
 * copy of what the last run has made. An input takes a copy of one that lies alike. */
typedef uint64_t nx_dot_handle; /* never 0 */
int nx_dot_make_value(nx_dot_session *session, int input, nx_dot_handle *value);
int nx_dot_keep_output(nx_dot_session *session, int output, nx_dot_handle *value);
int nx_dot_set_input_value(nx_dot_session *session, int input, nx_dot_handle value);
int nx_dot_set_value_shard(nx_dot_session *session, nx_dot_handle value, int device,
                           const void *data, size_t bytes);
int nx_dot_get_value_shard(nx_dot_session *session, nx_dot_handle value, int device, void *data,
                           size_t bytes);
int nx_dot_value_memory(nx_dot_session *session, nx_dot_handle value, int device, int box,
                        void **at, int64_t strides[]);
int nx_dot_release(nx_dot_session *session, nx_dot_handle value);
/* Once; NULL is fine. */
void nx_dot_destroy(nx_dot_session *session);

/* The last failure on this thread, in one line, which stays until the next one there. */
const char *nx_dot_error(void);

/* The numbers of inputs and outputs, and their sizes. */
enum { nx_dot_L, nx_dot_R, nx_dot_INPUTS };
enum { nx_dot_Z, nx_dot_OUTPUTS };
enum { nx_dot_L_BYTES = 48, nx_dot_R_BYTES = 48, nx_dot_Z_BYTES = 16 };

/* What there is. */
enum { nx_dot_DEVICES = 4, nx_dot_MAX_RANK = 5 };

typedef struct {
  const char *name, *dtype, *sharding;
  int boxes; /* that a device holds of it */
  int rank;
  int64_t shape[nx_dot_MAX_RANK];
} nx_dot_tensor;

int nx_dot_input(int input, nx_dot_tensor *tensor);
int nx_dot_output(int output, nx_dot_tensor *tensor);

/* A part [lo, hi) of an input or output that a device holds, per dimension; lo = hi: nothing. */
int nx_dot_input_box(int input, int device, int box, int64_t lo[nx_dot_MAX_RANK],
                     int64_t hi[nx_dot_MAX_RANK]);
int nx_dot_output_box(int output, int device, int box, int64_t lo[nx_dot_MAX_RANK],
                      int64_t hi[nx_dot_MAX_RANK]);

/* The first device that holds the same block of an output as `device`; -1: it holds nothing. */
int nx_dot_output_owner(int output, int device, int *owner);

#ifdef __cplusplus
}
#endif

#endif
