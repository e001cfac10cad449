// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/value.h"

#include <atomic>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kHalf = 32; // [bits]

static uint64_t next_session(const Program &program) {
  static std::atomic<uint32_t> sessions = 0;
  return static_cast<uint64_t>(static_cast<uint32_t>(program.fingerprint) + ++sessions) << kHalf;
}

/// Where a part begins in a value's memory; behind the last one, how many bytes that has.
static size_t offset_of(const Tensor &tensor, int device, size_t part) {
  constexpr size_t kLine = 256; // [bytes]
  size_t at = 0;
  for (size_t k = 0; k < part; ++k) {
    const size_t bytes = elements(tensor.parts[k].window(device)) * runtime::bytes(tensor.type);
    at += (bytes + kLine - 1) / kLine * kLine;
  }
  return at;
}

PartPlace Value::place(int device, size_t part) const {
  const DeviceMemory &own = memory.at(device);
  return {own.stream, own.at + offset_of(like, device, part), like.parts[part].window(device)};
}

Values::Values(const Program &program) : session(next_session(program)), last(session) {}

uint64_t Values::make(const Tensor &like, std::vector<Machine> &machines, int devices) {
  Value value{like};
  value.given.resize(devices);
  for (Machine &machine : machines)
    for (Slot &slot : machine.local)
      value.memory.try_emplace(slot.device, slot.stream,
                               offset_of(like, slot.device, like.parts.size()));
  values.emplace(++last, std::move(value));
  return last;
}

Value &Values::find(uint64_t number) {
  const auto found = values.find(number);
  if (found != values.end()) return found->second;
  const bool is_own = number >> kHalf == session >> kHalf;
  throw Error(Exit::usage, !is_own          ? "the value is none of this session's"
                           : number <= last ? "the value has been released"
                                            : "there is no such value");
}

void Values::release(uint64_t number) {
  find(number);
  values.erase(number);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
