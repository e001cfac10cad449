// SPDX-License-Identifier: Apache-2.0
// Buffers that come and go are sorted twice, by when they come and by when they go: a run walks
// along both lists once.
#include "codegen/interp/shard_run.h"

#include "codegen/interp/evaluator.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

namespace shardc {

static int64_t extentOf(const Box &box, size_t dim) { return box[dim].extent(); }

/// Calls `copy(wholeElement, windowElement, count)` for every row of `box`.
template <typename Copy>
static void forEachRow(ArrayRef<int64_t> shape, const Box &window, const Box &box, Copy copy,
                       size_t dim = 0, int64_t whole = 0, int64_t held = 0) {
  if (isEmpty(box)) return;
  if (dim == box.size()) return copy(whole, held, int64_t{1});
  whole = whole * shape[dim] + box[dim].lo;
  held = held * extentOf(window, dim) + box[dim].lo - window[dim].lo;
  if (dim + 1 == box.size()) return copy(whole, held, box[dim].extent());
  for (int64_t row = 0; row < box[dim].extent(); ++row)
    forEachRow(shape, window, box, copy, dim + 1, whole + row, held + row);
}

void takeMemory(WindowData &window) {
  window.data.resize(std::max<int64_t>(0, volume(window.window)) * info(window.type).bytes);
}

ShardRun::ShardRun(const Plan &plan, const Function &function, int64_t number)
    : plan(plan), function(function), coordinates(coordinatesOf(function, number)) {
  for (auto [place, buffer] : llvm::enumerate(function.buffers)) {
    WindowData &window = windows.emplace_back();
    window.type = buffer.type;
    window.window = boxAt(buffer.window, function, coordinates);
    // What is there of some rows at a time has memory only where it is computed for all.
    if (comesAndGoes(buffer.role) && !buffer.ofBlock) byFirst.push_back(static_cast<int>(place));
  }
  byLast = byFirst;
  llvm::stable_sort(byFirst, [&](int a, int b) {
    return function.buffers[a].firstStep < function.buffers[b].firstStep;
  });
  llvm::stable_sort(byLast, [&](int a, int b) {
    return function.buffers[a].lastStep < function.buffers[b].lastStep;
  });
}

void ShardRun::load(ArrayRef<HostTensor> inputs) {
  for (auto [buffer, window] : llvm::zip(function.buffers, windows)) {
    if (comesAndGoes(buffer.role) || buffer.ofBlock) continue;
    takeMemory(window);
    if (buffer.role == Role::input) give(buffer, window, inputs[buffer.index].data);
    if (buffer.role == Role::constant) fill(buffer, window, plan.constants[buffer.index].data);
  }
}

void ShardRun::takeMemoryUpTo(int64_t next) {
  for (; taken < byFirst.size() && function.buffers[byFirst[taken]].firstStep < next; ++taken)
    takeMemory(windows[byFirst[taken]]);
}

void ShardRun::freeMemoryUpTo(int64_t next) {
  for (; freed < byLast.size() && function.buffers[byLast[freed]].lastStep < next; ++freed)
    std::vector<char>().swap(windows[byLast[freed]].data); // clear() would keep the memory
}

std::optional<Fault> ShardRun::compute(const Compute &compute, ArrayRef<Step> steps,
                                       ArrayRef<int64_t> trips, const shardc_communicator *others) {
  return compute({function, steps, coordinates, trips, windows, others});
}

std::optional<Fault> ShardRun::swap(const Step &step) {
  std::swap(windows[step.ins.front()], windows[step.outs.front()]);
  return std::nullopt;
}

int32_t ShardRun::number(int buffer) const {
  const WindowData &window = windows[buffer];
  int32_t value = 0;
  std::memcpy(&value, window.data.data(), info(window.type).bytes);
  return value;
}

Member ShardRun::memberOf(const Collective &collective, const Step &step) {
  return {boxAt(collective.held, function, coordinates),
          boxAt(collective.needed, function, coordinates), &windows[step.ins.front()],
          &windows[step.outs.front()]};
}

Member ShardRun::memberOf(size_t buffer) {
  const Box box = boxOf(function.buffers[buffer]);
  return {box, box, &windows[buffer], &windows[buffer]};
}

std::optional<Fault> ShardRun::store(Outputs &outputs) const {
  for (auto [buffer, window] : llvm::zip(function.buffers, windows))
    if (buffer.role == Role::output)
      if (auto fault = put(buffer, window, outputs)) return fault;
  return std::nullopt;
}

Box ShardRun::boxOf(const Buffer &buffer) const { return boxAt(buffer.box, function, coordinates); }

/// Of an input that arrives unreduced one device has it all, and the others nothing that counts.
void ShardRun::give(const Buffer &buffer, WindowData &window,
                    const std::vector<char> &whole) const {
  const std::optional<Unreduced> &unreduced = plan.inputs[buffer.index].unreduced;
  const auto isFirst = [&](int coordinate) { return coordinates[coordinate] == 0; };
  if (!unreduced || llvm::all_of(unreduced->over, isFirst)) return fill(buffer, window, whole);
  const Slot nothing = toSlot(*identity(unreduced->combine, buffer.type));
  const int64_t bytes = info(buffer.type).bytes;
  for (size_t at = 0; at < window.data.size(); at += bytes)
    storeSlot(buffer.type, &window.data[at], nothing);
}

void ShardRun::fill(const Buffer &buffer, WindowData &window,
                    const std::vector<char> &whole) const {
  const int64_t bytes = info(buffer.type).bytes;
  forEachRow(buffer.shape, window.window, boxOf(buffer),
             [&](int64_t from, int64_t to, int64_t count) {
               std::memcpy(&window.data[to * bytes], &whole[from * bytes], count * bytes);
             });
}

std::optional<Fault> ShardRun::put(const Buffer &buffer, const WindowData &window,
                                   Outputs &outputs) const {
  const int64_t bytes = info(buffer.type).bytes;
  std::vector<char> &whole = outputs.tensors[buffer.index].data;
  std::vector<uint8_t> &written = outputs.written[buffer.index];
  bool twice = false, differs = false;
  forEachRow(buffer.shape, window.window, boxOf(buffer),
             [&](int64_t to, int64_t from, int64_t count) {
               for (int64_t k = 0; k < count; ++k, ++to, ++from) {
                 const char *element = &window.data[from * bytes];
                 twice |= written[to] != 0;
                 differs |= written[to] && std::memcmp(&whole[to * bytes], element, bytes) != 0;
                 written[to] = 1;
                 std::memcpy(&whole[to * bytes], element, bytes);
               }
             });
  const std::string element = "an element of output '" + plan.outputs[buffer.index].name + "' is ";
  if (twice && !outputs.replicas) return Fault{element + "written by two shards"};
  if (differs) return Fault{element + "not the same on two devices"};
  return std::nullopt;
}

} // namespace shardc
