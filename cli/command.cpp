// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include "cli/io/streams.h"
#include "cli/telling/memory.h"
#include "cli/verbs.h"

#include <cstdio>
#include <exception>

namespace shardc {

static int run(int argc, char **argv) {
  try {
    const ParsedCommand parsed = parseCommand(argc, argv);
    return parsed.exit ? *parsed.exit : runVerb(parsed.options);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "shardc: internal error: %s; please report this\n", error.what());
    return 70;
  }
}

int runCommand(int argc, char **argv) {
  endWhenOutOfMemory();
  beginStreams();
  return endStreams(run(argc, argv));
}

} // namespace shardc
