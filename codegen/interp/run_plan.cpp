// SPDX-License-Identifier: Apache-2.0
#include "codegen/interp/run_plan.h"

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

namespace {

/// One shard of one function.
class ShardRun {
public:
  ShardRun(const Plan &plan, const Function &function, int64_t number)
      : plan(plan), function(function), coordinates(coordinatesOf(function, number)) {}

  std::optional<Fault> run(ArrayRef<HostTensor> inputs, std::vector<HostTensor> &outputs,
                           std::vector<std::vector<uint8_t>> &written) {
    for (const Buffer &buffer : function.buffers)
      windows.push_back(makeWindow(buffer));
    for (auto [buffer, window] : llvm::zip(function.buffers, windows)) {
      if (buffer.role == Role::input) fill(buffer, window, inputs[buffer.index].data);
      if (buffer.role == Role::constant) fill(buffer, window, plan.constants[buffer.index].data);
    }
    for (const Step &step : function.steps)
      if (auto fault = runStep(step)) return Fault{step.label + ": " + fault->what};
    for (auto [buffer, window] : llvm::zip(function.buffers, windows))
      if (buffer.role == Role::output)
        if (auto fault = put(buffer, window, outputs[buffer.index], written[buffer.index]))
          return fault;
    return std::nullopt;
  }

private:
  WindowData makeWindow(const Buffer &buffer) const {
    WindowData window;
    window.type = buffer.type;
    window.window = boxAt(buffer.window, function, coordinates);
    window.data.assign(std::max<int64_t>(0, volume(window.window)) * info(buffer.type).bytes, 0);
    return window;
  }

  Box boxOf(const Buffer &buffer) const { return boxAt(buffer.box, function, coordinates); }

  void fill(const Buffer &buffer, WindowData &window, const std::vector<char> &whole) const {
    const int64_t bytes = info(buffer.type).bytes;
    forEachRow(buffer.shape, window.window, boxOf(buffer),
               [&](int64_t from, int64_t to, int64_t count) {
                 std::memcpy(&window.data[to * bytes], &whole[from * bytes], count * bytes);
               });
  }

  std::optional<Fault> runStep(const Step &step) {
    const Kernel &kernel = function.kernels[step.kernel];
    Env env;
    for (const Span &loop : kernel.loops)
      env.loops.push_back(spanAt(loop, function, coordinates));
    SmallVector<const WindowData *, 4> ins;
    SmallVector<WindowData *, 2> outs;
    for (int in : step.ins)
      ins.push_back(&windows[in]);
    for (int out : step.outs)
      outs.push_back(&windows[out]);
    return interpret(kernel.formula, env, ins, outs);
  }

  std::optional<Fault> put(const Buffer &buffer, const WindowData &window, HostTensor &output,
                           std::vector<uint8_t> &written) const {
    const int64_t bytes = info(buffer.type).bytes;
    bool twice = false;
    forEachRow(buffer.shape, window.window, boxOf(buffer),
               [&](int64_t to, int64_t from, int64_t count) {
                 std::memcpy(&output.data[to * bytes], &window.data[from * bytes], count * bytes);
                 for (int64_t element = to; element < to + count; ++element)
                   twice = twice || written[element]++;
               });
    if (!twice) return std::nullopt;
    return Fault{"an element of output '" + plan.outputs[buffer.index].name +
                 "' is written by two shards"};
  }

  const Plan &plan;
  const Function &function;
  SmallVector<int64_t, 4> coordinates;
  std::vector<WindowData> windows;
};

} // namespace

std::optional<Fault> runPlan(const Plan &plan, ArrayRef<HostTensor> inputs,
                             std::vector<HostTensor> &outputs, const RunOptions &options) {
  std::vector<std::vector<uint8_t>> written;
  outputs.clear();
  for (const PlanTensor &output : plan.outputs) {
    outputs.push_back(HostTensor::zeros(output.type));
    outputs.back().data.assign(outputs.back().data.size(), '\x5a');
    written.emplace_back(output.type.elements(), 0);
  }
  for (const Function &function : plan.functions)
    for (int64_t shard = 0; shard < function.shards(); ++shard) {
      const int64_t number = options.reversed ? function.shards() - 1 - shard : shard;
      if (auto fault = ShardRun(plan, function, number).run(inputs, outputs, written))
        return fault;
    }
  for (auto [output, counts] : llvm::zip(plan.outputs, written))
    for (uint8_t count : counts)
      if (count == 0) return Fault{"an element of output '" + output.name + "' is not written"};
  return std::nullopt;
}

} // namespace shardc
