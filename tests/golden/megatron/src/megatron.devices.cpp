// What differs between the devices of megatron: the boxes that follow from their places on the
// mesh.
#include "megatron.plan.h"

namespace megatron {

using shardc::runtime::Box, shardc::runtime::Combine, shardc::runtime::Slot, shardc::runtime::Type,
    shardc::runtime::cut;

//   device  data_8  model_64
//   0       [0, 4)  [0, 16)
//   1       [0, 4)  [16, 32)
//   2       [0, 4)  [32, 48)
//   3       [0, 4)  [48, 64)
//   4       [4, 8)  [0, 16)
//   5       [4, 8)  [16, 32)
//   6       [4, 8)  [32, 48)
//   7       [4, 8)  [48, 64)
Device device(int number) {
  const int data = number / 4, model = number % 4;
  return {.data_8 = cut<int>(8, 2, data), .model_64 = cut<int>(64, 4, model)};
}

// What a device holds of inputs, constants and outputs, and of what it exchanges, per dimension.
static Box box_x(int number) { return {device(number).data_8, {0, 32}}; }
static Box box_w1(int number) { return {{0, 32}, device(number).model_64}; }
static Box box_b1(int number) { return {device(number).model_64}; }
static Box box_w2(int number) { return {device(number).model_64, {0, 32}}; }
static Box box_b2(int) { return {{0, 32}}; }
static Box box_y(int number) { return {device(number).data_8, {0, 32}}; }
static Box box_o_part(int number) { return {device(number).data_8, {0, 32}}; }
static Box box_o(int number) { return {device(number).data_8, {0, 32}}; }

// What moves: the boxes that devices hold and need, each with the window of its buffer.

// For step 3 o, among devices {0, 1, 2, 3}, {4, 5, 6, 7}.
const Reduction all_reduce_over_model = {.group = {.name = "model", .mesh = {2, 4}, .axes = {1}},
                                         .combine = Combine::add,
                                         .held = {.box = box_o_part, .window = box_o_part},
                                         .needed = {.box = box_o, .window = box_o}};

// Where buffers lie in a device's arena [bytes]: room for the largest device. Beside each: how much
// it takes, in which steps it is needed, and what was there before.
enum Offset : size_t {
  at_x = 0,            // 512 bytes, always
  at_w1 = 512,         // 2,048 bytes, always
  at_b1 = 2560,        // 256 bytes, always
  at_w2 = 2816,        // 2,048 bytes, always
  at_b2 = 4864,        // 256 bytes, always
  at_h = 5632,         // 256 bytes, steps 1 to 2
  at_o_part = 5888,    // 512 bytes, steps 2 to 3
  at_o = 6400,         // 512 bytes, steps 3 to 4
  at_y = 5120,         // 512 bytes, always
  arena_bytes = 6912,  // 256 bytes more than is needed at one time: gaps between buffers
};

template <typename T>
static T *at(const Slot &slot, size_t offset) {
  return reinterpret_cast<T *>(slot.arena + offset);
}

std::vector<Local> &locals(Machine &machine) {
  auto &devices = machine.kept<std::vector<Local>>();
  devices.clear();
  for (Slot &slot : machine.local) {
    const Buffers buffers = {.x = at<float>(slot, at_x),
                             .w1 = at<float>(slot, at_w1),
                             .b1 = at<float>(slot, at_b1),
                             .w2 = at<float>(slot, at_w2),
                             .b2 = at<float>(slot, at_b2),
                             .h = at<float>(slot, at_h),
                             .o_part = at<float>(slot, at_o_part),
                             .o = at<float>(slot, at_o),
                             .y = at<float>(slot, at_y)};
    devices.push_back({buffers, slot.stream});
  }
  return devices;
}

const Program &program() {
  static const Program program = {
      .name = "megatron",
      .devices_are = "mesh data=2, model=4",
      .devices = 8,
      .arena_bytes = arena_bytes,
      .work = 79872, // FLOPs, or bytes where a kernel has more of them
      .inputs = {{"x", Type::f32, {8, 32}, "[data, -]", {{at_x, box_x, box_x}}},
                 {"w1", Type::f32, {32, 64}, "[-, model]", {{at_w1, box_w1, box_w1}}},
                 {"b1", Type::f32, {64}, "[model]", {{at_b1, box_b1, box_b1}}},
                 {"w2", Type::f32, {64, 32}, "[model, -]", {{at_w2, box_w2, box_w2}}},
                 {"b2", Type::f32, {32}, "[-]", {{at_b2, box_b2, box_b2}}}},
      .outputs = {{"y", Type::f32, {8, 32}, "[data, -]", {{at_y, box_y, box_y}}}},
      .constants = {},
      .collectives = shardc::runtime::make_collectives,
      .workspace_bytes = 512,
      .fingerprint = 0x63ce7e972362d676,
      .step = step,
  };
  return program;
}

} // namespace megatron
