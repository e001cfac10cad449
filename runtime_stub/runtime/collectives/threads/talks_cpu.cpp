// SPDX-License-Identifier: Apache-2.0
// The threads that carry devices meet, and each makes a thread for each of its devices; the first
// looks after the post of all. Processes exchange letters in rounds: once every device of each is
// done or waits, each tells all others how much it has for them, and sends that. Where nobody has
// anything, and somebody waits, that is the end.
#include "runtime/collectives/talks.h"

#include "runtime/host/cpu/stream_cpu.h"
#include "runtime/host/ops/post.h"
#include "runtime/io/file.h"

#include <cstring>
#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// Letters for a process, one after another: from, to and the number of bytes, then these.
class Packet {
public:
  void add(const Letter &letter) {
    const int64_t head[] = {letter.from, letter.to, static_cast<int64_t>(letter.data.size())};
    const char *const bytes = reinterpret_cast<const char *>(head);
    data.insert(data.end(), bytes, bytes + sizeof head);
    data.insert(data.end(), letter.data.begin(), letter.data.end());
  }
  void add_to(std::vector<Letter> &letters) const {
    for (size_t at = 0; at < data.size();) {
      int64_t head[3];
      std::memcpy(head, data.data() + at, sizeof head);
      const char *const first = data.data() + at + sizeof head;
      letters.push_back(
          {static_cast<int>(head[0]), static_cast<int>(head[1]), {first, first + head[2]}});
      at += sizeof head + static_cast<size_t>(head[2]);
    }
  }
  std::vector<char> data;
};

/// What a process tells another in a round.
struct Head {
  int64_t bytes = 0; // that it has for it
  int64_t all = 0;   // bytes that it has for anyone
  int64_t waiting = 0, has_failed = 0;
};

class Rounds {
public:
  Rounds(Processes &processes, const Placement &placement, Post &post, WhileWaiting wait)
      : processes(processes), placement(placement), post(post), wait(std::move(wait)) {}

  void conduct() {
    try {
      while (round())
        continue;
    } catch (...) {
      post.fail(std::current_exception());
    }
    post.end();
  }

private:
  Processes &processes;
  const Placement &placement;
  Post &post;
  const WhileWaiting wait;

  /// Whether there is another one.
  bool round() {
    const Post::Rest rest = post.rest();
    std::vector<Packet> going(processes.count()), coming(processes.count());
    for (const Letter &letter : rest.letters)
      going[placement.process(letter.to)].add(letter);
    const std::vector<Head> heads = told(rest, going);
    Head all;
    for (size_t process = 0; process < heads.size(); ++process) {
      const Head &head = heads[process];
      all.all += head.all;
      all.waiting += head.waiting;
      if (head.has_failed)
        throw Error(Exit::environment, "the call has failed in process " + std::to_string(process));
      coming[process].data.resize(static_cast<size_t>(head.bytes));
    }
    if (all.all > 0) {
      send(going, coming);
      return true;
    }
    if (all.waiting > 0) post.fail_waiting();
    return false;
  }

  /// What all processes say; of this one nothing is on its way.
  std::vector<Head> told(const Post::Rest &rest, const std::vector<Packet> &going) {
    Head own{0, 0, rest.waiting, rest.has_failed};
    for (const Packet &packet : going)
      own.all += static_cast<int64_t>(packet.data.size());
    std::vector<Head> heads(going.size(), own), out(going.size(), own);
    std::vector<Message> sent, received;
    for (int process = 0; process < processes.count(); ++process) {
      if (process == processes.rank()) continue;
      out[process].bytes = static_cast<int64_t>(going[process].data.size());
      sent.push_back({process, reinterpret_cast<char *>(&out[process]), sizeof(Head)});
      received.push_back({process, reinterpret_cast<char *>(&heads[process]), sizeof(Head)});
    }
    processes.exchange(sent, received, wait);
    return heads;
  }

  void send(std::vector<Packet> &going, std::vector<Packet> &coming) {
    std::vector<Message> sent, received;
    for (int process = 0; process < processes.count(); ++process) {
      if (!going[process].data.empty())
        sent.push_back({process, going[process].data.data(), going[process].data.size()});
      if (!coming[process].data.empty())
        received.push_back({process, coming[process].data.data(), coming[process].data.size()});
    }
    processes.exchange(sent, received, wait);
    std::vector<Letter> letters;
    for (const Packet &packet : coming)
      packet.add_to(letters);
    post.deliver(std::move(letters));
  }
};

class TalksOfThreads : public Talks {
public:
  TalksOfThreads(const Machine &machine, const Options &options)
      : team(*machine.local.front().stream.state().team),
        self(machine.local.front().stream.state().carrier), placement(machine.placement),
        processes(options.processes) {
    for (const Slot &slot : machine.local)
      own.push_back(slot.device);
  }

  void call(const char *step, const Group &group, const Act &act) override {
    std::shared_ptr<Post> post;
    if (self == 0)
      post = std::make_shared<Post>(step, team.devices(),
                                    [&](int device) { return group.members(device); });
    team.meet(self, step, &post);
    if (self != 0 && team.carriers() > 1)
      post = *static_cast<const std::shared_ptr<Post> *>(team.shown(self, 0));
    std::vector<std::thread> threads = begin(*post, act);
    try {
      if (self == 0) conduct(step, group, *post);
    } catch (...) {
      join(threads);
      throw;
    }
    join(threads);
    team.meet(self, step); // what this thread has shown has been seen
  }

private:
  Team &team;
  const int self; // the carrier
  const std::shared_ptr<const Placement> placement;
  const std::shared_ptr<Processes> processes; // none: this one alone
  std::vector<int> own;                       // devices

  /// A thread for each device that this one carries.
  std::vector<std::thread> begin(Post &post, const Act &act) {
    const HeldInterrupts held; // no business of these threads
    std::vector<std::thread> threads;
    for (size_t place = 0; place < own.size(); ++place) {
      const auto part = [&post, &act, place, device = own[place]] {
        post.run(device, [&](const shardc_communicator &others) { act(place, others); });
      };
      try {
        threads.emplace_back(part);
      } catch (const std::system_error &error) {
        const std::string why = error.what();
        post.run(own[place], [&](const shardc_communicator &) {
          throw Error(Exit::environment, "no more threads: " + why);
        });
      }
    }
    return threads;
  }
  static void join(std::vector<std::thread> &threads) {
    for (std::thread &thread : threads)
      thread.join();
  }

  /// Whether any group, of all devices, has members in several processes.
  bool cross(const Group &group) const {
    if (!processes) return false;
    for (int device = 0; device < placement->devices(); ++device)
      for (const int member : group.members(device))
        if (placement->process(member) != placement->process(device)) return true;
    return false;
  }

  void conduct(const char *step, const Group &group, Post &post) {
    if (!cross(group)) return post.conduct();
    Rounds(*processes, *placement, post, [&](const std::vector<int> &missing) {
      team.check(self, step, missing);
    }).conduct();
  }
};

} // namespace

std::shared_ptr<Talks> make_talks(Machine &machine, const Options &options) {
  return std::make_shared<TalksOfThreads>(machine, options);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
