// SPDX-License-Identifier: Apache-2.0
// Messages between devices whose code communicates.
#include "runtime/error.h"
#include "runtime/host/ops/post.h"

#include "gtest/gtest.h"

#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

/// Calls act(others) for each of the devices, of one group, at the same time; what it ends with.
std::string talk(int devices, const std::function<void(const shardc_communicator &)> &act) {
  std::vector<int> all;
  for (int device = 0; device < devices; ++device)
    all.push_back(device);
  Post post("1 y", all, [&](int) { return all; });
  std::vector<std::thread> threads;
  for (const int device : all)
    threads.emplace_back([&, device] { post.run(device, act); });
  std::string wrong;
  try {
    post.conduct();
  } catch (const Error &error) {
    wrong = error.what();
  }
  for (std::thread &thread : threads)
    thread.join();
  return wrong;
}

void require(const char *wrong) {
  if (wrong) throw Error(Exit::wrong_input, wrong);
}

TEST(Post, BringsMessagesInTheirOrder) {
  EXPECT_EQ(talk(5,
                 [](const shardc_communicator &group) {
                   for (int64_t round = 0; round < 100; ++round) {
                     int64_t own = 1000 * group.rank + round, from = -1;
                     const int64_t before = (group.rank + group.size - 1) % group.size;
                     const shardc_message sent = {(group.rank + 1) % group.size, &own, 8},
                                          received = {before, &from, 8};
                     require(group.exchange(&group, &sent, 1, &received, 1));
                     EXPECT_EQ(from, 1000 * before + round);
                   }
                 }),
            "");
}

TEST(Post, GathersInTheOrderOfRanks) {
  EXPECT_EQ(talk(3,
                 [](const shardc_communicator &group) {
                   int64_t all[3] = {};
                   require(group.all_gather(&group, &group.rank, all, 8));
                   for (int64_t rank = 0; rank < 3; ++rank)
                     EXPECT_EQ(all[rank], rank);
                 }),
            "");
}

TEST(Post, TellsWhoWaitsForWhatNobodySends) {
  EXPECT_EQ(
      talk(2,
           [](const shardc_communicator &group) {
             int64_t from = 0;
             const shardc_message received = {1 - group.rank, &from, 8};
             require(group.exchange(&group, nullptr, 0, &received, 1));
           }),
      "step '1 y': waiting are device 0 for device 1, device 1 for device 0, and nobody sends "
      "what they are to receive");
}

TEST(Post, TellsWhoSendsWhatNobodyReceives) {
  EXPECT_EQ(talk(2,
                 [](const shardc_communicator &group) {
                   int64_t own = 0;
                   const shardc_message sent = {1, &own, 8};
                   if (group.rank == 0) require(group.exchange(&group, &sent, 1, nullptr, 0));
                 }),
            "step '1 y': device 0 sends device 1 what that does not receive");
}

TEST(Post, EndsWithTheFirstFailure) {
  EXPECT_EQ(talk(3,
                 [](const shardc_communicator &group) {
                   int64_t all[3] = {};
                   if (group.rank == 1) throw Error(Exit::wrong_input, "not me");
                   require(group.all_gather(&group, &group.rank, all, 8));
                 }),
            "not me");
}

TEST(Post, WantsMessagesOfTheLengthThatIsExpected) {
  EXPECT_EQ(talk(2,
                 [](const shardc_communicator &group) {
                   int64_t own = 0, from = 0;
                   const int64_t other = 1 - group.rank;
                   const shardc_message sent = {other, &own, group.rank == 0 ? 4 : 8},
                                        received = {other, &from, 8};
                   require(group.exchange(&group, &sent, 1, &received, 1));
                 }),
            "rank 0 sends 4 bytes, and 8 are expected");
}

} // namespace
} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
