// SPDX-License-Identifier: Apache-2.0
// A connection is one stream each way: both ends know from the program what comes next, so messages
// have no heads. A byte at the end tells who is done from who is gone.
#include "runtime/host/start/processes_tcp.h"

#include "runtime/host/start/meeting.h"

#include <algorithm>
#include <atomic>
#include <poll.h>
#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLook = 20; // ms, between two looks at how long it takes

/// Messages that have been started together.
struct Way : UnderWay {
  size_t left = 0; // messages
};

/// Messages one way between two processes, in their order.
class Queue {
public:
  void add(const Message &message, Way &way) {
    if (message.bytes == 0) return;
    messages.erase(messages.begin(), messages.begin() + gone);
    gone = 0;
    messages.push_back({message, &way});
    ++way.left;
  }
  bool is_done() const { return gone == static_cast<ptrdiff_t>(messages.size()); }
  bool has_some_of(const Way &way) const {
    return std::any_of(messages.begin() + gone, messages.end(),
                       [&](const Queued &queued) { return queued.way == &way; });
  }
  /// `act` sends or receives some of the first, and says how many bytes; -1: the other end is gone.
  template <typename Act>
  void step(const Socket &socket, int process, const Act &act) {
    if (is_done()) return;
    const auto &[message, way] = messages[gone];
    const ptrdiff_t now = act(socket, message.data + done, message.bytes - done);
    if (now < 0) throw Gone(process);
    done += static_cast<size_t>(now);
    if (done < message.bytes) return;
    --way->left;
    ++gone;
    done = 0;
  }

private:
  struct Queued {
    Message message;
    Way *way;
  };
  std::vector<Queued> messages;
  ptrdiff_t gone = 0; // messages, the first ones
  size_t done = 0;    // bytes of the next
};

class OfTcp : public Processes {
public:
  OfTcp(const Job &job, Joined joined, std::chrono::milliseconds limit)
      : number(job.rank), size(job.world), limit(limit), neighbours(joined.neighbours),
        connections(connections_of(std::move(joined.sockets))), watcher([this] { watch(); }) {
    polled.reserve(connections.size());
    moving.reserve(connections.size());
    lacking.reserve(connections.size());
  }

  ~OfTcp() override {
    stop_watching();
    if (!is_aborted) part();
  }

  int rank() const override { return number; }
  int count() const override { return size; }
  int on_this_host() const override { return neighbours; }
  bool read_each_other() const override { return false; }

  void exchange(const std::vector<Message> &sent, const std::vector<Message> &received,
                const WhileWaiting &wait) override {
    start(own_way, sent, received);
    finish(*own_way, wait);
  }

  void start(std::unique_ptr<UnderWay> &under_way, const std::vector<Message> &sent,
             const std::vector<Message> &received) override {
    if (under_way == nullptr) under_way = std::make_unique<Way>();
    auto &way = static_cast<Way &>(*under_way);
    for (const Message &message : sent)
      connections.at(message.process).sent.add(message, way);
    for (const Message &message : received)
      connections.at(message.process).received.add(message, way);
    if (way.left > 0) get_on();
  }

  void finish(UnderWay &under_way, const WhileWaiting &wait) override {
    const auto &way = static_cast<const Way &>(under_way);
    Deadline look = Clock::now() + std::chrono::milliseconds(kLook);
    while (way.left > 0) {
      move(kLook);
      if (way.left == 0 || Clock::now() < look) continue;
      wait(missing(way));
      look = Clock::now() + std::chrono::milliseconds(kLook);
    }
  }

  /// The system moves what it has room for; the rest needs this.
  void get_on() override {
    try {
      move(0);
    } catch (const Gone &) { // who waits finds that, and knows what for
    }
  }

  void set_where(Whereabouts::Ask ask) override { where.set(std::move(ask)); }

  void abort(int) override {
    stop_watching();
    is_aborted = true;
    connections.clear(); // the others see that
  }

private:
  void stop_watching() {
    is_ending = true;
    if (watcher.joinable()) watcher.join();
  }

  struct Connection {
    Socket socket;
    Queue sent = {}, received = {};
  };
  static std::map<int, Connection> connections_of(std::map<int, Socket> sockets) {
    std::map<int, Connection> all;
    for (auto &[process, socket] : sockets)
      all.emplace(process, Connection{std::move(socket)});
    return all;
  }

  /// Moves what can be moved, and waits so many ms for some that can.
  void move(int longest) {
    polled.clear();
    moving.clear();
    for (auto &each : connections) {
      const auto &[socket, sent, received] = each.second;
      const int events = (sent.is_done() ? 0 : POLLOUT) | (received.is_done() ? 0 : POLLIN);
      if (events == 0) continue;
      polled.push_back({socket.file(), static_cast<short>(events), 0});
      moving.push_back(&each);
    }
    if (polled.empty() || poll(polled.data(), polled.size(), longest) <= 0) return;
    for (size_t k = 0; k < polled.size(); ++k) {
      if (polled[k].revents == 0) continue;
      auto &[process, connection] = *moving[k];
      connection.received.step(connection.socket, process, receive_some);
      connection.sent.step(connection.socket, process, send_some);
    }
  }

  const std::vector<int> &missing(const Way &way) {
    lacking.clear();
    for (const auto &[process, connection] : connections)
      if (connection.sent.has_some_of(way) || connection.received.has_some_of(way))
        lacking.push_back(process);
    return lacking;
  }

  /// Looks for processes that have gone while this one computes.
  void watch() {
    std::vector<pollfd> all;
    std::vector<int> processes;
    for (const auto &[process, connection] : connections) {
      all.push_back({connection.socket.file(), POLLRDHUP, 0});
      processes.push_back(process);
    }
    while (!is_ending) {
      if (poll(all.data(), all.size(), kLook) <= 0) continue;
      std::this_thread::sleep_for(kHold);
      if (is_ending) return;
      for (size_t k = 0; k < all.size(); ++k)
        if (all[k].revents != 0) where.end_without(number, processes[k]);
    }
  }

  /// Says that it is done, and waits until all are.
  void part() {
    const Deadline end = Clock::now() + limit;
    for (const auto &[process, connection] : connections)
      try {
        const char done = 'e';
        send_all(connection.socket, &done, 1, end, "");
      } catch (const Error &) {
        where.end_without(number, process);
      }
    for (const auto &[process, connection] : connections)
      try {
        char done = 0;
        receive_all(connection.socket, &done, 1, end, "");
      } catch (const Error &) {
        where.end_without(number, process);
      }
  }

  const int number, size;
  const std::chrono::milliseconds limit;
  const int neighbours;
  std::map<int, Connection> connections;
  std::unique_ptr<UnderWay> own_way; // of exchanges that are waited for at once
  // Of one look, which the next one uses again.
  std::vector<pollfd> polled;
  std::vector<std::pair<const int, Connection> *> moving;
  std::vector<int> lacking;
  Whereabouts where;
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
