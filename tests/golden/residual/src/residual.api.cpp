// The C interface of residual over the runtime's Session.
#ifdef residual_EXPORTS // a shared library shows what is in the header
#pragma GCC visibility push(default)
#endif
#include "residual.h"
#ifdef residual_EXPORTS
#pragma GCC visibility pop
#endif

#include "residual.plan.h"

#include "runtime/host/c_api.h"

struct residual_session {
  shardc::runtime::Session session;
};

using residual::program;
using shardc::runtime::guard, shardc::runtime::session_of;

int residual_create(const residual_options *options, residual_session **session) {
  return guard([&] { shardc::runtime::create(program(), options, session); });
}

int residual_load_npy(residual_session *session, const char *name, const char *path) {
  return guard([&] { session_of(session).load_npy(name, path); });
}

int residual_set_input(residual_session *session, int input, const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_input(input, data, bytes); });
}

int residual_run(residual_session *session) {
  return guard([&] { session_of(session).run(); });
}

int residual_run_async(residual_session *session) {
  return guard([&] { session_of(session).start(); });
}

int residual_wait(residual_session *session) {
  return guard([&] { session_of(session).wait(); });
}

int residual_feed(residual_session *session, const int outputs[], const int inputs[], int count) {
  return guard([&] { session_of(session).feed(outputs, inputs, count); });
}

int residual_get_output(residual_session *session, int output, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output(output, data, bytes); });
}

int residual_set_input_shard(residual_session *session, int input, int device, const void *data,
                             size_t bytes) {
  return guard([&] { session_of(session).set_input_shard(input, device, data, bytes); });
}

int residual_get_output_shard(residual_session *session, int output, int device, void *data,
                              size_t bytes) {
  return guard([&] { session_of(session).get_output_shard(output, device, data, bytes); });
}

int residual_input_memory(residual_session *session, int input, int device, int box, void **at,
                          int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).input_memory(input, device, box), at,
                                     strides);
  });
}

int residual_output_memory(residual_session *session, int output, int device, int box, void **at,
                           int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).output_memory(output, device, box), at,
                                     strides);
  });
}

int residual_make_value(residual_session *session, int input, residual_handle *value) {
  return guard([&] { session_of(session).make_value(input, value); });
}

int residual_keep_output(residual_session *session, int output, residual_handle *value) {
  return guard([&] { session_of(session).keep_output(output, value); });
}

int residual_set_input_value(residual_session *session, int input, residual_handle value) {
  return guard([&] { session_of(session).set_input_value(input, value); });
}

int residual_set_value_shard(residual_session *session, residual_handle value, int device,
                             const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_value_shard(value, device, data, bytes); });
}

int residual_get_value_shard(residual_session *session, residual_handle value, int device,
                             void *data, size_t bytes) {
  return guard([&] { session_of(session).get_value_shard(value, device, data, bytes); });
}

int residual_value_memory(residual_session *session, residual_handle value, int device, int box,
                          void **at, int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).value_memory(value, device, box), at,
                                     strides);
  });
}

int residual_release(residual_session *session, residual_handle value) {
  return guard([&] { session_of(session).release(value); });
}

void residual_destroy(residual_session *session) { delete session; }

const char *residual_error(void) { return shardc::runtime::last_error(); }

int residual_input(int input, residual_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().inputs, input, tensor); });
}

int residual_output(int output, residual_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().outputs, output, tensor); });
}

int residual_input_box(int input, int device, int box, int64_t lo[RESIDUAL_MAX_RANK],
                       int64_t hi[RESIDUAL_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().inputs, input, device, box, lo, hi);
  });
}

int residual_output_box(int output, int device, int box, int64_t lo[RESIDUAL_MAX_RANK],
                        int64_t hi[RESIDUAL_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().outputs, output, device, box, lo, hi);
  });
}

int residual_output_owner(int output, int device, int *owner) {
  return guard([&] {
    static const auto owners = // of all devices, looked for once
        shardc::runtime::owners_of(program(), program().outputs);
    shardc::runtime::describe_owner(owners, output, device, owner);
  });
}
