// SPDX-License-Identifier: Apache-2.0
// Small programs, and what their best plan does.
#pragma once

#include <string>
#include <vector>

namespace shardc::test {

struct Ran {
  std::string moves; // "all_reduce over model, 96 bytes; "
  std::vector<std::vector<double>> outputs;
  std::string shards;
};

/// Compiles and runs a program with a config without its braces (""; none) on the inputs `given`;
/// those that are left out, or empty, are 1, 2, ... The check and the bound of every move have to
/// hold.
Ran run(const std::string &program, const std::string &config,
        std::vector<std::vector<double>> given = {});

/// As JSON.
std::string program(const std::string &inputs, const std::string &ops, const std::string &outputs);
std::string input(const std::string &name, const std::string &shape);
std::string op(const std::string &name, const std::string &mnemonic, const std::string &in,
               const std::string &more = "");
std::string dot(const std::string &name, const std::string &a, const std::string &b);

} // namespace shardc::test
