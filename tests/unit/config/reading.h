// SPDX-License-Identifier: Apache-2.0
// Reading a config in a test: the config, or its errors with what they point at.
#pragma once

#include "frontend/config/config.h"
#include "tests/support/diagnostics.h"
#include "tests/support/program.h"

#include <gtest/gtest.h>

namespace shardc {

/// The first token at a place in a text: what a caret would point at.
inline std::string tokenAt(const std::string &text, unsigned line, unsigned column) {
  llvm::StringRef rest = text;
  for (; line > 1; --line)
    rest = rest.split('\n').second;
  rest = rest.drop_front(column - 1);
  size_t end = rest.find_first_of(rest.starts_with("\"") ? "\"" : ",]} \n", 1);
  bool bracket = rest.starts_with("[") || rest.starts_with("{");
  return rest.take_front(bracket ? 1 : end + rest.starts_with("\"")).str();
}

/// l: 2x2x3, r: 1x1x3x2x2 with names of dimensions, s: a scalar, big: more than 32 bits; y: 2x2.
struct ConfigTest : testing::Test {
  test::Signature program{
      R"(%0: tensor<2x2x3xf32> loc("l"),
         %1: tensor<1x1x3x2x2xi32> {shardc.dims = ["a", "b", "k", "j", "n"]} loc("r"),
         %2: tensor<f32> loc("s"), %3: tensor<1000000000000000000xi1> loc("big"))",
      R"(tensor<2x2xf32> {jax.result_info = "y"}, tensor<0x10xf32>)"};

  std::optional<Config> read(const std::string &text) {
    errors.clear();
    test::Collected collected(program.context);
    std::optional<Config> config = readConfig(text, "c.json", *program.module);
    for (const Told &error : collected.all)
      errors +=
          error.id + " at " + tokenAt(text, error.line, error.column) + ": " + error.message + "\n";
    EXPECT_EQ(config.has_value(), errors.empty()) << text;
    return config;
  }

  /// The same with the members of a config around it.
  std::optional<Config> readMembers(const std::string &members) {
    return read("{\"shardc\": 1, \"kind\": \"sharding\", " + members + "}");
  }

  std::string errorsOf(const std::string &members) {
    readMembers(members);
    return errors;
  }

  std::string errors;
};

} // namespace shardc
