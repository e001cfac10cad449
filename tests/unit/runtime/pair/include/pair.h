/* SPDX-License-Identifier: Apache-2.0 */
/* z = x * w + b on shards 0 and 1, a slice of rows each; k = mask as numbers on shard 2. Written by
 * hand as shardc writes bundles; w lies in the source, b in data/b.npy. */
#ifndef PAIR_H
#define PAIR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pair_session pair_session;

/* 0 and NULL mean the default. */
typedef struct {
  int gpus;
  const char *data_dir;
  int timeout_ms;
  int threads;
  const void *mpi;
  const int *ranks;
} pair_options;

int pair_create(const pair_options *options, pair_session **session);
int pair_load_npy(pair_session *session, const char *name, const char *path);
int pair_set_input(pair_session *session, int input, const void *data, size_t bytes);
int pair_run(pair_session *session);
int pair_run_async(pair_session *session);
int pair_wait(pair_session *session);
int pair_feed(pair_session *session, const int outputs[], const int inputs[], int count);
int pair_get_output(pair_session *session, int output, void *data, size_t bytes);
int pair_set_input_shard(pair_session *session, int input, int device, const void *data,
                         size_t bytes);
int pair_get_output_shard(pair_session *session, int output, int device, void *data, size_t bytes);
void pair_destroy(pair_session *session);
const char *pair_error(void);

enum { PAIR_X, PAIR_MASK, PAIR_INPUTS };
enum { PAIR_Z, PAIR_K, PAIR_OUTPUTS };
enum { PAIR_DEVICES = 3, PAIR_MAX_RANK = 2 };

typedef struct {
  const char *name, *dtype, *sharding;
  int boxes;
  int rank;
  int64_t shape[PAIR_MAX_RANK];
} pair_tensor;

int pair_input_memory(pair_session *session, int input, int device, int box, void **at,
                      int64_t strides[PAIR_MAX_RANK]);
int pair_output_memory(pair_session *session, int output, int device, int box, void **at,
                       int64_t strides[PAIR_MAX_RANK]);
typedef uint64_t pair_handle;
int pair_make_value(pair_session *session, int input, pair_handle *value);
int pair_keep_output(pair_session *session, int output, pair_handle *value);
int pair_set_input_value(pair_session *session, int input, pair_handle value);
int pair_set_value_shard(pair_session *session, pair_handle value, int device, const void *data,
                         size_t bytes);
int pair_get_value_shard(pair_session *session, pair_handle value, int device, void *data,
                         size_t bytes);
int pair_value_memory(pair_session *session, pair_handle value, int device, int box, void **at,
                      int64_t strides[PAIR_MAX_RANK]);
int pair_release(pair_session *session, pair_handle value);
int pair_input(int input, pair_tensor *tensor);
int pair_output_box(int output, int device, int box, int64_t lo[PAIR_MAX_RANK],
                    int64_t hi[PAIR_MAX_RANK]);
int pair_output_owner(int output, int device, int *owner);

#ifdef __cplusplus
}
#endif

#endif
