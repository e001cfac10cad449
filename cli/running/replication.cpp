// SPDX-License-Identifier: Apache-2.0
#include "cli/running/replication.h"

#include "cli/running/engine.h"
#include "cli/running/values.h"
#include "codegen/plan/sum_bits.h"
#include "codegen/text/text.h"
#include "frontend/ir/interfaces/claims.h"
#include "runtime/error.h"
#include "runtime/io/values.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using runtime::Error;

/// Of compiles and runs.
static constexpr int64_t kMostRuns = 256;

static std::string nameOf(const Claim &claim, int64_t place) {
  return claim.where + " is said to be the same along '" + claim.axes + "', and place " +
         std::to_string(place) + " has another value than place 0: ";
}

/// How an output differs when another device speaks; "": none does.
static std::string differenceWith(Compilation &compilation, int64_t claim, int64_t place,
                                  ArrayRef<HostTensor> inputs, ArrayRef<runtime::Array> outputs) {
  const CommandOptions options = optionsOfTrial(compilation);
  Compilation trial(options);
  beTrialOf(compilation, trial);
  trial.cases = compilation.cases;
  trial.pluginEntries = compilation.pluginEntries;
  trial.speaker = {claim, place};
  if (failed(compileToPlan(trial)))
    throw Error(runtime::Exit::unsupported, "the program does not compile where another device "
                                            "speaks for those that are said to be alike");
  const Plan &plan = *trial.plan;
  const auto others =
      evaluate(plan, inputs, computeOf(plan, trial), trial.progress, "check copies");
  const bool isExact = keepsBits(plan) && keepsBits(*compilation.plan);
  const auto rtol = isExact ? std::optional<double>(0) : std::nullopt;
  for (auto [signature, mine, theirs] :
       llvm::zip_equal(signaturesOf(plan.outputs), others, outputs))
    if (const auto difference = runtime::findDifference(signature, mine, theirs, rtol))
      return *difference;
  return "";
}

void checkReplication(Compilation &compilation, ArrayRef<HostTensor> inputs,
                      ArrayRef<runtime::Array> outputs) {
  const std::vector<Claim> claims = claimsOf(*compilation.program);
  int64_t runs = 0;
  for (const Claim &claim : claims)
    runs += claim.places - 1;
  if (runs > kMostRuns)
    throw Error(runtime::Exit::unsupported, "--debug-checks: " + std::to_string(runs) +
                                                " copies would be compared, each in a "
                                                "run of its own, and at most " +
                                                std::to_string(kMostRuns) +
                                                " are; take a smaller mesh");
  for (auto [number, claim] : llvm::enumerate(claims))
    for (int64_t place = 1; place < claim.places; ++place)
      if (const std::string how =
              differenceWith(compilation, static_cast<int64_t>(number), place, inputs, outputs);
          !how.empty())
        throw Error(runtime::Exit::differs, nameOf(claim, place) + how);
}

} // namespace shardc
