// SPDX-License-Identifier: Apache-2.0
// Estimates of time, on machines of round numbers.
#include "codegen/report/times.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

constexpr double kMicro = 1e-6;

/// A move takes 1 us, and a byte 1 ns; between hosts 10 us, and 10 ns. A byte of memory takes 0.1
/// ns, one of the cache and an operation 1 ns.
Machine threads() {
  Machine machine = *findMachine("cpu");
  machine.message = 1 * kMicro;
  machine.linkBandwidth = 1e9;
  machine.networkMessage = 10 * kMicro;
  machine.networkBandwidth = 1e8;
  machine.memoryBandwidth = 1e10;
  machine.cacheBandwidth = 1e9;
  machine.operations.fill(1e9);
  return machine;
}

/// The same with a GPU for each device.
Machine gpus() {
  Machine machine = threads();
  machine.cores = 100;
  return machine;
}

/// Microseconds of what moves: x f32[4000] as it lies on four devices, and as it is to lie.
double moving(const Machine &machine, std::vector<int64_t> hosts, const std::string &from,
              const std::string &to) {
  Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [4000], "dtype": "f32"}], "ops": [], "outputs": ["x"]})",
                       R"({"shardc": 1, "kind": "sharding", "mesh": "p=4", "inputs": {"x": )" +
                           from + R"(}, "outputs": {"x": )" + to + "}}");
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return 0;
  c.plan->machine = machine;
  c.plan->hosts = std::move(hosts);
  return facts::timesOf(*c.plan).moving / kMicro;
}

TEST(Times, OfAGatherCountLinksCopiesAndTheNetwork) {
  const auto gather = [](const Machine &machine, std::vector<int64_t> hosts) {
    return moving(machine, std::move(hosts), R"(["p"])", "[null]");
  };
  // Each receives 3 parts of 4,000 bytes and copies its own.
  EXPECT_NEAR(gather(threads(), {}), 1 + 12 + 0.8, 1e-9);
  EXPECT_NEAR(gather(gpus(), {}), 1 + 12 + 0.8, 1e-9);
  // Two parts come over the network: to both threads of a host once, which is copied for the
  // second; to GPUs by themselves.
  EXPECT_NEAR(gather(threads(), {0, 0, 1, 1}), 10 + 80 + 1 + 8 + 3.2, 1e-9);
  EXPECT_NEAR(gather(gpus(), {0, 0, 1, 1}), 10 + 80 + 1 + 4 + 0.8, 1e-9);
  EXPECT_NEAR(gather(gpus(), {7, 7, 3, 3}), gather(gpus(), {0, 0, 1, 1}), 1e-9);
}

TEST(Times, OfASumCountTwoRoundsOfShares) {
  // Three shares of 4,000 bytes go out and come in, twice; four are read, added up in a cache, and
  // one is written.
  EXPECT_NEAR(moving(threads(), {0, 1, 2, 3}, R"({"dims": [null], "unreduced": ["p"]})", "[null]"),
              2 * (10 + 120) + 2 + 8 + 3, 1e-9);
}

TEST(Times, OfWhatLiesThereAlreadyAreNothing) {
  EXPECT_EQ(moving(threads(), {}, "[null]", R"(["p"])"), 0);
}

} // namespace
} // namespace shardc::test
