// SPDX-License-Identifier: Apache-2.0
// A connection is one stream each way: both ends know from the program what comes next, so messages
// have no heads. A byte at the end tells who is done from who is gone.
#include "runtime/host/start/processes_tcp.h"

#include "runtime/host/start/meeting.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <poll.h>
#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLook = 20;                       // ms, between two looks at how long it takes
constexpr std::chrono::milliseconds kHold{300}; // for who waits to say it better

/// Messages of one process that are under way, in their order.
struct Way {
  std::vector<Message> sent, received;
  size_t sent_of_first = 0, received_of_first = 0; // bytes
  bool is_done() const { return sent.empty() && received.empty(); }
};

class OfTcp : public Processes {
public:
  OfTcp(const Job &job, Joined joined, std::chrono::milliseconds limit)
      : number(job.rank), size(job.world), limit(limit), neighbours(joined.neighbours),
        sockets(std::move(joined.sockets)), watcher([this] { watch(); }) {}

  ~OfTcp() override {
    stop_watching();
    if (!is_aborted) part();
  }

  int rank() const override { return number; }
  int count() const override { return size; }
  int on_this_host() const override { return neighbours; }

  void exchange(const std::vector<Message> &sent, const std::vector<Message> &received,
                const WhileWaiting &wait) override {
    std::map<int, Way> ways;
    for (const Message &message : sent)
      if (message.bytes > 0) ways[message.process].sent.push_back(message);
    for (const Message &message : received)
      if (message.bytes > 0) ways[message.process].received.push_back(message);
    for (auto &[process, way] : ways) {
      std::reverse(way.sent.begin(), way.sent.end()); // the next one is the last
      std::reverse(way.received.begin(), way.received.end());
    }
    Deadline look = Clock::now() + std::chrono::milliseconds(kLook);
    while (!ways.empty()) {
      move(ways);
      if (ways.empty() || Clock::now() < look) continue;
      std::vector<int> missing;
      for (const auto &[process, way] : ways)
        missing.push_back(process);
      wait(missing);
      look = Clock::now() + std::chrono::milliseconds(kLook);
    }
  }

  void abort(int) override {
    stop_watching();
    is_aborted = true;
    sockets.clear(); // the others see that
  }

private:
  void stop_watching() {
    is_ending = true;
    if (watcher.joinable()) watcher.join();
  }

  /// Moves what can be moved, and drops the ways that are done.
  void move(std::map<int, Way> &ways) {
    std::vector<pollfd> all;
    for (const auto &[process, way] : ways) {
      const int events = (way.sent.empty() ? 0 : POLLOUT) | (way.received.empty() ? 0 : POLLIN);
      all.push_back({sockets.at(process).file(), static_cast<short>(events), 0});
    }
    if (poll(all.data(), all.size(), kLook) <= 0) return;
    auto looked = all.begin();
    for (auto way = ways.begin(); way != ways.end(); ++looked) {
      if (looked->revents != 0) step(way->first, way->second);
      way = way->second.is_done() ? ways.erase(way) : std::next(way);
    }
  }

  void step(int process, Way &way) {
    const Socket &socket = sockets.at(process);
    const auto some = [&](std::vector<Message> &list, size_t &done, auto act) {
      if (list.empty()) return;
      const Message &first = list.back();
      const ptrdiff_t now = act(socket, first.data + done, first.bytes - done);
      if (now < 0) throw Gone(process);
      done += static_cast<size_t>(now);
      if (done < first.bytes) return;
      list.pop_back();
      done = 0;
    };
    some(way.received, way.received_of_first, receive_some);
    some(way.sent, way.sent_of_first, send_some);
  }

  /// Looks for processes that have gone while this one computes.
  void watch() {
    while (!is_ending) {
      std::vector<pollfd> all;
      std::vector<int> processes;
      for (const auto &[process, socket] : sockets) {
        all.push_back({socket.file(), POLLRDHUP, 0});
        processes.push_back(process);
      }
      if (poll(all.data(), all.size(), kLook) <= 0) continue;
      std::this_thread::sleep_for(kHold);
      if (is_ending) return;
      for (size_t k = 0; k < all.size(); ++k)
        if (all[k].revents != 0) end_for(processes[k]);
    }
  }

  [[noreturn]] void end_for(int process) const {
    std::fprintf(stderr, "process %d: error: process %d has gone\n", number, process);
    std::_Exit(static_cast<int>(Exit::environment));
  }

  /// Says that it is done, and waits until all are.
  void part() {
    const Deadline end = Clock::now() + limit;
    for (const auto &[process, socket] : sockets)
      try {
        const char done = 'e';
        send_all(socket, &done, 1, end, "");
      } catch (const Error &) {
        end_for(process);
      }
    for (const auto &[process, socket] : sockets)
      try {
        char done = 0;
        receive_all(socket, &done, 1, end, "");
      } catch (const Error &) {
        end_for(process);
      }
  }

  const int number, size;
  const std::chrono::milliseconds limit;
  const int neighbours;
  std::map<int, Socket> sockets;
  std::atomic<bool> is_ending = false;
  bool is_aborted = false;
  std::thread watcher; // the last member, as it uses the others
};

} // namespace

bool are_started_plainly() { return has_job(); }

std::shared_ptr<Processes> join_by_tcp(std::chrono::milliseconds limit) {
  const Job job = job_of_environment();
  return std::make_shared<OfTcp>(job, meet_all(job, Clock::now() + limit), limit);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
