// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/notate.h"
#include "cli/verbs.h"
#include "codegen/bundle.h"

namespace shardc {

int plan(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &compilation) {
    Notator notator(compilation);
    notator.notatePlan();
    if (notator.code() != 0) return notator.code();
    const Detail detail = options.verbose ? Detail::all : Detail::screen;
    const Plan &plan = *compilation.plan;
    return giveText(compilation, options.json ? planJson(plan) : planTable(plan, detail));
  });
}

} // namespace shardc
