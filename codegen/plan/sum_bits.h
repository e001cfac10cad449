// SPDX-License-Identifier: Apache-2.0
// Which collectives give the bits of the unsharded program. One that combines sums of floats does
// where each device holds a subtree of the sum, and neighbours combine what neighbouring subtrees
// add up to (frontend/ir/formula/sum_order.h). All other data keeps its bits anyway.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

enum class SumBits : uint8_t {
  kept,
  tensorCores, // of products in TF32, which have an order of their own
  library,     // of kernels that a library may do, which has an order of its own
  routine,     // of the user's own code, which adds up as it likes
  unordered,   // products of floats: each device multiplies its own
  narrow,      // what is combined has been rounded to the narrow floats that are sent
  passedOn,    // what is combined is made of partial sums by further ops
  pushed,      // updates, which have an order: each device takes its own
  inner,       // devices split a loop of the sum inside of another
  noSubtrees,  // what devices hold are no subtrees: too many devices, or no power of two
};

/// Per collective of the function.
std::vector<SumBits> sumBits(const Function &function);
/// Per output of the plan: of the combination of one that is left unreduced.
std::vector<SumBits> outputBits(const Plan &plan);
/// Whether all outputs have the bits of the unsharded program.
bool keepsBits(const Plan &plan);
/// Why not, and what helps: "devices split an inner loop of the sum"; "" where bits are kept.
std::string whyRounded(SumBits bits);

} // namespace shardc
