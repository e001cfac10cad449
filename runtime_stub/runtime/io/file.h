// SPDX-License-Identifier: Apache-2.0
// Files as wholes, and interrupts that wait until one is written.
#pragma once

#include "runtime/namespace.h"

#include <csignal>
#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// All of a file. Throws if it cannot be read.
std::string readFile(const std::string &path);
/// Replaces a file as a whole: a reader never sees half of it, and nothing is left where it fails.
/// A link stays, what it leads to is written; what is no file (a device, a pipe) is written into.
void writeFile(const std::string &path, const std::string &data);

/// While one lives, SIGINT, SIGTERM and SIGHUP wait, for this thread and those that it starts, so
/// that who writes can clean up. They end the process when the last one is gone. What the process
/// handles itself, or ignores, is not held.
class HeldInterrupts {
public:
  HeldInterrupts();
  ~HeldInterrupts();
  HeldInterrupts(const HeldInterrupts &) = delete;
  HeldInterrupts &operator=(const HeldInterrupts &) = delete;

  /// Whether one is waiting.
  bool came() const;

private:
  sigset_t held, before;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
