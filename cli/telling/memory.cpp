// SPDX-License-Identifier: Apache-2.0
#include "cli/telling/memory.h"

#include "frontend/diagnostics.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <fstream>
#include <new>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace shardc {

/// Takes no memory.
[[noreturn]] static void end() {
  constexpr char line[] = "shardc: not enough memory\n";
  (void)!write(STDERR_FILENO, line, sizeof line - 1);
  _exit(static_cast<int>(Exit::environment));
}

void endWhenOutOfMemory() {
  std::set_new_handler(end);
  // What LLVM allocates by malloc.
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { end(); });
}

/// The limit of the group that the process is in: a number of bytes, or "max".
static double groupLimit(const char *path, double otherwise) {
  std::ifstream file(path);
  double bytes = 0;
  return file >> bytes ? bytes : otherwise;
}

double mostMemory() {
  double most =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    most = std::min(most, static_cast<double>(limit.rlim_cur));
  for (const char *path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    most = std::min(most, groupLimit(path, most));
  return most;
}

} // namespace shardc
