// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/shared_npy.h"

#include "runtime/io/npy.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

SharedNpy::SharedNpy(std::string path, Type type, std::vector<int64_t> shape)
    : path(std::move(path)), header(formatNpyHeader(type, shape)), type(type),
      shape(std::move(shape)) {}

SharedNpy::~SharedNpy() {
  if (!is_finished) unlink(unfinished().c_str());
}

void SharedNpy::fail(int number) const {
  throw Error(Exit::environment, one_line(path) + ": cannot be written: " + std::strerror(number));
}

/// Writes all; 0, or the number of what went wrong.
static int writeAt(int file, const char *data, size_t bytes, size_t at) {
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

void SharedNpy::make() const {
  const std::string name = unfinished();
  unlink(name.c_str()); // of a run that was killed
  const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) fail(errno);
  int failed = writeAt(file, header.data(), header.size(), 0);
  const size_t all = header.size() + elementsOf(shape, type) * bytes(type);
  if (failed == 0 && ftruncate(file, static_cast<off_t>(all)) != 0) failed = errno;
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed != 0) fail(failed);
}

void SharedNpy::write(const Box &box, const char *data) const {
  const int file = open(unfinished().c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) fail(errno);
  int failed = 0;
  const size_t size = bytes(type);
  for_each_row(box, whole(shape), box, [&](int64_t to, int64_t from, int64_t count) {
    if (failed == 0)
      failed = writeAt(file, data + from * size, count * size, header.size() + to * size);
  });
  if (close(file) != 0 && failed == 0) failed = errno;
  if (failed != 0) fail(failed);
}

void SharedNpy::finish(bool is_first) {
  is_finished = true;
  if (is_first && rename(unfinished().c_str(), path.c_str()) != 0) fail(errno);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
