// The C interface of nx_dot over the runtime's Session.
#ifdef nx_dot_EXPORTS // a shared library shows what is in the header
#pragma GCC visibility push(default)
#endif
#include "nx_dot.h"
#ifdef nx_dot_EXPORTS
#pragma GCC visibility pop
#endif

#include "nx_dot.plan.h"

#include "runtime/host/c_api.h"

struct nx_dot_session {
  shardc::runtime::Session session;
};

using nx_dot::program;
using shardc::runtime::guard, shardc::runtime::session_of;

int nx_dot_create(const nx_dot_options *options, nx_dot_session **session) {
  return guard([&] { shardc::runtime::create(program(), options, session); });
}

int nx_dot_load_npy(nx_dot_session *session, const char *name, const char *path) {
  return guard([&] { session_of(session).load_npy(name, path); });
}

int nx_dot_set_input(nx_dot_session *session, int input, const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_input(input, data, bytes); });
}

int nx_dot_run(nx_dot_session *session) {
  return guard([&] { session_of(session).run(); });
}

int nx_dot_run_async(nx_dot_session *session) {
  return guard([&] { session_of(session).start(); });
}

int nx_dot_wait(nx_dot_session *session) {
  return guard([&] { session_of(session).wait(); });
}

int nx_dot_feed(nx_dot_session *session, const int outputs[], const int inputs[], int count) {
  return guard([&] { session_of(session).feed(outputs, inputs, count); });
}

int nx_dot_get_output(nx_dot_session *session, int output, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output(output, data, bytes); });
}

int nx_dot_set_input_shard(nx_dot_session *session, int input, int device, const void *data,
                           size_t bytes) {
  return guard([&] { session_of(session).set_input_shard(input, device, data, bytes); });
}

int nx_dot_get_output_shard(nx_dot_session *session, int output, int device, void *data,
                            size_t bytes) {
  return guard([&] { session_of(session).get_output_shard(output, device, data, bytes); });
}

int nx_dot_input_memory(nx_dot_session *session, int input, int device, int box, void **at,
                        int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).input_memory(input, device, box), at,
                                     strides);
  });
}

int nx_dot_output_memory(nx_dot_session *session, int output, int device, int box, void **at,
                         int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).output_memory(output, device, box), at,
                                     strides);
  });
}

int nx_dot_make_value(nx_dot_session *session, int input, nx_dot_handle *value) {
  return guard([&] { session_of(session).make_value(input, value); });
}

int nx_dot_keep_output(nx_dot_session *session, int output, nx_dot_handle *value) {
  return guard([&] { session_of(session).keep_output(output, value); });
}

int nx_dot_set_input_value(nx_dot_session *session, int input, nx_dot_handle value) {
  return guard([&] { session_of(session).set_input_value(input, value); });
}

int nx_dot_set_value_shard(nx_dot_session *session, nx_dot_handle value, int device,
                           const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_value_shard(value, device, data, bytes); });
}

int nx_dot_get_value_shard(nx_dot_session *session, nx_dot_handle value, int device, void *data,
                           size_t bytes) {
  return guard([&] { session_of(session).get_value_shard(value, device, data, bytes); });
}

int nx_dot_value_memory(nx_dot_session *session, nx_dot_handle value, int device, int box,
                        void **at, int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).value_memory(value, device, box), at,
                                     strides);
  });
}

int nx_dot_release(nx_dot_session *session, nx_dot_handle value) {
  return guard([&] { session_of(session).release(value); });
}

void nx_dot_destroy(nx_dot_session *session) { delete session; }

const char *nx_dot_error(void) { return shardc::runtime::last_error(); }

int nx_dot_input(int input, nx_dot_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().inputs, input, tensor); });
}

int nx_dot_output(int output, nx_dot_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().outputs, output, tensor); });
}

int nx_dot_input_box(int input, int device, int box, int64_t lo[nx_dot_MAX_RANK],
                     int64_t hi[nx_dot_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().inputs, input, device, box, lo, hi);
  });
}

int nx_dot_output_box(int output, int device, int box, int64_t lo[nx_dot_MAX_RANK],
                      int64_t hi[nx_dot_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().outputs, output, device, box, lo, hi);
  });
}

int nx_dot_output_owner(int output, int device, int *owner) {
  return guard([&] {
    static const auto owners = // of all devices, looked for once
        shardc::runtime::owners_of(program(), program().outputs);
    shardc::runtime::describe_owner(owners, output, device, owner);
  });
}
