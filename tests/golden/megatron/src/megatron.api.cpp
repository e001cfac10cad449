// The C interface of megatron over the runtime's Session.
#ifdef megatron_EXPORTS // a shared library shows what is in the header
#pragma GCC visibility push(default)
#endif
#include "megatron.h"
#ifdef megatron_EXPORTS
#pragma GCC visibility pop
#endif

#include "megatron.plan.h"

#include "runtime/host/c_api.h"

struct megatron_session {
  shardc::runtime::Session session;
};

using megatron::program;
using shardc::runtime::guard, shardc::runtime::session_of;

int megatron_create(const megatron_options *options, megatron_session **session) {
  return guard([&] { shardc::runtime::create(program(), options, session); });
}

int megatron_load_npy(megatron_session *session, const char *name, const char *path) {
  return guard([&] { session_of(session).load_npy(name, path); });
}

int megatron_set_input(megatron_session *session, int input, const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_input(input, data, bytes); });
}

int megatron_run(megatron_session *session) {
  return guard([&] { session_of(session).run(); });
}

int megatron_run_async(megatron_session *session) {
  return guard([&] { session_of(session).start(); });
}

int megatron_wait(megatron_session *session) {
  return guard([&] { session_of(session).wait(); });
}

int megatron_feed(megatron_session *session, const int outputs[], const int inputs[], int count) {
  return guard([&] { session_of(session).feed(outputs, inputs, count); });
}

int megatron_get_output(megatron_session *session, int output, void *data, size_t bytes) {
  return guard([&] { session_of(session).get_output(output, data, bytes); });
}

int megatron_set_input_shard(megatron_session *session, int input, int device, const void *data,
                             size_t bytes) {
  return guard([&] { session_of(session).set_input_shard(input, device, data, bytes); });
}

int megatron_get_output_shard(megatron_session *session, int output, int device, void *data,
                              size_t bytes) {
  return guard([&] { session_of(session).get_output_shard(output, device, data, bytes); });
}

int megatron_input_memory(megatron_session *session, int input, int device, int box, void **at,
                          int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).input_memory(input, device, box), at,
                                     strides);
  });
}

int megatron_output_memory(megatron_session *session, int output, int device, int box, void **at,
                           int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).output_memory(output, device, box), at,
                                     strides);
  });
}

int megatron_make_value(megatron_session *session, int input, megatron_handle *value) {
  return guard([&] { session_of(session).make_value(input, value); });
}

int megatron_keep_output(megatron_session *session, int output, megatron_handle *value) {
  return guard([&] { session_of(session).keep_output(output, value); });
}

int megatron_set_input_value(megatron_session *session, int input, megatron_handle value) {
  return guard([&] { session_of(session).set_input_value(input, value); });
}

int megatron_set_value_shard(megatron_session *session, megatron_handle value, int device,
                             const void *data, size_t bytes) {
  return guard([&] { session_of(session).set_value_shard(value, device, data, bytes); });
}

int megatron_get_value_shard(megatron_session *session, megatron_handle value, int device,
                             void *data, size_t bytes) {
  return guard([&] { session_of(session).get_value_shard(value, device, data, bytes); });
}

int megatron_value_memory(megatron_session *session, megatron_handle value, int device, int box,
                          void **at, int64_t strides[]) {
  return guard([&] {
    shardc::runtime::describe_memory(session_of(session).value_memory(value, device, box), at,
                                     strides);
  });
}

int megatron_release(megatron_session *session, megatron_handle value) {
  return guard([&] { session_of(session).release(value); });
}

void megatron_destroy(megatron_session *session) { delete session; }

const char *megatron_error(void) { return shardc::runtime::last_error(); }

int megatron_input(int input, megatron_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().inputs, input, tensor); });
}

int megatron_output(int output, megatron_tensor *tensor) {
  return guard([&] { shardc::runtime::describe(program().outputs, output, tensor); });
}

int megatron_input_box(int input, int device, int box, int64_t lo[MEGATRON_MAX_RANK],
                       int64_t hi[MEGATRON_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().inputs, input, device, box, lo, hi);
  });
}

int megatron_output_box(int output, int device, int box, int64_t lo[MEGATRON_MAX_RANK],
                        int64_t hi[MEGATRON_MAX_RANK]) {
  return guard([&] {
    shardc::runtime::describe_box(program(), program().outputs, output, device, box, lo, hi);
  });
}

int megatron_output_owner(int output, int device, int *owner) {
  return guard([&] {
    static const auto owners = // of all devices, looked for once
        shardc::runtime::owners_of(program(), program().outputs);
    shardc::runtime::describe_owner(owners, output, device, owner);
  });
}
