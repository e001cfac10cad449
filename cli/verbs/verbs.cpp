// SPDX-License-Identifier: Apache-2.0
#include "cli/verbs.h"

#include "frontend/bug.h"

namespace shardc {

int runVerb(const CommandOptions &options) {
  static constexpr struct {
    const char *name;
    int (*run)(const CommandOptions &);
  } table[] = {
      {"check", check},     {"init", init}, {"plan", plan},     {"explain", explain},
      {"compile", compile}, {"run", run},   {"verify", verify}, {"redistribute", redistribute},
      {"list", list}};
  for (const auto &[name, run] : table)
    if (options.verb == name) return run(options);
  internalError("verb '" + options.verb + "' has no row in the table");
}

} // namespace shardc
