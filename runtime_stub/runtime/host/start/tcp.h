// SPDX-License-Identifier: Apache-2.0
// Connections between processes, each wait with an end.
#pragma once

#include "runtime/error.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

using Deadline = std::chrono::steady_clock::time_point;

/// A socket that is closed with the object.
class Socket {
public:
  explicit Socket(int number = -1) : number(number) {}
  ~Socket();
  Socket(Socket &&other) noexcept : number(other.number) { other.number = -1; }
  Socket &operator=(Socket &&other) noexcept;
  Socket(const Socket &) = delete;

  int file() const { return number; }

private:
  int number;
};

/// "node7:29500", "[fd00::7]:29500"; `what` says whose it is, for people.
struct Endpoint {
  Endpoint(const std::string &text, const std::string &what);
  Endpoint(std::string host, int port) : host(std::move(host)), port(std::to_string(port)) {}
  std::string text() const { return host + ":" + port; }
  std::string host, port;
};

/// Throws where this machine has no such address, or the port is taken. Port 0: any that is free.
Socket listen_at(const Endpoint &at);
/// Tries until then: who listens may come later.
Socket connect_to(const Endpoint &at, const std::string &what, Deadline end);
/// One that has come, if any has.
Socket accept_at(const Socket &listener);
int port_of(const Socket &socket);
/// Those of this machine that others may know, as numbers: of IPv4, else of IPv6.
std::vector<std::string> own_addresses();
/// Of this end, or of the other one, as numbers.
std::string address_of(const Socket &socket, bool of_other);

/// Blocks until all is done; throws `error` where the other end is gone, or at the end.
void send_all(const Socket &socket, const void *data, size_t bytes, Deadline end,
              const std::string &error);
void receive_all(const Socket &socket, void *data, size_t bytes, Deadline end,
                 const std::string &error);
/// How many bytes came or went now; -1: the other end is gone.
ptrdiff_t receive_some(const Socket &socket, char *data, size_t bytes);
ptrdiff_t send_some(const Socket &socket, const char *data, size_t bytes);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
