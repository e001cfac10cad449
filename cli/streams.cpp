// SPDX-License-Identifier: Apache-2.0
#include "cli/streams.h"

#include "frontend/diagnostics.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

namespace shardc {

void beginStreams() {
  // What cannot be written is told by the call that writes.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // Open for reading alone, so that writing there is still an error.
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) (void)open("/dev/null", O_RDONLY);
}

/// What went wrong with standard output; 0 for nothing.
static int outputError() {
  errno = 0;
  std::cout.flush();
  const int ofHelp = std::cout ? 0 : (errno != 0 ? errno : EIO);
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  const int failed = out.has_error() ? out.error().value() : ofHelp;
  // Streams of LLVM end the process in their own way where an error is left.
  out.clear_error();
  return failed;
}

int endStreams(int code) {
  const int failed = outputError();
  if (failed != 0) {
    llvm::errs() << "shardc: cannot write standard output: " << std::strerror(failed) << "\n";
    if (code == 0) code = static_cast<int>(Exit::environment);
  }
  llvm::errs().clear_error();
  return code;
}

} // namespace shardc
