// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch_cpu.h"

#include "support.h"

#include <thread>

namespace shardc::runtime {
namespace {

TEST(Stream, KeepsTheOrderOfWorkOnManyDevices) {
  const auto failure = std::make_shared<Failure>();
  std::vector<Stream> streams = open_streams(1024, {}, failure);
  std::vector<std::vector<int>> done(streams.size());
  for (int step = 0; step < 20; ++step)
    for (size_t device = 0; device < streams.size(); ++device)
      enqueue(streams[device], "step", [&done, device, step] { done[device].push_back(step); });
  for (Stream &stream : streams)
    stream.wait();
  for (const std::vector<int> &steps : done) {
    ASSERT_EQ(steps.size(), 20u);
    EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
  }
}

TEST(Stream, ReportsTheFirstFailureEverywhere) {
  const auto failure = std::make_shared<Failure>();
  std::vector<Stream> streams = open_streams(2, {}, failure);
  bool ran = false;
  enqueue(streams[0], "1 y", [] { throw std::runtime_error("it broke"); });
  enqueue(streams[0], "2 z", [&] { ran = true; });
  std::string line;
  EXPECT_EQ(exitOf([&] { streams[0].wait(); }, &line), Exit::environment);
  EXPECT_EQ(line, "device 0, step 1 y: it broke");
  EXPECT_EQ(exitOf([&] { streams[1].wait(); }), Exit::environment);
  EXPECT_FALSE(ran);
}

TEST(Stream, GivesUpAtItsLimit) {
  Options options;
  options.limit = std::chrono::milliseconds(20);
  std::vector<Stream> streams = open_streams(1, options, std::make_shared<Failure>());
  enqueue(streams[0], "1 y", [] { std::this_thread::sleep_for(std::chrono::milliseconds(300)); });
  std::string line;
  EXPECT_EQ(exitOf([&] { streams[0].wait(); }, &line), Exit::environment);
  EXPECT_EQ(line, "device 0: step 1 y did not end within the limit");
}

TEST(Stream, HasNoGpus) {
  Options options;
  options.gpus = 1;
  EXPECT_EQ(exitOf([&] { open_streams(1, options, std::make_shared<Failure>()); }),
            Exit::environment);
}

} // namespace
} // namespace shardc::runtime
