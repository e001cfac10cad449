// SPDX-License-Identifier: Apache-2.0
#include "cli/io/streams.h"

#include "frontend/diagnostics.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <fcntl.h>
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

int endStreams(int code) {
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (out.has_error()) {
    llvm::errs() << "shardc: cannot write standard output: " << out.error().message() << "\n";
    if (code == 0) code = static_cast<int>(Exit::environment);
  }
  // Streams of LLVM end the process in their own way where an error is left.
  out.clear_error();
  llvm::errs().clear_error();
  return code;
}

} // namespace shardc
