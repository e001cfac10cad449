// SPDX-License-Identifier: Apache-2.0
// Machines as files: what is written is read, and what is wrong is told with its place.
#include "frontend/config/machine_file.h"
#include "frontend/frontend.h"
#include "tests/support/diagnostics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;

namespace {

struct MachineFile : testing::Test {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  /// Errors, a line each: "id line:column message".
  std::string errorsOf(const std::string &text) {
    test::Collected collected(*context);
    const bool isRead = readMachine(*context, text, "m.json").has_value();
    std::string errors;
    for (const Told &error : collected.all)
      errors += error.id + " " + std::to_string(error.line) + ":" + std::to_string(error.column) +
                " " + error.message + "\n";
    EXPECT_EQ(isRead, errors.empty()) << text;
    return errors;
  }
};

/// The text of h100 under a name of its own, with `from` replaced.
std::string with(const std::string &from, const std::string &to) {
  std::string text = machineText(*findMachine("h100"));
  text.replace(text.find("h100"), 4, "mine");
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST_F(MachineFile, IsReadAsItWasWritten) {
  for (const Machine &machine : machines()) {
    const auto read = readMachine(*context, machineText(machine), "m.json");
    ASSERT_TRUE(read) << machine.name;
    EXPECT_EQ(read->name, machine.name);
    EXPECT_EQ(read->operations, machine.operations);
    for (const MachineNumber &number : machineNumbers())
      EXPECT_EQ(*read.*number.member, machine.*number.member) << number.key;
    EXPECT_EQ(machineText(*read), machineText(machine));
  }
}

TEST_F(MachineFile, ComputesTypesThatItLeavesOutAsOthers) {
  std::string text = with(R"("i8": 3.35e+13, )", "");
  text.erase(text.find(R"(, "ui64": 8.4e+12)"), 17);
  text.replace(text.find(R"("ui32": 3.35e+13)"), 16, R"("ui32": 1e+13)");
  const auto read = readMachine(*context, text, "m.json");
  ASSERT_TRUE(read) << text;
  EXPECT_EQ(read->operationsOf(ElementType::i8), 3.35e13);
  EXPECT_EQ(read->operationsOf(ElementType::ui64), 8.4e12);
  EXPECT_EQ(read->operationsOf(ElementType::ui32), 1e13);
}

TEST_F(MachineFile, MayLeaveOutWhatItsCachesDo) {
  const std::string last = R"("last_cache_bandwidth": 5e+12,)";
  const auto without = readMachine(*context, with(last, ""), "m.json");
  ASSERT_TRUE(without);
  EXPECT_EQ(without->lastCacheBandwidth, without->memoryBandwidth);
  EXPECT_EQ(without->ownCache, 0);
  const std::string own = R"("own_cache": 1e+06, "network_rewrite_bandwidth": 2e+09,)";
  const auto told = readMachine(*context, with(last, last + own), "m.json");
  ASSERT_TRUE(told);
  EXPECT_EQ(told->lastCacheBandwidth, 5e12);
  EXPECT_EQ(told->ownCache, 1e6);
  EXPECT_EQ(told->networkRewriteBandwidth, 2e9);
  for (const char *alone : {R"("own_cache": 1e+06,)", R"("network_small": 4096,)"})
    EXPECT_THAT(errorsOf(with(last, last + alone)), testing::HasSubstr("missing-key")) << alone;
}

TEST_F(MachineFile, KnownMachinesHaveEveryNumber) {
  for (const Machine &machine : machines()) {
    EXPECT_EQ(findMachine(machine.name), &machine);
    for (const MachineNumber &number : machineNumbers())
      EXPECT_TRUE(number.with || machine.*number.member > 0) << machine.name << " " << number.key;
    for (ElementType type : elementTypes())
      EXPECT_GT(machine.operationsOf(type), 0) << machine.name << " " << info(type).name;
  }
  EXPECT_EQ(findMachine("H100"), nullptr);
}

TEST_F(MachineFile, TellsWhatIsWrongWithIt) {
  const std::string launch = R"("launch": 2e-06)", twice = launch + ",\n  " + launch;
  struct {
    std::string text, error;
  } const rows[] = {
      {"", "json-syntax 1:1 "},
      {"[]", "wrong-kind 1:1 a machine must be an object, not a list of 0"},
      {"{}", "missing-key 1:1 machine has no 'shardc'"},
      {with(R"("shardc": 1)", R"("shardc": 9)"), "newer-version 2:13 "},
      {with(R"("kind": "machine")", R"("kind": "sharding")"),
       "wrong-file-kind 3:11 a machine is expected here, and this is a sharding config; the order "
       "is: "
       "PROGRAM -c CONFIG --machine MACHINE"},
      {with(R"("kind": "machine")", R"("kind": "machin")"),
       "wrong-file-kind 3:11 a machine has \"kind\": \"machine\", not 'machin'; did you mean "
       "'machine'?"},
      {with(R"("name": "mine",)", ""), "missing-key 1:1 a machine has no 'name'"},
      {with(R"("mine")", R"("")"), "bad-name 4:11 a machine's name is empty"},
      {with(R"("mine")", "4"), "wrong-kind 4:11 'name' must be a string, not the number 4"},
      {with(R"("mine")", R"("cpu")"),
       "wrong-value 4:11 'cpu' is a machine of other numbers; give this one a name of its own"},
      {with(launch + ",", ""), "missing-key 1:1 a machine has no 'launch'"},
      {with(launch, twice), "duplicate-key 11:3 "},
      {with(R"("launch")", R"("lanch")"),
       "unknown-key 10:3 a machine has no key 'lanch'; did you mean 'launch'?"},
      {with("2e-06", R"("fast")"),
       "wrong-kind 10:13 'launch' must be a number, not the string 'fast'"},
      {with("2e-06", "null"), "wrong-kind 10:13 'launch' must be a number, not null"},
      {with("2e-06", "0"), "wrong-value 10:13 'launch' must be above 0, not 0"},
      {with("2e-06", "-1"), "wrong-value 10:13 'launch' must be above 0, not -1"},
      {with("2e-06", "1e-300"),
       "wrong-value 10:13 'launch' is 1e-300, and numbers of machines are from 1e-15"},
      {with("2e-06", "1e25"),
       "wrong-value 10:13 'launch' is 1e25, and numbers of machines are from"},
      {with("2e-06", "1e999"), "json-syntax 10:13 "},
      {with("2e-06", "NaN"), "json-syntax 10:13 "},
      {with("2e-06", "Infinity"), "json-syntax 10:13 "},
      {with(R"("f64": 3.35e+13, )", ""), "missing-key 6:17 'operations' has no 'f64'"},
      {with(R"("f64")", R"("f65")"), "unknown-key 6:35 'operations' has no key 'f65'"},
      {with("5.97e+13", "false"), "wrong-kind 6:25 'f32' must be a number, not false"},
      {with("5.97e+13", "-6e13"), "wrong-value 6:25 'f32' must be above 0, not -6e13"},
  };
  for (const auto &row : rows)
    EXPECT_THAT(errorsOf(row.text), testing::HasSubstr(row.error)) << row.text;
}

TEST_F(MachineFile, TellsAllErrorsAtOnce) {
  std::string text = with("2e-06", "0");
  text.replace(text.find("132"), 3, "[]");
  EXPECT_EQ(errorsOf(text), "wrong-value 10:13 'launch' must be above 0, not 0\n"
                            "wrong-kind 12:12 'cores' must be a number, not a list of 0\n");
}

} // namespace
