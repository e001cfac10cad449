// SPDX-License-Identifier: Apache-2.0
// Estimates of time, on machines of round numbers.
#include "codegen/bundle.h"
#include "codegen/report/times/times.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using ::testing::HasSubstr;

constexpr double kMicro = 1e-6;

/// A move takes 1 us, and a byte 1 ns; between hosts 10 us, and 10 ns. A byte of memory takes 0.1
/// ns, one of the cache and an operation 1 ns.
Machine threads() {
  Machine machine = *findMachine("cpu");
  machine.message = 1 * kMicro;
  machine.linkBandwidth = 1e9;
  machine.networkMessage = 10 * kMicro;
  machine.networkBandwidth = 1e8;
  machine.memoryBandwidth = machine.lastCacheBandwidth = 1e10;
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

TEST(Times, CountMemoryBeyondTheLastCache) {
  // Four parts of 4,000 bytes are read and written by each, or twice that in a cache of half.
  const auto copies = [](double cache) {
    Machine machine = threads();
    machine.lastCacheBandwidth = 1e11;
    machine.cache = cache;
    return moving(machine, {}, R"(["p"])", "[null]") - 1 - 12;
  };
  EXPECT_NEAR(copies(20000), 0.08, 1e-9); // 4,000 bytes are read, 16,000 written
  EXPECT_NEAR(copies(10000), (0.08 + 0.8) / 2, 1e-9);
}

TEST(Times, OfTheNetworkAreMemorysWhereThatIsSlower) {
  const auto gather = [](double memory, double cache) {
    Machine machine = threads();
    machine.lastCacheBandwidth = 1e10;
    machine.memoryBandwidth = memory;
    machine.cache = cache;
    return moving(machine, {0, 1, 2, 3}, R"(["p"])", "[null]");
  };
  EXPECT_NEAR(gather(1e10, 10), 10 + 120 + 0.8, 1e-2);
  // A byte is read and written by a tenth of the network's rate.
  EXPECT_NEAR(gather(1e7, 1e6), 10 + 120 + 0.8, 1e-9);
  EXPECT_NEAR(gather(1e7, 10000), 10 + (120 + 2400) / 2.0 + (0.8 + 800) / 2, 1e-9);
}

TEST(Times, OfSmallMessagesAreTheirOwn) {
  const auto gather = [](double small) {
    Machine machine = threads();
    machine.networkSmall = small;
    machine.networkSmallMessage = 2 * kMicro;
    return moving(machine, {0, 1, 2, 3}, R"(["p"])", "[null]");
  };
  EXPECT_NEAR(gather(3999), 10 + 120 + 0.8, 1e-9);
  EXPECT_NEAR(gather(4000), 2 + 120 + 0.8, 1e-9);
}

TEST(Times, CountWhatIsWrittenWhereOthersHaveRead) {
  const auto moved = [](const std::string &from, double ownCache) {
    Machine machine = threads();
    machine.ownCache = ownCache;
    machine.networkRewriteBandwidth = 1e9;
    return moving(machine, {0, 1, 2, 3}, from, "[null]");
  };
  // An input's part is sent as it lies.
  EXPECT_NEAR(moved(R"(["p"])", 1e6), 10 + 120 + 0.8, 1e-9);
  // The share of a sum goes to three others, from where the sum before it was.
  const std::string partial = R"({"dims": [null], "unreduced": ["p"]})";
  const double all = 2 * (10 + 120) + 2 + 8 + 3;
  EXPECT_NEAR(moved(partial, 1e6), all + 12, 1e-9);
  // Of the 44,000 bytes that are gone through a cache of a quarter holds a quarter.
  EXPECT_NEAR(moved(partial, 11000), all + 3, 1e-9);
}

TEST(Times, OfWhatLiesThereAlreadyAreNothing) {
  EXPECT_EQ(moving(threads(), {}, "[null]", R"(["p"])"), 0);
}

/// Microseconds of the kernels of a program on one core, whose cache is not waited for: a cycle
/// takes 32 ns, and a register has 16 floats.
double working(const std::string &inputs, const std::string &ops) {
  Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" + inputs +
                           R"(], "ops": [)" + ops + R"(], "outputs": ["y"]})",
                       R"({"shardc": 1, "kind": "sharding", "mesh": "p=1"})");
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return 0;
  c.plan->machine = threads();
  c.plan->machine.launch = 0;
  c.plan->machine.cacheBandwidth = c.plan->machine.lastCacheBandwidth = 1e15;
  return facts::timesOf(*c.plan).working / kMicro;
}

TEST(Times, OfKernelsOnCoresCountInstructions) {
  const std::string x = R"({"name": "x", "shape": [64, 256], "dtype": "f32"})";
  // A register is negated in half a cycle, an exponential takes twelve.
  EXPECT_NEAR(working(x, R"({"op": "negate", "name": "y", "in": ["x"]})"), 1024 * 0.5 * 0.032, 1);
  EXPECT_NEAR(working(x, R"({"op": "exponential", "name": "y", "in": ["x"]})"), 1024 * 12 * 0.032,
              1);
  // Elements far apart are taken by themselves: a quarter to read each, and a half to write it.
  EXPECT_NEAR(working(x, R"({"op": "slice", "name": "s", "in": ["x"], "start_indices": [0, 0],
                             "limit_indices": [64, 256], "strides": [1, 8]},
                            {"op": "negate", "name": "y", "in": ["s"]})"),
              2048 * 0.75 * 0.032, 10);
}

TEST(Times, OfProductsOnCoresAreThoseOfTheirMultiplyAdds) {
  const double product = working(R"({"name": "a", "shape": [64, 128], "dtype": "f32"},
                                    {"name": "b", "shape": [128, 96], "dtype": "f32"})",
                                 R"({"op": "dot", "name": "y", "in": ["a", "b"]})");
  // And a little for the leaves of sums, which are joined.
  EXPECT_NEAR(product, 2 * 64 * 128 * 96 * 1e-3, product / 50);
}

/// What a plan says of a sum of `size` elements, left unreduced by four devices.
Compiled sumOf(int size, const std::string &type, const std::string &to,
               std::vector<int64_t> hosts = {}) {
  Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [)" +
                           std::to_string(size) + R"(], "dtype": ")" + type +
                           R"("}], "ops": [], "outputs": ["x"]})",
                       R"({"shardc": 1, "kind": "sharding", "mesh": "p=4",
      "inputs": {"x": {"dims": [null], "unreduced": ["p"]}}, "outputs": {"x": )" +
                           to + "}}");
  EXPECT_TRUE(c.plan) << c.messages();
  c.plan->machine = gpus();
  c.plan->hosts = std::move(hosts);
  return c;
}

TEST(Times, OfSumsHaveNcclsOwnBeside) {
  // All get 16,000 bytes: in order in two rounds of 12,000, with copies and sums on each GPU; NCCL
  // sends as much at once.
  Compiled c = sumOf(4000, "f32", "[null]");
  facts::Times times = facts::timesOf(*c.plan);
  ASSERT_EQ(times.sums.size(), 1U);
  EXPECT_EQ(times.sums[0].price.bytesInOrder, 24000);
  EXPECT_NEAR(times.sums[0].price.secondsInOrder / kMicro, times.moving / kMicro, 1e-9);
  EXPECT_EQ(times.sums[0].price.bytesByNccl, 24000);
  EXPECT_NEAR(times.sums[0].price.secondsByNccl / kMicro, 1 + 24, 1e-9);
  // With leave to reorder it is NCCL's.
  c.plan->isFast = true;
  EXPECT_NEAR(facts::timesOf(*c.plan).moving / kMicro, 1 + 24, 1e-9);
  // A quarter for each, over the network too.
  const Compiled scattered = sumOf(4000, "f32", R"(["p"])", {0, 0, 1, 1});
  times = facts::timesOf(*scattered.plan);
  ASSERT_EQ(times.sums.size(), 1U);
  EXPECT_EQ(times.sums[0].price.bytesByNccl, 12000);
  EXPECT_NEAR(times.sums[0].price.secondsByNccl / kMicro, 10 + 120, 1e-9);
}

TEST(Times, OfSumsThatNcclLacksHaveNoOther) {
  EXPECT_EQ(facts::timesOf(*sumOf(4001, "f32", R"(["p"])").plan).sums.size(), 0U); // uneven
  EXPECT_EQ(facts::timesOf(*sumOf(4000, "i16", "[null]").plan).sums.size(), 0U);
  Compiled c = sumOf(4000, "f32", "[null]");
  c.plan->gpus = {0, 0, 1, 1}; // shared
  EXPECT_EQ(facts::timesOf(*c.plan).sums.size(), 0U);
  c.plan->gpus = {0, 1, 0, 1};
  c.plan->hosts = {0, 0, 1, 1};
  EXPECT_EQ(facts::timesOf(*c.plan).sums.size(), 1U);
  c.plan->machine = threads();
  EXPECT_EQ(facts::timesOf(*c.plan).sums.size(), 0U);
}

TEST(Times, OfSumsInBranchesAreThoseOfTheCostliest) {
  const std::string first = R"({"inputs": [], "outputs": ["m"], "ops": [
      {"name": "a", "op": "dot", "in": ["x", "w"]}, {"name": "b", "op": "dot", "in": ["x", "v"]},
      {"name": "m", "op": "multiply", "in": ["a", "b"]}]})";
  const std::string second = R"({"inputs": [], "outputs": ["d"], "ops": [
      {"name": "d", "op": "dot", "in": ["x", "w"]}]})";
  Compiled c = compile(
      R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [
      {"name": "k", "shape": [], "dtype": "i32"}, {"name": "x", "shape": [16, 160], "dtype": "f32"},
      {"name": "w", "shape": [160, 250], "dtype": "f32"}, {"name": "v", "shape": [160, 250], "dtype": "f32"}],
      "ops": [{"name": "y", "op": "case", "in": ["k"], "branches": [)" +
          first + ", " + second + R"(]}], "outputs": ["y"]})",
      R"({"shardc": 1, "kind": "sharding", "mesh": "p=4", "inputs": {"k": [], "x": [null, "p"],
      "w": ["p"], "v": ["p"]}, "outputs": {"y": ["p"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  c.plan->machine = gpus();
  const facts::Times times = facts::timesOf(*c.plan);
  ASSERT_EQ(times.sums.size(), 3U);
  EXPECT_EQ(times.sums[0].price.bytesByNccl, 12000);
  EXPECT_EQ(times.allSums.bytesByNccl, 24000);
  EXPECT_NEAR(times.allSums.secondsByNccl / kMicro, 2 * (1 + 12), 1e-9);
  EXPECT_NEAR(times.allSums.bytesInOrder, 2 * times.sums[0].price.bytesInOrder, 1e-9);
}

TEST(Times, OfSumsAreToldInBothWays) {
  Compiled c = sumOf(4000, "f32", "[null]");
  c.plan->tellsTimes = true;
  const std::string price = "  NCCL      c0: in order, as here, 24,000 bytes and ";
  EXPECT_THAT(planTable(*c.plan), HasSubstr(price));
  EXPECT_THAT(planTable(*c.plan), HasSubstr("(--numerics fast)"));
  EXPECT_THAT(planJson(*c.plan), HasSubstr(R"("bytes_by_nccl": 24000, "seconds_by_nccl": 2.5)"));
  c.plan->isFast = true;
  EXPECT_THAT(planTable(*c.plan), HasSubstr("by NCCL's own, as here,"));
}

} // namespace
} // namespace shardc::test
