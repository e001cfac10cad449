// SPDX-License-Identifier: Apache-2.0
// Waiting costs what matters here: a step of a small program takes a microsecond, and to wake a
// thread takes a hundred. So who waits looks, first in a tight loop, then letting other threads
// have the processor in between, and sleeps only when a wait gets long. Meetings are one counter.
// Divided work is a counter of chunks, in one word with the number of the division: who takes some
// by compare-and-swap knows that they are of what it has read, and not of what came after.
//
// Linux likes to wake a thread on the processor of the one that wakes it, though others are idle,
// and to leave it there for some milliseconds. So who wakes there moves away.
#include "runtime/host/cpu/team_cpu.h"

#include "runtime/io/file.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTight = 1000;           // looks in a tight loop: some 20 us
constexpr int kPatient = 5000;         // looks before sleep: a millisecond or more
constexpr uint64_t kNone = 0xffffffff; // no chunk is left

void pause() {
#if defined __x86_64__
  __builtin_ia32_pause();
#elif defined __aarch64__
  asm volatile("yield");
#endif
}

/// The processor that this thread is on, or -1.
int processor_here() {
#ifdef __linux__
  return sched_getcpu();
#else
  return -1;
#endif
}

/// Moves this thread to another processor, if it may use one that is not in `taken`.
void move_away(const std::vector<int> &taken) {
#ifdef __linux__
  cpu_set_t allowed, left;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  left = allowed;
  for (int processor : taken)
    if (processor >= 0 && processor < CPU_SETSIZE) CPU_CLR(processor, &left);
  if (CPU_COUNT(&left) == 0 || sched_setaffinity(0, sizeof left, &left) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
#else
  (void)taken;
#endif
}

} // namespace

struct alignas(64) Team::Member {
  // Where it is. Others read it where something is late.
  std::atomic<int> device = -1;
  std::atomic<const char *> step = nullptr;
  std::atomic<int> processor = -1; // as the run began for it
  std::vector<int> taken;          // processors that others were on then

  void is_at(int on, const char *name) {
    device.store(on, std::memory_order_relaxed);
    step.store(name, std::memory_order_relaxed);
  }

  std::atomic<uint64_t> meetings = 0; // that it has come to
  struct {
    const char *step;
    const void *shown;
  } at[2] = {}; // the last meetings, by parity: nobody is further ahead than one

  // Work that it has divided.
  std::atomic<uint64_t> next = kNone; // number of the division << 32 | chunk to take
  std::atomic<int64_t> chunks = 0;
  std::atomic<const void *> body = nullptr;
  std::atomic<Some> call = nullptr;
  alignas(64) std::atomic<int64_t> done = 0; // chunks
};

struct Team::State {
  const std::vector<int> devices;
  const int carriers;
  std::chrono::milliseconds limit;
  std::shared_ptr<Failure> failure;
  std::vector<Member> members;
  std::vector<std::thread> threads; // all members' but the first's

  Clock::time_point end; // of the time that the run has; none: it begins with the first look
  const FunctionRef<void(int)> *act = nullptr;    // of the run
  alignas(64) std::atomic<uint64_t> arrivals = 0; // at all meetings
  alignas(64) std::atomic<int> working = 0;       // carriers that are in the run
  std::atomic<int> busy = 0;                      // carriers in the run that do not wait
  std::atomic<int> divisions = 0;                 // with chunks to take
  std::atomic<int> sleeping = 0;                  // members, in a run
  std::atomic<uint64_t> runs = 0;                 // that have begun
  std::mutex mutex;                               // for `changed`
  std::condition_variable changed;
  bool stopping = false;
  std::function<void()> between; // of the first carrier's steps

  State(std::vector<int> all, int threads, std::chrono::milliseconds limit,
        std::shared_ptr<Failure> failure)
      : devices(std::move(all)), carriers(std::min(static_cast<int>(devices.size()), threads)),
        limit(limit), failure(std::move(failure)), members(threads) {}

  Range<int> share(int carrier) const { return cut<int>(devices.size(), carriers, carrier); }
  int first_device(int carrier) const { return devices[share(carrier).lo]; }

  void wake() {
    { const std::lock_guard<std::mutex> lock(mutex); }
    changed.notify_all();
  }

  /// Those who sleep look again.
  void tell() {
    if (sleeping.load() > 0) wake();
  }

  /// Many of those that are left while there are many, so that what chunks have in common is done
  /// seldom; one by one at last, so that all end together (guided self-scheduling).
  bool take_chunks(Member &of) {
    const auto each = 2 * static_cast<uint64_t>(members.size());
    uint64_t next = of.next.load(std::memory_order_acquire);
    while (true) {
      const auto all = static_cast<uint64_t>(of.chunks.load(std::memory_order_acquire));
      const uint64_t chunk = next & kNone;
      if (chunk >= all) return false;
      const uint64_t some = std::max<uint64_t>((all - chunk) / each, 1);
      const void *const body = of.body.load(std::memory_order_acquire);
      const auto call = of.call.load(std::memory_order_acquire);
      if (!of.next.compare_exchange_weak(next, next + some, std::memory_order_acq_rel)) continue;
      call(body, static_cast<int64_t>(chunk), static_cast<int64_t>(chunk + some));
      of.done.fetch_add(static_cast<int64_t>(some), std::memory_order_release);
      return true;
    }
  }

  /// Whether there was a chunk to take.
  bool help() {
    if (divisions.load(std::memory_order_relaxed) == 0) return false;
    for (Member &member : members)
      if (take_chunks(member)) return true;
    return false;
  }

  /// What a carrier has to wait for; it is idle until then.
  template <typename Done>
  void wait_until(Done done) {
    if (done()) return;
    --busy;
    look_until(done);
    ++busy;
  }

  template <typename Done>
  void look_until(Done done) {
    for (int looks = 0; !done(); ++looks) {
      if (help())
        looks = 0;
      else if (looks < kTight)
        pause();
      else if (looks < kPatient)
        std::this_thread::yield();
      else
        sleep(done);
    }
  }

  template <typename Done>
  void sleep(Done done) {
    std::unique_lock<std::mutex> lock(mutex);
    ++sleeping; // whoever does what this waits for sees it, or this sees what was done
    if (!done() && divisions.load() == 0) changed.wait_for(lock, kGlance);
    --sleeping;
  }

  std::string place(const Member &member) const {
    const char *const step = member.step;
    if (member.device < 0) return "a run";
    return "device " + std::to_string(member.device) + (step ? std::string(", step ") + step : "");
  }

  /// ", where device 2 has not come"
  std::string missing(uint64_t meeting) const {
    constexpr int kNamed = 8;
    int count = 0;
    std::string names;
    for (int carrier = 0; carrier < carriers; ++carrier) {
      if (members[carrier].meetings.load() >= meeting) continue;
      for (int place = share(carrier).lo; place < share(carrier).hi; ++place)
        if (++count <= kNamed) names += (count == 1 ? " " : ", ") + std::to_string(devices[place]);
    }
    if (count > kNamed) names += ", ... (" + std::to_string(count) + " in all)";
    if (count == 0) return "";
    return count == 1 ? ", where device" + names + " has not come,"
                      : ", where devices" + names + " have not come,";
  }

  /// Throws where the session has failed or the run's time is over.
  void check(const Member &member, uint64_t meeting = 0) {
    failure->check();
    const Clock::time_point now = Clock::now();
    if (end == Clock::time_point()) end = now + limit;
    if (now < end) return;
    throw Error(Exit::environment,
                place(member) + missing(meeting) + " did not end within the limit");
  }

  void carry(int carrier) {
    Member &self = members[carrier];
    try {
      (*act)(carrier);
    } catch (const Error &error) {
      failure->record(error);
    } catch (const std::exception &error) {
      failure->record({Exit::environment, place(self) + ": " + error.what()});
    }
    --busy;
    if (working.fetch_sub(1) == 1) tell();
  }

  /// The first thread stays: it is not the team's.
  void find_processor(int thread) {
    Member &self = members[thread];
    self.processor = processor_here();
    if (thread == 0 || self.processor < 0) return;
    std::vector<int> &taken = self.taken;
    taken.clear();
    for (const Member &member : members)
      if (&member != &self) taken.push_back(member.processor);
    if (std::find(taken.begin(), taken.end(), self.processor.load()) == taken.end()) return;
    move_away(taken);
    self.processor = processor_here();
  }

  /// A member's part of a run.
  void take_part_in_run(int thread, uint64_t run) {
    find_processor(thread);
    if (thread < carriers) carry(thread);
    look_until([&] { return working.load() == 0 || runs.load() != run; });
  }

  void work(int thread) {
    uint64_t seen = 0;
    while (true) {
      {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return stopping || runs != seen; });
        if (stopping) return;
        seen = runs;
      }
      take_part_in_run(thread, seen);
    }
  }

  void stop() {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      stopping = true;
    }
    changed.notify_all();
    for (std::thread &thread : threads)
      thread.join();
  }
};

Team::Team(std::vector<int> devices, int threads, std::chrono::milliseconds limit,
           std::shared_ptr<Failure> failure)
    : own(std::make_unique<State>(std::move(devices), threads, limit, std::move(failure))) {
  const HeldInterrupts held; // no business of these threads
  try {
    for (int thread = 1; thread < threads; ++thread)
      own->threads.emplace_back([state = own.get(), thread] { state->work(thread); });
  } catch (const std::system_error &error) {
    own->stop();
    throw Error(Exit::environment, std::string("no more threads: ") + error.what());
  }
}

Team::~Team() { own->stop(); }

int Team::carriers() const { return own->carriers; }
const std::vector<int> &Team::devices() const { return own->devices; }
int Team::place(int device) const {
  const auto found = std::lower_bound(own->devices.begin(), own->devices.end(), device);
  const bool here = found != own->devices.end() && *found == device;
  return here ? static_cast<int>(found - own->devices.begin()) : -1;
}
int Team::carrier(int device) const {
  const int at = place(device);
  return at < 0 ? -1 : static_cast<int>(owner(own->devices.size(), own->carriers, at));
}
Range<int> Team::places(int carrier) const { return own->share(carrier); }

void Team::run(FunctionRef<void(int)> act) {
  own->act = &act;
  own->working = own->busy = own->carriers;
  if (own->threads.empty()) { // nobody to wake, and nobody else looks at the clock
    own->end = Clock::time_point();
    own->carry(0);
    return own->failure->check();
  }
  own->end = Clock::now() + own->limit;
  for (Member &member : own->members)
    member.processor = -1;
  uint64_t run;
  {
    const std::lock_guard<std::mutex> lock(own->mutex);
    run = ++own->runs;
  }
  own->changed.notify_all();
  own->take_part_in_run(0, run);
  own->failure->check();
}

void Team::set_between(std::function<void()> act) { own->between = std::move(act); }

void Team::begin(int carrier, int device, const char *step) {
  Member &self = own->members[carrier];
  if (carrier == 0 && own->between) own->between();
  own->check(self);
  self.is_at(device, step);
}

void Team::meet(int carrier, const char *step, const void *shown) {
  Member &self = own->members[carrier];
  if (own->carriers == 1) { // nobody to wait for: no look at the clock
    own->failure->check();
    return self.is_at(own->devices.front(), step);
  }
  begin(carrier, own->first_device(carrier), step);
  const uint64_t meeting = self.meetings + 1;
  self.at[meeting % 2] = {step, shown};
  self.meetings = meeting;
  const uint64_t all = meeting * own->carriers;
  if (own->arrivals.fetch_add(1) + 1 == all) own->tell();
  const auto came = [&] { return own->arrivals.load(std::memory_order_acquire) >= all; };
  own->wait_until([&] { return came() || own->failure->happened() || Clock::now() >= own->end; });
  if (!came()) own->check(self, meeting);
  const char *const first = own->members[0].at[meeting % 2].step;
  if (std::strcmp(first, step) != 0)
    throw Error(Exit::environment, own->place(self) + ": device " +
                                       std::to_string(own->first_device(0)) +
                                       " waits for it at step " + first);
}

void Team::check(int carrier, const char *step, const std::vector<int> &processes) const {
  own->failure->check();
  const Clock::time_point now = Clock::now();
  if (own->end == Clock::time_point()) own->end = now + own->limit;
  // Those who wait for this carrier know less, so it is the first to say so.
  if (now + 2 * kGlance < own->end) return;
  std::string names;
  for (int process : processes)
    names += (names.empty() ? "" : ", ") + std::to_string(process);
  throw Error(Exit::environment,
              "device " + std::to_string(own->first_device(carrier)) + ", step " + step +
                  ", where process" +
                  (processes.size() == 1 ? " " + names + " has" : "es " + names + " have") +
                  " not come, did not end within the limit");
}

std::string Team::where() const {
  return own->working.load() == 0 ? std::string() : own->place(own->members[0]);
}

const void *Team::shown(int carrier, int other) const {
  return own->members[other].at[own->members[carrier].meetings % 2].shown;
}

int Team::idle() const {
  return static_cast<int>(own->members.size()) - own->busy.load(std::memory_order_relaxed);
}

void Team::divide(int carrier, int64_t chunks, const void *body, Some call) {
  Member &self = own->members[carrier];
  const uint64_t division = (self.next.load(std::memory_order_relaxed) >> 32) + 1;
  self.next.store(division << 32 | kNone, std::memory_order_release);
  self.chunks.store(chunks, std::memory_order_release);
  self.body.store(body, std::memory_order_release);
  self.call.store(call, std::memory_order_release);
  self.done.store(0, std::memory_order_relaxed);
  self.next.store(division << 32, std::memory_order_release);
  ++own->divisions;
  own->tell();
  while (own->take_chunks(self))
    continue;
  --own->divisions;
  own->wait_until([&] { return self.done.load(std::memory_order_acquire) == chunks; });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
