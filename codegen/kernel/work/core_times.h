// SPDX-License-Identifier: Apache-2.0
// What instructions take on a core of a CPU, whose kernels are loops on vectors or on one element
// after the other.
#pragma once

#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/machine.h"

namespace shardc {

/// By the rate of a machine's multiply-adds, in full registers: a core begins one in a cycle, and
/// others two. What is done in vectors takes as long for a register as else for an element; times
/// are those of an element [s]. Functions and accesses are begun beside each other: one kind of
/// them counts, and the other takes no time.
class CoreTimes {
public:
  enum class Of : uint8_t { functions, accesses };
  CoreTimes(const Machine &machine, Of counted);

  /// A scalar function of arguments of this type.
  double function(Fn fn, ElementType argument, bool inVectors) const;
  /// An exponential, or a function like it, in vectors.
  double transcendental(ElementType type) const;
  /// A multiply-add of a product that the runtime does in registers.
  double term(ElementType type) const;
  /// Reading or writing what the first cache has. By themselves elements are written one in the time
  /// of two that are read.
  double access(ElementType type, bool inVectors) const;
  double written(ElementType type, bool inVectors) const {
    return (inVectors ? 1 : 2) * access(type, inVectors);
  }
  /// An addition that waits for the one before.
  double chained() const { return counted == Of::functions ? 3 * cycle : 0; }
  /// Of a loop by ones: counting and looking for its end.
  double turn() const { return counted == Of::functions ? cycle / 4 : 0; }

private:
  double inVector(ElementType type) const;

  const Machine &machine;
  Of counted;
  double cycle; // [s]
};

} // namespace shardc
