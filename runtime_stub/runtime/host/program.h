// SPDX-License-Identifier: Apache-2.0
// A program as tables that the bundle fills in.
#pragma once

#include "runtime/box.h"
#include "runtime/host/function_ref.h"
#include "runtime/host/stream.h"
#include "runtime/io/array.h"

#include <any>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A buffer for a part of an input, constant or output.
struct Part {
  size_t offset;             // in every device's arena [bytes]
  Box (*box)(int device);    // what the device holds; no elements: it has nothing to do with it
  Box (*window)(int device); // what the buffer has room for: at least the box
};

/// Of what is left unreduced: the partial results that make it up (partials.h). Neighbours are
/// combined first, then pairs of them, as in the tree of a sum.
struct Partials {
  int count = 1;
  int (*number)(int device) = nullptr;                                    // which one it has
  void (*combine)(char *left, const char *right, size_t count) = nullptr; // left += right
  void (*clear)(char *data, size_t count) = nullptr;                      // to what changes nothing

  int of(int device) const { return count > 1 ? number(device) : 0; }
};

/// An input or output.
struct Tensor {
  const char *name;
  Type type;
  std::vector<int64_t> shape; // of the whole value
  const char *sharding;       // per dimension, for people
  std::vector<Part> parts;    // several where a device reads boxes that lie far apart
  bool donated = false;       // an input whose memory a call may overwrite: set it before each call
  const char *spelling = nullptr; // of the program, where `name` is another
  Partials partials = {};
};

/// A value that comes with the program: either in the source or in a file.
struct Constant {
  const char *name;
  Type type;
  std::vector<int64_t> shape;
  const void *data; // whole and row-major; null: in the file
  const char *file; // "w.npy", where data.h says; null: in the source
  std::vector<Part> parts;
};

/// An output that becomes an input, and lies otherwise.
struct Feed {
  int output, input;
};

class Collectives;
class Talks;
class Kernels;
struct Machine;

struct Program {
  const char *name, *devices_are; // how the devices are arranged, for people
  int devices;
  size_t arena_bytes; // per device
  int64_t work;       // of a call, on all devices: FLOPs, or bytes where kernels have more of those
  std::vector<Tensor> inputs, outputs;
  std::vector<Constant> constants = {};
  const char *data = nullptr; // the folder of their files when the program was built
  Array (*read)(const Program &, const Constant &,
                const std::string &data_dir) = nullptr; // such a file (data.h); nullptr: none are
  std::vector<int> gpus = {};      // that devices are on, one each; none: neighbours together
  std::vector<int> processes = {}; // that devices are in, one each; none: neighbours together
  std::shared_ptr<Collectives> (*collectives)(Machine &, size_t workspace_bytes,
                                              const Options &) = nullptr; // nullptr: none needed
  size_t workspace_bytes = 0; // per device, that GPUs combine partial sums in
  std::shared_ptr<Talks> (*talks)(Machine &,
                                  const Options &) = nullptr; // nullptr: no code communicates
  std::shared_ptr<Kernels> (*kernels)(int gpu) = nullptr;     // compiled for it; nullptr: linked
  std::vector<Feed> feeds = {};                               // what moves between calls
  void (*feed)(Machine &machine, int number) = nullptr;       // gives the work of one of them
  uint64_t fingerprint = 0;                                   // of what it is made of
  void (*step)(Machine &machine); // gives all work of one call to the streams
};

/// A device and its memory.
struct Slot {
  int device;
  Stream stream;
  char *arena;
};

/// The devices that one thread gives work to: all of this process's GPUs, or its share on CPUs.
struct Machine {
  std::vector<Slot> local;
  std::shared_ptr<Collectives> collectives;
  std::shared_ptr<Talks> talks = {};               // of code of one's own (collectives/talks.h)
  std::shared_ptr<const Placement> placement = {}; // of all devices
  std::string remark = {}; // for people, about how data goes between its devices
  std::any lists = {};     // of the program, which its calls use one after another

  /// The program's lists of what it has on these devices: made once, so that calls make none.
  template <typename Lists>
  Lists &kept() {
    return lists.has_value() ? *std::any_cast<Lists>(&lists) : lists.emplace<Lists>();
  }
};

/// Lets `give` give work to all devices, and waits for them. Throws what went wrong, first of all
/// on any device, or that the limit has passed.
void run_on(std::vector<Machine> &machines, FunctionRef<void(Machine &)> give);
/// The same in two halves, between which GPUs work; on CPUs the first does it all.
void give_to(std::vector<Machine> &machines, FunctionRef<void(Machine &)> give);
void finish_on(std::vector<Machine> &machines);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
