// SPDX-License-Identifier: Apache-2.0
// Sharded against unsharded, and each kernel against its formula. Both sides are computed by the
// engine: the sharded one by the text of the bundle, the unsharded one op by op. So that a fault of
// what writes text is seen though both sides have it, elements of what kernels compute are compared
// with the reference evaluation of their formulas as well. Code for ops is compared with its
// reference by itself, too, as it may be right for the one sharding that the program has.
#include "cli/bundle_options.h"
#include "cli/running/alone/verify_alone.h"
#include "cli/running/built_bundle.h"
#include "cli/running/values.h"
#include "cli/running/verification.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "codegen/engine/instructions.h"
#include "codegen/report/facts.h"
#include "codegen/report/libraries.h"
#include "codegen/text/text.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/values.h"

namespace shardc {

/// The sets of instructions that kernels are run with.
static std::vector<std::string> instructionsToRun(const CommandOptions &options) {
  if (options.isa == "all") return instructionsOfProcessor();
  return {chosenInstructions(options.isa)};
}

static void verifyCompiled(Compilation &compilation, ArrayRef<HostTensor> inputs,
                           const Reference &reference, Found &found) {
  const auto sets = instructionsToRun(compilation.options);
  const Plan &plan = *compilation.plan;
  const auto routines = compiledRoutines(plan, compilation.options);
  RecordedCalls calls(routinesToVerify(compilation));
  for (const std::string &isa : sets) {
    const std::string what = sets.size() == 1 ? "run" : "run with " + isa;
    const Compute compute = computeOf(plan, compilation, {.isa = isa, .routines = routines});
    compare(plan, runChecked(compilation, plan, inputs, calls.around(compute), what, found),
            reference, sets.size() == 1 ? "" : isa + ": ", found);
  }
  verifyAlone(compilation, calls, routines, found);
}

/// The bundle as a user builds it: its steps, offsets and launcher, too.
static void verifyBuilt(Compilation &compilation, ArrayRef<HostTensor> inputs,
                        const Reference &reference, Found &found) {
  const CommandOptions &options = compilation.options;
  compilation.progress.begin("build the bundle");
  const BuiltBundle bundle(*compilation.plan, bundleOptions(options), options.compiler);
  std::vector<runtime::Array> arrays;
  for (const HostTensor &input : inputs)
    arrays.push_back(runtimeArray(input));
  for (const std::string &isa : instructionsToRun(options)) {
    compilation.progress.begin("run the bundle with " + isa);
    compare(*compilation.plan, bundle.run(arrays, isa), reference,
            "built by " + options.compiler + " for " + isa + ": ", found);
  }
}

/// What was run, and what was not.
static std::string ranText(const Compilation &compilation, const Found &found) {
  const CommandOptions &options = compilation.options;
  if (options.engine == "interp") return "formulas were evaluated; no kernel's text was run";
  const std::string sets =
      options.isa.empty() ? "" : ", with " + text::listed(instructionsToRun(options)) + ",";
  std::string text =
      "kernels" + sets + " agree with their formulas in " + text::count(found.elements, "element");
  if (!found.unchecked.empty())
    text += "; not looked at, since an element takes too long: " + text::listed(found.unchecked);
  if (!found.alone.empty())
    text += "; alone, code equals its reference: " + text::listed(found.alone);
  if (!options.compiler.empty()) text += "; the bundle ran as well, built by " + options.compiler;
  return text + facts::withoutLibraries(*compilation.plan, *librariesNamed(options.libraries)) +
         (options.target == "cpu" ? "" : "; CUDA text not run");
}

static int verifyPlanned(Compilation &compilation) {
  const CommandOptions &options = compilation.options;
  const Plan &plan = *compilation.plan;
  std::vector<HostTensor> inputs;
  if (options.got.empty() || options.expect.empty()) {
    std::vector<runtime::Input> given = readPlanInputs(plan, options);
    inputs = takeTensors(plan, given);
  }
  Found found;
  const Reference reference = referenceFor(compilation, inputs, found);
  if (options.got.empty())
    verifyCompiled(compilation, inputs, reference, found);
  else
    compare(plan, runtime::readExpected(signaturesOf(plan.outputs), options.got), reference, "",
            found);
  if (!options.compiler.empty()) verifyBuilt(compilation, inputs, reference, found);
  compilation.beginOutput();
  for (const std::string &line : found.wrong)
    fail(options, Exit::differs, line);
  if (!found.wrong.empty()) return static_cast<int>(Exit::differs);
  const size_t count = plan.outputs.size();
  say(options, "summary",
      "'" + plan.name + "': " + text::count(count, "output") + " of " +
          text::count(plan.devices(), facts::unit(plan)) + (count == 1 ? " equals " : " equal ") +
          reference.what);
  if (options.got.empty()) say(options, "ran", ranText(compilation, found));
  return 0;
}

/// What is wrong with options that do not go together, or "".
static std::string wrongTogether(const CommandOptions &options) {
  if (!options.compiler.empty() && options.target == "cuda")
    return "'--compiler' builds the bundle for CPUs, and '--target cuda' has none; leave one out";
  if (!options.got.empty() && !options.compiler.empty())
    return "'--got' compares the outputs of another run, so '--compiler' has nothing to build for; "
           "leave one out";
  if (options.engine == "interp" && !options.isa.empty() && options.compiler.empty())
    return "'--isa' says what kernels are compiled for, and '--engine interp' compiles none; leave "
           "one out";
  return "";
}

int verify(const CommandOptions &options) {
  if (const std::string wrong = wrongTogether(options); !wrong.empty())
    return fail(options, Exit::usage, wrong);
  return withPlan(options, [&](Compilation &compilation) {
    return guarded(compilation, [&] { return verifyPlanned(compilation); });
  });
}

} // namespace shardc
