// SPDX-License-Identifier: Apache-2.0
// A checksum goes behind the messages that it is of: what one process sends another keeps its
// order.
#include "runtime/host/start/checked.h"

#include "runtime/host/hash.h"

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// Of the messages to or from each process.
class Sums {
public:
  struct Sum {
    int process;
    Hash hash;
  };

  void find(const std::vector<Message> &messages) {
    all.clear();
    for (const Message &message : messages)
      of(message.process).add(message.data, message.bytes);
  }
  void make_room(const std::vector<Message> &messages) {
    all.clear();
    for (const Message &message : messages)
      of(message.process);
  }
  Hash &of(int process) {
    const auto known = std::find_if(all.begin(), all.end(),
                                    [&](const Sum &sum) { return sum.process == process; });
    return known != all.end() ? known->hash : all.emplace_back(Sum{process, {}}).hash;
  }

  std::vector<Sum> all;
};

/// The messages, and behind them those of the sums.
void add_sums(Sums &sums, const std::vector<Message> &messages, std::vector<Message> &all) {
  all = messages;
  for (auto &[process, hash] : sums.all)
    all.push_back({process, reinterpret_cast<char *>(&hash.value), sizeof hash.value});
}

class Checked : public Processes {
public:
  explicit Checked(std::shared_ptr<Processes> processes) : processes(std::move(processes)) {}

  int rank() const override { return processes->rank(); }
  int count() const override { return processes->count(); }
  int on_this_host() const override { return processes->on_this_host(); }
  bool read_each_other() const override { return processes->read_each_other(); }
  void get_on() override { processes->get_on(); }
  void abort(int code) override { processes->abort(code); }
  void set_where(Whereabouts::Ask ask) override { processes->set_where(std::move(ask)); }

  void exchange(const std::vector<Message> &sent, const std::vector<Message> &received,
                const WhileWaiting &wait) override {
    start(own_way, sent, received);
    finish(*own_way, wait);
  }

  void start(std::unique_ptr<UnderWay> &under_way, const std::vector<Message> &sent,
             const std::vector<Message> &received) override {
    if (under_way == nullptr) under_way = std::make_unique<Way>();
    auto &way = static_cast<Way &>(*under_way);
    way.own.find(sent);
    way.came = received;
    way.theirs.make_room(received);
    add_sums(way.own, sent, way.sent);
    add_sums(way.theirs, received, way.received);
    processes->start(way.messages, way.sent, way.received);
  }

  void finish(UnderWay &under_way, const WhileWaiting &wait) override {
    auto &way = static_cast<Way &>(under_way);
    processes->finish(*way.messages, wait);
    way.compare();
  }

private:
  struct Way : UnderWay {
    std::unique_ptr<UnderWay> messages;
    std::vector<Message> came;           // without sums
    std::vector<Message> sent, received; // with them
    Sums own, theirs;                    // what each process says that it has sent
    Sums found;

    void compare() {
      found.find(came);
      for (const auto &[process, hash] : found.all)
        if (hash.value != theirs.of(process).value)
          throw Lost("what came from process " + std::to_string(process) +
                     " is not what it sent: the checksums differ");
    }
  };

  const std::shared_ptr<Processes> processes;
  std::unique_ptr<UnderWay> own_way; // of exchanges that are waited for at once
};

} // namespace

std::shared_ptr<Processes> with_checked_messages(std::shared_ptr<Processes> processes) {
  return std::make_shared<Checked>(std::move(processes));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
