// SPDX-License-Identifier: Apache-2.0
// The record of calls: the file that EMULATED_RECORD names.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace emulation {

/// Adds a line, if there is a record.
inline void record(const std::string &line) {
  const char *const path = std::getenv("EMULATED_RECORD");
  std::FILE *const file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  std::fputs((line + "\n").c_str(), file);
  std::fclose(file);
}

} // namespace emulation
