// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/start/mpi/host_watch.h"

#include <cstdlib>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kLook = 20; // ms, between two looks at whether this is to end

OnHost on_host(int rank) {
  struct stat space = {};
  const bool is_known = stat("/proc/self/ns/pid", &space) == 0;
  return {rank, static_cast<int>(getpid()), is_known ? space.st_ino : 0};
}

/// Something that can be waited for with poll() and is there until a process has ended; -1: the
/// system has none.
static int open_process(int process) {
#ifdef SYS_pidfd_open
  return static_cast<int>(syscall(SYS_pidfd_open, process, 0));
#else
  static_cast<void>(process);
  return -1;
#endif
}

HostWatch::HostWatch(const OnHost &own, const std::vector<OnHost> &all, const Whereabouts &where,
                     std::unique_ptr<HostLinks> others, const LinksPlace &first)
    : own(own.rank), where(where), links(std::move(others)), first(first) {
  for (const OnHost &other : all) {
    if (other.rank == own.rank || other.space == 0 || other.space != own.space) continue;
    if (const int file = open_process(other.process); file >= 0)
      files.emplace_back(other.rank, file);
  }
  if (!files.empty() || links) watcher = std::thread([this] { watch(); });
}

HostWatch::~HostWatch() {
  is_ending = true;
  if (watcher.joinable()) watcher.join();
  for (const auto &[rank, file] : files)
    close(file);
}

int HostWatch::look() {
  polled.clear();
  for (const auto &[rank, file] : files)
    polled.push_back({file, POLLIN, 0});
  if (links) links->add_to(polled);
  if (poll(polled.data(), polled.size(), kLook) <= 0) return -1;
  for (size_t k = 0; k < files.size(); ++k)
    if (polled[k].revents != 0) return files[k].first;
  return links ? links->look() : -1;
}

void HostWatch::watch() {
  if (links && own != 0) links->connect(first);
  while (!is_ending) {
    const int gone = look();
    if (gone < 0) continue;
    if (links) links->tell(gone);
    ended = gone; // who waits may end the process then
    std::this_thread::sleep_for(kHold);
    if (is_ending) return;
    where.end_without(own, ended);
    std::this_thread::sleep_for(kHold); // it ends itself
    if (is_ending) return;
    std::_Exit(static_cast<int>(Exit::environment));
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
