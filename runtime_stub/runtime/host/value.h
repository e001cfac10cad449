// SPDX-License-Identifier: Apache-2.0
// Values that lie on a session's devices until they are released, whatever runs meanwhile. Callers
// have numbers for them, never given twice in a process, so that one that is used after that, or
// with another session, is known.
#pragma once

#include "runtime/host/parts.h"

#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Memory on a device, given back with the object.
struct DeviceMemory {
  DeviceMemory(const Stream &on, size_t bytes) : stream(on), at(stream.allocate(bytes)) {}
  ~DeviceMemory() { stream.free(at); }
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;

  Stream stream;
  char *const at;
};

/// One that lies as an input or output does.
struct Value {
  const Tensor &like;
  std::map<int, DeviceMemory> memory = {}; // per device of this process
  std::vector<bool> given = {};            // the devices that have theirs

  /// Of a part on a device of this process.
  PartPlace place(int device, size_t part) const;
};

class Values {
public:
  /// `program`: two sessions of different programs never give the same numbers either.
  explicit Values(const Program &program);

  /// A new one, with memory on the devices and nothing in it.
  uint64_t make(const Tensor &like, std::vector<Machine> &machines, int devices);
  /// Throws where it is released, or of another session.
  Value &find(uint64_t number);
  void release(uint64_t number);

private:
  const uint64_t session; // in the upper half of numbers
  uint64_t last;
  std::map<uint64_t, Value> values;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
