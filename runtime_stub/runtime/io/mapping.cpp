// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/mapping.h"

#include "runtime/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

Mapping::Mapping(const std::string &path) {
  const auto fail = [&](const std::string &why) -> void {
    throw Error(Exit::environment, one_line(path + ": cannot be read: " + why));
  };
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(std::strerror(errno));
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(file);
    fail("it is no regular file");
  }
  size = static_cast<size_t>(status.st_size);
  void *const at = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int failed = errno;
  close(file);
  if (at == MAP_FAILED) fail(std::strerror(failed));
  begin = static_cast<const char *>(at);
}

Mapping::~Mapping() {
  if (size > 0) munmap(const_cast<char *>(begin), size);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
