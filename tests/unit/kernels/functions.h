// SPDX-License-Identifier: Apache-2.0
// Functions of one kernel, made by hand from a formula and cuts of its loops.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::test {

/// How the shards of a function cut one loop of its formula.
struct Cut {
  int loop;
  std::vector<int64_t> cuts;
};

enum class Windows { demanded, whole };

/// The function that computes the formula, cut so; operands' windows hold what shards read, or all
/// of the value, by `windows` (one per operand; missing ones are `demanded`).
Function functionOf(const std::string &name, Formula formula, ArrayRef<Cut> cuts,
                    ArrayRef<Windows> windows = {}, ArrayRef<std::string> names = {});

/// Some trip of each of the loops of steps that a kernel counts, by depth; a kernel runs in these.
SmallVector<int64_t, 2> tripsOf(const Kernel &kernel);

/// The loops that one shard runs, in those trips.
Env envOf(const Function &function, int64_t shard);

} // namespace shardc::test
