// SPDX-License-Identifier: Apache-2.0
// Values that stay on a session's devices.
#include "runtime/host/session.h"

#include "runtime/host/parts.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static void require_place(const uint64_t *value) {
  if (value == nullptr) throw Error(Exit::usage, "there is no place for the value");
}

static void require_given(const Value &value, int device) {
  if (!value.given[device] && shard_bytes(value.like, device) > 0)
    throw Error(Exit::usage, "the value is not given to device " + std::to_string(device));
}

static PartPlaces places_in(Value &value, int device) {
  return [&value, device](size_t part) { return value.place(device, part); };
}

void Session::make_value(int input, uint64_t *value) {
  const Tensor &like = find(program.inputs, input);
  require_place(value);
  require_rest();
  *value = values.make(like, machines, program.devices);
}

void Session::keep_output(int index, uint64_t *value) {
  const Tensor &output = find(program.outputs, index);
  require_place(value);
  require_computed(output);
  const uint64_t number = values.make(output, machines, program.devices);
  Value &kept = values.find(number);
  for (Machine &machine : machines)
    for (Slot &slot : machine.local)
      for (size_t k = 0; k < output.parts.size(); ++k)
        copy(place_of(output.parts[k], slot), kept.place(slot.device, k), output.type);
  kept.given.assign(kept.given.size(), true);
  *value = number;
}

void Session::set_input_value(int index, uint64_t number) {
  const Tensor &input = find(program.inputs, index);
  Value &value = values.find(number);
  require_rest();
  for (int device : devices)
    require_given(value, device);
  require_alike(value.like, input);
  computed = false;
  for (Machine &machine : machines)
    for (Slot &slot : machine.local)
      for (size_t k = 0; k < input.parts.size(); ++k)
        copy(value.place(slot.device, k), place_of(input.parts[k], slot), input.type);
  given[index].assign(given[index].size(), true);
}

void Session::set_value_shard(uint64_t number, int device, const void *data, size_t data_bytes) {
  Value &value = values.find(number);
  slot_of(device);
  require_rest();
  put_shard(value.like, device, data, data_bytes, places_in(value, device));
  value.given[device] = true;
}

void Session::get_value_shard(uint64_t number, int device, void *data, size_t data_bytes) {
  Value &value = values.find(number);
  slot_of(device);
  require_rest();
  require_given(value, device);
  get_shard(value.like, device, data, data_bytes, places_in(value, device));
}

Session::Memory Session::value_memory(uint64_t number, int device, int part) {
  Value &value = values.find(number);
  slot_of(device);
  require_rest();
  const Memory found = memory(value.like, device, part, places_in(value, device));
  value.given[device] = true;
  return found;
}

void Session::release(uint64_t value) {
  require_rest();
  values.release(value);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
