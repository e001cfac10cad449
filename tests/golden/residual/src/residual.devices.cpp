// What differs between the shards of residual: slices, and the boxes of inputs and outputs.
#include "residual.plan.h"

namespace residual {

using shardc::runtime::Box, shardc::runtime::Slot, shardc::runtime::Type, shardc::runtime::slice;

// Slice k of an index goes from cuts[k] up to cuts[k + 1]. Shards are numbered by their slices,
// like the elements of a row-major array: the last index runs fastest.

constexpr int cuts_i[] = {0, 2, 5}; // dimension 0 of x: "0:2", "2:5"
constexpr int cuts_j[] = {0, 2, 4}; // dimension 1 of w: "0..1", "2..3"

//   shard  i       j
//   0      [0, 2)  [0, 2)
//   1      [0, 2)  [2, 4)
//   2      [2, 5)  [0, 2)
//   3      [2, 5)  [2, 4)
Device device(int number) {
  if (number < 0 || number >= 4) return {};
  return {.i = slice(cuts_i, number / 2), .j = slice(cuts_j, number % 2)};
}

// What a shard holds of inputs, constants and outputs, per dimension.
static Box box_x(int number) { return {device(number).i, {0, 4}}; }
static Box box_w(int number) { return {{0, 4}, device(number).j}; }
static Box box_z(int number) { return {device(number).i, device(number).j}; }

// Where buffers lie in a shard's arena [bytes]: room for the largest shard. Beside each: how much
// it takes, in which steps it is needed, and what was there before.
enum Offset : size_t {
  at_x = 0,    // 256 bytes, always
  at_w = 256,  // 256 bytes, always
  at_z = 512,  // 256 bytes, always
  arena_bytes = 768,
};

template <typename T>
static T *at(const Slot &slot, size_t offset) {
  return reinterpret_cast<T *>(slot.arena + offset);
}

std::vector<Local> &locals(Machine &machine) {
  auto &shards = machine.kept<std::vector<Local>>();
  shards.clear();
  for (Slot &slot : machine.local) {
    const Buffers buffers = {.x = at<float>(slot, at_x),
                             .w = at<float>(slot, at_w),
                             .z = at<float>(slot, at_z)};
    shards.push_back({device(slot.device), buffers, slot.stream});
  }
  return shards;
}

const Program &program() {
  static const Program program = {
      .name = "residual",
      .devices_are = "4 independent shards",
      .devices = 4,
      .arena_bytes = arena_bytes,
      .work = 416, // FLOPs, or bytes where a kernel has more of them
      .inputs = {{"x", Type::f32, {5, 4}, "[2 slices, -]", {{at_x, box_x, box_x}}},
                 {"w", Type::f32, {4, 4}, "[-, 2 slices]", {{at_w, box_w, box_w}}}},
      .outputs = {{"z", Type::f32, {5, 4}, "[2 slices, 2 slices]", {{at_z, box_z, box_z}}}},
      .constants = {},
      .fingerprint = 0x5b48790de4b743f3,
      .step = step,
  };
  return program;
}

} // namespace residual
