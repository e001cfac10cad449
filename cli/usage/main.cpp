// SPDX-License-Identifier: Apache-2.0
// Writes the manual page and the completions of shells into the folder that is given.
#include "cli/usage/usage.h"
#include "frontend/diagnostics.h"

#include <filesystem>
#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: shardc_write_usage FOLDER\n";
    return static_cast<int>(shardc::Exit::usage);
  }
  const shardc::CommandText command = shardc::describeShardc();
  const std::pair<const char *, std::string> pages[] = {
      {"shardc.1", manPage(command)},
      {"shardc.bash", bashCompletion(command)},
      {"_shardc", zshCompletion(command)},
      {"shardc.fish", fishCompletion(command)},
  };
  for (const auto &[name, text] : pages) {
    const std::filesystem::path path = std::filesystem::path(argv[1]) / name;
    std::ofstream file(path, std::ios::binary);
    if (file << text << std::flush) continue;
    std::cerr << "shardc_write_usage: cannot write " << path << "\n";
    return static_cast<int>(shardc::Exit::environment);
  }
  return 0;
}
