// SPDX-License-Identifier: Apache-2.0
// What is said of buffers' memory.
#include "codegen/bundle/sources/memory_rows.h"
#include "codegen/report/facts.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;
using testing::ElementsAre;

/// A function with three steps, of which the second is a loop with two more in it.
static Function withSteps() {
  Function function;
  for (const char *label : {"1 a", "2 while", "3 c"}) {
    Step &step = function.steps.emplace_back();
    step.label = label;
  }
  function.steps[1].bodies.resize(2);
  for (const char *label : {"2.1 b", "2.2 d"})
    function.steps[1].bodies[1].emplace_back().label = label;
  return function;
}

static void add(Function &function, const char *name, Role role, int64_t offset, int64_t bytes,
                int first, int last) {
  Buffer &buffer = function.buffers.emplace_back();
  buffer.name = name;
  buffer.role = role;
  buffer.offset = offset;
  buffer.bytes = bytes;
  buffer.firstStep = first;
  buffer.lastStep = last;
}

TEST(StepNumbers, AreThoseOfLabelsAsTheTreeIsRead) {
  EXPECT_THAT(facts::stepNumbers(withSteps()), ElementsAre("1", "2", "2.1", "2.2", "3"));
}

TEST(MemoryNotes, SayHowLongABufferIsNeededAndWhatWasThere) {
  Function function = withSteps();
  add(function, "x", Role::input, 0, 256, 0, 4);
  add(function, "a", Role::temporary, 256, 512, 0, 1);
  add(function, "b", Role::temporary, 768, 256, 2, 2);
  add(function, "c", Role::temporary, 512, 1024, 3, 4); // half of a, all of b, and more
  add(function, "d", Role::temporary, 256, 256, 3, 4);  // the other half
  EXPECT_THAT(bundle::memoryNotes(function),
              ElementsAre("256 bytes, always", "512 bytes, steps 1 to 2", "256 bytes, step 2.1",
                          "1,024 bytes, steps 2.2 to 3, where a and b were",
                          "256 bytes, steps 2.2 to 3, where a was"));
}

TEST(MemoryNotes, NameTheFirstOfMany) {
  Function function = withSteps();
  for (int i = 0; i < 5; ++i)
    add(function, ("a" + std::to_string(i)).c_str(), Role::temporary, i * 256, 256, 0, 1);
  add(function, "b", Role::temporary, 0, 1280, 2, 2);
  EXPECT_EQ(bundle::memoryNotes(function).back(),
            "1,280 bytes, step 2.1, where a0, a1, a2 and 2 others were");
}
