// SPDX-License-Identifier: Apache-2.0
// Every case is compiled, with the other ops as they are. What a compile says is told to nobody;
// where one fails and others do not, the case is wrong: it is taken, so that what is wrong with it
// is told as of any program, with a note that names it.
#include "cli/cases.h"

#include "codegen/report/facts.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Compiles of one program, at most: each takes as long as the program does.
static constexpr size_t kMostTrials = 64;

static std::string keyOf(const CustomOpEntry &entry) {
  const std::string key = entry.target + entry.form;
  return entry.calls.empty() ? key : key + " " + std::to_string(entry.calls.front());
}

LogicalResult takeCases(Compilation &c) {
  for (CustomOpEntry &entry : c.customOps.entries)
    if (const auto chosen = c.cases.find(keyOf(entry)); chosen != c.cases.end())
      takeCase(entry, chosen->second);
  return success();
}

namespace {

/// A compile with some case of each op.
struct Trial {
  std::optional<double> received; // by a device, mean over devices [bytes]; none: it failed
  std::string wrong;              // the first error
  std::optional<size_t> printed;  // the program was printed with this case
};

} // namespace

static Trial compileWith(const Compilation &c, const CustomOpEntry &entry, size_t number) {
  const CommandOptions options = optionsOfTrial(c);
  Compilation trial(options);
  beTrialOf(c, trial);
  trial.cases = c.cases;
  trial.cases[keyOf(entry)] = number;
  trial.pluginEntries = c.pluginEntries;
  const bool isGood = succeeded(compileToPlan(trial));
  Trial made;
  if (isGood) made.received = facts::bytesMoved(*trial.plan).payload;
  if (trial.diagnostics) made.wrong = trial.diagnostics->firstError();
  for (const CustomOpEntry &own : trial.customOps.entries)
    if (keyOf(own) == keyOf(entry) && own.chosen != number) made.printed = own.chosen;
  return made;
}

/// Whether a case is at fault: with others the program compiles, or fails otherwise.
static bool isAtFault(ArrayRef<Trial> trials, size_t number) {
  if (trials[number].received) return false;
  return llvm::any_of(trials, [&](const Trial &other) {
    return other.received || other.wrong != trials[number].wrong;
  });
}

/// What is told as an error is of this case.
static void blame(Compilation &c, const CustomOpEntry &entry, size_t number) {
  const std::string what = "with '" + entry.cases[number].name + "', case " +
                           std::to_string(number) + " of '" + entry.target +
                           "': each has to be right, though one is taken";
  c.caseNote = std::make_unique<ScopedDiagnosticHandler>(
      c.context.get(), [what, loc = entry.casesLoc](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          diagnostic.attachNote(loc) << what;
        return failure(); // for those who print it
      });
}

static std::string bytesOf(const Trial &trial) { return facts::bytesText(*trial.received); }

static void tellWhy(Compilation &c, const CustomOpEntry &entry, ArrayRef<Trial> trials,
                    size_t best) {
  std::vector<std::string> others;
  for (size_t number = 0; number < trials.size(); ++number)
    if (number != best)
      others.push_back("with '" + entry.cases[number].name + "' " + bytesOf(trials[number]));
  c.whyCases.push_back("'" + entry.target + "' is '" + entry.cases[best].name +
                       "', with which a device receives " + bytesOf(trials[best]) + "; " +
                       text::joined(others, "; "));
}

/// The best case of one op, the others being as they are. Whether all of its cases may be.
static bool choose(Compilation &c, const CustomOpEntry &entry) {
  std::vector<Trial> trials;
  for (size_t number = 0; number < entry.cases.size(); ++number) {
    trials.push_back(compileWith(c, entry, number));
    if (!trials.back().printed) continue;
    c.cases[keyOf(entry)] = *trials.back().printed;
    return true;
  }
  for (size_t number = 0; number < trials.size(); ++number)
    if (isAtFault(trials, number)) {
      c.cases[keyOf(entry)] = number;
      blame(c, entry, number);
      return false;
    }
  size_t best = 0;
  if (!trials.front().received) return true; // whatever the case is
  for (size_t number = 1; number < trials.size(); ++number)
    if (*trials[number].received < *trials[best].received) best = number;
  c.cases[keyOf(entry)] = best;
  tellWhy(c, entry, trials, best);
  return true;
}

static bool hasChoice(const CustomOpEntry &entry) { return entry.cases.size() > 1; }

static LogicalResult countTrials(const CustomOps &ops) {
  size_t trials = 0, entries = 0;
  for (const CustomOpEntry &entry : ops.entries) {
    if (!hasChoice(entry)) continue;
    trials += entry.cases.size();
    ++entries;
    if (trials <= kMostTrials) continue;
    return report(entry.casesLoc, Diag::too_large)
           << "up to '" << shown(entry.target) << "' " << entries << " ops, or forms of one, have "
           << trials << " cases, of which each is compiled with all of the program, and at most "
           << kMostTrials << " are; leave some out, or give a \"rule\"";
  }
  return success();
}

LogicalResult chooseCases(Compilation &c) {
  if (failed(countTrials(c.customOps))) return failure();
  for (const CustomOpEntry &entry : c.customOps.entries)
    if (hasChoice(entry) && !choose(c, entry)) break;
  return takeCases(c);
}

} // namespace shardc
