// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/steps/scratch.h"

#include "codegen/lower/steps/routine_scratch.h"
#include "codegen/plan/names.h"
#include "frontend/bug.h"
#include "runtime/host/ops/op_check.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <deque>

namespace shardc {

static constexpr int64_t kFlopsOfShare = 200'000; // some 0.1 ms

namespace {

/// What a device would be given that has the most of each dimension.
class LargestCall {
public:
  LargestCall(const ShardGrid &grid, const Kernel &kernel, const Routine &routine) {
    const Kernel::Call &call = *kernel.call;
    for (const Kernel::Call::Operand &each : call.operands)
      operands.push_back(part(grid, kernel.ins[each.number].type, each.box));
    results.resize(call.resultCount);
    for (auto [result, out] : llvm::zip_equal(call.results, kernel.outs))
      results[result.number] = part(grid, out.type, result.box);
    for (const RoutineAttribute &each : routine.attributes)
      numbers.push_back({each.name.c_str(), nullptr, 0, std::get<int64_t>(each.value)});
  }

  shardc_call given() const {
    shardc_call call = {};
    call.operands = operands.data();
    call.results = results.data();
    call.attributes = numbers.data();
    call.operand_count = static_cast<int64_t>(operands.size());
    call.result_count = static_cast<int64_t>(results.size());
    call.attribute_count = static_cast<int64_t>(numbers.size());
    return call;
  }

private:
  SmallVector<shardc_part, 4> operands, results;
  SmallVector<shardc_attribute, 4> numbers;
  std::deque<SmallVector<int64_t, 4>> extents;
  char somewhere = 0; // it is looked at whether there is memory, not what is in it

  shardc_part part(const ShardGrid &grid, ElementType type, ArrayRef<Span> box) {
    SmallVector<int64_t, 4> &most = extents.emplace_back();
    for (const Span &span : box)
      most.push_back(extentsOf(grid, span).second);
    const auto rank = static_cast<int64_t>(box.size());
    return {&somewhere,  info(type).name, info(type).bytes, rank,
            most.data(), most.data(),     most.data(),      most.data()};
  }
};

class ScratchAdder {
public:
  ScratchAdder(Function &function, const LowerOptions &options)
      : function(function), options(options) {
    for (const Buffer &buffer : function.buffers)
      names.reserve(buffer.name);
  }

  void run() {
    const auto count = static_cast<int>(options.routines.size());
    for (Kernel &kernel : function.kernels) {
      if (!kernel.call || kernel.call->routine >= count) continue;
      const Routine &routine = options.routines[kernel.call->routine];
      kernel.call->scratchBytes = routine.header.empty() ? bytesOf(*kernel.call, routine.scratch)
                                                         : bytesOfOurs(kernel, routine);
      if (!routine.bytes.empty())
        kernel.bytes = bytesOf(*kernel.call, routine.bytes) * positionsOf(*kernel.call);
      if (routine.pads) pad(kernel);
      if (options.checkCalls) kernel.call->roomBytes = roomOf(kernel);
    }
    visit(function.steps);
  }

private:
  Function &function;
  const LowerOptions &options;
  Names names;

  /// What the largest extents of all devices make.
  int64_t bytesOf(const Kernel::Call &call, const SizeFormula &size) const {
    const ShardGrid grid = gridOf(function);
    const auto bytes = sizeOf(size, [&](const LocalExtent &extent) {
      const ArrayRef<Span> box = boxOf(call, extent);
      // Of a result that nobody reads nothing is known.
      return box.empty() ? extent.whole : extentsOf(grid, box[extent.dim]).second;
    });
    if (!bytes) internalError("a part is larger than its whole");
    return *bytes;
  }

  /// How many positions a device has at most, each with a call of its own.
  int64_t positionsOf(const Kernel::Call &call) const {
    int64_t count = 1;
    for (const Span &span : ArrayRef(call.results.front().box).take_front(call.positions))
      count *= extentsOf(gridOf(function), span).second;
    return count;
  }

  /// Of a routine of the runtime's. As many threads are to share it out as have much to do.
  int64_t bytesOfOurs(const Kernel &kernel, const Routine &routine) const {
    const LargestCall call(gridOf(function), kernel, routine);
    const RoutineScratch scratch = routineScratch(routine.name, call.given());
    const int64_t worthIt = std::max<int64_t>(kernel.flops / kFlopsOfShare, 1);
    const int64_t onCpus = scratch.ofShare * std::min(scratch.shares, worthIt);
    return std::max(options.callsOnCpus ? onCpus : 0, options.callsOnGpus ? scratch.onGpus : 0);
  }

  /// Values that some device has less of than another are given as arrays.
  void pad(Kernel &kernel) const {
    Kernel::Call &call = *kernel.call;
    for (Kernel::Call::Operand &each : call.operands)
      call.padBytes +=
          pad(each.box, each.positions.size(), kernel.ins[each.number].type, each.padded);
    for (auto [result, out] : llvm::zip_equal(call.results, kernel.outs))
      call.padBytes += pad(result.box, call.positions, out.type, result.padded);
    kernel.bytes += 2 * call.padBytes * positionsOf(call); // they are copied to, or from
  }
  /// One position at a time has the array.
  int64_t pad(ArrayRef<Span> box, size_t positions, ElementType type,
              SmallVector<int64_t, 4> &padded) const {
    const ShardGrid grid = gridOf(function);
    int64_t bytes = info(type).bytes;
    bool isUneven = false;
    padded.assign(positions, 1);
    for (const Span &span : box.drop_front(positions)) {
      const auto [least, most] = extentsOf(grid, span);
      padded.push_back(most);
      isUneven |= least != most;
      bytes *= most;
    }
    if (!isUneven) padded.clear();
    return isUneven ? llvm::alignTo(bytes, 256) : 0;
  }

  /// As the routine counts its dimensions.
  static ArrayRef<Span> boxOf(const Kernel::Call &call, const LocalExtent &extent) {
    if (!extent.ofResult) {
      const Kernel::Call::Operand &operand = call.operands[extent.value];
      return ArrayRef(operand.box).drop_front(operand.positions.size());
    }
    const auto isIt = [&](const Kernel::Call::Result &each) { return each.number == extent.value; };
    const auto found = llvm::find_if(call.results, isIt);
    return found == call.results.end() ? ArrayRef<Span>()
                                       : ArrayRef(found->box).drop_front(call.positions);
  }

  /// As runtime::room_for() counts it, of the largest windows.
  int64_t roomOf(const Kernel &kernel) const {
    const int64_t own = kernel.call->scratchBytes;
    int64_t room = runtime::kGuard + (own > 0 ? runtime::guarded_bytes(own) : 0);
    for (const Kernel::Call::Operand &operand : kernel.call->operands)
      room += runtime::guarded_bytes(largest(kernel.ins[operand.number], operand.padded));
    for (auto [result, out] : llvm::zip_equal(kernel.call->results, kernel.outs))
      room += runtime::guarded_bytes(largest(out, result.padded));
    const int64_t unread = kernel.call->resultCount - static_cast<int64_t>(kernel.outs.size());
    return room + unread * runtime::guarded_bytes(0);
  }
  /// Of a window, or of the array in its place.
  int64_t largest(const Kernel::Window &window, ArrayRef<int64_t> padded) const {
    const ShardGrid grid = gridOf(function);
    int64_t bytes = info(window.type).bytes;
    if (!padded.empty()) {
      for (const int64_t extent : padded)
        bytes *= extent;
      return bytes;
    }
    for (const Span &span : window.window)
      bytes *= std::max<int64_t>(extentsOf(grid, span).second, 0);
    return bytes;
  }

  void visit(std::vector<Step> &steps) {
    for (Step &step : steps) {
      for (std::vector<Step> &body : step.bodies)
        visit(body);
      if (step.kind != Step::Kind::compute) continue;
      const auto &call = function.kernels[step.kernel].call;
      if (call && call->memoryBytes() > 0) step.scratch = add(step, call->memoryBytes());
    }
  }

  int add(const Step &step, int64_t bytes) {
    Buffer buffer;
    buffer.name = names.fresh(function.buffers[step.outs.front()].name + "_scratch");
    buffer.value = function.buffers[step.outs.front()].value;
    buffer.type = ElementType::ui8;
    buffer.shape = {bytes};
    buffer.box = buffer.window = {Span{uniform<int64_t>(0), uniform(bytes)}};
    buffer.role = Role::scratch;
    buffer.bytes = bytes;
    function.buffers.push_back(std::move(buffer));
    return static_cast<int>(function.buffers.size()) - 1;
  }
};

} // namespace

void addScratch(Function &function, const LowerOptions &options) {
  ScratchAdder(function, options).run();
}

} // namespace shardc
