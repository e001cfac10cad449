// SPDX-License-Identifier: Apache-2.0
// What happens where compiled code faults: the process ends, as it must, but says which kernel it
// was.
#pragma once

#include <string>

namespace shardc {

/// While one lives, a signal that a bad access or instruction raises in what this thread does ends
/// the process with exit code 70 and a line that names `what`. Guards of a thread nest.
class FaultGuard {
public:
  explicit FaultGuard(const std::string &what);
  ~FaultGuard();
  FaultGuard(const FaultGuard &) = delete;
  FaultGuard &operator=(const FaultGuard &) = delete;

private:
  const char *before;
};

} // namespace shardc
