// SPDX-License-Identifier: Apache-2.0
// Messages between devices whose code communicates (op.h), while it is called: a thread for each
// device of this process leaves what it sends here, and takes what it receives.
#pragma once

#include "runtime/error.h"
#include "runtime/op.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

struct Letter {
  int from, to; // devices
  std::vector<char> data;
};

class Post {
public:
  /// The devices of this process. `members_of` a device's group, in the order of their ranks.
  using MembersOf = std::function<std::vector<int>(int device)>;
  Post(const char *step, std::vector<int> devices, const MembersOf &members_of);
  Post(const Post &) = delete;
  Post &operator=(const Post &) = delete;

  /// Does one device's part, on its own thread. What it throws is the failure of all, which ends
  /// the others when they next communicate.
  using Act = std::function<void(const shardc_communicator &others)>;
  void run(int device, const Act &act);

  // For the one thread that looks after all.

  /// Waits until every device here is done, or waits for a letter that is not here. What has been
  /// left for other processes since the last time.
  struct Rest {
    int64_t waiting = 0; // devices
    bool has_failed = false;
    std::vector<Letter> letters;
  };
  Rest rest();
  void deliver(std::vector<Letter> letters);
  void fail(std::exception_ptr why);
  /// Where all devices wait: that is an error of the code's.
  void fail_waiting();
  /// Waits until all devices are done; throws the first failure, or where a letter is left.
  void end();

  /// All of that, where no group has members elsewhere.
  void conduct();

private:
  struct Member {
    std::vector<int> group; // devices, by rank
    int64_t rank;
    Post *post;
    shardc_communicator others;
    int waits_for = -1; // the device whose letter it waits for
    bool is_done = false;
    std::string wrong; // what a function has last returned
  };

  static const char *exchange(const shardc_communicator *group, const shardc_message *sent,
                              int64_t sent_count, const shardc_message *received,
                              int64_t received_count);
  static const char *all_gather(const shardc_communicator *group, const void *own, void *all,
                                int64_t bytes);
  std::string send(const Member &own, const shardc_message &message);
  std::string receive(Member &own, const shardc_message &message);
  void put(Letter letter);
  static std::string wrong_rank(const Member &own, int64_t rank);

  const char *const step;
  std::map<int, Member> members; // by device, of this process
  std::mutex mutex;              // for what follows, and what members wait for
  std::condition_variable changed;
  int64_t working; // members that are not done and do not wait
  std::map<std::pair<int, int>, std::deque<std::vector<char>>> here; // by who sends and receives
  std::vector<Letter> elsewhere;
  std::exception_ptr failure;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
