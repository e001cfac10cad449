// What differs between the devices of uneven: the boxes that follow from their places on the mesh.
#include "uneven.plan.h"

namespace uneven {

using shardc::runtime::Box, shardc::runtime::Slot, shardc::runtime::Type, shardc::runtime::cut;

//   device  p_10     q_7
//   0       [0, 3)   [0, 4)
//   1       [0, 3)   [4, 7)
//   2       [3, 5)   [0, 4)
//   3       [3, 5)   [4, 7)
//   4       [5, 8)   [0, 4)
//   5       [5, 8)   [4, 7)
//   6       [8, 10)  [0, 4)
//   7       [8, 10)  [4, 7)
Device device(int number) {
  const int p = number / 2, q = number % 2;
  return {.p_10 = cut<int>(10, 4, p), .q_7 = cut<int>(7, 2, q)};
}

// What a device holds of inputs, constants and outputs, and of what it exchanges, per dimension.
static Box box_x(int number) { return {device(number).p_10, {0, 6}}; }
static Box box_w(int number) { return {{0, 6}, device(number).q_7}; }
static Box box_b(int number) { return {device(number).q_7}; }
static Box box_y_all(int number) { return {device(number).p_10, {0, 7}}; }
static Box box_y(int number) { return {device(number).p_10, device(number).q_7}; }

// What moves: the boxes that devices hold and need, each with the window of its buffer.

// For step 2 y_all, among devices {0, 1}, {2, 3}, {4, 5}, {6, 7}.
const Exchange all_gather_over_q = {.group = {.name = "q", .mesh = {4, 2}, .axes = {1}},
                                    .held = {.box = box_y, .window = box_y},
                                    .needed = {.box = box_y_all, .window = box_y_all}};

// Where buffers lie in a device's arena [bytes]: room for the largest device. Beside each: how much
// it takes, in which steps it is needed, and what was there before.
enum Offset : size_t {
  at_x = 0,        // 256 bytes, always
  at_w = 256,      // 256 bytes, always
  at_b = 512,      // 256 bytes, always
  at_y = 1024,     // 256 bytes, steps 1 to 2
  at_y_all = 768,  // 256 bytes, always
  arena_bytes = 1280,
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
                             .w = at<float>(slot, at_w),
                             .b = at<float>(slot, at_b),
                             .y = at<float>(slot, at_y),
                             .y_all = at<float>(slot, at_y_all)};
    devices.push_back({device(slot.device), buffers, slot.stream});
  }
  return devices;
}

const Program &program() {
  static const Program program = {
      .name = "uneven",
      .devices_are = "mesh p=4, q=2",
      .devices = 8,
      .arena_bytes = arena_bytes,
      .work = 1856, // FLOPs, or bytes where a kernel has more of them
      .inputs = {{"x", Type::f32, {10, 6}, "[p, -]", {{at_x, box_x, box_x}}},
                 {"w", Type::f32, {6, 7}, "[-, q]", {{at_w, box_w, box_w}}},
                 {"b", Type::f32, {7}, "[q]", {{at_b, box_b, box_b}}}},
      .outputs = {{"y", Type::f32, {10, 7}, "[p, -]", {{at_y_all, box_y_all, box_y_all}}}},
      .constants = {},
      .collectives = shardc::runtime::make_collectives,
      .fingerprint = 0x5002c9af5ba1b98e,
      .step = step,
  };
  return program;
}

} // namespace uneven
