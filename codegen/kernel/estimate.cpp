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

// Of caches and latencies, as measured on an H100 (tests/gpu/machine.cu; tests/bench/gpu_model has
// the same): cycles until memory and the L2 have answered, and until threads have met; bytes a
// cycle that reach a multiprocessor. Operations that one begins a cycle.
constexpr double kMemoryCycles = 700, kL2Cycles = 290, kMeetingCycles = 90;
// Until a shuffle has come; and turns of a loop whose loads are under way together.
constexpr double kShuffleCycles = 30, kTurnsTogether = 8;
constexpr double kBytesOfCycle = 44, kOperationsOfCycle = 128;
constexpr int64_t kSectorBytes = 32, kThreadsOfWarp = 32, kMostBlocks = 32;
constexpr double kRegistersAtOnce = 65536;
// Others of a block do the like.
constexpr int64_t kListedThreads = 256;

class Estimator {
public:
  Estimator(const KernelView &view, const Schedule &schedule)
      : view(view), schedule(schedule), blocks(schedule.values(To::grid)),
        threads(schedule.values(To::thread) * schedule.values(To::lane)) {}

  Estimate run() {
    for (const AccessFacts &each : view.facts.loads)
      if (isStaged(each))
        addStaged(each);
      else if (!isKept(each))
        add(each, axesOf(each));
    for (const AccessFacts &each : view.facts.stores)
      add(each, axesOf(each));
    return longest();
  }

private:
  const KernelView &view;
  const Schedule &schedule;
  const Machine &machine = gpu();
  const int64_t blocks, threads;
  double requests = 0, sectors = 0, missed = 0;
  double waited = 0;             // cycles of a thread for what it reads, one after the other
  SmallVector<int, 4> readWhole; // operands that are in registers since

  /// Whether the thread has its elements from a reduction before.
  bool isKept(const AccessFacts &access) {
    if (!schedule.kept || !usesAny(access, schedule.shared)) return false;
    if (llvm::is_contained(readWhole, access.window)) return true;
    readWhole.push_back(access.window);
    return false;
  }
  static bool usesAny(const AccessFacts &access, ArrayRef<int> loops) {
    return llvm::any_of(loops, [&](int loop) { return access.uses(loop); });
  }

  /// With the loops that threads share out.
  SmallVector<Axis, 4> axesOf(const AccessFacts &access) const {
    SmallVector<Axis, 4> axes = schedule.axes;
    for (const ArrayRef<int> loops :
         {ArrayRef<int>(schedule.shared), ArrayRef<int>(schedule.lanes)})
      for (const int loop : loops)
        if (access.uses(loop)) axes.push_back({{loop}, partsOf(loop)});
    return axes;
  }
  /// Whether threads of this kind share the loop out.
  bool isShared(int loop, To to) const {
    if (llvm::is_contained(schedule.lanes, loop)) return to == To::lane;
    return llvm::is_contained(schedule.shared, loop) && (to != To::lane || schedule.lanes.empty());
  }
  /// Leaves of so many indices, and neighbours where threads are lanes.
  SmallVector<Axis::Digit, 4> partsOf(int loop) const {
    const Axis &team = schedule.axes.back();
    const int64_t all = std::max<int64_t>(view.loops[loop].largest, 1);
    SmallVector<Axis::Digit, 4> digits;
    llvm::copy_if(team.digits, std::back_inserter(digits),
                  [&](const Axis::Digit &digit) { return isShared(loop, digit.to); });
    for (Axis::Digit &digit : digits)
      if (digit.to == To::thread)
        digit.stride = static_cast<int64_t>(llvm::divideCeil(all, digit.extent));
    return digits;
  }

  /// How often a thread makes the access, each time elsewhere: what no digit says.
  double turnsOf(const AccessFacts &access) const {
    double turns = 1;
    for (size_t loop = 0; loop < view.loops.size(); ++loop) {
      const bool isDigits = llvm::any_of(schedule.axes, [&](const Axis &axis) {
        return llvm::is_contained(axis.loops, static_cast<int>(loop));
      });
      if (!access.uses(static_cast<int>(loop)) || isDigits) continue;
      int64_t parts = 1;
      for (const To to : {To::thread, To::lane})
        if (isShared(static_cast<int>(loop), to)) parts *= schedule.axes.back().values(to);
      turns *= static_cast<double>(
          llvm::divideCeil(std::max<int64_t>(view.loops[loop].largest, 1), parts));
    }
    return turns;
  }
  /// Of a sector that a thread reads in turns, those that it is there for.
  double turnsOfSector(const AccessFacts &access) const {
    double turns = 1;
    for (const auto &[loop, walk] : llvm::enumerate(access.walks)) {
      const auto isHere = [&, loop = loop](const Axis &axis) {
        return llvm::is_contained(axis.loops, static_cast<int>(loop));
      };
      const bool areLanes = schedule.values(To::lane) > 1;
      if (walk.stride == Stride::one && !areLanes && llvm::none_of(schedule.axes, isHere))
        turns = static_cast<double>(kSectorBytes / bytesOf(access));
    }
    return turns;
  }

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

  /// Where an element is, from where the device's window begins, of a thread's number `own`;
  /// threads are counted from the first block on; none where the thread has no such element.
  std::optional<int64_t> addressOf(const AccessFacts &access, ArrayRef<Axis> axes, int64_t thread,
                                   int64_t own) const {
    constexpr int64_t kElsewhere = 1 << 20; // for each index of what no number says
    int64_t address = 0;
    const int64_t block = thread / threads;
    thread %= threads;
    for (const Axis &axis : axes) {
      int64_t index = 0;
      for (const Axis::Digit &digit : axis.digits) {
        if (digit.to == To::grid) {
          if (digit.unit == 0) index += block % digit.extent * digit.stride;
          continue;
        }
        const bool isThread = digit.to == To::thread || digit.to == To::lane;
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

  /// Blocks whose accesses are listed: rows of neighbours begin elsewhere in a sector.
  int64_t listedBlocks() const {
    return std::clamp<int64_t>(kListedThreads / threads, 1, std::min<int64_t>(blocks, 8));
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
    const double turns = turnsOf(access);
    const int64_t ofBlock = std::min(threads, kListedThreads), listed = listedBlocks();
    const double grid = static_cast<double>(blocks) * shareOfBlock() *
                        static_cast<double>(threads) / static_cast<double>(ofBlock * listed);
    const double each = static_cast<double>(own / wide) * turns;
    double asked = 0, found = 0;
    for (int64_t first = 0; first < listed * threads; first += threads) {
      for (int64_t warp = 0; warp < ofBlock; warp += kThreadsOfWarp) {
        const Interval lanes = {first + warp, first + std::min(warp + kThreadsOfWarp, ofBlock)};
        const double ofWarp = sectorsOf(access, axes, lanes, 0, wide);
        requests += ofWarp > 0 ? grid * each : 0;
        asked += grid * each * ofWarp;
      }
      if (access.load) found += sectorsOf(access, axes, {first, first + ofBlock}, 0, own) * turns;
    }
    sectors += asked;
    if (!access.load) {
      missed += asked;
      return;
    }
    missed += grid * found / std::min(turns, turnsOfSector(access));
    wait(turns);
  }

  /// The first loads come from memory, others of theirs from wherever they are then.
  void wait(double turns) {
    if (schedule.shared.empty() && turns == 1) return;
    const double together = schedule.kept ? turns : kTurnsTogether;
    waited += std::ceil(turns / together) * (waited == 0 ? kMemoryCycles : kL2Cycles);
  }
  /// Until threads that share have what the others have.
  double meetings() const {
    if (schedule.shared.empty()) return 0;
    const Axis &team = schedule.axes.back();
    const auto parts = static_cast<uint64_t>(team.values(To::thread));
    const double shuffles = team.values(To::lane) > 1 ? 4 * llvm::Log2_64(kThreadsOfWarp) : 0;
    const double waits = 2.0 * llvm::Log2_64_Ceil(parts);
    return static_cast<double>(schedule.shared.size()) * (shuffles + waits) * kShuffleCycles;
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

  /// Registers of a block.
  double keptRegisters() const {
    const double own = static_cast<double>(schedule.kept->count) /
                       static_cast<double>(schedule.axes.back().values(To::thread) *
                                           schedule.axes.back().values(To::lane));
    constexpr double kOthers = 40;
    return static_cast<double>(threads) *
           (kOthers + own * static_cast<double>(schedule.kept->kept.size()));
  }

  Estimate longest() const {
    const double cores = machine.cores, grid = static_cast<double>(blocks);
    const double rate = machine.operationsOf(ElementType::f32);
    const double clock = rate / 2 / kOperationsOfCycle / cores;
    const double busy = std::min(cores, grid), busiest = std::ceil(grid / cores) / grid;
    const double reached = busy * kBytesOfCycle * clock;
    double atOnce = std::min(static_cast<double>(kMostBlocks),
                             machine.threadsPerCore / static_cast<double>(threads));
    if (schedule.kept) atOnce = std::min(atOnce, kRegistersAtOnce / keptRegisters());
    if (const int64_t shared = sharedBytes(); shared > 0)
      atOnce = std::min(atOnce, machine.sharedMemory / static_cast<double>(shared));
    const auto picks = [](const AccessFacts &each) { return contains(each.load, Kind::At); };
    const double trips = llvm::any_of(view.facts.loads, picks) ? 2 : 1;
    const double chain = std::max(trips * kMemoryCycles, waited) + meetings() +
                         (schedule.stages.empty() ? 0 : kMeetingCycles);
    const Estimate all[] = {
        {static_cast<double>(view.kernel.bytes) / std::min(machine.memoryBandwidth, reached),
         "memory"},
        {missed * kSectorBytes / std::min(machine.lastCacheBandwidth, reached), "L2"},
        {sectors / 4 * busiest / clock, "cache"},
        {static_cast<double>(view.kernel.flops) * busiest / (rate / cores), "operations"},
        {std::ceil(grid / (cores * std::max(1.0, std::floor(atOnce)))) * chain / clock, "waiting"},
    };
    Estimate most = *llvm::max_element(
        all, [](const Estimate &a, const Estimate &b) { return a.seconds < b.seconds; });
    // Others hide half of what it takes to begin requests and to look for their lines, and most of
    // what is waited for.
    most.seconds += (requests + sectors / 4) / 2 * busiest / clock + all[4].seconds / 8;
    return most;
  }
};

} // namespace

const Machine &gpu() { return *findMachine("h100"); }

Estimate estimateOf(const KernelView &view, const Schedule &schedule) {
  return Estimator(view, schedule).run();
}

} // namespace shardc
