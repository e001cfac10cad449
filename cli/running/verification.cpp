// SPDX-License-Identifier: Apache-2.0
#include "cli/running/verification.h"

#include "cli/running/values.h"
#include "codegen/engine/spot_check.h"
#include "codegen/lower/lower.h"
#include "codegen/plan/sum_bits.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"
#include "frontend/ir/calls/own/custom_ops.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace shardc {

using Arrays = std::vector<runtime::Array>;

Arrays runChecked(Compilation &compilation, const Plan &plan, ArrayRef<HostTensor> inputs,
                  const Compute &compute, const std::string &what, Found &found) {
  if (compilation.options.engine == "interp")
    return evaluate(plan, inputs, compute, compilation.progress, what);
  SpotChecks checks(plan);
  Arrays outputs = evaluate(plan, inputs, checks.around(compute), compilation.progress, what);
  found.elements += checks.elements();
  for (const std::string &line : checks.wrong())
    found.wrong.push_back(what + ": " + line);
  for (const std::string &kernel : checks.unchecked())
    if (!llvm::is_contained(found.unchecked, kernel)) found.unchecked.push_back(kernel);
  return outputs;
}

static bool isCompared(const CustomOpEntry &entry) { return entry.routine && entry.reference; }

/// The program in which ops of the config are what their references say; null where none has one.
static mlir::OwningOpRef<mlir::ModuleOp> withReferences(Compilation &compilation) {
  if (llvm::none_of(compilation.customOps.entries, isCompared)) return nullptr;
  const auto &program = compilation.asRead ? compilation.asRead : compilation.program;
  mlir::OwningOpRef<mlir::ModuleOp> own(program.get().clone());
  if (failed(putReferences(*own, compilation.customOps)) || failed(normalise(*own)))
    throw runtime::Error(runtime::Exit::wrong_input,
                         "references of \"custom_ops\" do not fit the program");
  return own;
}

/// The program on one device, op by op: nothing sharded, nothing fused; ops of the config as their
/// references say, where they have some.
static Arrays runUnsharded(Compilation &compilation, ArrayRef<HostTensor> inputs, bool roundoff,
                           Found &found) {
  const mlir::OwningOpRef<mlir::ModuleOp> own = withReferences(compilation);
  const mlir::ModuleOp program = own ? *own : *compilation.program;
  const Config whole = oneDeviceConfig(program);
  const auto shards = shardIndependently(program, whole, compilation.pool);
  Plan plan = lower(program, whole, *shards,
                    {.fuse = false,
                     .sumLeaves = compilation.options.sumLeaves,
                     .roundoff = roundoff,
                     .routines = compilation.customOps.routines});
  plan.routines = compilation.customOps.routines;
  return runChecked(compilation, plan, inputs,
                    computeOf(plan, compilation, {.onlyWorthwhile = true}),
                    roundoff ? "run with other sums" : "run unsharded", found);
}

void compare(const Plan &plan, ArrayRef<runtime::Array> got, const Reference &reference,
             const std::string &what, Found &found) {
  const auto signatures = signaturesOf(plan.outputs);
  for (auto [signature, mine, theirs, rtol] :
       llvm::zip_equal(signatures, got, reference.outputs, reference.tolerances))
    if (const auto difference = runtime::findDifference(signature, mine, theirs, rtol))
      found.wrong.push_back(what + *difference);
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
/// are off by what their order may make of them. So the tolerance follows from the magnitudes of
/// the terms that the program adds up and from what becomes of their sums; a few roundings more for
/// sums of few terms.
static Tolerances roundingOf(Compilation &compilation, ArrayRef<HostTensor> inputs,
                             const Arrays &expected, Found &found) {
  constexpr double kTimes = 8, kRoundings = 16;
  const Arrays other = runUnsharded(compilation, inputs, /*roundoff=*/true, found);
  Tolerances tolerances;
  for (auto [output, mine, theirs] : llvm::zip(compilation.plan->outputs, expected, other)) {
    const ElementType type = output.type.type;
    tolerances.emplace_back(0);
    if (!info(type).isRounded) continue;
    const double apart = withType(partOf(type).value_or(type), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (runtime::isComplex<T>)
        return 0.0; // no part is one
      else
        return distance<T>(mine, theirs);
    });
    tolerances.back() = kTimes * apart + kRoundings * roundingOf(type);
  }
  return tolerances;
}

/// Why outputs may have other bits than the unsharded program's; "": they have the same.
static std::string whyRounded(const Compilation &compilation) {
  const Plan &plan = *compilation.plan;
  const CommandOptions &options = compilation.options;
  std::vector<std::string> reasons;
  for (const CustomOpEntry &entry : compilation.customOps.entries) {
    const std::string reason =
        "the code of '" + entry.target + "' and its reference round each as they do";
    if (isCompared(entry) && !llvm::is_contained(reasons, reason)) reasons.push_back(reason);
  }
  if (!keepsBits(plan)) reasons.push_back(facts::roundedText(plan));
  const std::vector<std::string> own = facts::inexactKernels(plan).attention;
  if (!own.empty() && options.engine != "interp")
    reasons.push_back("the sums of " + text::listed(own) + " have an order of their own");
  return llvm::join(reasons, "; ");
}

Reference referenceFor(Compilation &compilation, ArrayRef<HostTensor> inputs, Found &found) {
  const Plan &plan = *compilation.plan;
  const CommandOptions &options = compilation.options;
  const Tolerances given(plan.outputs.size(), options.rtol);
  if (!options.expect.empty())
    return {runtime::readExpected(signaturesOf(plan.outputs), options.expect), given,
            "the expected ones"};
  Arrays outputs = runUnsharded(compilation, inputs, /*roundoff=*/false, found);
  const std::string what = "the unsharded program's";
  if (options.rtol) return {std::move(outputs), given, what};
  const std::string why = whyRounded(compilation);
  if (why.empty()) return {std::move(outputs), Tolerances(plan.outputs.size(), 0), what};
  Tolerances rounding = roundingOf(compilation, inputs, outputs, found);
  return {std::move(outputs), std::move(rounding), what + " but for rounding: " + why};
}

} // namespace shardc
