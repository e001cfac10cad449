// The C interface of mlp over the runtime's Session.
#ifdef mlp_EXPORTS // a shared library shows what is in the header
#pragma GCC visibility push(default)
#endif
#include "mlp.h"
#ifdef mlp_EXPORTS
#pragma GCC visibility pop
#endif

#include "mlp.plan.h"

#include "runtime/host/c_api.h"

struct mlp_session {
  shardc::runtime::Session session;
};

using mlp::program;
using shardc::runtime::guard, shardc::runtime::session_of;

int mlp_create(const mlp_options *options, mlp_session **session) {
  return guard([&] { shardc::runtime::create(program(), options, session); });
}

int mlp_load_npy(mlp_session *session, const char *name, const char *path) {
  return guard([&] { session_of(session).load_npy(name, path); });
}

int mlp_set_input(mlp_session *session, int input, const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_input(input, data, bytes); });
}

int mlp_run(mlp_session *session) {
  return guard([&] { session_of(session).run(); });
}

int mlp_run_async(mlp_session *session) {
  return guard([&] { session_of(session).start(); });
}

int mlp_wait(mlp_session *session) {
  return guard([&] { session_of(session).wait(); });
}

int mlp_feed(mlp_session *session, const int outputs[], const int inputs[], int count) {
  return guard([&] { session_of(session).feed(outputs, inputs, count); });
}

int mlp_get_output(mlp_session *session, int output, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output(output, data, bytes); });
}

int mlp_set_input_shard(mlp_session *session, int input, int device, const void *data,
                        size_t bytes) {
  return guard([&] { session_of(session).set_input_shard(input, device, data, bytes); });
}

int mlp_get_output_shard(mlp_session *session, int output, int device, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output_shard(output, device, data, bytes); });
}

int mlp_input_memory(mlp_session *session, int input, int device, int box, void **at,
                     int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).input_memory(input, device, box), at,
                                     strides);
  });
}

int mlp_output_memory(mlp_session *session, int output, int device, int box, void **at,
                      int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).output_memory(output, device, box), at,
                                     strides);
  });
}

int mlp_make_value(mlp_session *session, int input, mlp_handle *value) {
  return guard([&] { session_of(session).make_value(input, value); });
}

int mlp_keep_output(mlp_session *session, int output, mlp_handle *value) {
  return guard([&] { session_of(session).keep_output(output, value); });
}

int mlp_set_input_value(mlp_session *session, int input, mlp_handle value) {
  return guard([&] { session_of(session).set_input_value(input, value); });
}

int mlp_set_value_shard(mlp_session *session, mlp_handle value, int device, const void *data,
                        size_t bytes) {
  return guard([&] { session_of(session).set_value_shard(value, device, data, bytes); });
}

int mlp_get_value_shard(mlp_session *session, mlp_handle value, int device, void *data,
                        size_t bytes) {
  return guard([&] { session_of(session).get_value_shard(value, device, data, bytes); });
}

int mlp_value_memory(mlp_session *session, mlp_handle value, int device, int box, void **at,
                     int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).value_memory(value, device, box), at,
                                     strides);
  });
}

int mlp_release(mlp_session *session, mlp_handle value) {
  return guard([&] { session_of(session).release(value); });
}

void mlp_destroy(mlp_session *session) { delete session; }

const char *mlp_error(void) { return shardc::runtime::last_error(); }

int mlp_input(int input, mlp_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().inputs, input, tensor); });
}

int mlp_output(int output, mlp_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().outputs, output, tensor); });
}

int mlp_input_box(int input, int device, int box, int64_t lo[MLP_MAX_RANK],
                  int64_t hi[MLP_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().inputs, input, device, box, lo, hi);
  });
}

int mlp_output_box(int output, int device, int box, int64_t lo[MLP_MAX_RANK],
                   int64_t hi[MLP_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().outputs, output, device, box, lo, hi);
  });
}

int mlp_output_owner(int output, int device, int *owner) {
  return guard([&] {
    static const auto owners = // of all devices, looked for once
        shardc::runtime::owners_of(program(), program().outputs);
    shardc::runtime::describe_owner(owners, output, device, owner);
  });
}
