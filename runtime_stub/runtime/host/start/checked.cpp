// SPDX-License-Identifier: Apache-2.0
// A checksum goes behind the messages that it is of: what one process sends another keeps its
// order.
#include "runtime/host/start/checked.h"

#include "runtime/host/hash.h"

#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// Of the messages to or from each process.
using Sums = std::map<int, Hash>;

Sums sums_of(const std::vector<Message> &messages) {
  Sums sums;
  for (const Message &message : messages)
    sums[message.process].add(message.data, message.bytes);
  return sums;
}

/// The messages, and behind them those of the sums.
std::vector<Message> with_sums(std::vector<Message> messages, Sums &sums) {
  for (auto &[process, sum] : sums)
    messages.push_back({process, reinterpret_cast<char *>(&sum.value), sizeof sum.value});
  return messages;
}

class Checked : public Processes {
public:
  explicit Checked(std::shared_ptr<Processes> processes) : processes(std::move(processes)) {}

  int rank() const override { return processes->rank(); }
  int count() const override { return processes->count(); }
  int on_this_host() const override { return processes->on_this_host(); }
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
    way.sums_sent = sums_of(sent);
    way.make_room_for(received);
    processes->start(way.messages, with_sums(sent, way.sums_sent),
                     with_sums(received, way.sums_received));
  }

  void finish(UnderWay &under_way, const WhileWaiting &wait) override {
    auto &way = static_cast<Way &>(under_way);
    processes->finish(*way.messages, wait);
    way.compare();
  }

private:
  struct Way : UnderWay {
    std::unique_ptr<UnderWay> messages;
    std::vector<Message> received;
    Sums sums_sent, sums_received; // what each process says that it has sent

    void make_room_for(const std::vector<Message> &coming) {
      received = coming;
      sums_received.clear();
      for (const Message &message : coming)
        sums_received.try_emplace(message.process);
    }

    void compare() const {
      for (const auto &[process, sum] : sums_of(received))
        if (sum.value != sums_received.at(process).value)
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
