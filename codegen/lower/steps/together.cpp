// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/steps/together.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// More are not done at once: each is compared with all before it.
static constexpr size_t kMostAtOnce = 64;

static bool anyOf(ArrayRef<int> list, ArrayRef<int> in) {
  return llvm::any_of(list, [&](int buffer) { return llvm::is_contained(in, buffer); });
}

static bool isApart(const Step &a, const Step &b) {
  return !anyOf(a.outs, b.outs) && !anyOf(a.outs, b.ins) && !anyOf(a.ins, b.outs);
}

static bool isAlike(const Collective &a, const Collective &b) {
  return a.over == b.over && a.combine.has_value() == b.combine.has_value();
}

static void join(std::vector<Step> &steps, ArrayRef<Collective> collectives) {
  size_t first = 0; // of those that are done at once
  for (size_t number = 0; number < steps.size(); ++number) {
    Step &step = steps[number];
    for (std::vector<Step> &body : step.bodies)
      join(body, collectives);
    step.together = number > 0 && number - first < kMostAtOnce && step.kind == Step::Kind::collective &&
                    steps[first].kind == Step::Kind::collective &&
                    isAlike(collectives[steps[first].collective], collectives[step.collective]) &&
                    llvm::all_of(ArrayRef(steps).slice(first, number - first),
                                 [&](const Step &other) { return isApart(other, step); });
    if (!step.together) first = number;
  }
}

void joinCollectives(Function &function) { join(function.steps, function.collectives); }

} // namespace shardc
