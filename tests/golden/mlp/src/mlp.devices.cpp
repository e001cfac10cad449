// What differs between the shards of mlp: slices, and the boxes of inputs and outputs.
#include "mlp.plan.h"

namespace mlp {

using shardc::runtime::Box, shardc::runtime::Slot, shardc::runtime::Type, shardc::runtime::slice;

// Slice k of an index goes from cuts[k] up to cuts[k + 1]. Shards are numbered by their slices,
// like the elements of a row-major array: the last index runs fastest.

constexpr int cuts_i[] = {0, 4, 7, 10}; // dimension 0 of x: "0:4", "4:7", "7:10"

//   shard  i
//   0      [0, 4)
//   1      [4, 7)
//   2      [7, 10)
Device device(int number) {
  if (number < 0 || number >= 3) return {};
  return {.i = slice(cuts_i, number)};
}

// What a shard holds of inputs, constants and outputs, per dimension.
static Box box_x(int number) { return {device(number).i, {0, 16}}; }
static Box box_w1(int) { return {{0, 16}, {0, 32}}; }
static Box box_b1(int) { return {{0, 32}}; }
static Box box_w2(int) { return {{0, 32}, {0, 8}}; }
static Box box_y(int number) { return {device(number).i, {0, 8}}; }

// Where buffers lie in a shard's arena [bytes]: room for the largest shard. Beside each: how much
// it takes, in which steps it is needed, and what was there before.
enum Offset : size_t {
  at_x = 0,          // 256 bytes, always
  at_w1 = 256,       // 2,048 bytes, always
  at_b1 = 2304,      // 256 bytes, always
  at_w2 = 2560,      // 1,024 bytes, always
  at_h = 3840,       // 512 bytes, steps 1 to 2
  at_logits = 4352,  // 256 bytes, steps 2 to 3
  at_y = 3584,       // 256 bytes, always
  arena_bytes = 4608,
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
                             .w1 = at<float>(slot, at_w1),
                             .b1 = at<float>(slot, at_b1),
                             .w2 = at<float>(slot, at_w2),
                             .h = at<float>(slot, at_h),
                             .logits = at<float>(slot, at_logits),
                             .y = at<float>(slot, at_y)};
    shards.push_back({device(slot.device), buffers, slot.stream});
  }
  return shards;
}

const Program &program() {
  static const Program program = {
      .name = "mlp",
      .devices_are = "3 independent shards",
      .devices = 3,
      .arena_bytes = arena_bytes,
      .work = 19968, // FLOPs, or bytes where a kernel has more of them
      .inputs = {{"x", Type::f32, {10, 16}, "[3 slices, -]", {{at_x, box_x, box_x}}},
                 {"w1", Type::f32, {16, 32}, "[-, -]", {{at_w1, box_w1, box_w1}}},
                 {"b1", Type::f32, {32}, "[-]", {{at_b1, box_b1, box_b1}}},
                 {"w2", Type::f32, {32, 8}, "[-, -]", {{at_w2, box_w2, box_w2}}}},
      .outputs = {{"y", Type::f32, {10, 8}, "[3 slices, -]", {{at_y, box_y, box_y}}}},
      .constants = {},
      .fingerprint = 0xbfc0c47ef0f190d7,
      .step = step,
  };
  return program;
}

} // namespace mlp
