// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/steps/scratch.h"

#include "codegen/plan/names.h"
#include "frontend/bug.h"
#include "runtime/host/ops/op_check.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class ScratchAdder {
public:
  ScratchAdder(Function &function, ArrayRef<Routine> routines)
      : function(function), routines(routines) {
    for (const Buffer &buffer : function.buffers)
      names.reserve(buffer.name);
  }

  void run(bool checked) {
    for (Kernel &kernel : function.kernels) {
      if (!kernel.call || kernel.call->routine >= static_cast<int>(routines.size())) continue;
      const Routine &routine = routines[kernel.call->routine];
      kernel.call->scratchBytes = bytesOf(*kernel.call, routine.scratch);
      if (!routine.bytes.empty()) kernel.bytes = bytesOf(*kernel.call, routine.bytes);
      if (checked) kernel.call->roomBytes = roomOf(kernel);
    }
    visit(function.steps);
  }

private:
  Function &function;
  const ArrayRef<Routine> routines;
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

  static ArrayRef<Span> boxOf(const Kernel::Call &call, const LocalExtent &extent) {
    if (!extent.ofResult) return call.operands[extent.value].box;
    const auto isIt = [&](const Kernel::Call::Result &each) { return each.number == extent.value; };
    const auto found = llvm::find_if(call.results, isIt);
    return found == call.results.end() ? ArrayRef<Span>() : ArrayRef<Span>(found->box);
  }

  /// As runtime::room_for() counts it, of the largest windows.
  int64_t roomOf(const Kernel &kernel) const {
    const int64_t own = kernel.call->scratchBytes;
    int64_t room = runtime::kGuard + (own > 0 ? runtime::guarded_bytes(own) : 0);
    for (const Kernel::Call::Operand &operand : kernel.call->operands)
      room += runtime::guarded_bytes(largest(kernel.ins[operand.number]));
    for (const Kernel::Window &out : kernel.outs)
      room += runtime::guarded_bytes(largest(out));
    const int64_t unread = kernel.call->resultCount - static_cast<int64_t>(kernel.outs.size());
    return room + unread * runtime::guarded_bytes(0);
  }
  int64_t largest(const Kernel::Window &window) const {
    const ShardGrid grid = gridOf(function);
    int64_t bytes = info(window.type).bytes;
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

void addScratch(Function &function, ArrayRef<Routine> routines, bool checked) {
  ScratchAdder(function, routines).run(checked);
}

} // namespace shardc
