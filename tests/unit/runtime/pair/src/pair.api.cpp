// SPDX-License-Identifier: Apache-2.0
// The C interface of pair over the runtime's Session.
#include "pair.h"

#include "pair.plan.h"

#include "runtime/host/c_api.h"

struct pair_session {
  shardc::runtime::Session session;
};

using pair::program;
using shardc::runtime::guard, shardc::runtime::session_of;

int pair_create(const pair_options *options, pair_session **session) {
  return guard([&] { shardc::runtime::create(program(), options, session); });
}

int pair_load_npy(pair_session *session, const char *name, const char *path) {
  return guard([&] { session_of(session).load_npy(name, path); });
}

int pair_set_input(pair_session *session, int input, const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_input(input, data, bytes); });
}

int pair_run(pair_session *session) {
  return guard([&] { session_of(session).run(); });
}

int pair_run_async(pair_session *session) {
  return guard([&] { session_of(session).start(); });
}

int pair_wait(pair_session *session) {
  return guard([&] { session_of(session).wait(); });
}

int pair_feed(pair_session *session, const int outputs[], const int inputs[], int count) {
  return guard([&] { session_of(session).feed(outputs, inputs, count); });
}

int pair_get_output(pair_session *session, int output, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output(output, data, bytes); });
}

int pair_set_input_shard(pair_session *session, int input, int device, const void *data,
                         size_t bytes) {
  return guard([&] { session_of(session).set_input_shard(input, device, data, bytes); });
}

int pair_get_output_shard(pair_session *session, int output, int device, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output_shard(output, device, data, bytes); });
}

int pair_input_memory(pair_session *session, int input, int device, int box, void **at,
                      int64_t strides[PAIR_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).input_memory(input, device, box), at,
                                     strides);
  });
}

int pair_output_memory(pair_session *session, int output, int device, int box, void **at,
                       int64_t strides[PAIR_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).output_memory(output, device, box), at,
                                     strides);
  });
}

int pair_make_value(pair_session *session, int input, pair_handle *value) {
  return guard([&] { session_of(session).make_value(input, value); });
}

int pair_keep_output(pair_session *session, int output, pair_handle *value) {
  return guard([&] { session_of(session).keep_output(output, value); });
}

int pair_set_input_value(pair_session *session, int input, pair_handle value) {
  return guard([&] { session_of(session).set_input_value(input, value); });
}

int pair_set_value_shard(pair_session *session, pair_handle value, int device, const void *data,
                         size_t bytes) {
  return guard([&] { session_of(session).set_value_shard(value, device, data, bytes); });
}

int pair_get_value_shard(pair_session *session, pair_handle value, int device, void *data,
                         size_t bytes) {
  return guard([&] { session_of(session).get_value_shard(value, device, data, bytes); });
}

int pair_value_memory(pair_session *session, pair_handle value, int device, int box, void **at,
                      int64_t strides[PAIR_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).value_memory(value, device, box), at,
                                     strides);
  });
}

int pair_release(pair_session *session, pair_handle value) {
  return guard([&] { session_of(session).release(value); });
}

void pair_destroy(pair_session *session) { delete session; }

const char *pair_error(void) { return shardc::runtime::last_error(); }

int pair_input(int input, pair_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().inputs, input, tensor); });
}

int pair_output_box(int output, int device, int box, int64_t lo[PAIR_MAX_RANK],
                    int64_t hi[PAIR_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().outputs, output, device, box, lo, hi);
  });
}

int pair_output_owner(int output, int device, int *owner) {
  return guard([&] {
    static const auto owners = // of all devices, looked for once
        shardc::runtime::owners_of(program(), program().outputs);
    shardc::runtime::describe_owner(owners, output, device, owner);
  });
}
