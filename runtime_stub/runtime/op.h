/* SPDX-License-Identifier: Apache-2.0 */
/* What code of your own for an op is called with, in C: the part of each value that a device has.
   A function of this kind computes the results' parts of the operands':

     extern "C" const char *my_op(const shardc_call *call);

   It returns NULL, or what is wrong, in words that live as long as the program. On CPUs it may be
   called by several threads at once, for a device each, and is done when it returns. On GPUs it
   puts its work on `stream`, whose GPU is the current one, and does not wait. No part of a result
   is empty, unless devices talk; an operand's part may be, where devices add up shares and this
   one has none. */
#ifndef SHARDC_OP_H
#define SHARDC_OP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A part of a value. Its element (i, j) is data[i * strides[0] + j * strides[1]], and element
   (offsets[0] + i, offsets[1] + j) of the whole. All lists have `rank` numbers. */
typedef struct shardc_part {
  void *data; /* of an operand not to be written; NULL: a result that nobody reads, and no more */
  const char *type;      /* "f32", as in `shardc list types` */
  int64_t element_bytes; /* of one element */
  int64_t rank;
  const int64_t *extents; /* of the part */
  const int64_t *whole;   /* of the value */
  const int64_t *offsets; /* of the part in the value */
  const int64_t *strides; /* in elements */
} shardc_part;

/* An axis of the mesh, and the device's place on it. */
typedef struct shardc_axis {
  const char *name;
  int64_t size, place;
} shardc_axis;

/* A number or word of the config, or of the program's call. */
typedef struct shardc_attribute {
  const char *name;
  const char *text; /* NULL: it is a number */
  double number;
  int64_t integer; /* the number, where it is whole */
} shardc_attribute;

/* What code keeps from one call to the next, as a library's handle: nothing at first. */
typedef struct shardc_kept {
  void *thing;
  void (*release)(void *thing); /* is called in the end, if it is not NULL; on a GPU's device */
} shardc_kept;

/* A number of bytes for, or of, the device with a rank in the group. */
typedef struct shardc_message {
  int64_t rank;
  void *data; /* of what is sent not to be written */
  int64_t bytes;
} shardc_message;

/* The devices that have the other parts of what the op's "communicator" names, in the order of
   their parts; this one is `rank` of them. All of them are called, at the same time, those with
   empty parts too. Functions return NULL, or what is wrong, which the code is to return as well.
   On GPUs data is a GPU's, and what functions do is put on the call's stream. */
typedef struct shardc_communicator {
  int64_t rank, size;
  /* Sends all of these, and receives all of those, at once. What one sends to another arrives in
     its order, and is as long as it is expected to be. */
  const char *(*exchange)(const struct shardc_communicator *group, const shardc_message *sent,
                          int64_t sent_count, const shardc_message *received,
                          int64_t received_count);
  /* `all` gets `bytes` of each device, in the order of ranks. All of the group call it. */
  const char *(*all_gather)(const struct shardc_communicator *group, const void *own, void *all,
                            int64_t bytes);
  void *nccl; /* on GPUs the group's ncclComm_t, of ranks as here; NULL: it is of one device */
  void *state;
} shardc_communicator;

typedef struct shardc_call {
  const shardc_part *operands, *results;
  const shardc_axis *axes;
  const shardc_attribute *attributes;
  int64_t operand_count, result_count, axis_count, attribute_count;
  int64_t device; /* the number of the device */
  void *stream;   /* CUDA's; NULL on CPUs */
  /* Memory of the call's own, of the device, at a multiple of 256 bytes: as many bytes as were
     asked for, or more. What is in it at first is not known. NULL: none was asked for. */
  void *scratch;
  int64_t scratch_bytes;
  /* keep(keeper, key) is where calls of the device keep what belongs to a key, which is an address
     of the code's own: always the same place. NULL: this call is the last one. */
  shardc_kept *(*keep)(void *keeper, const void *key);
  void *keeper;
  /* On CPUs, divide(divider, count, one, work) calls one(work, number) for each number below count,
     in any order, by this thread and by others that have nothing to do; then it returns. NULL:
     there are no others. */
  void (*divide)(void *divider, int64_t count, void (*one)(const void *work, int64_t number),
                 const void *work);
  void *divider;
  const shardc_communicator *communicator; /* NULL: the op has none */
} shardc_call;

#ifdef __cplusplus
}
#endif

#endif
