// SPDX-License-Identifier: Apache-2.0
// Writes a program that is large in one way, for what is timed through the command:
// write_case NAME N PROGRAM CONFIG (nothing is written where the program says all), or write_case.
#include "cases.h"

#include "llvm/ADT/STLExtras.h"

#include <fstream>
#include <iostream>

using shardc::test::Case;

static int list() {
  for (const Case &one : shardc::test::cases())
    std::cout << one.name << "\n";
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 1) return list();
  const auto all = shardc::test::cases();
  const auto *one = llvm::find_if(
      all, [&](const Case &of) { return argc == 5 && of.name == std::string(argv[1]); });
  if (one == all.end()) return std::cerr << "usage: write_case [NAME N PROGRAM CONFIG]\n", 2;
  const size_t n = std::stoul(argv[2]);
  std::ofstream(argv[3]) << one->program(n);
  if (const std::string config = one->config(n); !config.empty()) std::ofstream(argv[4]) << config;
  return 0;
}
