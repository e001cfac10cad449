// SPDX-License-Identifier: Apache-2.0
// Where the threads of the first block find their elements follows from the digits of the axes that
// an access uses: so the sectors that a warp asks for together, and those that a block touches at
// all, are counted by listing addresses, and multiplied by the blocks. What that takes is the
// longest of what memory, caches and multiprocessors need, as they work side by side.
#include "codegen/kernel/estimate.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

namespace shardc {

namespace {

// Of caches and latencies, no figures of data sheets (tests/bench/gpu_model has the same): cycles
// until memory has answered, and until threads have met; what the L2 gives for each byte of memory,
// and bytes a cycle that reach a multiprocessor. Operations that one begins a cycle.
constexpr double kMemoryCycles = 600, kMeetingCycles = 90, kL2OfMemory = 1.64;
constexpr double kBytesOfCycle = 64, kOperationsOfCycle = 128;
constexpr int64_t kSectorBytes = 32, kThreadsOfWarp = 32, kMostBlocks = 32;

class Estimator {
public:
  Estimator(const KernelView &view, const Schedule &schedule)
      : view(view), schedule(schedule), blocks(schedule.values(To::grid)),
        threads(schedule.values(To::thread)) {}

  Estimate run() {
    for (const AccessFacts &each : view.facts.loads)
      isStaged(each) ? addStaged(each) : add(each, schedule.axes);
    for (const AccessFacts &each : view.facts.stores)
      add(each, schedule.axes);
    return longest();
  }

private:
  const KernelView &view;
  const Schedule &schedule;
  const Machine &machine = gpu();
  const int64_t blocks, threads;
  double requests = 0, sectors = 0, missed = 0;

  const Schedule::Stage *stageOf(const AccessFacts &access) const {
    const auto stage = llvm::find_if(
        schedule.stages, [&](const Schedule::Stage &each) { return each.load == access.load; });
    return stage == schedule.stages.end() ? nullptr : &*stage;
  }
  bool isStaged(const AccessFacts &access) const { return access.load && stageOf(access); }

  /// Who brings has digits of its own, in the same blocks.
  void addStaged(const AccessFacts &access) {
    SmallVector<Axis, 4> axes = schedule.axes;
    for (Axis &axis : axes)
      for (const Axis &own : stageOf(access)->own)
        if (own.loops == axis.loops) {
          llvm::erase_if(axis.digits,
                         [](const Axis::Digit &digit) { return digit.to != To::grid; });
          llvm::append_range(axis.digits, own.digits);
        }
    add(access, axes);
  }

  int64_t bytesOf(const AccessFacts &access) const {
    const ElementType type =
        access.load ? access.load->type : view.formula.results[access.window].type.type;
    return info(type).bytes;
  }

  /// Where an element is, from where the device's window begins, of a thread's number `own` in the
  /// first block; none where the thread has no such element.
  std::optional<int64_t> addressOf(const AccessFacts &access, ArrayRef<Axis> axes, int64_t thread,
                                   int64_t own) const {
    constexpr int64_t kElsewhere = 1 << 20; // for each index of what no number says
    int64_t address = 0;
    for (const Axis &axis : axes) {
      int64_t index = 0;
      for (const Axis::Digit &digit : axis.digits) {
        if (digit.to == To::grid) continue;
        const bool isThread = digit.to == To::thread;
        index += (isThread ? thread / digit.unit : own) % digit.extent * digit.stride;
        if (!isThread && uses(access, axis)) own /= digit.extent;
      }
      for (const int loop : llvm::reverse(axis.loops)) {
        const int64_t most = std::max<int64_t>(view.loops[loop].largest, 1);
        const bool isInner = loop == axis.loops.back();
        const auto extent =
            isInner ? static_cast<int64_t>(llvm::alignTo(most, axis.values(To::vector))) : most;
        const Walk &walk = access.walks[loop];
        const int64_t step = walk.stride == Stride::unknown ? kElsewhere : walk.elements;
        const int64_t digit = loop == axis.loops.front() ? index : index % extent;
        if (digit >= most) return std::nullopt;
        address += digit * step;
        index /= extent;
      }
    }
    return address;
  }

  /// Of what the first block has, that others have on average: the last of an axis are not full.
  double shareOfBlock() const {
    double share = 1;
    for (const Axis &axis : schedule.axes) {
      double most = 1, covered = 1;
      for (const int loop : axis.loops)
        most *= static_cast<double>(std::max<int64_t>(view.loops[loop].largest, 1));
      for (const Axis::Digit &digit : axis.digits)
        if (digit.to == To::grid) covered = static_cast<double>(digit.extent * digit.stride);
      if (axis.values(To::grid) > 1) share *= std::min(1.0, most / covered);
    }
    return share;
  }

  static bool uses(const AccessFacts &access, const Axis &axis) {
    return llvm::any_of(axis.loops, [&](int loop) { return access.uses(loop); });
  }

  /// Sectors that threads ask for, each for its elements from number `from` to `to`.
  double sectorsOf(const AccessFacts &access, ArrayRef<Axis> axes, Interval asking, int64_t from,
                   int64_t to) const {
    SmallVector<int64_t, 256> places;
    for (int64_t thread = asking.lo; thread < asking.hi; ++thread)
      for (int64_t own = from; own < to; ++own)
        if (const auto address = addressOf(access, axes, thread, own))
          places.push_back(*address * bytesOf(access) / kSectorBytes);
    llvm::sort(places);
    return static_cast<double>(std::unique(places.begin(), places.end()) - places.begin());
  }

  void add(const AccessFacts &access, ArrayRef<Axis> axes) {
    const int64_t widest = static_cast<int64_t>(machine.vector) / bytesOf(access);
    int64_t own = 1, wide = 1;
    for (const Axis &axis : axes) {
      if (!uses(access, axis)) continue;
      const int64_t vector = access.uses(axis.loops.back()) ? axis.values(To::vector) : 1;
      own *= axis.values(To::registers) * vector;
      if (access.walks[axis.loops.back()].width >= vector) wide = std::min(vector, widest);
    }
    const double grid = static_cast<double>(blocks) * shareOfBlock();
    const auto each = static_cast<double>(own / wide);
    double asked = 0;
    for (int64_t warp = 0; warp < threads; warp += kThreadsOfWarp) {
      const Interval lanes = {warp, std::min(warp + kThreadsOfWarp, threads)};
      const double ofWarp = sectorsOf(access, axes, lanes, 0, wide);
      requests += ofWarp > 0 ? grid * each : 0;
      asked += grid * each * ofWarp;
    }
    sectors += asked;
    missed += access.load ? grid * sectorsOf(access, axes, {0, threads}, 0, own) : asked;
  }

  int64_t sharedBytes() const {
    int64_t bytes = 0;
    for (const Schedule::Stage &stage : schedule.stages) {
      int64_t elements = 1;
      for (const Axis &axis : stage.own)
        elements *= axis.values(To::thread) * axis.values(To::registers);
      bytes += elements * info(stage.load->type).bytes;
    }
    return bytes;
  }

  Estimate longest() const {
    const double cores = machine.cores, grid = static_cast<double>(blocks);
    const double rate = machine.operationsOf(ElementType::f32);
    const double clock = rate / 2 / kOperationsOfCycle / cores;
    const double busy = std::min(cores, grid), busiest = std::ceil(grid / cores) / grid;
    const double reached = busy * kBytesOfCycle * clock;
    double atOnce = std::min(static_cast<double>(kMostBlocks),
                             machine.threadsPerCore / static_cast<double>(threads));
    if (const int64_t shared = sharedBytes(); shared > 0)
      atOnce = std::min(atOnce, machine.sharedMemory / static_cast<double>(shared));
    const auto picks = [](const AccessFacts &each) { return contains(each.load, Kind::At); };
    const double trips = llvm::any_of(view.facts.loads, picks) ? 2 : 1;
    const double chain = trips * kMemoryCycles + (schedule.stages.empty() ? 0 : kMeetingCycles);
    const Estimate all[] = {
        {static_cast<double>(view.kernel.bytes) / std::min(machine.memoryBandwidth, reached),
         "memory"},
        {missed * kSectorBytes / std::min(machine.memoryBandwidth * kL2OfMemory, reached), "L2"},
        {sectors / 4 * busiest / clock, "cache"},
        {static_cast<double>(view.kernel.flops) * busiest / (rate / cores), "operations"},
        {std::ceil(grid / (cores * std::floor(atOnce))) * chain / clock, "waiting"},
    };
    Estimate most = *llvm::max_element(
        all, [](const Estimate &a, const Estimate &b) { return a.seconds < b.seconds; });
    // Others hide half of what it takes to begin requests and to look for their lines.
    most.seconds += (requests + sectors / 4) / 2 * busiest / clock;
    return most;
  }
};

} // namespace

const Machine &gpu() { return *findMachine("h100"); }

Estimate estimateOf(const KernelView &view, const Schedule &schedule) {
  return Estimator(view, schedule).run();
}

} // namespace shardc
