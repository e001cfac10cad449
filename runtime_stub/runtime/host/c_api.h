// SPDX-License-Identifier: Apache-2.0
// What a bundle's C interface is made of.
#pragma once

#include "runtime/host/session.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Runs `body` for a C caller: 0, or the exit code, with the line kept for `last_error`.
int guard(FunctionRef<void()> body);
/// Of this thread; "" if nothing has failed. The text stays there until the next failure of it.
const char *last_error();

/// A bundle's C struct of options, which may be null; 0 and null members mean the default.
template <typename COptions>
Options options_of(const Program &program, const COptions *given) {
  Options options;
  if (given == nullptr) return options;
  if (given->gpus < 0 || given->timeout_ms < 0 || given->threads < 0)
    throw Error(Exit::usage, "options are not negative");
  options.gpus = given->gpus;
  options.threads = given->threads;
  if (given->data_dir != nullptr) options.data_dir = given->data_dir;
  if (given->mpi != nullptr) options.processes = processes_of(given->mpi);
  if (given->ranks != nullptr) {
    if (given->mpi == nullptr)
      throw Error(Exit::usage, "there are ranks of devices, and no communicator that they are of");
    options.ranks.assign(given->ranks, given->ranks + program.devices);
  }
  if (given->timeout_ms > 0) options.limit = std::chrono::milliseconds(given->timeout_ms);
  return options;
}

/// Makes a C caller's session, or none: `*session` is null then.
template <typename COptions, typename CSession>
void create(const Program &program, const COptions *options, CSession **session) {
  if (session == nullptr) throw Error(Exit::usage, "there is no place for the session");
  *session = nullptr;
  *session = new CSession{{program, options_of(program, options)}};
}

/// The session of a C caller, who may bring none.
template <typename CSession>
Session &session_of(CSession *given) {
  if (given == nullptr) throw Error(Exit::usage, "there is no session");
  return given->session;
}

/// Fills in a bundle's C struct for a tensor; they have the same members in all bundles.
template <typename CTensor>
void describe(const std::vector<Tensor> &list, int index, CTensor *described) {
  const Tensor &tensor = find(list, index);
  if (described == nullptr) throw Error(Exit::usage, "there is no place for what it is");
  *described = {tensor.name,
                name(tensor.type),
                tensor.sharding,
                static_cast<int>(tensor.parts.size()),
                static_cast<int>(tensor.shape.size()),
                {}};
  std::copy(tensor.shape.begin(), tensor.shape.end(), described->shape);
}

/// For a C caller.
void describe_memory(const Session::Memory &memory, void **at, int64_t *strides);

/// Part `part` of a tensor that a device holds: [lo, hi) per dimension.
void describe_box(const Program &program, const std::vector<Tensor> &list, int index, int device,
                  int part, int64_t *lo, int64_t *hi);

/// The first device that holds the same block of tensor `index` as `device`; -1: that holds
/// nothing.
void describe_owner(const Owners &owners, int index, int device, int *owner);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
