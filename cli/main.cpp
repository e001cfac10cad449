// SPDX-License-Identifier: Apache-2.0
#include "cli/io/streams.h"
#include "cli/telling/memory.h"
#include "cli/verbs.h"

#include <cstdio>
#include <exception>

static int run(int argc, char **argv) {
  try {
    const shardc::ParsedCommand parsed = shardc::parseCommand(argc, argv);
    return parsed.exit ? *parsed.exit : shardc::runVerb(parsed.options);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "shardc: internal error: %s; please report this\n", error.what());
    return 70;
  }
}

int main(int argc, char **argv) {
  shardc::endWhenOutOfMemory();
  shardc::beginStreams();
  return shardc::endStreams(run(argc, argv));
}
