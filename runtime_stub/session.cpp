// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include "data.h"
#include "lookup.h"
#include "npy.h"

#include <set>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

Session::Session(const Program &table, const Options &options)
    : program(table), failure(std::make_shared<Failure>()), given(table.inputs.size()) {
  int device = 0;
  for (std::vector<Stream> &streams : open_streams(program, options, failure)) {
    Machine &machine = machines.emplace_back();
    for (Stream &stream : streams) {
      char *arena = stream.allocate(program.arena_bytes);
      machine.local.push_back({device++, std::move(stream), arena});
    }
  }
  if (program.collectives != nullptr)
    for (Machine &machine : machines)
      machine.collectives = program.collectives(machine, options);
  for (const Constant &constant : program.constants) {
    const Array read =
        constant.data != nullptr ? Array() : read_constant(program, constant, options.data_dir);
    const void *data = constant.data != nullptr ? constant.data : read.data.data();
    for (const Part &part : constant.parts)
      put(part, constant.type, constant.shape, static_cast<const char *>(data));
  }
}

void Session::put(const Part &part, Type type, const std::vector<int64_t> &shape,
                  const char *data) {
  const size_t size = bytes(type);
  for (Machine &machine : machines)
    for (Slot &slot : machine.local) {
      const Box box = part.box(slot.device);
      if (elements(box) == 0) continue;
      const Box window = part.window(slot.device);
      std::vector<char> staged(elements(window) * size);
      copy_box(staged.data(), window, data, whole(shape), box, size);
      slot.stream.upload(slot.arena + part.offset, staged.data(), staged.size());
    }
}

/// `list[index]`, for a caller who brings or wants that many bytes.
static const Tensor &find(const std::vector<Tensor> &list, int index, size_t data_bytes) {
  const Tensor &tensor = find(list, index);
  const size_t expected = elements(whole(tensor.shape)) * bytes(tensor.type);
  if (data_bytes == expected) return tensor;
  throw Error(Exit::wrong_input, "'" + std::string(tensor.name) + "' has " +
                                     std::to_string(expected) + " bytes, not " +
                                     std::to_string(data_bytes));
}

void Session::set_input(int index, const void *data, size_t data_bytes) {
  const Tensor &input = find(program.inputs, index, data_bytes);
  if (data == nullptr && data_bytes > 0) throw Error(Exit::usage, "there is no data");
  computed = false;
  for (const Part &part : input.parts)
    put(part, input.type, input.shape, static_cast<const char *>(data));
  given[index] = true;
}

void Session::load_npy(const char *name, const char *path) {
  if (name == nullptr || path == nullptr)
    throw Error(Exit::usage, name == nullptr ? "there is no name" : "there is no path");
  const std::vector<Signature> inputs = signatures(program.inputs);
  const int input = findOne(Lookup(inputs, Side::input), inputs, name);
  if (input < 0) throw Error(Exit::usage, "there is no input '" + std::string(name) + "'");
  const Array array = readNpy(path);
  requireSignature(array, inputs[input], path);
  set_input(input, array.data.data(), array.data.size());
}

void Session::run() {
  for (size_t i = 0; i < given.size(); ++i)
    if (!given[i])
      throw Error(Exit::usage, std::string("input '") + program.inputs[i].name + "' is not given");
  failure->check(); // a session that has failed stays failed
  computed = false;
  try {
    run_step(program, machines);
  } catch (const Error &error) {
    failure->record(error);
    throw;
  }
  for (size_t i = 0; i < given.size(); ++i)
    given[i] = !program.inputs[i].donated;
  computed = true;
}

/// A device's box of an output, unless that has been seen.
static void get(const Part &part, const Tensor &output, Slot &slot,
                std::set<std::vector<int64_t>> &seen, char *data) {
  const Box box = part.box(slot.device);
  std::vector<int64_t> start;
  for (const Interval &dim : box)
    start.push_back(dim.lo);
  if (elements(box) == 0 || !seen.insert(start).second) return;
  const Box window = part.window(slot.device);
  const size_t size = bytes(output.type);
  std::vector<char> staged(elements(window) * size);
  slot.stream.download(staged.data(), slot.arena + part.offset, staged.size());
  copy_box(data, whole(output.shape), staged.data(), window, box, size);
}

void Session::get_output(int index, void *data, size_t data_bytes) {
  const Tensor &output = find(program.outputs, index, data_bytes);
  if (data == nullptr && data_bytes > 0) throw Error(Exit::usage, "there is no room for the data");
  failure->check();
  if (!computed)
    throw Error(Exit::usage, "output '" + std::string(output.name) +
                                 "' is not computed; run first, and again after a new input");
  std::set<std::vector<int64_t>> seen; // where the boxes start: equal boxes start alike
  for (const Part &part : output.parts)
    for (Machine &machine : machines)
      for (Slot &slot : machine.local)
        get(part, output, slot, seen, static_cast<char *>(data));
}

std::vector<Signature> signatures(const std::vector<Tensor> &list) {
  std::vector<Signature> all;
  for (const Tensor &tensor : list)
    all.push_back({tensor.name, tensor.type, tensor.shape, tensor.spelling ? tensor.spelling : ""});
  return all;
}

const Tensor &find(const std::vector<Tensor> &list, int index) {
  if (index >= 0 && index < static_cast<int>(list.size())) return list[index];
  throw Error(Exit::usage,
              "there is no number " + std::to_string(index) + " of " + std::to_string(list.size()));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
