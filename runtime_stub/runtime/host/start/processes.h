// SPDX-License-Identifier: Apache-2.0
// The processes that run a program together, each with some of its devices.
#pragma once

#include "runtime/error.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Which process has a device. All processes have the same table.
class Placement {
public:
  Placement(int devices, int processes); // neighbours together, as many for each as can be
  /// `process` of each device; none: neighbours together. Throws where a process has no device, or
  /// there is none of that number.
  Placement(const std::vector<int> &process, int devices, int processes);

  int devices() const { return static_cast<int>(process_of.size()); }
  int process(int device) const { return process_of[device]; }
  /// Ascending.
  std::vector<int> devices_of(int process) const;

private:
  std::vector<int> process_of;
};

/// Memory of this process that goes to another one, or that comes from it.
struct Message {
  int process;
  char *data;
  size_t bytes;
  bool operator==(const Message &) const = default;
};

/// Called every so often while a process waits, with the processes that it waits for; ends the wait
/// by throwing.
using WhileWaiting = std::function<void(const std::vector<int> &processes)>;

/// Thrown by who waits for messages that do not come, or not as they were sent.
struct Lost : Error {
  explicit Lost(const std::string &line) : Error(Exit::environment, line) {}
};
/// By who waits for a process that has ended.
struct Gone : Lost {
  explicit Gone(int process) : Lost("process " + std::to_string(process) + " has gone") {}
};

/// So long who waits for a process that has gone may take to say so, as it knows what for.
constexpr std::chrono::milliseconds kHold{300};
/// Where a process is, for who ends it from beside: told and asked by any thread.
class Whereabouts {
public:
  /// `ask`: "train", "device 4, step 3 o", or one of them as "". None: this process ends by
  /// itself, and says why.
  using Ask = std::function<std::pair<std::string, std::string>()>;
  void set(Ask now);
  /// Ends process `own`, with a line that `gone` has gone, unless it ends by itself.
  void end_without(int own, int gone) const;

private:
  mutable std::mutex mutex;
  Ask ask = [] { return std::pair<std::string, std::string>(); };
};

/// Sends and receives that are under way.
struct UnderWay {
  virtual ~UnderWay() = default;
};

class Processes {
public:
  virtual ~Processes() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  /// How many of them share this machine's processors.
  virtual int on_this_host() const = 0;
  /// Whether some read what another sends from where it lies, so that its lines get into their
  /// caches; else who sends copies it.
  virtual bool read_each_other() const = 0;
  /// Sends and receives all of these at once, and returns when that is done. What a process sends
  /// to another arrives in the order of the list, and is as large as is expected there.
  virtual void exchange(const std::vector<Message> &sent, const std::vector<Message> &received,
                        const WhileWaiting &wait) = 0;
  /// The same in two halves, between which a process may do other things; the messages are its
  /// until `finish` returns. Several may be under way, which all processes start and finish in one
  /// order. `way` is made by the first call and may be used again when it is finished.
  virtual void start(std::unique_ptr<UnderWay> &way, const std::vector<Message> &sent,
                     const std::vector<Message> &received) = 0;
  virtual void finish(UnderWay &way, const WhileWaiting &wait) = 0;
  /// What is under way gets on, where only calls bring it on.
  virtual void get_on() = 0;
  /// Ends all processes, this one too.
  virtual void abort(int code) = 0;
  /// What is asked where one of the others has gone and this one waits for nobody.
  virtual void set_where(Whereabouts::Ask ask) = 0;
};

/// The processes that this one was started with, by MPI or plainly (processes_tcp.h). None: it is
/// alone; `how` threads and cuda_local ask for that, mpi asks for others, and auto and nccl take
/// what there is. Throws where it was started with others that it cannot reach.
std::shared_ptr<Processes> join_processes(const std::string &how, std::chrono::milliseconds limit);
/// Whether the program is built with MPI.
bool has_mpi();
/// Those of an `MPI_Comm`, of a program that uses MPI itself; throws in builds without MPI.
std::shared_ptr<Processes> processes_of(const void *communicator);
/// `values` has room for a value of each process, `bytes` long, and is full of this one's. The
/// first process gets everyone's; all wait until it has them.
void gather(Processes &processes, char *values, size_t bytes, std::chrono::milliseconds limit);
/// Throws, in all of them, unless all bring the same value: a hash of what they have to have in
/// common. `what` it is, for people.
void agree(Processes &processes, uint64_t value, const char *what, std::chrono::milliseconds limit);
/// What each process brings, as many numbers as all others do, one after another; of one that is
/// alone (null) its own.
std::vector<int> share_out(Processes *processes, std::vector<int> own,
                           std::chrono::milliseconds limit);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
