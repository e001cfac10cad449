// SPDX-License-Identifier: Apache-2.0
// Sockets are closed when exec() comes, and wait by poll(), so that every wait has an end. A name
// may have several addresses: they are tried in order, again until the time is over, since who
// listens may start later.
#include "runtime/host/start/tcp.h"

#include <cerrno>
#include <cstring>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace {

constexpr std::chrono::milliseconds kBetweenTries{50};

Error tcp_error(const std::string &what) {
  return Error(Exit::environment, what + ": " + std::strerror(errno));
}

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

/// Of a name, all that it has; null where it is not known (yet).
Addresses addresses_of(const Endpoint &at, bool listens) {
  addrinfo wanted = {}, *found = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = listens ? AI_PASSIVE : 0;
  const int status = getaddrinfo(at.host.c_str(), at.port.c_str(), &wanted, &found);
  return {status == 0 ? found : nullptr, freeaddrinfo};
}

void set_option(const Socket &socket, int level, int option) {
  const int on = 1;
  setsockopt(socket.file(), level, option, &on, sizeof on);
}

Socket socket_for(const addrinfo &address) {
  return Socket(socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

/// Messages are small, and a host that is gone says nothing.
void prepare(const Socket &socket) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE);
}

/// Waits until it is ready for `events`, or then; whether it is.
bool is_ready(const Socket &socket, short events, Deadline end) {
  constexpr int kLook = 100; // ms
  pollfd one = {socket.file(), events, 0};
  while (one.revents == 0 && std::chrono::steady_clock::now() < end)
    poll(&one, 1, kLook);
  return one.revents != 0;
}

/// A connection to one address, or none.
Socket try_address(const addrinfo &address, Deadline end) {
  Socket socket = socket_for(address);
  if (socket.file() < 0) return socket;
  if (connect(socket.file(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS || !is_ready(socket, POLLOUT, end)) return Socket();
    int status = 0;
    socklen_t size = sizeof status;
    getsockopt(socket.file(), SOL_SOCKET, SO_ERROR, &status, &size);
    if (status != 0) return Socket();
  }
  prepare(socket);
  return socket;
}

ptrdiff_t done_of(ptrdiff_t count, bool ends_at_zero) {
  if (count > 0 || (count == 0 && !ends_at_zero)) return count;
  const bool is_later = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  return is_later ? 0 : -1;
}

} // namespace

Socket::~Socket() {
  if (number >= 0) close(number);
}

Socket &Socket::operator=(Socket &&other) noexcept {
  std::swap(number, other.number);
  return *this;
}

Endpoint::Endpoint(const std::string &text, const std::string &what) {
  const size_t colon = text.rfind(':');
  if (colon != std::string::npos) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
  }
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  const bool is_number = port.find_first_not_of("0123456789") == std::string::npos;
  if (host.empty() || port.empty() || port.size() > 5 || !is_number)
    throw Error(Exit::usage, what + " wants HOST:PORT, not '" + one_line(text) + "'");
  if (const int number = std::stoi(port); number < 1 || number > 65535)
    throw Error(Exit::usage, what + " wants a port from 1 to 65535, not '" + one_line(text) + "'");
}

Socket listen_at(const Endpoint &at) {
  const Addresses all = addresses_of(at, true);
  if (!all)
    throw Error(Exit::environment, one_line(at.text()) + ": there is no such address to listen at");
  for (const addrinfo *each = all.get(); each != nullptr; each = each->ai_next) {
    Socket socket = socket_for(*each);
    if (socket.file() < 0) continue;
    set_option(socket, SOL_SOCKET, SO_REUSEADDR);
    if (bind(socket.file(), each->ai_addr, each->ai_addrlen) == 0 &&
        listen(socket.file(), SOMAXCONN) == 0)
      return socket;
  }
  throw tcp_error(one_line(at.text()) + ": it cannot be listened at");
}

Socket connect_to(const Endpoint &at, const std::string &what, Deadline end) {
  for (;;) {
    const Addresses all = addresses_of(at, false);
    for (const addrinfo *each = all.get(); each != nullptr; each = each->ai_next)
      if (Socket socket = try_address(*each, end); socket.file() >= 0) return socket;
    if (std::chrono::steady_clock::now() + kBetweenTries >= end)
      throw Error(Exit::environment, what + ", " + one_line(at.text()) +
                                         (all ? "" : ", which is no name that is known,") +
                                         " did not come within the limit");
    std::this_thread::sleep_for(kBetweenTries);
  }
}

Socket accept_at(const Socket &listener) {
  Socket socket(accept4(listener.file(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (socket.file() >= 0) prepare(socket);
  return socket;
}

std::string address_of(const Socket &socket, bool of_other) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  auto *at = reinterpret_cast<sockaddr *>(&address);
  char text[NI_MAXHOST] = "";
  const int status =
      of_other ? getpeername(socket.file(), at, &size) : getsockname(socket.file(), at, &size);
  if (status != 0) throw tcp_error("a connection has no address");
  getnameinfo(at, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
  return text;
}

int port_of(const Socket &socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  char text[NI_MAXSERV] = "0";
  if (getsockname(socket.file(), reinterpret_cast<sockaddr *>(&address), &size) == 0)
    getnameinfo(reinterpret_cast<sockaddr *>(&address), size, nullptr, 0, text, sizeof text,
                NI_NUMERICSERV);
  return std::atoi(text);
}

std::vector<std::string> own_addresses() {
  ifaddrs *first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(first, freeifaddrs);
  std::vector<std::string> v4, v6;
  for (const ifaddrs *each = first; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0 ||
        (each->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    const bool is_v4 = each->ifa_addr->sa_family == AF_INET;
    const auto *wide = reinterpret_cast<const sockaddr_in6 *>(each->ifa_addr);
    if (!is_v4 && (each->ifa_addr->sa_family != AF_INET6 || // or known on its cable alone
                   IN6_IS_ADDR_LINKLOCAL(&wide->sin6_addr)))
      continue;
    char text[NI_MAXHOST] = "";
    const socklen_t size = is_v4 ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    if (getnameinfo(each->ifa_addr, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0)
      (is_v4 ? v4 : v6).push_back(text);
  }
  return v4.empty() ? v6 : v4;
}

ptrdiff_t receive_some(const Socket &socket, char *data, size_t bytes) {
  return done_of(recv(socket.file(), data, bytes, 0), true);
}

ptrdiff_t send_some(const Socket &socket, const char *data, size_t bytes) {
  return done_of(send(socket.file(), data, bytes, MSG_NOSIGNAL), false);
}

void send_all(const Socket &socket, const void *data, size_t bytes, Deadline end,
              const std::string &error) {
  const char *from = static_cast<const char *>(data);
  while (bytes > 0) {
    const ptrdiff_t done =
        is_ready(socket, POLLOUT, end) ? send_some(socket, from, bytes) : ptrdiff_t{-1};
    if (done < 0) throw Error(Exit::environment, error);
    from += done;
    bytes -= static_cast<size_t>(done);
  }
}

void receive_all(const Socket &socket, void *data, size_t bytes, Deadline end,
                 const std::string &error) {
  char *to = static_cast<char *>(data);
  while (bytes > 0) {
    const ptrdiff_t done =
        is_ready(socket, POLLIN, end) ? receive_some(socket, to, bytes) : ptrdiff_t{-1};
    if (done < 0) throw Error(Exit::environment, error);
    to += done;
    bytes -= static_cast<size_t>(done);
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
