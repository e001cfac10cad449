// SPDX-License-Identifier: Apache-2.0
// Who sends does not wait: letters are copies. So devices wait for each other only where nobody has
// sent what one of them receives, and that is seen as soon as none works any more.
#include "runtime/host/ops/post.h"

#include <algorithm>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

Post::Post(const char *step, std::vector<int> devices, const MembersOf &members_of)
    : step(step), working(static_cast<int64_t>(devices.size())) {
  for (const int device : devices) {
    Member &own = members[device];
    own.group = members_of(device);
    own.rank = std::find(own.group.begin(), own.group.end(), device) - own.group.begin();
    own.post = this;
    own.others = {own.rank, static_cast<int64_t>(own.group.size()), exchange, all_gather, nullptr,
                  &own};
  }
}

void Post::run(int device, const Act &act) {
  Member &own = members.at(device);
  try {
    act(own.others);
  } catch (...) {
    fail(std::current_exception());
  }
  const std::lock_guard<std::mutex> lock(mutex);
  own.is_done = true;
  --working;
  changed.notify_all();
}

std::string Post::wrong_rank(const Member &own, int64_t rank) {
  return "there is no rank " + std::to_string(rank) + " among " + std::to_string(own.group.size());
}

const char *Post::exchange(const shardc_communicator *group, const shardc_message *sent,
                           int64_t sent_count, const shardc_message *received,
                           int64_t received_count) {
  Member &own = *static_cast<Member *>(group->state);
  own.wrong.clear();
  for (int64_t k = 0; k < sent_count && own.wrong.empty(); ++k)
    own.wrong = own.post->send(own, sent[k]);
  for (int64_t k = 0; k < received_count && own.wrong.empty(); ++k)
    own.wrong = own.post->receive(own, received[k]);
  return own.wrong.empty() ? nullptr : own.wrong.c_str();
}

const char *Post::all_gather(const shardc_communicator *group, const void *own, void *all,
                             int64_t bytes) {
  std::vector<shardc_message> sent, received;
  for (int64_t rank = 0; rank < group->size; ++rank) {
    char *const place = static_cast<char *>(all) + rank * bytes;
    if (rank == group->rank && bytes > 0) std::memmove(place, own, static_cast<size_t>(bytes));
    if (rank == group->rank) continue;
    sent.push_back({rank, const_cast<void *>(own), bytes});
    received.push_back({rank, place, bytes});
  }
  return exchange(group, sent.data(), static_cast<int64_t>(sent.size()), received.data(),
                  static_cast<int64_t>(received.size()));
}

std::string Post::send(const Member &own, const shardc_message &message) {
  if (message.rank < 0 || message.rank >= own.others.size) return wrong_rank(own, message.rank);
  const char *const data = static_cast<const char *>(message.data);
  const std::lock_guard<std::mutex> lock(mutex);
  put({own.group[own.rank], own.group[message.rank], {data, data + message.bytes}});
  return "";
}

/// Where the mutex is held.
void Post::put(Letter letter) {
  const auto receiver = members.find(letter.to);
  if (receiver == members.end()) {
    elsewhere.push_back(std::move(letter));
    return;
  }
  here[{letter.from, letter.to}].push_back(std::move(letter.data));
  if (receiver->second.waits_for != letter.from) return;
  receiver->second.waits_for = -1;
  ++working;
  changed.notify_all();
}

std::string Post::receive(Member &own, const shardc_message &message) {
  if (message.rank < 0 || message.rank >= own.others.size) return wrong_rank(own, message.rank);
  const int from = own.group[message.rank];
  std::unique_lock<std::mutex> lock(mutex);
  std::deque<std::vector<char>> &letters = here[{from, own.group[own.rank]}];
  if (letters.empty() && !failure) {
    own.waits_for = from;
    --working;
    changed.notify_all();
    changed.wait(lock, [&] { return own.waits_for < 0; });
  }
  if (letters.empty()) return "the call has failed on another device";
  const std::vector<char> data = std::move(letters.front());
  letters.pop_front();
  if (static_cast<int64_t>(data.size()) != message.bytes)
    return "rank " + std::to_string(message.rank) + " sends " + std::to_string(data.size()) +
           " bytes, and " + std::to_string(message.bytes) + " are expected";
  if (message.bytes > 0) std::memcpy(message.data, data.data(), data.size());
  return "";
}

Post::Rest Post::rest() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return working == 0; });
  Rest found;
  for (const auto &[device, member] : members)
    found.waiting += !member.is_done;
  found.has_failed = failure != nullptr;
  found.letters.swap(elsewhere);
  return found;
}

void Post::deliver(std::vector<Letter> letters) {
  const std::lock_guard<std::mutex> lock(mutex);
  for (Letter &letter : letters)
    put(std::move(letter));
}

void Post::fail(std::exception_ptr why) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (!failure) failure = why;
  for (auto &[device, member] : members) {
    if (member.waits_for < 0) continue;
    member.waits_for = -1;
    ++working;
  }
  changed.notify_all();
}

void Post::fail_waiting() {
  std::string who;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    for (const auto &[device, member] : members)
      if (member.waits_for >= 0)
        who += (who.empty() ? "" : ", ") + std::string("device ") + std::to_string(device) +
               " for device " + std::to_string(member.waits_for);
  }
  const std::string waiting = who.empty() ? "devices wait" : "waiting are " + who;
  fail(std::make_exception_ptr(
      Error(Exit::wrong_input, std::string("step '") + step + "': " + waiting +
                                   ", and nobody sends what they are to receive")));
}

void Post::end() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] {
    return std::all_of(members.begin(), members.end(),
                       [](const auto &member) { return member.second.is_done; });
  });
  if (failure) std::rethrow_exception(failure);
  for (const auto &[pair, letters] : here)
    if (!letters.empty())
      throw Error(Exit::wrong_input, std::string("step '") + step + "': device " +
                                         std::to_string(pair.first) + " sends device " +
                                         std::to_string(pair.second) +
                                         " what that does not receive");
}

void Post::conduct() {
  if (rest().waiting > 0) fail_waiting();
  end();
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
