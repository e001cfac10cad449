// SPDX-License-Identifier: Apache-2.0
// Who connects greets with the job's token and its rank, and is admitted by a number; from then on
// either end says numbers alone: the rank of a process that has gone, or that it is done itself. An
// end that closes without having said so has gone. The first process sees that of all others, and
// tells those that are left; they see it of the first one alone.
#include "runtime/host/start/mpi/host_links.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr int kDone = -1, kAdmitted = -2;
constexpr size_t kMostLinks = 1 << 14;
constexpr std::chrono::milliseconds kTry{300}; // for each address

Deadline soon() { return std::chrono::steady_clock::now() + kTry; }

void say(const Socket &socket, int message) {
  try {
    send_all(socket, &message, sizeof message, soon(), "");
  } catch (const Error &) { // it has gone, which is seen where it is looked at
  }
}

} // namespace

HostLinks::HostLinks(int rank) : own(rank) {
  if (own != 0) return;
  try {
    const std::vector<std::string> addresses = own_addresses();
    if (addresses.empty()) return;
    const bool is_v6 = addresses.front().find(':') != std::string::npos;
    listener = listen_at(Endpoint(is_v6 ? "::" : "0.0.0.0", 0));
    for (size_t k = 0; k < std::min<size_t>(addresses.size(), LinksPlace::kMost); ++k)
      addresses[k].copy(here.addresses[k], sizeof here.addresses[k] - 1);
    here.port = port_of(listener);
    std::random_device random;
    for (uint32_t &word : here.token)
      word = random();
  } catch (const std::exception &) { // nobody can come
  }
}

HostLinks::~HostLinks() {
  for (const Link &link : links)
    if (link.rank >= 0) say(link.socket, kDone);
}

LinksPlace HostLinks::place() const { return here; }

void HostLinks::connect(const LinksPlace &to) {
  for (const auto &address : to.addresses) {
    if (*address == 0) return;
    try {
      Socket socket = connect_to(Endpoint(address, to.port), "process 0", soon());
      if (!greet(socket, to)) continue;
      links.push_back({std::move(socket), 0});
      return;
    } catch (const Error &) { // the next one may be reached
    }
  }
}

bool HostLinks::greet(Socket &socket, const LinksPlace &to) const {
  Greeting greeting = {{}, own};
  std::copy(std::begin(to.token), std::end(to.token), greeting.token);
  send_all(socket, &greeting, sizeof greeting, soon(), "it has gone");
  int reply = 0;
  receive_all(socket, &reply, sizeof reply, soon(), "it has gone");
  return reply == kAdmitted;
}

void HostLinks::add_to(std::vector<pollfd> &all) const {
  if (listener.file() >= 0) all.push_back({listener.file(), POLLIN, 0});
  for (const Link &link : links)
    all.push_back({link.socket.file(), POLLIN, 0});
}

int HostLinks::look() {
  accept();
  int gone = -1;
  for (Link &link : links)
    if (gone < 0) gone = look(link);
  std::erase_if(links, [](const Link &link) { return link.is_over; });
  return gone;
}

void HostLinks::accept() {
  while (listener.file() >= 0 && links.size() < kMostLinks) {
    Socket socket = accept_at(listener);
    if (socket.file() < 0) return;
    links.push_back({std::move(socket)});
  }
}

int HostLinks::look(Link &link) {
  char more[sizeof(Greeting)];
  const size_t wanted = link.rank < 0 ? sizeof(Greeting) : sizeof(int);
  const ptrdiff_t came = receive_some(link.socket, more, wanted - link.said.size());
  if (came < 0) {
    link.is_over = true;
    return link.rank;
  }
  link.said.insert(link.said.end(), more, more + came);
  if (link.said.size() < wanted) return -1;
  if (link.rank < 0) {
    admit(link);
    return -1;
  }
  int message = 0;
  std::memcpy(&message, link.said.data(), sizeof message);
  link.said.clear();
  link.is_over = message == kDone;
  return message >= 0 ? message : -1;
}

void HostLinks::admit(Link &link) {
  Greeting greeting;
  std::memcpy(&greeting, link.said.data(), sizeof greeting);
  link.said.clear();
  link.is_over = greeting.rank <= 0 || !std::equal(std::begin(here.token), std::end(here.token),
                                                   std::begin(greeting.token));
  if (link.is_over) return;
  link.rank = greeting.rank;
  say(link.socket, kAdmitted);
}

void HostLinks::tell(int gone) {
  for (const Link &link : links)
    if (link.rank >= 0 && link.rank != gone) say(link.socket, gone);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
