// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/shared_file.h"

#include "runtime/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

SharedFile::SharedFile(std::string path, std::string header, size_t bytes)
    : path(std::move(path)), header(std::move(header)), bytes(bytes) {}

SharedFile::~SharedFile() {
  if (!is_finished) unlink(unfinished().c_str());
}

void SharedFile::fail(int number) const {
  throw Error(Exit::environment, one_line(path) + ": cannot be written: " + std::strerror(number));
}

/// Writes all; 0, or the number of what went wrong.
static int write_at(int file, const char *data, size_t bytes, size_t at) {
  while (bytes > 0) {
    const ssize_t count = pwrite(file, data, bytes, static_cast<off_t>(at));
    if (count < 0 && errno != EINTR) return errno;
    const size_t written = count < 0 ? 0 : static_cast<size_t>(count);
    data += written;
    at += written;
    bytes -= written;
  }
  return 0;
}

void SharedFile::make() const {
  const std::string name = unfinished();
  unlink(name.c_str()); // of a run that was killed
  const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail(errno);
  int failed = write_at(file, header.data(), header.size(), 0);
  const auto all = static_cast<off_t>(header.size() + bytes);
  if (failed == 0 && ftruncate(file, all) != 0) failed = errno;
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed != 0) fail(failed);
}

void SharedFile::write(const std::function<void(const Put &)> &body) const {
  const int file = open(unfinished().c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT)
    throw Error(Exit::environment, one_line(path) +
                                       ": cannot be written: another process has failed "
                                       "and removed what was there of it");
  if (file < 0) fail(errno);
  int failed = 0;
  body([&](const char *data, size_t size, size_t at) {
    if (failed == 0) failed = write_at(file, data, size, header.size() + at);
  });
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed != 0) fail(failed);
}

void SharedFile::finish(bool names) {
  is_finished = true;
  if (names && rename(unfinished().c_str(), path.c_str()) != 0) fail(errno);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
