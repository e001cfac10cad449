// SPDX-License-Identifier: Apache-2.0
// The verbs of the command line: one file each, one row of the table each. Each returns the exit
// code.
#pragma once

#include "cli/options/options.h"

namespace shardc {

int check(const CommandOptions &options);
int init(const CommandOptions &options);
int plan(const CommandOptions &options);
int explain(const CommandOptions &options);
int compile(const CommandOptions &options);
int run(const CommandOptions &options);
int verify(const CommandOptions &options);
int redistribute(const CommandOptions &options);
int list(const CommandOptions &options);

/// Runs the verb that the options name.
int runVerb(const CommandOptions &options);

} // namespace shardc
