// SPDX-License-Identifier: Apache-2.0
// Which process has which devices.
#include "runtime/host/start/processes.h"

#include "support.h"

#include <gmock/gmock.h>

namespace shardc::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Placement, PutsNeighboursTogether) {
  const Placement placement({}, 8, 3);
  EXPECT_THAT(placement.devices_of(0), ElementsAre(0, 1, 2));
  EXPECT_THAT(placement.devices_of(1), ElementsAre(3, 4, 5));
  EXPECT_THAT(placement.devices_of(2), ElementsAre(6, 7));
}

TEST(Placement, TakesAnyTable) {
  const Placement placement({1, 0, 1, 0}, 4, 2);
  EXPECT_THAT(placement.devices_of(0), ElementsAre(1, 3));
  EXPECT_THAT(placement.devices_of(1), ElementsAre(0, 2));
  EXPECT_EQ(placement.process(2), 1);
}

TEST(Placement, LeavesNoProcessWithoutDevices) {
  std::string line;
  EXPECT_EQ(exitOf([] { Placement({}, 2, 3); }, &line), Exit::usage);
  EXPECT_EQ(line, "3 processes are too many for 2 devices; start at most one for each");
  EXPECT_EQ(exitOf([] { Placement({0, 0, 1}, 3, 3); }, &line), Exit::usage);
  EXPECT_EQ(line, "no device is placed in process 2; start fewer processes");
  EXPECT_EQ(exitOf([] { Placement({0, 2}, 2, 2); }, &line), Exit::usage);
  EXPECT_EQ(line, "device 1 is placed in process 2, and there are 2");
}

TEST(Processes, AreJoinedWhereTheProgramWasStartedWithOthers) {
  std::string line;
  EXPECT_EQ(join_processes("auto", std::chrono::seconds(1)), nullptr); // nobody else was
  EXPECT_EQ(exitOf([] { join_processes("mpi", std::chrono::seconds(1)); }, &line), Exit::usage);
  EXPECT_EQ(line, "this program is built without MPI; cmake -DWITH_MPI=ON adds it");
  for (const char *launcher : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    ::setenv(launcher, "4", 1);
    EXPECT_EQ(exitOf([] { join_processes("auto", std::chrono::seconds(1)); }, &line), Exit::usage);
    EXPECT_THAT(line, HasSubstr("one of 4 processes, and the program is built without MPI"));
    EXPECT_EQ(join_processes("threads", std::chrono::seconds(1)), nullptr);
    ::unsetenv(launcher);
  }
}

TEST(Whereabouts, AreSaidByWhoEndsAProcess) {
  Whereabouts where;
  EXPECT_EXIT(where.end_without(2, 3), testing::ExitedWithCode(5),
              "^process 2: error: process 3 has gone\n$");
  where.set([] { return std::pair<std::string, std::string>("train", "device 4, step 3 o"); });
  EXPECT_EXIT(where.end_without(2, 3), testing::ExitedWithCode(5),
              "^train, process 2: error: device 4, step 3 o: process 3 has gone\n$");
}

} // namespace
} // namespace shardc::runtime
