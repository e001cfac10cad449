// SPDX-License-Identifier: Apache-2.0
// The arguments of a bundle's program.
#pragma once

#include "runtime/host/program.h"

#include <optional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

struct Arguments {
  std::vector<std::string> inputs; // as given
  std::optional<std::string> output, shards, expect;
  std::optional<double> rtol;
  int repeat = 1;
  std::optional<int> steps;
  int from_step = 0, save_every = 0;
  std::optional<std::string> save;
  std::vector<std::string> watched; // outputs, by name
  bool check_finite = false, print = false, time = false, describe = false, list_gpus = false,
       help = false;
  Options options;
};

/// Throws where an argument is none, or has no effect beside the others.
Arguments parse_arguments(const std::vector<std::string> &words);
/// What there may be, on standard output.
void print_help(const Program &program);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
