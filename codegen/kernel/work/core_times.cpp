// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/work/core_times.h"

#include <algorithm>

namespace shardc {

// Cycles of a function for an element, and for a register: by what they cost in scalars.def.
constexpr double kSimple = 0.25, kDivision = 3;
constexpr double kSimples = 0.5, kDivisions = 5;
constexpr double kTranscendental = 20, kTranscendentals = 12;

CoreTimes::CoreTimes(const Machine &machine, Of counted) : machine(machine), counted(counted) {
  const double width = machine.vector / info(ElementType::f32).bytes;
  cycle = 2 * width / machine.operationsOf(ElementType::f32);
}

/// Elements of a register.
double CoreTimes::inVector(ElementType type) const {
  return std::max(1.0, machine.vector / std::max(1, info(type).bytes));
}

double CoreTimes::function(Fn fn, ElementType argument, bool inVectors) const {
  const double cost = info(fn).cost;
  if (cost == 0 || counted != Of::functions) return 0;
  const bool isDivision = cost >= 4, isTranscendental = cost >= 8;
  if (!inVectors)
    return cycle * (isTranscendental ? kTranscendental : isDivision ? kDivision : kSimple);
  if (isTranscendental) return transcendental(argument);
  return cycle / inVector(argument) * (isDivision ? kDivisions : kSimples);
}

double CoreTimes::term(ElementType type) const {
  return counted == Of::functions ? 2 / machine.operationsOf(type) : 0;
}

double CoreTimes::transcendental(ElementType type) const {
  if (counted != Of::functions) return 0;
  return kTranscendentals * cycle / inVector(type);
}

double CoreTimes::access(ElementType type, bool inVectors) const {
  if (counted != Of::accesses) return 0;
  return inVectors ? info(type).bytes / machine.cacheBandwidth : kSimple * cycle;
}

} // namespace shardc
