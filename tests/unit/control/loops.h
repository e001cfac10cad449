// SPDX-License-Identifier: Apache-2.0
// Programs with loops, for tests: inputs x f32[3] and n i32.
#pragma once

#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {

inline std::string programOf(const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [3], "dtype": "f32"},
               {"name": "n", "shape": [], "dtype": "i32"}],
    "ops": [)" +
         ops + R"(], "outputs": [)" + outputs + "]}";
}

/// An op `name` that begins with `first`, calls it `carried`, and goes on with `next`, which `body`
/// makes; as often as `trips` says, a number or a value.
inline std::string loop(const std::string &name, const std::string &first, const std::string &trips,
                        const std::string &body, const std::string &carried,
                        const std::string &next) {
  const bool isNumber = std::isdigit(trips.back());
  const std::string limit = isNumber ? trips : "\"" + trips + "\"";
  const std::string inputs = R"("inputs": ["i", ")" + carried + "\"]";
  return R"({"name": ["trips_of_)" + name + R"(", ")" + name +
         R"("], "op": "while", "in": [{"value": 0, "dtype": "i32"}, ")" + first +
         R"("], "cond": {)" + inputs + R"(, "outputs": ["more"], "ops": [
           {"name": "more", "op": "compare", "in": ["i", )" +
         limit + R"(], "comparison_direction": "LT"}]}, "body": {)" + inputs +
         R"(, "outputs": ["j", ")" + next + R"("], "ops": [)" + body +
         R"(, {"name": "j", "op": "add", "in": ["i", 1]}]}})";
}

/// A program that puts out what such a loop makes of v.
inline std::string loopOver(const std::string &first, const std::string &trips,
                            const std::string &body, const std::string &next) {
  return programOf(loop("y", first, trips, body, "v", next), R"("y")");
}

} // namespace shardc::test
