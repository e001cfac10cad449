// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/file.h"

#include "runtime/error.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Reads to the end of an open file; 0, or the number of what went wrong.
static int readAll(int file, size_t expected, std::string &data) {
  while (true) {
    const size_t end = data.size();
    data.resize(std::max(expected + 1, end + (1 << 16))); // one more, to see the end
    const ssize_t count = read(file, data.data() + end, data.size() - end);
    data.resize(end + std::max<ssize_t>(count, 0));
    if (count == 0) return 0;
    if (count < 0 && errno != EINTR) return errno;
  }
}

std::string readFile(const std::string &path) {
  const auto fail = [&](const std::string &why) -> void {
    throw Error(Exit::environment, one_line(path + ": cannot be read: " + why));
  };
  struct stat status;
  if (stat(path.c_str(), &status) != 0) fail(std::strerror(errno));
  // A folder opens but does not read; a device or a pipe may never end.
  if (S_ISDIR(status.st_mode)) fail("it is a folder");
  if (!S_ISREG(status.st_mode)) fail("it is no regular file");
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(std::strerror(errno));
  struct Closing {
    int file;
    ~Closing() { close(file); }
  } const closing{file};
  std::string data;
  if (const int failed = readAll(file, static_cast<size_t>(status.st_size), data); failed != 0)
    fail(std::strerror(failed));
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
static std::string followed(std::string path) {
  constexpr int kMostLinks = 40; // as many as the system follows
  for (int links = 0; links < kMostLinks; ++links) {
    char to[PATH_MAX];
    const ssize_t length = readlink(path.c_str(), to, sizeof to);
    if (length < 0) break; // no link
    const bool isWhole = to[0] == '/';
    path.resize(isWhole ? 0 : path.rfind('/') + 1); // none: npos + 1 is 0
    path.append(to, static_cast<size_t>(length));
  }
  return path;
}

/// Writes a file beside `path` and renames it; 0, or the number of what went wrong.
static int replaceFile(const std::string &path, const std::string &data) {
  const HeldInterrupts interrupts;
  const std::string unfinished = path + "." + std::to_string(getpid()) + ".part";
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
  struct stat status, own;
  const bool isThere = stat(path.c_str(), &status) == 0;
  if (!isThere && errno != ENOENT) return errno; // links in a circle, say
  const std::string target = followed(path);
  if (!isThere) return replaceFile(target, data);
  // Links in /proc lead to files that may have no name any more.
  const bool isNamed =
      stat(target.c_str(), &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino;
  return isNamed && S_ISREG(status.st_mode) ? replaceFile(target, data) : writeInto(path, data);
}

void writeFile(const std::string &path, const std::string &data) {
  if (const int failed = write(path, data); failed != 0)
    throw Error(Exit::environment,
                one_line(path) + ": cannot be written: " + std::strerror(failed));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
