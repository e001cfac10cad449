// SPDX-License-Identifier: Apache-2.0
// Whether there are other processes is asked of the environment, where launchers say how many they
// have started; all else goes by messages (mpi/processes_mpi.cpp, processes_tcp.cpp), each wait
// with a limit.
#include "runtime/host/start/processes.h"

#include "runtime/host/start/processes_tcp.h"
#include "runtime/interval.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#ifdef SHARDC_MPI
#include "runtime/host/start/mpi/processes_mpi.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

Placement::Placement(int devices, int processes) : process_of(devices) {
  for (int device = 0; device < devices; ++device)
    process_of[device] = static_cast<int>(owner(devices, processes, device));
}

Placement::Placement(const std::vector<int> &process, int devices, int processes)
    : Placement(devices, processes) {
  if (processes > devices)
    throw Error(Exit::usage, std::to_string(processes) + " processes are too many for " +
                                 std::to_string(devices) + (devices == 1 ? " device" : " devices") +
                                 "; start at most one for each");
  if (process.empty()) return;
  process_of = process;
  std::vector<bool> has(processes);
  for (int device = 0; device < devices; ++device) {
    if (process[device] < 0 || process[device] >= processes)
      throw Error(Exit::usage, "device " + std::to_string(device) + " is placed in process " +
                                   std::to_string(process[device]) + ", and there are " +
                                   std::to_string(processes));
    has[process[device]] = true;
  }
  for (int number = 0; number < processes; ++number)
    if (!has[number])
      throw Error(Exit::usage, "no device is placed in process " + std::to_string(number) +
                                   "; start fewer processes");
}

std::vector<int> Placement::devices_of(int process) const {
  std::vector<int> own;
  for (int device = 0; device < devices(); ++device)
    if (process_of[device] == process) own.push_back(device);
  return own;
}

/// How many processes a launcher says that it has started, this one among them: Open MPI's,
/// MPICH's, Slurm's.
static int started_processes() {
  for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const char *count = std::getenv(name)) return std::atoi(count);
  return 1;
}

/// Throws where something is said of processes that are to meet plainly, and not where they meet.
static void require_no_others() {
  const char *const world = std::getenv("SHARDC_WORLD");
  if (world != nullptr && std::atoi(world) == 1) return;
  for (const char *name : {"SHARDC_WORLD", "SHARDC_RANK", "SHARDC_BIND"})
    if (std::getenv(name) != nullptr)
      throw Error(Exit::usage, std::string(name) + " is set, and SHARDC_COORDINATOR, where its "
                                                   "processes meet, is not");
}

std::shared_ptr<Processes> join_processes(const std::string &how, std::chrono::milliseconds limit) {
  if (how == "threads" || how == "cuda_local") return nullptr;
  if (how != "mpi" && are_started_plainly()) return join_by_tcp(limit);
  const int started = started_processes();
  if (how != "mpi" && started == 1) require_no_others();
#ifdef SHARDC_MPI
  if (how != "mpi" && started == 1) return nullptr;
  std::shared_ptr<Processes> all = join_mpi(limit);
  if (all->count() == 1 && started > 1)
    throw Error(Exit::usage, "this is one of " + std::to_string(started) +
                                 " processes, and MPI knows of this one alone; srun wants the "
                                 "--mpi of this MPI, SHARDC_COORDINATOR does without, "
                                 "--collectives threads or cuda_local runs all devices in each");
  return all;
#else
  static_cast<void>(limit);
  if (how == "mpi")
    throw Error(Exit::usage, "this program is built without MPI; cmake -DWITH_MPI=ON adds it");
  if (started > 1)
    throw Error(Exit::usage, "this is one of " + std::to_string(started) +
                                 " processes, and the program is built without MPI; cmake "
                                 "-DWITH_MPI=ON adds it, SHARDC_COORDINATOR does without, "
                                 "--collectives threads or cuda_local runs all devices in each");
  return nullptr;
#endif
}

void Whereabouts::set(Ask now) {
  const std::lock_guard<std::mutex> lock(mutex);
  ask = std::move(now);
}

void Whereabouts::end_without(int own, int gone) const {
  const std::lock_guard<std::mutex> lock(mutex);
  if (!ask) return;
  auto [program, place] = ask();
  if (!program.empty()) program += ", ";
  if (!place.empty()) place += ": ";
  std::fprintf(stderr, "%sprocess %d: error: %sprocess %d has gone\n", program.c_str(), own,
               place.c_str(), gone);
  std::_Exit(static_cast<int>(Exit::environment));
}

bool has_mpi() {
#ifdef SHARDC_MPI
  return true;
#else
  return false;
#endif
}

std::shared_ptr<Processes> processes_of(const void *communicator) {
#ifdef SHARDC_MPI
  return join_mpi(communicator);
#else
  static_cast<void>(communicator);
  throw Error(Exit::usage, "this library is built without MPI; cmake -DWITH_MPI=ON adds it");
#endif
}

/// Waits so long, and no longer.
static WhileWaiting until(std::chrono::milliseconds limit) {
  return [end = std::chrono::steady_clock::now() + limit](const std::vector<int> &missing) {
    if (std::chrono::steady_clock::now() >= end)
      throw Error(Exit::environment,
                  "process " + std::to_string(missing.front()) + " did not come within the limit");
  };
}

/// The first process gets everyone's; `values` as for gather().
static void bring(Processes &processes, char *values, size_t bytes, const WhileWaiting &wait) {
  std::vector<Message> sent, received;
  if (processes.rank() != 0) sent.push_back({0, values, bytes});
  for (int other = 1; processes.rank() == 0 && other < processes.count(); ++other)
    received.push_back({other, values + other * bytes, bytes});
  processes.exchange(sent, received, wait);
}

/// All get the first process's value.
static void tell(Processes &processes, int &value, const WhileWaiting &wait) {
  Message message = {0, reinterpret_cast<char *>(&value), sizeof value};
  std::vector<Message> sent, received;
  if (processes.rank() != 0) received.push_back(message);
  for (int other = 1; processes.rank() == 0 && other < processes.count(); ++other) {
    message.process = other;
    sent.push_back(message);
  }
  processes.exchange(sent, received, wait);
}

void gather(Processes &processes, char *values, size_t bytes, std::chrono::milliseconds limit) {
  const WhileWaiting wait = until(limit);
  bring(processes, values, bytes, wait);
  int has_all = 1;
  tell(processes, has_all, wait);
}

void agree(Processes &processes, uint64_t value, const char *what,
           std::chrono::milliseconds limit) {
  const WhileWaiting wait = until(limit);
  std::vector<uint64_t> values(processes.count(), value);
  bring(processes, reinterpret_cast<char *>(values.data()), sizeof value, wait);
  const auto is_another = [&](uint64_t other) { return other != value; };
  int another =
      static_cast<int>(std::find_if(values.begin(), values.end(), is_another) - values.begin());
  tell(processes, another, wait);
  if (another == processes.count()) return;
  throw Error(Exit::usage, "process " + std::to_string(another) + " has another " + what +
                               " than process 0; start all alike");
}

std::vector<int> share_out(Processes *processes, std::vector<int> own,
                           std::chrono::milliseconds limit) {
  if (processes == nullptr) return own;
  const size_t size = own.size();
  std::vector<int> all(size * processes->count());
  std::vector<Message> sent, received;
  for (int other = 0; other < processes->count(); ++other) {
    int *const at = all.data() + other * size;
    if (other == processes->rank()) {
      std::copy(own.begin(), own.end(), at);
      continue;
    }
    sent.push_back({other, reinterpret_cast<char *>(own.data()), size * sizeof(int)});
    received.push_back({other, reinterpret_cast<char *>(at), size * sizeof(int)});
  }
  processes->exchange(sent, received, until(limit));
  return all;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
