// The C interface of uneven over the runtime's Session.
#ifdef uneven_EXPORTS // a shared library shows what is in the header
#pragma GCC visibility push(default)
#endif
#include "uneven.h"
#ifdef uneven_EXPORTS
#pragma GCC visibility pop
#endif

#include "uneven.plan.h"

#include "runtime/host/c_api.h"

struct uneven_session {
  shardc::runtime::Session session;
};

using uneven::program;
using shardc::runtime::guard, shardc::runtime::session_of;

int uneven_create(const uneven_options *options, uneven_session **session) {
  return guard([&] { shardc::runtime::create(program(), options, session); });
}

int uneven_load_npy(uneven_session *session, const char *name, const char *path) {
  return guard([&] { session_of(session).load_npy(name, path); });
}

int uneven_set_input(uneven_session *session, int input, const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_input(input, data, bytes); });
}

int uneven_run(uneven_session *session) {
  return guard([&] { session_of(session).run(); });
}

int uneven_run_async(uneven_session *session) {
  return guard([&] { session_of(session).start(); });
}

int uneven_wait(uneven_session *session) {
  return guard([&] { session_of(session).wait(); });
}

int uneven_feed(uneven_session *session, const int outputs[], const int inputs[], int count) {
  return guard([&] { session_of(session).feed(outputs, inputs, count); });
}

int uneven_get_output(uneven_session *session, int output, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output(output, data, bytes); });
}

int uneven_set_input_shard(uneven_session *session, int input, int device, const void *data,
                           size_t bytes) {
  return guard([&] { session_of(session).set_input_shard(input, device, data, bytes); });
}

int uneven_get_output_shard(uneven_session *session, int output, int device, void *data,
                            size_t bytes) {
  return guard([&] { session_of(session).get_output_shard(output, device, data, bytes); });
}

int uneven_input_memory(uneven_session *session, int input, int device, int box, void **at,
                        int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).input_memory(input, device, box), at,
                                     strides);
  });
}

int uneven_output_memory(uneven_session *session, int output, int device, int box, void **at,
                         int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).output_memory(output, device, box), at,
                                     strides);
  });
}

int uneven_make_value(uneven_session *session, int input, uneven_handle *value) {
  return guard([&] { session_of(session).make_value(input, value); });
}

int uneven_keep_output(uneven_session *session, int output, uneven_handle *value) {
  return guard([&] { session_of(session).keep_output(output, value); });
}

int uneven_set_input_value(uneven_session *session, int input, uneven_handle value) {
  return guard([&] { session_of(session).set_input_value(input, value); });
}

int uneven_set_value_shard(uneven_session *session, uneven_handle value, int device,
                           const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_value_shard(value, device, data, bytes); });
}

int uneven_get_value_shard(uneven_session *session, uneven_handle value, int device, void *data,
                           size_t bytes) {
  return guard([&] { session_of(session).get_value_shard(value, device, data, bytes); });
}

int uneven_value_memory(uneven_session *session, uneven_handle value, int device, int box,
                        void **at, int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).value_memory(value, device, box), at,
                                     strides);
  });
}

int uneven_release(uneven_session *session, uneven_handle value) {
  return guard([&] { session_of(session).release(value); });
}

void uneven_destroy(uneven_session *session) { delete session; }

const char *uneven_error(void) { return shardc::runtime::last_error(); }

int uneven_input(int input, uneven_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().inputs, input, tensor); });
}

int uneven_output(int output, uneven_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().outputs, output, tensor); });
}

int uneven_input_box(int input, int device, int box, int64_t lo[UNEVEN_MAX_RANK],
                     int64_t hi[UNEVEN_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().inputs, input, device, box, lo, hi);
  });
}

int uneven_output_box(int output, int device, int box, int64_t lo[UNEVEN_MAX_RANK],
                      int64_t hi[UNEVEN_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().outputs, output, device, box, lo, hi);
  });
}

int uneven_output_owner(int output, int device, int *owner) {
  return guard([&] {
    static const auto owners = // of all devices, looked for once
        shardc::runtime::owners_of(program(), program().outputs);
    shardc::runtime::describe_owner(owners, output, device, owner);
  });
}
