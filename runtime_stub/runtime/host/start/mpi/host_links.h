// SPDX-License-Identifier: Apache-2.0
// Connections between hosts by which processes see that one of another host has gone: each has one
// to the first process, which tells all others.
#pragma once

#include "runtime/host/start/tcp.h"

#include <poll.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Where the first process listens, and what it takes for a sign that somebody is of the job.
struct LinksPlace {
  static constexpr int kMost = 8;
  char addresses[kMost][64]; // "": no more
  int port;
  uint32_t token[4];
};

/// The ends here. The first process listens from the beginning, others have to connect. Nothing
/// throws: who is not reached is not watched.
class HostLinks {
public:
  explicit HostLinks(int rank);
  /// Says to all that it is done, so that nobody takes it for gone.
  ~HostLinks();
  HostLinks(const HostLinks &) = delete;
  HostLinks &operator=(const HostLinks &) = delete;

  /// Of the first process, for all others.
  LinksPlace place() const;
  /// To the first process, by the first of its addresses at which it is.
  void connect(const LinksPlace &to);
  /// Adds what poll() is to wait for.
  void add_to(std::vector<pollfd> &all) const;
  /// Takes in what has come. A process that has gone, by what is seen or told; -1: none.
  int look();
  /// All others here know of one that has gone.
  void tell(int gone);

private:
  /// One that has come has no rank until it has said who it is.
  struct Link {
    Socket socket;
    int rank = -1;
    std::vector<char> said = {};
    bool is_over = false;
  };
  struct Greeting {
    uint32_t token[4];
    int rank;
  };

  bool greet(Socket &socket, const LinksPlace &to) const;
  void accept();
  int look(Link &link);
  void admit(Link &link);

  const int own;
  LinksPlace here = {};
  Socket listener;
  std::vector<Link> links;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
