// SPDX-License-Identifier: Apache-2.0
#include "cli/cases.h"

#include "codegen/report/facts.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static std::string keyOf(const CustomOpEntry &entry) { return entry.target + entry.form; }

LogicalResult takeCases(Compilation &c) {
  for (CustomOpEntry &entry : c.customOps.entries)
    if (const auto chosen = c.cases.find(keyOf(entry)); chosen != c.cases.end())
      takeCase(entry, chosen->second);
  return success();
}

/// What a device receives, mean over devices; none where the program does not compile so.
static std::optional<double> receivedWith(const Compilation &c, const ChosenCases &cases) {
  const CommandOptions options = optionsOfTrial(c);
  Compilation trial(options);
  beTrialOf(c, trial);
  trial.cases = cases;
  trial.pluginEntries = c.pluginEntries;
  if (failed(compileToPlan(trial))) return std::nullopt;
  return facts::bytesMoved(*trial.plan).payload;
}

static std::string bytesOf(const std::optional<double> &received) {
  return received ? facts::bytesText(*received) : "nothing, as it does not compile";
}

/// The best case of one op, the others being as they are.
static void choose(Compilation &c, const CustomOpEntry &entry) {
  std::vector<std::optional<double>> received;
  for (size_t number = 0; number < entry.cases.size(); ++number) {
    ChosenCases tried = c.cases;
    tried[keyOf(entry)] = number;
    received.push_back(receivedWith(c, tried));
  }
  size_t best = 0;
  for (size_t number = 1; number < received.size(); ++number)
    if (received[number] && (!received[best] || *received[number] < *received[best])) best = number;
  c.cases[keyOf(entry)] = best;
  if (!received[best]) return;
  std::vector<std::string> others;
  for (size_t number = 0; number < received.size(); ++number)
    if (number != best)
      others.push_back("with '" + entry.cases[number].name + "' " + bytesOf(received[number]));
  c.whyCases.push_back("'" + entry.target + "' is '" + entry.cases[best].name +
                       "', with which a device receives " + bytesOf(received[best]) + "; " +
                       text::joined(others, "; "));
}

LogicalResult chooseCases(Compilation &c) {
  for (const CustomOpEntry &entry : c.customOps.entries)
    if (entry.cases.size() > 1) choose(c, entry);
  return takeCases(c);
}

} // namespace shardc
