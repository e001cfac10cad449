// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/c_api.h"

#include <new>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static thread_local std::string last_line;

const char *last_error() { return last_line.c_str(); }

int guard(FunctionRef<void()> body) {
  try {
    body();
    return 0;
  } catch (const Error &error) {
    last_line = one_line(error.what());
    return static_cast<int>(error.code);
  } catch (const std::bad_alloc &) {
    last_line = "no memory";
    return static_cast<int>(Exit::environment);
  } catch (const std::exception &error) {
    last_line = one_line(error.what()) + "; please report this";
    return static_cast<int>(Exit::bug);
  }
}

void describe_box(const Program &program, const std::vector<Tensor> &list, int index, int device,
                  int part, int64_t *lo, int64_t *hi) {
  const Tensor &tensor = find(list, index);
  if (device < 0 || device >= program.devices)
    throw Error(Exit::usage, "there is no device " + std::to_string(device));
  if (part < 0 || part >= static_cast<int>(tensor.parts.size()))
    throw Error(Exit::usage,
                "'" + std::string(tensor.name) + "' has no box " + std::to_string(part));
  if (lo == nullptr || hi == nullptr) throw Error(Exit::usage, "there is no place for the box");
  for (const Interval &dim : tensor.parts[part].box(device)) {
    *lo++ = dim.lo;
    *hi++ = dim.hi;
  }
}

void describe_memory(const Session::Memory &memory, void **at, int64_t *strides) {
  if (at == nullptr || strides == nullptr)
    throw Error(Exit::usage, "there is no place for where it is");
  *at = memory.at;
  std::copy(memory.strides.begin(), memory.strides.end(), strides);
}

void describe_owner(const Owners &owners, int index, int device, int *owner) {
  if (index < 0 || index >= static_cast<int>(owners.size()))
    throw Error(Exit::usage, "there is no number " + std::to_string(index) + " of " +
                                 std::to_string(owners.size()));
  const std::vector<int> &own = owners[index];
  if (owner == nullptr) throw Error(Exit::usage, "there is no place for the owner");
  if (device < 0 || device >= static_cast<int>(own.size()))
    throw Error(Exit::usage, "there is no device " + std::to_string(device));
  *owner = own[device];
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
