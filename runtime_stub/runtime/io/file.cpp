// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/file.h"

#include "runtime/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace fs = std::filesystem;

std::string readFile(const std::string &path) {
  const auto fail = [&](const std::string &why) -> void {
    throw Error(Exit::environment, one_line(path + ": cannot be read: " + why));
  };
  std::error_code failed;
  const auto status = fs::status(path, failed);
  if (!fs::exists(status)) fail(failed ? failed.message() : "it is not there");
  // A folder opens but does not read; a device or a pipe may never end.
  if (fs::is_directory(status)) fail("it is a folder");
  if (!fs::is_regular_file(status)) fail("it is no regular file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::strerror(errno));
  std::string data{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) fail("reading failed");
  return data;
}

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};

HeldInterrupts::HeldInterrupts() {
  sigemptyset(&held);
  for (const int signal : kInterrupts) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
      sigaddset(&held, signal);
  }
  pthread_sigmask(SIG_BLOCK, &held, &before);
}

HeldInterrupts::~HeldInterrupts() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

bool HeldInterrupts::came() const {
  sigset_t waiting;
  sigpending(&waiting);
  return std::any_of(std::begin(kInterrupts), std::end(kInterrupts), [&](int signal) {
    return sigismember(&held, signal) == 1 && sigismember(&waiting, signal) == 1;
  });
}

/// Writes all to an open file and closes it; 0, or the number of what went wrong.
static int writeAll(int file, const std::string &data, const HeldInterrupts &interrupts) {
  constexpr size_t kAtOnce = 1 << 24; // so that an interrupt waits for no more
  int failed = 0;
  for (size_t at = 0; at < data.size() && failed == 0;) {
    const ssize_t count = ::write(file, data.data() + at, std::min(kAtOnce, data.size() - at));
    if (count > 0) at += static_cast<size_t>(count);
    if (count < 0 && errno != EINTR) failed = errno;
    if (interrupts.came()) failed = EINTR;
  }
  // What the disk has no room for may be told only now.
  return close(file) != 0 && failed == 0 ? errno : failed;
}

/// What a path leads to through links; the file need not be there.
static fs::path followed(fs::path path) {
  constexpr int kMostLinks = 40; // as many as the system follows
  std::error_code failed;
  for (int links = 0; links < kMostLinks && fs::is_symlink(fs::symlink_status(path, failed));
       ++links) {
    const fs::path to = fs::read_symlink(path, failed);
    path = path.parent_path() / to; // `to` alone, if it begins at the root
  }
  return path;
}

/// Writes a file beside `path` and renames it; 0, or the number of what went wrong.
static int replaceFile(const fs::path &path, const std::string &data) {
  const HeldInterrupts interrupts;
  const std::string unfinished = path.string() + "." + std::to_string(getpid()) + ".part";
  unlink(unfinished.c_str()); // a process of this number was killed
  const int file = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int failed = writeAll(file, data, interrupts);
  if (failed == 0 && rename(unfinished.c_str(), path.c_str()) != 0) failed = errno;
  if (failed != 0) unlink(unfinished.c_str());
  return failed;
}

static int writeInto(const std::string &path, const std::string &data) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  return file < 0 ? errno : writeAll(file, data, HeldInterrupts());
}

/// 0, or the number of what went wrong.
static int write(const std::string &path, const std::string &data) {
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (status.type() == fs::file_type::none) return failed.value(); // links in a circle, say
  const fs::path target = followed(path);
  if (!fs::exists(status)) return replaceFile(target, data);
  // Links in /proc lead to files that may have no name any more.
  const bool isNamed = fs::equivalent(path, target, failed);
  return isNamed && fs::is_regular_file(status) ? replaceFile(target, data) : writeInto(path, data);
}

void writeFile(const std::string &path, const std::string &data) {
  if (const int failed = write(path, data); failed != 0)
    throw Error(Exit::environment,
                one_line(path) + ": cannot be written: " + std::strerror(failed));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
