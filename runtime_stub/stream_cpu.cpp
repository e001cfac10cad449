// SPDX-License-Identifier: Apache-2.0
// Devices on CPUs: each has a queue, worked off in order as on a CUDA stream, by a pool of threads
// that all devices of a session share.
#include "launch_cpu.h"

#include "file.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <system_error>
#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

struct Pool;

struct Stream::State : std::enable_shared_from_this<State> {
  struct Task {
    const char *step;
    std::function<void()> work;       // or:
    std::shared_ptr<Meeting> meeting; // where to wait for others
  };

  int device = 0;
  std::chrono::milliseconds limit{};
  std::shared_ptr<Failure> failure;
  std::shared_ptr<Pool> pool; // holds this in turn only while there is work
  std::vector<std::unique_ptr<char, decltype(&std::free)>> memory;

  std::mutex mutex; // guards what follows
  std::condition_variable changed;
  std::deque<Task> queue; // the first one is running, or waits for a thread

  void add(Task task);
  void run_first();
  void remove_first();
};

struct Meeting {
  using Device = std::shared_ptr<Stream::State>;

  explicit Meeting(std::vector<int> all) : devices(std::move(all)) {}

  const std::vector<int> devices;
  std::mutex mutex; // guards what follows
  const char *step = nullptr;
  std::vector<std::weak_ptr<Stream::State>> waiting; // they hold this in turn
  std::vector<int> here;                             // their numbers

  /// Those who may go on; none if somebody is missing.
  std::vector<Device> arrive(const Device &device, const char *at);
  /// ", where device 2 has not come"
  std::string missing();
};

/// Threads that take devices with work in turn. They are never joined: one that is stuck must not
/// take the process with it.
struct Pool {
  using Device = std::shared_ptr<Stream::State>;

  std::mutex mutex; // guards what follows
  std::condition_variable changed;
  std::deque<Device> ready; // each at most once, so its work stays in order
  bool stopping = false;

  void add(Device device) {
    const std::lock_guard<std::mutex> lock(mutex);
    ready.push_back(std::move(device));
    changed.notify_one();
  }

  void stop() {
    const std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
    changed.notify_all();
  }

  void work() {
    while (true) {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return stopping || !ready.empty(); });
      if (stopping) return;
      const Device device = std::move(ready.front());
      ready.pop_front();
      lock.unlock();
      device->run_first();
    }
  }
};

void Stream::State::add(Task task) {
  const std::lock_guard<std::mutex> lock(mutex);
  queue.push_back(std::move(task));
  if (queue.size() == 1) pool->add(shared_from_this());
}

std::vector<Meeting::Device> Meeting::arrive(const Device &device, const char *at) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (here.empty()) step = at;
  if (std::strcmp(step, at) != 0)
    throw std::runtime_error("device " + std::to_string(here.front()) + " waits for it at step " +
                             step);
  here.push_back(device->device);
  waiting.push_back(device);
  std::vector<Device> all;
  if (here.size() < devices.size()) return all;
  for (const std::weak_ptr<Stream::State> &member : waiting)
    if (Device alive = member.lock()) all.push_back(std::move(alive));
  here.clear();
  waiting.clear();
  return all;
}

std::string Meeting::missing() {
  constexpr size_t kNamed = 8;
  const std::lock_guard<std::mutex> lock(mutex);
  std::vector<int> absent;
  for (int device : devices)
    if (std::find(here.begin(), here.end(), device) == here.end()) absent.push_back(device);
  if (absent.empty()) return "";
  std::string names;
  for (size_t i = 0; i < absent.size() && i < kNamed; ++i)
    names += (i == 0 ? " " : ", ") + std::to_string(absent[i]);
  if (absent.size() > kNamed) names += ", ... (" + std::to_string(absent.size()) + " in all)";
  return absent.size() == 1 ? ", where device" + names + " has not come,"
                            : ", where devices" + names + " have not come,";
}

void Stream::State::run_first() {
  std::unique_lock<std::mutex> lock(mutex);
  const Task task = queue.front();
  lock.unlock();
  try {
    if (task.meeting != nullptr && !failure->happened()) {
      // Who comes last sends all on; until then this stream is in no thread's list.
      for (const Pool::Device &member : task.meeting->arrive(shared_from_this(), task.step))
        member->remove_first();
      return;
    }
    if (task.work && !failure->happened()) task.work(); // after a failure the rest is dropped
  } catch (const std::exception &error) {
    failure->record({Exit::environment, "device " + std::to_string(device) + ", step " + task.step +
                                            ": " + error.what()});
  }
  remove_first();
}

void Stream::State::remove_first() {
  const std::lock_guard<std::mutex> lock(mutex);
  queue.pop_front();
  if (!queue.empty()) pool->add(shared_from_this());
  changed.notify_all();
}

/// The pool for the streams of a session; its threads end with the last stream.
static std::shared_ptr<Pool> open_pool(int devices) {
  const auto pool = std::make_shared<Pool>();
  const std::shared_ptr<Pool> stopping(pool.get(), [pool](Pool *) { pool->stop(); });
  const int cpus = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const HeldInterrupts held; // no business of these threads
  try {
    for (int thread = 0; thread < std::min(devices, cpus); ++thread)
      std::thread([pool] { pool->work(); }).detach();
  } catch (const std::system_error &error) {
    throw Error(Exit::environment, std::string("no more threads: ") + error.what());
  }
  return stopping;
}

std::vector<Stream> open_streams(int devices, const Options &options,
                                 std::shared_ptr<Failure> failure) {
  if (options.gpus != 0)
    throw Error(Exit::environment, "this program is built for CPUs; it cannot use " +
                                       std::to_string(options.gpus) + " GPUs");
  const std::shared_ptr<Pool> pool = open_pool(devices);
  std::vector<Stream> streams;
  for (int device = 0; device < devices; ++device) {
    auto state = std::make_shared<Stream::State>();
    state->device = device;
    state->limit = options.limit;
    state->failure = failure;
    state->pool = pool;
    streams.emplace_back(std::move(state));
  }
  return streams;
}

char *Stream::allocate(size_t bytes) {
  const size_t rounded = (std::max<size_t>(bytes, 1) + 255) / 256 * 256;
  void *block = std::aligned_alloc(256, rounded);
  if (block == nullptr)
    throw Error(Exit::environment, "device " + std::to_string(shared->device) + ": no memory for " +
                                       std::to_string(bytes) + " bytes");
  shared->memory.emplace_back(static_cast<char *>(block), &std::free);
  return static_cast<char *>(block);
}

void Stream::upload(char *to, const char *from, size_t bytes) {
  wait();
  std::memcpy(to, from, bytes);
}

void Stream::download(char *to, const char *from, size_t bytes) { upload(to, from, bytes); }

bool Stream::wait_a_glance() {
  std::unique_lock<std::mutex> lock(shared->mutex);
  return shared->changed.wait_for(lock, kGlance, [&] { return shared->queue.empty(); });
}

std::string Stream::current() const {
  const std::lock_guard<std::mutex> lock(shared->mutex);
  if (shared->queue.empty()) return "work";
  const Stream::State::Task &first = shared->queue.front();
  return std::string("step ") + first.step + (first.meeting ? first.meeting->missing() : "");
}

void Stream::wait() {
  const auto end = std::chrono::steady_clock::now() + shared->limit;
  while (!wait_a_glance()) {
    shared->failure->check();
    if (std::chrono::steady_clock::now() < end) continue;
    throw Error(Exit::environment, "device " + std::to_string(shared->device) + ": " + current() +
                                       " did not end within the limit");
  }
  shared->failure->check();
}

static Instructions of_processor() {
#ifdef __x86_64__
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? Instructions::avx512 : v3 ? Instructions::avx2 : Instructions::baseline;
#else
  return Instructions::baseline;
#endif
}

Instructions instructions() {
  static constexpr const char *names[] = {"baseline", "avx2", "avx512"};
  const Instructions most = of_processor();
  const char *named = std::getenv("SHARDC_ISA");
  if (!named || !*named) return most;
  for (int k = 0; k <= static_cast<int>(most); ++k)
    if (std::strcmp(named, names[k]) == 0) return static_cast<Instructions>(k);
  throw Error(Exit::usage, std::string("SHARDC_ISA is '") + named +
                               "'; this processor has instructions up to '" +
                               names[static_cast<int>(most)] + "' of baseline, avx2, avx512");
}

void enqueue(Stream &stream, const char *step, std::function<void()> work) {
  stream.state().add({step, std::move(work), nullptr});
}

std::shared_ptr<Meeting> arrange_meeting(std::vector<int> devices) {
  return std::make_shared<Meeting>(std::move(devices));
}

void meet(Stream &stream, const char *step, std::shared_ptr<Meeting> meeting) {
  stream.state().add({step, nullptr, std::move(meeting)});
}

std::vector<std::string> list_gpus() { return {"no GPU: threads of this machine's CPUs"}; }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
