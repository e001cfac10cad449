// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"

namespace shardc {

int check(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &compilation) {
    compilation.beginOutput();
    const Plan &plan = *compilation.plan;
    say(options, "summary",
        "'" + plan.name + "' is right: " + text::count(plan.inputs.size(), "input") + ", " +
            text::count(plan.outputs.size(), "output") + ", " +
            text::count(plan.devices(), facts::unit(plan)));
    return 0;
  });
}

} // namespace shardc
