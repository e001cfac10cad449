// SPDX-License-Identifier: Apache-2.0
#define EMULATION_LOCAL
#include "counter.h"

#include "../runtime/fibers.h"
#include "requests.h"

#include <algorithm>
#include <unordered_map>

extern "C" {
extern char __start_shared_memory[] __attribute__((weak));
extern char __stop_shared_memory[] __attribute__((weak));
extern char __executable_start, end;
}

namespace emulation {

void meet(Meeting meeting) { block().wait(meeting); }
uint64_t exchanged(uint64_t bits, int by) {
  return block().exchange(bits, static_cast<unsigned>(by));
}

void gathered(const Words &own, Words (&all)[32]) { block().gather(own, all); }

namespace {

constexpr size_t kMostEvents = 12000; // that are kept of a thread
constexpr int kTurns = 8;             // of a loop, whose loads are under way together

enum class Kind : uint8_t {
  load,
  store,
  sharedLoad,
  sharedStore,
  copy,   // from memory, which nothing waits for until copies are waited for
  copied, // to shared memory
  commit,
  copiesDone, // but for those of the last `size`
  shuffle,
  warp,
  block
};

struct Event {
  uint64_t place;
  uint32_t site; // in the code
  Kind kind;
  uint8_t size;
};

struct Trace { // of a thread
  std::vector<Event> events;
  int64_t happened = 0; // with those that are not kept
  bool touches = false; // memory that is not shared
  int turn = 0;         // of what orders its warp
  int blockTurn = 0;    // its block
};

/// Who used a byte of shared memory last, and what was between that and the meetings before.
/// Threads may have bytes of one word each, as booleans are.
struct Use {
  int thread = -1, turn = 0, blockTurn = 0;
};
struct Byte {
  Use written, read;
};

/// A request of a warp, or a meeting.
struct Step {
  Kind kind;
  uint32_t site;
  Request request;
};

/// All that is known of the block that runs.
struct Running {
  std::vector<Trace> traces;
  std::vector<Byte> bytes; // of shared memory
  int64_t races = 0;
};
Running *running = nullptr;

void note(Kind kind, uint64_t place, unsigned size, uint64_t site) {
  Trace &trace = running->traces[threadIdx.x];
  if (++trace.happened <= static_cast<int64_t>(kMostEvents))
    trace.events.push_back({place, static_cast<uint32_t>(site), kind, static_cast<uint8_t>(size)});
}

/// Whether nothing orders the use and this thread's next one.
bool isUnordered(const Use &use) {
  const int own = static_cast<int>(threadIdx.x), warp = static_cast<int>(kWarpThreads);
  const Trace &now = running->traces[threadIdx.x];
  if (use.thread < 0 || use.thread == own || use.blockTurn != now.blockTurn) return false;
  return use.thread / warp != own / warp || use.turn == now.turn;
}

void checkOrder(uint64_t offset, unsigned size, bool writes) {
  const Trace &now = running->traces[threadIdx.x];
  const Use own = {static_cast<int>(threadIdx.x), now.turn, now.blockTurn};
  bool races = false;
  for (uint64_t place = offset; place < offset + size; ++place) {
    Byte &at = running->bytes[place];
    races = races || isUnordered(at.written) || (writes && isUnordered(at.read));
    (writes ? at.written : at.read) = own;
  }
  running->races += races;
}

void access(const void *where, unsigned size, bool writes, const void *site) {
  if (!running) return;
  const char *at = static_cast<const char *>(where);
  const auto place = reinterpret_cast<uint64_t>(where), code = reinterpret_cast<uint64_t>(site);
  if (at >= __start_shared_memory && at < __stop_shared_memory) {
    checkOrder(static_cast<uint64_t>(at - __start_shared_memory), size, writes);
    return note(writes ? Kind::sharedStore : Kind::sharedLoad, place, size, code);
  }
  const bool isOfProgram = at >= &__executable_start && at < &end;
  if (isOfProgram || Block::isOnStack(where)) return;
  if (place % size != 0) throw std::runtime_error("a kernel's access is not aligned");
  running->traces[threadIdx.x].touches = true;
  note(writes ? Kind::store : Kind::load, place, size, code);
}

void watch(Meeting meeting) {
  if (meeting == Meeting::tensor) return; // what tensor cores begin is not waited for
  const Kind kind = meeting == Meeting::block  ? Kind::block
                    : meeting == Meeting::warp ? Kind::warp
                                               : Kind::shuffle;
  note(kind, 0, 1, static_cast<uint64_t>(kind));
  running->traces[threadIdx.x].turn += meeting == Meeting::warp;
  running->traces[threadIdx.x].blockTurn += meeting == Meeting::block;
}

} // namespace

void begin_copy(const Copy &copy) {
  if (!running) return;
  const auto site = reinterpret_cast<uint64_t>(__builtin_return_address(0));
  running->traces[threadIdx.x].touches = true;
  note(Kind::copy, reinterpret_cast<uint64_t>(copy.from), copy.bytes > 0 ? 16 : 0, site);
  checkOrder(static_cast<uint64_t>(static_cast<char *>(copy.to) - __start_shared_memory), 16, true);
  note(Kind::copied, reinterpret_cast<uint64_t>(copy.to), 16, site + 1);
}
void commit() {
  if (running) note(Kind::commit, 0, 1, static_cast<uint64_t>(Kind::commit));
}
void wait_for(int left) {
  const auto place = static_cast<uint64_t>(Kind::copiesDone);
  if (running) note(Kind::copiesDone, static_cast<uint64_t>(left), 1, place);
}

namespace {

/// The requests of a warp, in the order of the first thread that makes them.
std::vector<Step> stepsOf(const std::vector<Trace> &traces, size_t first) {
  std::vector<Step> steps;
  std::unordered_map<uint64_t, size_t> known; // by site, and how often it was passed
  for (size_t thread = first; thread < std::min(first + kWarpThreads, traces.size()); ++thread) {
    std::unordered_map<uint32_t, uint32_t> passed;
    for (const Event &event : traces[thread].events) {
      const uint64_t key = uint64_t{event.site} << 32 | passed[event.site]++;
      const auto [at, isNew] = known.try_emplace(key, steps.size());
      if (isNew) steps.push_back({event.kind, event.site, {{}, event.size}});
      Request &request = steps[at->second].request;
      request.size = std::max<unsigned>(request.size, event.size);
      if (event.size > 0) request.places.push_back(event.place);
    }
  }
  return steps;
}

/// What a warp waits for. Loads that nothing separates are under way together, those of some turns
/// of a loop, until something needs them: a store, or a shuffle. A barrier needs no register, so
/// loads stay under way across it: in the machine code that ptxas makes of tiled_product()
/// (product_cuda.h) for sm_90, a load names one of its warp's six counters; what waits for that
/// counter is the store that puts the value down in the next turn, and the barrier between waits
/// for none.
class Waits {
public:
  explicit Waits(Counts &counts) : counts(&counts) {}

  void load(uint32_t site, bool misses) {
    if (!isOpen || ++groups.back().turns[site] > kTurns) {
      groups.push_back({});
      groups.back().turns[site] = 1;
    }
    isOpen = true;
    groups.back().misses |= misses;
  }
  void copy(bool misses) {
    copies.back().isNone = false;
    copies.back().misses |= misses;
  }
  void commit() { copies.emplace_back(); }
  void copiesDone(size_t left) {
    for (; copies.size() > left + 1; copies.erase(copies.begin()))
      if (!copies.front().isNone) count(copies.front());
  }
  void sharedLoad() {
    isOpen = false;
    ++counts->sharedLoads;
    for (Group &group : groups)
      ++group.between;
    for (Group &group : copies)
      ++group.between;
    if (++shared == kTurns) endShared();
  }
  void barrier() {
    endShared();
    ++counts->meetings;
    isOpen = false;
  }
  void shuffle() {
    ++counts->meetings;
    end();
  }
  void end() {
    endShared();
    isOpen = false;
    for (const Group &group : groups)
      count(group);
    groups.clear();
  }

private:
  struct Group {
    bool misses = false, isNone = true;
    int between = 0;
    std::unordered_map<uint32_t, int> turns; // by site
  };
  void count(const Group &group) {
    (group.misses ? counts->missedLoads : counts->cachedLoads)[group.between] += 1;
  }
  void endShared() {
    counts->meetings += shared > 0;
    shared = 0;
  }

  Counts *counts;
  std::vector<Group> groups;
  std::vector<Group> copies = std::vector<Group>(1); // of which the last is not yet committed
  bool isOpen = false;                               // the last group
  int shared = 0;                                    // loads that nothing has separated
};

void countStep(const Step &step, Counts &counts, SectorCache &cache, Waits &waits) {
  const Request &request = step.request;
  if (step.kind == Kind::commit) return waits.commit();
  if (step.kind == Kind::copiesDone) return waits.copiesDone(request.places.front());
  if (step.kind == Kind::sharedLoad || step.kind == Kind::sharedStore ||
      step.kind == Kind::copied) {
    counts.sharedRequests += 1;
    counts.wavefronts += static_cast<double>(wavefronts(request));
    counts.fewestWavefronts += static_cast<double>(fewestWavefronts(request));
    if (step.kind == Kind::copied) return;
    return step.kind == Kind::sharedLoad ? waits.sharedLoad() : waits.end();
  }
  if (step.kind == Kind::warp || step.kind == Kind::block) return waits.barrier();
  if (step.kind == Kind::shuffle) return waits.shuffle();
  const std::vector<uint64_t> sectors = sectorsOf(request);
  counts.sectors += static_cast<double>(sectors.size());
  counts.fewestSectors += static_cast<double>(fewestSectors(request));
  int64_t missed = 0;
  for (uint64_t sector : sectors)
    missed += step.kind == Kind::store || !cache.take(sector);
  counts.missed += static_cast<double>(missed);
  if (step.kind == Kind::store) return waits.end();
  if (step.kind == Kind::copy) {
    counts.copiedSectors += static_cast<double>(sectors.size());
    return waits.copy(missed > 0);
  }
  waits.load(step.site, missed > 0);
}

/// How many accesses there are for one that is kept.
double leftOut(const std::vector<Trace> &traces) {
  double happened = 0, kept = 0;
  for (const Trace &trace : traces) {
    happened += static_cast<double>(trace.happened);
    kept += static_cast<double>(trace.events.size());
  }
  return kept == 0 ? 1 : happened / kept;
}

/// Adds what stands for `weight` as much.
void add(Counts &all, const Counts &block, double weight) {
  all.working += block.working * weight;
  all.sectors += block.sectors * weight;
  all.fewestSectors += block.fewestSectors * weight;
  all.copiedSectors += block.copiedSectors * weight;
  all.missed += block.missed * weight;
  all.sharedRequests += block.sharedRequests * weight;
  all.wavefronts += block.wavefronts * weight;
  all.fewestWavefronts += block.fewestWavefronts * weight;
  all.meetings += block.meetings * weight;
  all.sharedLoads += block.sharedLoads * weight;
  for (const auto &[between, count] : block.cachedLoads)
    all.cachedLoads[between] += count * weight;
  for (const auto &[between, count] : block.missedLoads)
    all.missedLoads[between] += count * weight;
  all.races += block.races;
}

void setBlock(int64_t number) {
  blockIdx.x = static_cast<unsigned>(number % gridDim.x);
  blockIdx.y = static_cast<unsigned>(number / gridDim.x % gridDim.y);
  blockIdx.z = static_cast<unsigned>(number / gridDim.x / gridDim.y);
}

/// What the threads of a block do, one block after the other.
Running traced(int64_t number, const std::function<void()> &thread) {
  setBlock(number);
  Running block;
  block.traces.resize(blockDim.x);
  block.bytes.resize(static_cast<size_t>(__stop_shared_memory - __start_shared_memory));
  running = &block;
  watcher = watch;
  Block(blockDim.x, thread).run();
  watcher = nullptr;
  running = nullptr;
  return block;
}

/// Blocks that run side by side, so their warps take turns at the cache.
Counts countBlocks(int64_t from, int64_t to, const std::function<void()> &thread, Share share) {
  std::vector<std::vector<Step>> warps;
  Counts scaled;
  double more = 0;
  for (int64_t number = from; number < to; ++number) {
    const Running block = traced(number, thread);
    for (size_t first = 0; first < block.traces.size(); first += kWarpThreads)
      warps.push_back(stepsOf(block.traces, first));
    more += leftOut(block.traces) / static_cast<double>(to - from);
    for (const Trace &trace : block.traces)
      scaled.working += trace.touches;
    scaled.races += block.races;
  }
  size_t longest = 0;
  for (const std::vector<Step> &warp : warps)
    longest = std::max(longest, warp.size());
  Counts counts;
  SectorCache cache(share.cache * static_cast<uint64_t>(to - from));
  std::vector<Waits> waits(warps.size(), Waits(counts));
  for (size_t step = 0; step < longest; ++step)
    for (size_t warp = 0; warp < warps.size(); ++warp)
      if (step < warps[warp].size()) countStep(warps[warp][step], counts, cache, waits[warp]);
  for (Waits &each : waits)
    each.end();
  add(scaled, counts, more);
  return scaled;
}

} // namespace

Counts countGrid(const std::function<void()> &thread, Share share) {
  const int64_t blocks = int64_t{gridDim.x} * gridDim.y * gridDim.z;
  Counts all;
  all.blocks = static_cast<double>(blocks);
  all.threads = blockDim.x;
  const int64_t middle = (blocks - kNeighbours) / 2;
  std::vector<std::pair<int64_t, int64_t>> sample = {{0, blocks}};
  if (blocks > kSampledBlocks)
    sample = {{0, kNeighbours}, {middle, middle + kNeighbours}, {blocks - kNeighbours, blocks}};
  const int64_t ran = std::min(blocks, kSampledBlocks);
  for (const auto &[from, to] : sample)
    add(all, countBlocks(from, to, thread, share), all.blocks / static_cast<double>(ran));
  const auto isCounted = [&](int64_t number) {
    return std::any_of(sample.begin(), sample.end(), [&](const auto &each) {
      return each.first <= number && number < each.second;
    });
  };
  for (int64_t number = 0; blocks <= kWholeGrid && number < blocks; ++number)
    if (!isCounted(number)) {
      setBlock(number);
      Block(blockDim.x, thread).run();
    }
  return all;
}

} // namespace emulation

// What code that clang has compiled with -fsanitize=thread calls.
#define SHARDC_ACCESSES(size)                                                                      \
  void __tsan_read##size(void *at) {                                                               \
    emulation::access(at, size, false, __builtin_return_address(0));                               \
  }                                                                                                \
  void __tsan_write##size(void *at) {                                                              \
    emulation::access(at, size, true, __builtin_return_address(0));                                \
  }                                                                                                \
  void __tsan_unaligned_read##size(void *at) {                                                     \
    emulation::access(at, size, false, __builtin_return_address(0));                               \
  }                                                                                                \
  void __tsan_unaligned_write##size(void *at) {                                                    \
    emulation::access(at, size, true, __builtin_return_address(0));                                \
  }

extern "C" {
SHARDC_ACCESSES(1)
SHARDC_ACCESSES(2)
SHARDC_ACCESSES(4)
SHARDC_ACCESSES(8)
SHARDC_ACCESSES(16)
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void *) {}
void __tsan_vptr_update(void *, void *) {}
void *__tsan_memcpy(void *to, const void *from, size_t n) { return std::memcpy(to, from, n); }
void *__tsan_memset(void *to, int value, size_t n) { return std::memset(to, value, n); }
void *__tsan_memmove(void *to, const void *from, size_t n) { return std::memmove(to, from, n); }
}
