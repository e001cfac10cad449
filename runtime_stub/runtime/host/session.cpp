// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/session.h"

#include "runtime/host/hash.h"
#include "runtime/host/parts.h"
#include "runtime/io/formats/npy.h"
#include "runtime/io/lookup.h"

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a program's devices among the processes that there are.
static std::shared_ptr<const Placement> place(const Program &program, const Options &options) {
  if (options.processes == nullptr) return std::make_shared<Placement>(program.devices, 1);
  return std::make_shared<Placement>(options.ranks.empty() ? program.processes : options.ranks,
                                     program.devices, options.processes->count());
}

static uint64_t hash_of(const std::vector<int> &numbers) {
  Hash hash;
  for (int number : numbers)
    hash.add(static_cast<uint64_t>(number));
  return hash.value;
}

Session::Session(const Program &table, const Options &options)
    : program(table), failure(std::make_shared<Failure>()), processes(options.processes),
      limit(options.limit), placement(place(table, options)),
      devices(placement->devices_of(processes ? processes->rank() : 0)), values(table),
      given(table.inputs.size(), std::vector<bool>(table.devices)) {
  if (processes) {
    agree(*processes, program.fingerprint, "program", limit);
    agree(*processes, hash_of(options.ranks), "table of ranks", limit);
  }
  auto device = devices.begin();
  for (std::vector<Stream> &streams : open_streams(program, devices, options, failure)) {
    Machine &machine = machines.emplace_back();
    machine.placement = placement;
    for (Stream &stream : streams) {
      char *arena = stream.allocate(program.arena_bytes);
      machine.local.push_back({*device++, std::move(stream), arena});
    }
  }
  if (program.collectives != nullptr)
    for (Machine &machine : machines)
      machine.collectives = program.collectives(machine, program.workspace_bytes, options);
  if (program.talks != nullptr)
    for (Machine &machine : machines)
      machine.talks = program.talks(machine, options);
  Hash files;
  for (const Constant &constant : program.constants) {
    const Array read =
        constant.data != nullptr ? Array() : program.read(program, constant, options.data_dir);
    files.add(read.data.data(), read.data.size());
    const void *data = constant.data != nullptr ? constant.data : read.data.data();
    for (const Part &part : constant.parts)
      put(part, constant.type, {{whole(constant.shape), static_cast<const char *>(data)}});
  }
  if (processes && program.read != nullptr)
    agree(*processes, files.value, "set of constants", limit);
  say_place("");
}

Session::~Session() {
  if (processes)
    processes->set_where(
        [name = one_line(program.name)] { return std::pair(name, std::string()); });
}

void Session::say_place(const std::string &place) {
  if (processes == nullptr) return;
  const Stream &stream = machines.front().local.front().stream;
  processes->set_where([name = one_line(program.name), stream, place] {
    const std::string step = where_is(stream);
    return std::pair(name, step.empty() ? place : step);
  });
}

static PartPlaces places_in(const Tensor &tensor, const Slot &slot) {
  return [&](size_t part) { return place_of(tensor.parts[part], slot); };
}

/// What combined with the partial results of others changes none of them.
static void upload_nothing(const Part &part, Slot &slot, const Box &box, const Partials &partials,
                           size_t size) {
  std::vector<char> nothing(elements(box) * size);
  partials.clear(nothing.data(), elements(box));
  upload(place_of(part, slot), box, {{box, nothing.data()}}, size);
}

void Session::put(const Part &part, Type type, const std::vector<BoxData> &pieces,
                  const Partials &partials) {
  for (Machine &machine : machines)
    for (Slot &slot : machine.local) {
      const Box box = part.box(slot.device);
      if (elements(box) == 0) continue;
      if (partials.of(slot.device) == 0)
        upload(place_of(part, slot), box, pieces, bytes(type));
      else
        upload_nothing(part, slot, box, partials, bytes(type));
    }
}

Slot *Session::find_slot(int device) {
  for (Machine &machine : machines)
    for (Slot &slot : machine.local)
      if (slot.device == device) return &slot;
  return nullptr;
}

Slot &Session::slot_of(int device) {
  if (Slot *slot = find_slot(device)) return *slot;
  const bool elsewhere = device >= 0 && device < program.devices;
  throw Error(Exit::usage, "there is no device " + std::to_string(device) +
                               (elsewhere ? " in process " + std::to_string(rank()) : ""));
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
  set_input(index, {{whole(input.shape), static_cast<const char *>(data)}});
}

void Session::set_input(int index, const std::vector<BoxData> &pieces) {
  const Tensor &input = find(program.inputs, index);
  require_rest();
  computed = false;
  for (const Part &part : input.parts)
    put(part, input.type, pieces, input.partials);
  given[index].assign(given[index].size(), true);
}

void Session::set_input_shard(int index, int device, const void *data, size_t data_bytes) {
  const Tensor &input = find(program.inputs, index);
  const Slot &slot = slot_of(device);
  require_rest();
  put_shard(input, device, data, data_bytes, places_in(input, slot));
  computed = false;
  given[index][device] = true;
}

void Session::load_npy(const char *name, const char *path) {
  if (name == nullptr || path == nullptr)
    throw Error(Exit::usage, name == nullptr ? "there is no name" : "there is no path");
  const std::vector<Signature> inputs = signatures(program.inputs);
  const int input = findOne(Lookup(inputs, Side::input), inputs, name);
  if (input < 0) throw Error(Exit::usage, "there is no input '" + std::string(name) + "'");
  Array array = readNpy(path);
  adopt(array, inputs[input], path);
  set_input(input, array.data.data(), array.data.size());
}

/// To the devices of this process. Those that hold nothing of an input lack nothing.
static void require_given(const Tensor &input, const std::vector<bool> &given,
                          const std::vector<int> &devices) {
  if (std::find(given.begin(), given.end(), true) == given.end())
    throw Error(Exit::usage,
                std::string("input '") + input.name + "' is not given" +
                    (input.donated ? "; it is donated, so each run needs it anew" : ""));
  for (int device : devices)
    if (!given[device] && shard_bytes(input, device) > 0)
      throw Error(Exit::usage, std::string("input '") + input.name + "' is not given to device " +
                                   std::to_string(device));
}

void Session::require_inputs() {
  if (all_given) return; // what has been given stays
  for (size_t i = 0; i < given.size(); ++i)
    require_given(program.inputs[i], given[i], devices);
  all_given = true;
}

void Session::run() {
  start();
  wait();
}

void Session::start() {
  require_rest();
  require_inputs();
  failure->check(); // a session that has failed stays failed
  computed = false;
  recorded([&] { give_to(machines, program.step); });
  running = true;
}

void Session::wait() {
  if (!running) throw Error(Exit::usage, "nothing runs that could be waited for");
  running = false;
  recorded([&] { finish_on(machines); });
  for (size_t i = 0; i < given.size(); ++i)
    if (program.inputs[i].donated) {
      given[i].assign(given[i].size(), false);
      all_given = false;
    }
  computed = true;
}

void Session::require_rest() const {
  if (running) throw Error(Exit::usage, "the program runs; wait for it first");
}

void Session::recorded(FunctionRef<void()> act) {
  try {
    act();
  } catch (const Error &error) {
    failure->record(error);
    throw;
  }
}

void Session::work(FunctionRef<void(Machine &)> give) {
  recorded([&] { run_on(machines, give); });
}

void Session::require_alike(const Tensor &value, const Tensor &input) const {
  for (int device : devices)
    if (!are_alike(value, input, device))
      throw Error(Exit::unsupported, "'" + std::string(value.name) + "', " +
                                         typeText(value.type, value.shape) + " " + value.sharding +
                                         ", lies otherwise than input '" + input.name + "', " +
                                         typeText(input.type, input.shape) + " " + input.sharding +
                                         ", and the program does not move it; give both one type, "
                                         "and one sharding in the config");
}

/// Whether what is written by one of a device's copies is still to be read. Looked for by where
/// outputs begin, which have memory of their own: there may be hundreds.
template <typename Copies>
static bool are_mixed(const Copies &copies) {
  for (const auto &one : copies) {
    auto other = std::partition_point(copies.begin(), copies.end(), [&](const auto &each) {
      return each.from + each.bytes <= one.to;
    });
    for (; other != copies.end() && other->from < one.to + one.bytes; ++other)
      if (&*other != &one || one.from != one.to) return true; // its own, too, if in part
  }
  return false;
}

/// Which of the program's feeds that is; -1: none.
static int move_of(const Program &program, int output, int input) {
  for (size_t k = 0; k < program.feeds.size(); ++k)
    if (program.feeds[k].output == output && program.feeds[k].input == input)
      return static_cast<int>(k);
  return -1;
}

/// Of what lies alike on a device, by where outputs begin.
template <typename Copy>
static std::vector<Copy> copies_of(const Program &program,
                                   const std::vector<std::pair<int, int>> &pairs, int device) {
  std::vector<Copy> copies;
  for (const auto &[from, to] : pairs) {
    const Tensor &output = program.outputs[from], &input = program.inputs[to];
    for (size_t k = 0; k < output.parts.size(); ++k)
      if (const Box box = output.parts[k].window(device); elements(box) > 0)
        copies.push_back(
            {output.parts[k].offset, input.parts[k].offset, elements(box) * bytes(output.type)});
  }
  std::sort(copies.begin(), copies.end(),
            [](const Copy &a, const Copy &b) { return a.from < b.from; });
  return copies;
}

const Session::Feeding &Session::feeding_of(const std::vector<std::pair<int, int>> &pairs) {
  if (!pairs.empty() && feeding.pairs == pairs) return feeding;
  Feeding made;
  std::vector<std::pair<int, int>> alike;
  for (const auto &[from, to] : pairs) {
    const Tensor &output = find(program.outputs, from), &input = find(program.inputs, to);
    const int move = move_of(program, from, to);
    if (move >= 0) {
      made.moves.push_back(move);
      continue;
    }
    require_alike(output, input);
    alike.emplace_back(from, to);
  }
  for (int device : devices)
    made.copies.push_back(copies_of<Feeding::Copy>(program, alike, device));
  made.pairs = pairs;
  feeding = std::move(made);
  return feeding;
}

void Session::feed(Slot &slot, const std::vector<Feeding::Copy> &copies) {
  if (!are_mixed(copies)) {
    for (const Feeding::Copy &copy : copies)
      if (copy.from != copy.to)
        slot.stream.upload(slot.arena + copy.to, slot.arena + copy.from, copy.bytes);
    return;
  }
  size_t at = 0;
  for (const Feeding::Copy &copy : copies) {
    on_the_way.resize(std::max(on_the_way.size(), at + copy.bytes));
    slot.stream.download(on_the_way.data() + at, slot.arena + copy.from, copy.bytes);
    at += copy.bytes;
  }
  at = 0;
  for (const Feeding::Copy &copy : copies) {
    slot.stream.upload(slot.arena + copy.to, on_the_way.data() + at, copy.bytes);
    at += copy.bytes;
  }
}

void Session::feed(const std::vector<std::pair<int, int>> &pairs) {
  require_rest();
  for (const auto &[from, to] : pairs)
    require_computed(find(program.outputs, from));
  const Feeding &how = feeding_of(pairs);
  for (int move : how.moves)
    work([&](Machine &machine) { program.feed(machine, move); });
  auto copies = how.copies.begin();
  for (Machine &machine : machines)
    for (Slot &slot : machine.local)
      feed(slot, *copies++);
  for (const auto &[from, to] : pairs)
    given[to].assign(given[to].size(), true);
  computed = false;
}

void Session::feed(const int *outputs, const int *inputs, int count) {
  if (count < 0 || (count > 0 && (outputs == nullptr || inputs == nullptr)))
    throw Error(Exit::usage, "there are no pairs of outputs and inputs");
  fed.clear();
  for (int k = 0; k < count; ++k) {
    if (std::find(inputs, inputs + k, inputs[k]) != inputs + k)
      throw Error(Exit::usage, "input '" + std::string(find(program.inputs, inputs[k]).name) +
                                   "' is given two outputs");
    fed.emplace_back(outputs[k], inputs[k]);
  }
  feed(fed);
}

void Session::require_computed(const Tensor &output) const {
  require_rest();
  failure->check();
  if (!computed)
    throw Error(Exit::usage, "output '" + std::string(output.name) +
                                 "' is not computed; run first, and again after a new input");
}

/// Neighbours first, as in the tree of a sum; the total is in the first one.
static void combine_all(std::vector<std::vector<char>> &results, const Partials &partials,
                        size_t count) {
  for (size_t step = 1; step < results.size(); step *= 2)
    for (size_t k = 0; k + step < results.size(); k += 2 * step)
      partials.combine(results[k].data(), results[k + step].data(), count);
}

void Session::get_output(int index, void *data, size_t data_bytes) {
  const Tensor &output = find(program.outputs, index, data_bytes);
  if (data == nullptr && data_bytes > 0 && rank() == 0)
    throw Error(Exit::usage, "there is no room for the data");
  const size_t size = bytes(output.type);
  if (!processes && output.partials.count == 1)
    return copy_output(output, static_cast<char *>(data));
  each_box(output, /*to_first=*/true, [&](const Box &box, const char *held) {
    copy_box(static_cast<char *>(data), whole(output.shape), held, box, box, size);
  });
}

/// Straight from the devices, which are all here.
void Session::copy_output(const Tensor &output, char *data) {
  require_computed(output);
  for (const Part &part : output.parts)
    for (const auto &[start, holders] : holders_of(part, output.partials))
      download(place_of(part, slot_of(holders.front())), part.box(holders.front()), data,
               whole(output.shape), bytes(output.type));
}

void Session::own_output(int index, const TakeBox &take) {
  each_box(find(program.outputs, index), /*to_first=*/false, take);
}

std::vector<Session::Block> Session::blocks_of(int index) const {
  const Tensor &output = find(program.outputs, index);
  std::vector<Block> blocks;
  for (const Part &part : output.parts)
    for (const auto &[start, holders] : holders_of(part, output.partials)) {
      const Box box = part.box(holders.front());
      Block &block = blocks.emplace_back(Block{box, {}, placement->process(holders.front())});
      for (int device = 0; device < program.devices; ++device)
        if (same_box(part.box(device), box)) block.devices.push_back(device);
    }
  return blocks;
}

void Session::each_box(const Tensor &output, bool to_first, const TakeBox &take) {
  require_computed(output);
  for (const Part &part : output.parts)
    for (const auto &[start, holders] : holders_of(part, output.partials)) {
      const int taker = to_first ? 0 : placement->process(holders.front());
      const Box box = part.box(holders.front());
      std::vector<std::vector<char>> results = gather(part, output, holders, taker);
      if (rank() != taker) continue;
      if (holders.size() > 1) combine_all(results, output.partials, elements(box));
      take(box, results.front().data());
    }
}

/// One device for each of the boxes that make up a value, and for each partial result of it.
Session::Holders Session::holders_of(const Part &part, const Partials &partials) const {
  Holders all;
  for (int device = 0; device < program.devices; ++device) {
    const Box box = part.box(device);
    if (elements(box) == 0) continue;
    std::vector<int64_t> start; // equal boxes start alike
    for (const Interval &dim : box)
      start.push_back(dim.lo);
    std::vector<int> &holders = all[start];
    holders.resize(partials.count, -1);
    int &holder = holders[partials.of(device)];
    if (holder < 0) holder = device;
  }
  return all;
}

std::vector<std::vector<char>> Session::gather(const Part &part, const Tensor &output,
                                               const std::vector<int> &holders, int taker) {
  const size_t size = bytes(output.type);
  std::vector<std::vector<char>> results;
  std::vector<Message> sent, received;
  for (int holder : holders) {
    const Box box = part.box(holder);
    const int owner = placement->process(holder);
    if (owner != rank() && taker != rank()) continue;
    std::vector<char> &result = results.emplace_back(elements(box) * size);
    if (Slot *slot = find_slot(holder))
      download(place_of(part, *slot), box, result.data(), box, size);
    if (owner == taker) continue;
    if (owner == rank()) sent.push_back({taker, result.data(), result.size()});
    if (taker == rank()) received.push_back({owner, result.data(), result.size()});
  }
  if (sent.empty() && received.empty()) return results;
  const auto end = std::chrono::steady_clock::now() + limit;
  processes->exchange(sent, received, [&](const std::vector<int> &missing) {
    if (std::chrono::steady_clock::now() < end) return;
    throw Error(Exit::environment, "output '" + std::string(output.name) + "' of process " +
                                       std::to_string(missing.front()) +
                                       " did not come within the limit");
  });
  return results;
}

void Session::get_output_shard(int index, int device, void *data, size_t data_bytes) {
  const Tensor &output = find(program.outputs, index);
  const Slot &slot = slot_of(device);
  require_computed(output);
  get_shard(output, device, data, data_bytes, places_in(output, slot));
}

Session::Memory Session::memory(const Tensor &tensor, int device, int number,
                                const PartPlaces &places) {
  if (number < 0 || number >= static_cast<int>(tensor.parts.size()))
    throw Error(Exit::usage,
                "'" + std::string(tensor.name) + "' has no box " + std::to_string(number));
  const PartPlace place = places(number);
  const Box box = tensor.parts[number].box(device), &window = place.window;
  Memory memory;
  memory.strides.resize(window.size());
  int64_t stride = 1;
  for (size_t dim = window.size(); dim-- > 0; stride *= window[dim].size())
    memory.strides[dim] = stride;
  if (elements(box) > 0) memory.at = place.at + start_of(box, window) * bytes(tensor.type);
  return memory;
}

Session::Memory Session::input_memory(int index, int device, int part) {
  const Tensor &input = find(program.inputs, index);
  require_rest();
  const Memory found = memory(input, device, part, places_in(input, slot_of(device)));
  computed = false;
  given[index][device] = true;
  return found;
}

Session::Memory Session::output_memory(int index, int device, int part) {
  const Tensor &output = find(program.outputs, index);
  require_computed(output);
  return memory(output, device, part, places_in(output, slot_of(device)));
}

std::vector<std::string> Session::remarks() const {
  std::vector<std::string> all;
  for (const Machine &machine : machines)
    if (!machine.remark.empty()) all.push_back(machine.remark);
  return all;
}

static std::vector<int64_t> ends_of(const Box &box) {
  std::vector<int64_t> ends;
  for (const Interval &dim : box)
    ends.insert(ends.end(), {dim.lo, dim.hi});
  return ends;
}

/// Which partial result a device holds of a tensor, and the ends of all that it holds of that; of a
/// part without elements nothing.
static std::vector<int64_t> ends_of(const Tensor &tensor, int device) {
  std::vector<int64_t> ends = {tensor.partials.of(device)};
  for (const Part &part : tensor.parts) {
    const Box box = part.box(device);
    const bool empty = elements(box) == 0;
    for (const Interval &dim : box) {
      ends.push_back(empty ? 0 : dim.lo);
      ends.push_back(empty ? 0 : dim.hi);
    }
  }
  return ends;
}

Owners owners_of(const Program &program, const std::vector<Tensor> &list) {
  Owners owners;
  for (const Tensor &tensor : list) {
    std::map<std::vector<int64_t>, int> first;
    std::vector<int> &own = owners.emplace_back();
    for (int device = 0; device < program.devices; ++device)
      own.push_back(shard_bytes(tensor, device) == 0
                        ? -1
                        : first.emplace(ends_of(tensor, device), device).first->second);
  }
  return owners;
}

std::vector<std::vector<Box>> boxes_here(const Program &program, const std::vector<Tensor> &list,
                                         const Options &options) {
  const int rank = options.processes ? options.processes->rank() : 0;
  const std::vector<int> devices = place(program, options)->devices_of(rank);
  std::vector<std::vector<Box>> all;
  for (const Tensor &tensor : list) {
    std::map<std::vector<int64_t>, Box> boxes; // by their ends
    for (const Part &part : tensor.parts)
      for (int device : devices)
        if (const Box box = part.box(device); elements(box) > 0) boxes.emplace(ends_of(box), box);
    std::vector<Box> &own = all.emplace_back();
    for (const auto &[ends, box] : boxes)
      own.push_back(box);
  }
  return all;
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
