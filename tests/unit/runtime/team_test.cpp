// SPDX-License-Identifier: Apache-2.0
// Threads that carry devices on CPUs: how they meet, share work and fail.
#include "runtime/host/cpu/team_cpu.h"

#include "runtime/host/program.h"

#include "support.h"

#include <set>
#include <thread>

namespace shardc::runtime {
namespace {

constexpr std::chrono::milliseconds kLong{60000}, kShort{20};

/// The failure that ends a run.
/// 0, 1, ..., devices - 1
std::vector<int> all_of(int devices) { return Placement(devices, 1).devices_of(0); }

std::string failureOf(Team &team, const std::function<void(int)> &act) {
  std::string line;
  EXPECT_EQ(exitOf([&] { team.run(act); }, &line), Exit::environment);
  return line;
}

TEST(Team, CarriesEachDeviceOnOneThread) {
  Team team(all_of(5), 3, kLong, std::make_shared<Failure>());
  ASSERT_EQ(team.carriers(), 3);
  std::vector<std::set<std::thread::id>> carried(5);
  std::vector<int> times(5);
  for (int run = 0; run < 20; ++run)
    team.run([&](int carrier) {
      for (int device = team.places(carrier).lo; device < team.places(carrier).hi; ++device) {
        EXPECT_EQ(team.carrier(device), carrier);
        carried[device].insert(std::this_thread::get_id());
        ++times[device];
      }
    });
  std::set<std::thread::id> all;
  for (const std::set<std::thread::id> &threads : carried) {
    EXPECT_EQ(threads.size(), 1u);
    all.insert(threads.begin(), threads.end());
  }
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(*carried[0].begin(), std::this_thread::get_id()); // who calls is one of them
  EXPECT_EQ(times, std::vector<int>(5, 20));
}

TEST(Team, MeetsAndShowsWhatOthersBring) {
  constexpr int kThreads = 4, kMeetings = 2000;
  Team team(all_of(kThreads), kThreads, kLong, std::make_shared<Failure>());
  for (int run = 0; run < 3; ++run)
    team.run([&](int carrier) {
      for (int meeting = 0; meeting < kMeetings; ++meeting) {
        const int own = meeting * kThreads + carrier;
        team.meet(carrier, "1 y", &own);
        for (int other = 0; other < kThreads; ++other)
          ASSERT_EQ(*static_cast<const int *>(team.shown(carrier, other)),
                    meeting * kThreads + other);
        team.meet(carrier, "1 y"); // until here `own` is read
      }
    });
}

TEST(Team, WaitsLongerThanItLooks) {
  Team team(all_of(3), 3, kLong, std::make_shared<Failure>());
  std::atomic<int> late = 0;
  team.run([&](int carrier) {
    if (carrier == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      late = 1;
    }
    team.meet(carrier, "1 y");
    EXPECT_EQ(late, 1);
  });
}

TEST(Team, HelpsWhileItWaits) {
  constexpr int kChunks = 40;
  for (const int devices : {1, 2}) {
    Team team(all_of(devices), 4, kLong, std::make_shared<Failure>());
    std::vector<std::atomic<int>> done(devices * kChunks);
    std::mutex mutex;
    std::set<std::thread::id> helpers;
    for (int run = 1; run <= 3; ++run) {
      team.run([&](int carrier) {
        if (carrier != 0) return; // it has nothing to do
        team.divide(carrier, kChunks, [&](int64_t first, int64_t last) {
          for (int64_t chunk = first; chunk < last; ++chunk)
            ++done[chunk];
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          const std::lock_guard<std::mutex> lock(mutex);
          helpers.insert(std::this_thread::get_id());
        });
      });
      for (int chunk = 0; chunk < kChunks; ++chunk)
        EXPECT_EQ(done[chunk], run);
    }
    EXPECT_GT(helpers.size(), 1u);
  }
}

TEST(Team, TakesManyChunksFirstAndOneAtLast) {
  Team team(all_of(1), 2, kLong, std::make_shared<Failure>());
  std::mutex mutex;
  std::vector<Range<int64_t>> taken;
  team.run([&](int carrier) {
    team.divide(carrier, 16, [&](int64_t first, int64_t last) {
      const std::lock_guard<std::mutex> lock(mutex);
      taken.push_back({first, last});
    });
  });
  std::sort(taken.begin(), taken.end(), [](auto a, auto b) { return a.lo < b.lo; });
  std::vector<int64_t> sizes;
  for (const Range<int64_t> &each : taken)
    sizes.push_back(each.size());
  EXPECT_EQ(sizes, (std::vector<int64_t>{4, 3, 2, 1, 1, 1, 1, 1, 1, 1}));
}

TEST(Team, DividesWorkAgainAndAgain) {
  Team team(all_of(4), 4, kLong, std::make_shared<Failure>());
  std::array<int64_t, 4> sums = {};
  team.run([&](int carrier) {
    for (int64_t division = 0; division < 5000; ++division) {
      std::array<int64_t, 3> own = {};
      team.divide(carrier, 3, [&](int64_t first, int64_t last) {
        for (int64_t chunk = first; chunk < last; ++chunk)
          own[chunk] = division * (chunk + 1);
      });
      sums[carrier] += own[0] + own[1] + own[2];
    }
  });
  for (const int64_t sum : sums)
    EXPECT_EQ(sum, int64_t{6} * 5000 * 4999 / 2);
}

TEST(Team, ReportsTheFirstFailureEverywhere) {
  const auto failure = std::make_shared<Failure>();
  Team team(all_of(2), 2, kLong, failure);
  bool ran = false;
  const auto act = [&](int carrier) {
    team.begin(carrier, carrier, "1 y");
    if (carrier == 1) throw std::runtime_error("it broke");
    team.meet(carrier, "2 z"); // it does not wait for who does not come
    ran = true;
  };
  EXPECT_EQ(failureOf(team, act), "device 1, step 1 y: it broke");
  EXPECT_FALSE(ran);
  EXPECT_EQ(failureOf(team, [](int) {}), "device 1, step 1 y: it broke"); // it stays failed
}

TEST(Team, GivesUpAtItsLimit) {
  Team team(all_of(2), 1, kShort, std::make_shared<Failure>());
  int begun = 0;
  const std::string line = failureOf(team, [&](int carrier) {
    for (int device : {0, 1}) {
      team.begin(carrier, device, "1 y");
      ++begun;
      std::this_thread::sleep_for(2 * kShort);
    }
  });
  EXPECT_EQ(line, "device 0, step 1 y did not end within the limit");
  EXPECT_EQ(begun, 1);
}

TEST(Team, SaysWhoHasNotCome) {
  Team team(all_of(5), 3, kShort, std::make_shared<Failure>());
  const std::string line = failureOf(team, [&](int carrier) {
    if (carrier == 0) team.meet(carrier, "4 y");
  });
  EXPECT_EQ(line, "device 0, step 4 y, where devices 2, 3, 4 have not come, did not end within "
                  "the limit");
}

TEST(Team, RefusesDifferentSteps) {
  Team team(all_of(2), 2, kLong, std::make_shared<Failure>());
  const std::string line =
      failureOf(team, [&](int carrier) { team.meet(carrier, carrier == 0 ? "1 y" : "2 w"); });
  EXPECT_EQ(line, "device 1, step 2 w: device 0 waits for it at step 1 y");
}

Program sevenDevices(int64_t work = 0) {
  Program program = {};
  program.devices = 7;
  program.work = work;
  return program;
}

TEST(Streams, OfASmallProgramAreTheCallers) {
  const auto failure = std::make_shared<Failure>();
  EXPECT_EQ(open_streams(sevenDevices(1000), all_of(7), {}, failure).size(), 1u);
  const size_t processors = std::max(1u, std::thread::hardware_concurrency());
  EXPECT_EQ(open_streams(sevenDevices(1'000'000'000), all_of(7), {}, failure).size(),
            std::min<size_t>(processors, 7));
}

TEST(Streams, AreGivenToNeighbours) {
  Options options;
  options.threads = 3;
  const auto streams =
      open_streams(sevenDevices(), all_of(7), options, std::make_shared<Failure>());
  ASSERT_EQ(streams.size(), 3u);
  EXPECT_EQ(streams[0].size() + streams[1].size() + streams[2].size(), 7u);
  options.threads = -1;
  EXPECT_EQ(exitOf([&] {
              open_streams(sevenDevices(), all_of(7), options, std::make_shared<Failure>());
            }),
            Exit::usage);
}

TEST(Streams, HaveNoGpus) {
  Options options;
  options.gpus = 1;
  EXPECT_EQ(exitOf([&] {
              open_streams(sevenDevices(), all_of(7), options, std::make_shared<Failure>());
            }),
            Exit::environment);
}

} // namespace
} // namespace shardc::runtime
