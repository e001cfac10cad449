// SPDX-License-Identifier: Apache-2.0
// What differs between the shards of pair.
#include "pair.plan.h"

#include "runtime/host/data.h"

namespace pair {

using shardc::runtime::Box, shardc::runtime::Slot, shardc::runtime::Type, shardc::runtime::slice;

namespace for_z {

constexpr int cuts_i[] = {0, 2, 5};
constexpr float values_of_w[] = {1, 2, 3, 4};

Device device(int number) {
  if (number < 0 || number >= 2) return {};
  return {.i = slice(cuts_i, number)};
}

static Box box_x(int number) { return {device(number).i, {0, 4}}; }
static Box box_w(int number) { return {{0, number < 2 ? 4 : 0}}; }
static Box box_b(int number) { return {device(number).i}; }

} // namespace for_z

namespace for_k {

static Box box_mask(int number) { return {{0, number == 2 ? 5 : 0}}; }

} // namespace for_k

enum Offset : size_t {
  at_x = 0,
  at_w = 256,
  at_b = 512,
  at_z = 768,

  at_mask = 0,
  at_k = 256,

  arena_bytes = 1024,
};

template <typename T>
static T *at(const Slot &slot, size_t offset) {
  return reinterpret_cast<T *>(slot.arena + offset);
}

Locals &locals(Machine &machine) {
  auto &shards = machine.kept<Locals>();
  shards.for_z.clear();
  shards.for_k.clear();
  for (Slot &slot : machine.local) {
    if (slot.device < 2)
      shards.for_z.push_back({for_z::device(slot.device),
                              {.x = at<float>(slot, at_x),
                               .w = at<float>(slot, at_w),
                               .b = at<float>(slot, at_b),
                               .z = at<float>(slot, at_z)},
                              slot.stream});
    else
      shards.for_k.push_back(
          {{.mask = at<bool>(slot, at_mask), .k = at<int64_t>(slot, at_k)}, slot.stream});
  }
  return shards;
}

/// The program knows k as three numbers that begin at 0; its buffer's window begins at 1.
static Box window_k(int number) { return {{0, number == 2 ? 3 : 0}}; }

const Program &program() {
  using namespace for_z;
  using namespace for_k;
  static const Program program = {
      .name = "pair",
      .devices_are = "independent: 0 and 1 make z, 2 makes k",
      .devices = 3,
      .arena_bytes = arena_bytes,
      .work = 400,
      .inputs = {{"x", Type::f32, {5, 4}, "[2 slices, -]", {{at_x, box_x, box_x}}},
                 {"mask", Type::i1, {5}, "[-]", {{at_mask, box_mask, box_mask}}, true}},
      .outputs = {{"z", Type::f32, {5, 4}, "[2 slices, -]", {{at_z, box_x, box_x}}},
                  {"k", Type::i64, {3}, "[-]", {{at_k, window_k, window_k}}}},
      .constants = {{"w", Type::f32, {4}, values_of_w, nullptr, {{at_w, box_w, box_w}}},
                    {"b", Type::f32, {5}, nullptr, "b.npy", {{at_b, box_b, box_b}}}},
      .read = shardc::runtime::read_constant,
      .step = step,
  };
  return program;
}

} // namespace pair
