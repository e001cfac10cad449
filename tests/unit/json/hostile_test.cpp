// SPDX-License-Identifier: Apache-2.0
// Input that tries to exhaust time or memory is refused, quickly.
#include "read.h"

#include <chrono>
#include <gtest/gtest.h>

using namespace shardc;
using test::programOf;
using test::ReadProgram;

namespace {

std::string repeated(const std::string &text, size_t times) {
  std::string result;
  for (size_t k = 0; k < times; ++k)
    result += text;
  return result;
}

/// The first message's id; no more than a second passes.
std::string refused(const std::string &text) {
  auto start = std::chrono::steady_clock::now();
  ReadProgram read(text);
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 1.0);
  EXPECT_FALSE(read.module);
  return read.told.empty() ? "" : read.told[0].id;
}

TEST(Hostile, DeepNesting) {
  EXPECT_EQ(refused(repeated("[", 100000)), "too-deep");
  EXPECT_EQ(refused(repeated("{\"in\":[", 100000)), "too-deep");
}

TEST(Hostile, SizesThatOverflow) {
  for (const char *shape :
       {"[9223372036854775807, 9223372036854775807]", "[4294967296, 4294967296]",
        "[9223372036854775807, 0, 9223372036854775807, 2]"}) {
    std::string op = R"({"name": "z", "op": "full", "value": 1, "dtype": "f32", "shape": )";
    EXPECT_EQ(refused(programOf(op + shape + "}")), "too-large") << shape;
  }
  EXPECT_EQ(refused(programOf(
                R"({"name": "p", "op": "reshape", "in": ["x"], "shape": [99999999999999999999]})")),
            "wrong-kind");
  EXPECT_EQ(
      refused(
          programOf(
              R"({"name": "p", "op": "pad", "in": ["x", 0], "edge_padding_low": [9223372036854775807, 9223372036854775807], "edge_padding_high": [9223372036854775807, 1]})"))
          .empty(),
      false);
  EXPECT_EQ(
      refused(
          programOf(
              R"({"name": "p", "op": "slice", "in": ["x"], "start_indices": [-9223372036854775808, 0], "limit_indices": [9223372036854775807, 1], "strides": [0, -1]})"))
          .empty(),
      false);
  EXPECT_EQ(
      refused(
          programOf(
              R"({"name": "p", "op": "dynamic_slice", "in": ["x", 0, 0], "slice_sizes": [-1, 9223372036854775807]})"))
          .empty(),
      false);
}

TEST(Hostile, BroadcastsThatMultiply) {
  std::string ops;
  for (int k = 0; k < 3; ++k)
    ops += "{\"name\": \"a" + std::to_string(k) +
           R"(", "op": "full", "value": 1, "dtype": "f32", "shape": [)" +
           (k == 0   ? "2097152, 1, 1"
            : k == 1 ? "1, 2097152, 1"
                     : "1, 1, 2097152") +
           "]},\n";
  ops +=
      R"({"name": "p", "op": "add", "in": ["a0", "a1"]}, {"name": "z", "op": "add", "in": ["p", "a2"]})";
  EXPECT_EQ(refused(programOf(ops)), "too-large");
}

TEST(Hostile, LongChainsBackwards) {
  std::string ops = R"({"name": "z", "op": "negate", "in": ["v0"]})";
  for (int k = 0; k < 20000; ++k)
    ops += ",\n{\"name\": \"v" + std::to_string(k) + R"(", "op": "negate", "in": ["v)" +
           std::to_string(k + 1) + "\"]}";
  EXPECT_EQ(refused(programOf(ops)), "unknown-value");
}

TEST(Hostile, LongCycles) {
  std::string ops = R"({"name": "z", "op": "negate", "in": ["v0"]})";
  for (int k = 0; k < 20000; ++k)
    ops += ",\n{\"name\": \"v" + std::to_string(k) + R"(", "op": "negate", "in": ["v)" +
           std::to_string((k + 1) % 20000) + "\"]}";
  EXPECT_EQ(refused(programOf(ops)), "cycle");
}

std::string calls(int functions, const std::string &body) {
  std::string text = "\"functions\": {";
  for (int k = 0; k < functions; ++k) {
    std::string next = "\"f" + std::to_string(k + 1) + "\"", ops;
    for (char c : body)
      ops += c == '@' ? next : std::string(1, c);
    text += (k ? ", " : "") + ("\"f" + std::to_string(k)) + R"(": {"inputs": ["a"], "ops": [)" +
            ops + R"(], "outputs": ["c"]})";
  }
  text += ", \"f" + std::to_string(functions) + R"(": {"inputs": ["a"], "outputs": ["a"]}},)";
  std::string program = programOf(R"({"name": "z", "op": "call", "function": "f0", "in": ["x"]})");
  return program.insert(1, text);
}

TEST(Hostile, DeepCalls) {
  EXPECT_EQ(refused(calls(20000, R"({"name": "c", "op": "call", "function": @, "in": ["a"]})")),
            "too-deep");
}

TEST(Hostile, BytesThatAreNoText) {
  EXPECT_EQ(refused(std::string("{\0}", 3)), "json-syntax");
  EXPECT_NE(refused(programOf("{\"name\": \"z\xff\", \"op\": \"negate\", \"in\": [\"x\"]}")), "");
}

TEST(Hostile, WrongKindsEverywhere) {
  for (const char *value : {"null", "true", "1e300", "-1", "\"\"", "[[]]", "{}"})
    for (const char *key :
         {"op", "in", "name", "shape", "dtype", "dims", "reducer", "dimensions", "body"}) {
      std::string op =
          R"({"name": "z", "op": "reduce", "in": ["x"], "reducer": "add", "dimensions": [0]})";
      size_t at = op.find("\"" + std::string(key) + "\": ");
      if (at != std::string::npos)
        op.replace(at + 1, std::string(key).size(), "// " + std::string(key));
      op.insert(1, "\"" + std::string(key) + "\": " + value + ", ");
      ReadProgram read(programOf(op));
      EXPECT_TRUE(read.module || !read.told.empty()) << op;
    }
}

} // namespace
