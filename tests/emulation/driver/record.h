// SPDX-License-Identifier: Apache-2.0
// The record of calls: the file that EMULATED_RECORD names, with a process's number at the end
// where it is one of several.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace emulation {

/// Adds a line, if there is a record.
inline void record(const std::string &line) {
  const char *const path = std::getenv("EMULATED_RECORD");
  if (!path) return;
  const char *process = std::getenv("OMPI_COMM_WORLD_RANK");
  if (!process) process = std::getenv("SHARDC_RANK");
  std::FILE *const file =
      std::fopen((path + (process ? std::string(".") + process : "")).c_str(), "a");
  if (!file) return;
  std::fputs((line + "\n").c_str(), file);
  std::fclose(file);
}

} // namespace emulation
