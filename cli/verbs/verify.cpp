// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "codegen/lower/lower.h"
#include "codegen/plan/sum_bits.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"
#include "runtime/io/npz.h"
#include "runtime/io/values.h"

#include <cmath>

namespace shardc {

using Arrays = std::vector<runtime::Array>;

/// The program on one device, op by op: nothing sharded, nothing fused.
static Arrays runUnsharded(Compilation &compilation, ArrayRef<HostTensor> inputs,
                           bool plainSums = false) {
  const Config whole = oneDeviceConfig(*compilation.program);
  const auto shards = shardIndependently(*compilation.program, whole, compilation.pool);
  const LowerOptions options = {
      .fuse = false, .sumLeaves = compilation.options.sumLeaves, .plainSums = plainSums};
  const Plan plan = lower(*compilation.program, whole, *shards, options);
  return evaluate(plan, inputs, compilation.progress,
                  plainSums ? "run with other sums" : "run unsharded");
}

/// Per output, relative to its largest magnitude; none: as for values from elsewhere.
using Tolerances = std::vector<std::optional<double>>;

static int compare(Compilation &compilation, const Arrays &got, const Arrays &expected,
                   const Tolerances &tolerances, const std::string &with) {
  const Plan &plan = *compilation.plan;
  compilation.beginOutput();
  const auto signatures = signaturesOf(plan.outputs);
  for (auto [signature, mine, theirs, rtol] : llvm::zip(signatures, got, expected, tolerances)) {
    const auto difference = runtime::findDifference(signature, mine, theirs, rtol);
    if (difference) return fail(compilation.options, Exit::differs, *difference);
  }
  say(compilation.options, "summary",
      "'" + plan.name + "': " + text::count(got.size(), "output") + " of " +
          text::count(plan.devices(), facts::unit(plan)) +
          (got.size() == 1 ? " equals " : " equal ") + with);
  return 0;
}

/// The largest difference, relative to the largest finite magnitude of the first.
template <typename T>
static double distance(const runtime::Array &expected, const runtime::Array &other) {
  const auto *a = reinterpret_cast<const T *>(expected.data.data());
  const auto *b = reinterpret_cast<const T *>(other.data.data());
  double largest = 0, most = 0;
  for (size_t i = 0; i < expected.data.size() / sizeof(T); ++i) {
    const double x = a[i], y = b[i];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    largest = std::max(largest, std::abs(x));
    most = std::max(most, std::abs(x - y));
  }
  return largest == 0 ? 0 : most / largest;
}

/// Where devices add up parts of sums that no other order has: how far results are apart when sums
/// add one term after the other. So the tolerance follows from the lengths of the program's sums
/// and from what they add up, cancellation included; a few roundings more for sums that happen to
/// agree.
static Tolerances roundingOf(Compilation &compilation, ArrayRef<HostTensor> inputs,
                             const Arrays &expected) {
  constexpr double kTimes = 8, kRoundings = 16;
  const Arrays other = runUnsharded(compilation, inputs, /*plainSums=*/true);
  Tolerances tolerances;
  for (auto [output, mine, theirs] : llvm::zip(compilation.plan->outputs, expected, other)) {
    const ElementType type = output.type.type;
    const double apart = type == ElementType::f64   ? distance<double>(mine, theirs)
                         : type == ElementType::f32 ? distance<float>(mine, theirs)
                                                    : 0;
    const double epsilon = type == ElementType::f64 ? 0x1p-53 : 0x1p-24;
    tolerances.push_back(kTimes * apart + kRoundings * epsilon);
  }
  return tolerances;
}

static int verifyPlanned(Compilation &compilation) {
  const CommandOptions &options = compilation.options;
  const Plan &plan = *compilation.plan;
  const auto outputs = signaturesOf(plan.outputs);
  const bool runs = options.got.empty();
  std::vector<HostTensor> inputs;
  if (runs || options.expect.empty()) inputs = readPlanInputs(plan, options);
  const Arrays got = runs ? evaluate(plan, inputs, compilation.progress, "run")
                          : runtime::readExpected(outputs, options.got);
  const Tolerances given(plan.outputs.size(), options.rtol);
  if (!options.expect.empty())
    return compare(compilation, got, runtime::readExpected(outputs, options.expect), given,
                   "the expected ones");
  const Arrays expected = runUnsharded(compilation, inputs);
  const std::string with = "the unsharded program's";
  if (options.rtol) return compare(compilation, got, expected, given, with);
  if (keepsBits(plan))
    return compare(compilation, got, expected, Tolerances(plan.outputs.size(), 0), with);
  return compare(compilation, got, expected, roundingOf(compilation, inputs, expected),
                 with + " but for rounding: " + facts::roundedText(plan));
}

int verify(const CommandOptions &options) {
  return withPlan(options, [&](Compilation &compilation) {
    return guarded(compilation, [&] { return verifyPlanned(compilation); });
  });
}

} // namespace shardc
