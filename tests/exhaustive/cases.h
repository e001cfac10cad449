// SPDX-License-Identifier: Apache-2.0
// Instances of every op: elementwise ones follow from the registry, all others have rows.
#pragma once

#include <string>
#include <vector>

namespace shardc::test {

/// An op on inputs of these shapes. "T" in a type stands for every element type in turn.
struct ExhaustiveCase {
  std::string op;
  std::vector<std::pair<std::string, std::string>> inputs; // shape, type: {"[3, 4]", "T"}
  std::string attributes;                                  // JSON: "\"dimension\": 1", or ""
};

/// The cases of an op; empty where nobody has written any, which fails the test.
std::vector<ExhaustiveCase> casesOf(const std::string &mnemonic);

/// The case as a program with inputs a0, a1, ... and one output "y", in JSON.
std::string programOf(const ExhaustiveCase &one, const std::string &type);

} // namespace shardc::test
