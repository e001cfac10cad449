// SPDX-License-Identifier: Apache-2.0
// Who comes says in a greeting which number it has, the token, its host and where it listens. The
// first process waits for all, and then tells each where the others are; of two others the later
// one connects.
#include "runtime/host/start/meeting.h"

#include "runtime/host/start/processes.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr int kGlimpse = 20; // ms, between two looks at who has come
constexpr std::chrono::milliseconds kGrace{300};
constexpr size_t kMostStrangers = 256; // connections that have not said who they are
constexpr size_t kLongestToken = 1024;

const char *variable(std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (const char *value = std::getenv(name); value != nullptr && *value != 0) return value;
  return nullptr;
}

int number_in(std::initializer_list<const char *> names, const char *what, int least, int most) {
  const char *text = variable(names);
  const std::string name = *names.begin();
  if (text == nullptr)
    throw Error(Exit::usage, "SHARDC_COORDINATOR is set, and " + name + ", " + what + ", is not");
  int number = 0;
  const char *end = text + std::strlen(text);
  const auto [at, status] = std::from_chars(text, end, number);
  if (status != std::errc() || at != end || number < least || number > most)
    throw Error(Exit::usage, name + ", " + what + ", has to be from " + std::to_string(least) +
                                 " to " + std::to_string(most) + ", not '" + one_line(text) + "'");
  return number;
}

/// What who connects says first, before the token.
struct Greeting {
  char magic[8];
  uint32_t rank, world, port, token_bytes;
  uint64_t host; // which machine it is on
};
constexpr char kMagic[8] = {'s', 'h', 'a', 'r', 'd', 'c', '.', '1'};

/// Where a process listens, as the first one has seen it.
struct Place {
  char address[64];
  uint32_t port;
  uint32_t unused;
  uint64_t host;
};

/// What the first process replies.
enum class Reply : char { admitted = 'a', token = 't', world = 'w', rank = 'r' };

uint64_t this_host() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  uint64_t hash = 14695981039346656037u;
  for (const char *c = name; *c != 0; ++c)
    hash = (hash ^ static_cast<unsigned char>(*c)) * 1099511628211u;
  return hash;
}

/// All of both are looked at, so that the time it takes tells nothing.
bool is_token(const std::string &token, std::string_view given) {
  size_t differences = token.size() ^ given.size();
  for (size_t k = 0; k < token.size(); ++k)
    differences |= static_cast<size_t>(token[k] ^ (k < given.size() ? given[k] : 0));
  return differences == 0;
}

/// Who has come, and what is known of it.
struct Guest {
  Socket socket;
  Greeting greeting;
};

/// Whether the other end is gone, whatever is still to be read.
bool is_gone(const Socket &socket) {
  pollfd one = {socket.file(), POLLRDHUP, 0};
  return poll(&one, 1, 0) > 0;
}

/// Takes in those whose numbers are from `first` on, until all have come, or one that was there has
/// gone.
class Door {
public:
  Door(const Job &job, const Socket &listener, int first, const std::map<int, Socket> &others)
      : job(job), listener(listener), first(first), others(others) {}

  std::map<int, Guest> wait(Deadline end) {
    while (static_cast<int>(guests.size()) < job.world - first) {
      if (std::chrono::steady_clock::now() >= end) give_up();
      look();
      for (const auto &[rank, socket] : others)
        if (is_gone(socket)) throw Gone(rank);
      for (const auto &[rank, guest] : guests)
        if (is_gone(guest.socket)) throw Gone(rank);
    }
    return std::move(guests);
  }

private:
  struct Stranger {
    Socket socket;
    std::vector<char> said;
  };

  void look() {
    std::vector<pollfd> all = {{listener.file(), POLLIN, 0}};
    for (const Stranger &stranger : strangers)
      all.push_back({stranger.socket.file(), POLLIN, 0});
    poll(all.data(), all.size(), kGlimpse);
    for (size_t k = strangers.size(); k-- > 0;)
      if (all[k + 1].revents != 0 && !is_waiting(strangers[k]))
        strangers.erase(strangers.begin() + static_cast<ptrdiff_t>(k));
    if (all.front().revents == 0) return;
    Socket socket = accept_at(listener);
    if (socket.file() < 0) return;
    if (strangers.size() == kMostStrangers) strangers.erase(strangers.begin());
    strangers.push_back({std::move(socket), {}});
  }

  /// Whether it has more to say. Who has said all is a guest then, or sent away.
  bool is_waiting(Stranger &stranger) {
    char more[sizeof(Greeting) + kLongestToken];
    const size_t wanted = wanted_of(stranger) - stranger.said.size();
    const ptrdiff_t came = receive_some(stranger.socket, more, wanted);
    if (came < 0) return false;
    stranger.said.insert(stranger.said.end(), more, more + came);
    if (stranger.said.size() < wanted_of(stranger)) return true;
    judge(stranger);
    return false;
  }

  static size_t wanted_of(const Stranger &stranger) {
    Greeting greeting;
    if (stranger.said.size() < sizeof greeting) return sizeof greeting;
    std::memcpy(&greeting, stranger.said.data(), sizeof greeting);
    const bool is_one = std::memcmp(greeting.magic, kMagic, sizeof kMagic) == 0;
    return sizeof greeting + (is_one ? std::min<size_t>(greeting.token_bytes, kLongestToken) : 0);
  }

  void judge(Stranger &stranger) {
    Greeting greeting;
    std::memcpy(&greeting, stranger.said.data(), sizeof greeting);
    const std::string_view token(stranger.said.data() + sizeof greeting,
                                 stranger.said.size() - sizeof greeting);
    const int rank = static_cast<int>(std::min<uint32_t>(greeting.rank, INT32_MAX));
    Reply reply = Reply::admitted;
    if (std::memcmp(greeting.magic, kMagic, sizeof kMagic) != 0 || !is_token(job.token, token))
      reply = Reply::token;
    else if (static_cast<int>(greeting.world) != job.world)
      reply = Reply::world;
    else if (rank < first || rank >= job.world || guests.count(rank) != 0)
      reply = Reply::rank;
    if (reply == Reply::admitted) {
      guests.emplace(rank, Guest{std::move(stranger.socket), greeting});
      return;
    }
    const char said = static_cast<char>(reply);
    send_some(stranger.socket, &said, 1);
    ++refused;
  }

  [[noreturn]] void give_up() const {
    int missing = first;
    while (guests.count(missing) != 0)
      ++missing;
    throw Error(Exit::environment,
                "process " + std::to_string(missing) + " did not come within the limit" +
                    (refused == 0 ? ""
                                  : "; " + std::to_string(refused) +
                                        " that had another token or number were sent away"));
  }

  const Job &job;
  const Socket &listener;
  const int first;
  const std::map<int, Socket> &others;
  std::vector<Stranger> strangers;
  std::map<int, Guest> guests;
  int refused = 0;
};

void greet(const Socket &socket, const Job &job, int port, Deadline end, const std::string &error) {
  Greeting greeting = {{},
                       static_cast<uint32_t>(job.rank),
                       static_cast<uint32_t>(job.world),
                       static_cast<uint32_t>(port),
                       static_cast<uint32_t>(job.token.size()),
                       this_host()};
  std::memcpy(greeting.magic, kMagic, sizeof kMagic);
  std::string said(reinterpret_cast<const char *>(&greeting), sizeof greeting);
  said += job.token;
  send_all(socket, said.data(), said.size(), end, error);
}

int count_neighbours(const std::vector<Place> &places) {
  const uint64_t own = this_host();
  return static_cast<int>(std::count_if(places.begin(), places.end(),
                                        [&](const Place &place) { return place.host == own; }));
}

Joined join_as_first(const Job &job, Deadline end) {
  const Socket listener = listen_at(job.bind);
  Joined joined;
  std::map<int, Guest> guests = Door(job, listener, 1, joined.sockets).wait(end);
  std::vector<Place> places(job.world);
  places.front().host = this_host();
  for (auto &[rank, guest] : guests) {
    Place &place = places[rank];
    address_of(guest.socket, true).copy(place.address, sizeof place.address - 1);
    place.port = guest.greeting.port;
    place.host = guest.greeting.host;
  }
  for (auto &[rank, guest] : guests) {
    const std::string gone = "process " + std::to_string(rank) + " has gone";
    const char reply = static_cast<char>(Reply::admitted);
    send_all(guest.socket, &reply, 1, end, gone);
    send_all(guest.socket, places.data(), places.size() * sizeof(Place), end, gone);
    joined.sockets.emplace(rank, std::move(guest.socket));
  }
  joined.neighbours = count_neighbours(places);
  return joined;
}

std::string why_refused(char reply, const Job &job) {
  switch (static_cast<Reply>(reply)) {
  case Reply::token:
    return "its SHARDC_TOKEN is another";
  case Reply::world:
    return "it has been told of another number of processes than " + std::to_string(job.world);
  default:
    return "it has a process " + std::to_string(job.rank) + " already";
  }
}

Joined join_as_other(const Job &job, Deadline end) {
  Socket coordinator = connect_to(job.coordinator, "the coordinator", end);
  const Socket listener = listen_at(Endpoint(address_of(coordinator, false), 0));
  const std::string gone = "the coordinator, " + one_line(job.coordinator.text()) + ", ";
  greet(coordinator, job, port_of(listener), end, gone + "has gone");
  char reply = 0;
  // It knows who is missing, so it is the first to say so.
  receive_all(coordinator, &reply, 1, end + kGrace, gone + "has gone");
  if (static_cast<Reply>(reply) != Reply::admitted)
    throw Error(Exit::usage,
                gone + "takes this process for none of the job: " + why_refused(reply, job));
  std::vector<Place> places(job.world);
  receive_all(coordinator, places.data(), places.size() * sizeof(Place), end, gone + "has gone");
  Joined joined;
  joined.sockets.emplace(0, std::move(coordinator));
  for (int rank = 1; rank < job.rank; ++rank) {
    const std::string who = "process " + std::to_string(rank);
    places[rank].address[sizeof places[rank].address - 1] = 0;
    Socket socket =
        connect_to(Endpoint(places[rank].address, static_cast<int>(places[rank].port)), who, end);
    greet(socket, job, 0, end, who + " has gone");
    joined.sockets.emplace(rank, std::move(socket));
  }
  for (auto &[rank, guest] : Door(job, listener, job.rank + 1, joined.sockets).wait(end))
    joined.sockets.emplace(rank, std::move(guest.socket));
  joined.neighbours = count_neighbours(places);
  return joined;
}

} // namespace

bool has_job() { return variable({"SHARDC_COORDINATOR"}) != nullptr; }

Job job_of_environment() {
  constexpr int kMost = 1 << 20;
  const int world =
      number_in({"SHARDC_WORLD", "SLURM_STEP_NUM_TASKS"}, "how many processes there are", 1, kMost);
  const int rank = number_in({"SHARDC_RANK", "SLURM_PROCID", "JOB_COMPLETION_INDEX"},
                             "which of them this is", 0, world - 1);
  const Endpoint coordinator(variable({"SHARDC_COORDINATOR"}), "SHARDC_COORDINATOR");
  const char *bind = variable({"SHARDC_BIND"}), *token = variable({"SHARDC_TOKEN"});
  if (token == nullptr)
    throw Error(Exit::usage, "SHARDC_TOKEN, which only this job's processes know, is not set");
  if (std::strlen(token) > kLongestToken)
    throw Error(Exit::usage, "SHARDC_TOKEN is longer than " + std::to_string(kLongestToken));
  return {rank, world, coordinator, bind ? Endpoint(bind, "SHARDC_BIND") : coordinator, token};
}

Joined meet_all(const Job &job, Deadline end) {
  try {
    return job.rank == 0 ? join_as_first(job, end) : join_as_other(job, end);
  } catch (const Error &error) {
    throw Error(error.code,
                "process " + std::to_string(job.rank) + " has met not all: " + error.what());
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
