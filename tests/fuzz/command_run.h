// SPDX-License-Identifier: Apache-2.0
// A command of shardc in a process of its own, in a folder, and what may befall it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardc::test {

/// What may befall a process.
struct Fate {
  std::optional<int64_t> fileBytes; // no file gets larger: a full disk
  int signal = 0;                   // that is sent after a time
  int64_t micros = 0;
};

struct CommandOutcome {
  int code = 0, signal = 0; // one of them
  std::string out, err;     // at most 1 MiB each
  double seconds = 0;       // of the processor
};

/// Runs a command to its end, in `folder`; texts go to files beside it. It is ended by SIGPROF
/// after so many seconds of a processor, by SIGALRM after some more by the clock.
CommandOutcome runInFolder(const std::filesystem::path &folder,
                           const std::vector<std::string> &words, const Fate &fate, double seconds);

/// The files and folders below a folder by their paths in it: contents, none of a folder.
using FolderState = std::map<std::string, std::optional<std::string>>;
FolderState stateOf(const std::filesystem::path &folder);

} // namespace shardc::test
