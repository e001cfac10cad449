// What differs between the shards of nx_dot: slices, and the boxes of inputs and outputs.
#include "nx_dot.plan.h"

namespace nx_dot {

using shardc::runtime::Box, shardc::runtime::Slot, shardc::runtime::Type, shardc::runtime::slice;

// Slice k of an index goes from cuts[k] up to cuts[k + 1]. Shards are numbered by their slices,
// like the elements of a row-major array: the last index runs fastest.

constexpr int cuts_i[] = {0, 1, 2}; // dimension 0 of l
constexpr int cuts_j[] = {0, 1, 2}; // dimension 4 of r: "0..0", "1..1"

//   shard  i       j
//   0      [0, 1)  [0, 1)
//   1      [0, 1)  [1, 2)
//   2      [1, 2)  [0, 1)
//   3      [1, 2)  [1, 2)
Device device(int number) {
  if (number < 0 || number >= 4) return {};
  return {.i = slice(cuts_i, number / 2), .j = slice(cuts_j, number % 2)};
}

// What a shard holds of inputs, constants and outputs, per dimension.
static Box box_l(int number) { return {device(number).i, {0, 2}, {0, 3}}; }
static Box box_r(int number) { return {{0, 1}, {0, 1}, {0, 3}, {0, 2}, device(number).j}; }
static Box box_z(int number) { return {device(number).i, device(number).j}; }

// Where buffers lie in a shard's arena [bytes]: room for the largest shard. Beside each: how much
// it takes, in which steps it is needed, and what was there before.
enum Offset : size_t {
  at_l = 0,    // 256 bytes, always
  at_r = 256,  // 256 bytes, always
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
    const Buffers buffers = {.l = at<float>(slot, at_l),
                             .r = at<int32_t>(slot, at_r),
                             .z = at<float>(slot, at_z)};
    shards.push_back({buffers, slot.stream});
  }
  return shards;
}

const Program &program() {
  static const Program program = {
      .name = "nx_dot",
      .devices_are = "4 independent shards",
      .devices = 4,
      .arena_bytes = arena_bytes,
      .work = 208, // FLOPs, or bytes where a kernel has more of them
      .inputs = {{"l", Type::f32, {2, 2, 3}, "[2 slices, -, -]", {{at_l, box_l, box_l}}},
                 {"r", Type::i32, {1, 1, 3, 2, 2}, "[-, -, -, -, 2 slices]", {{at_r, box_r, box_r}}}},
      .outputs = {{"z", Type::f32, {2, 2}, "[2 slices, 2 slices]", {{at_z, box_z, box_z}}}},
      .constants = {},
      .fingerprint = 0x1f784974d287ff38,
      .step = step,
  };
  return program;
}

} // namespace nx_dot
