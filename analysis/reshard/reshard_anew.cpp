// SPDX-License-Identifier: Apache-2.0
// What lies elsewhere is moved, or made anew of what is there or moves less: a slice of what it is
// cut from, a broadcast of what has fewer elements, a mask of indices. That repeats work, which
// counts.
#include "analysis/reshard/resharder.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;

namespace shardc {

/// Ops that a value is made anew through, one behind the other.
static constexpr int kMostOps = 6;

/// Whether an element is made of few elements of operands, whatever the numbers in the program are.
static bool isElementwise(const Formula &formula) {
  return llvm::none_of(std::array{Kind::Reduce, Kind::Call, Kind::At},
                       [&](Kind kind) { return contains(formula.results.front().value, kind); });
}

bool Resharder::isGiven(Value value) const {
  return propagation.given.contains(propagation.values.numberOf(value)) ||
         givenByAnother.contains(value);
}

bool Resharder::isMadeThere(Value value, const SharedBoxes &needed, bool onlyUse) {
  const auto anew = makingAnew(value, needed, kMostOps);
  if (!anew) return false;
  const auto moved = moving(value, needed);
  if (!moved) return false;
  const double all = *moved + (onlyUse ? spared(value) : 0);
  return *anew < all * (1 - 1e-9) - 1e-9;
}

std::optional<double> Resharder::moving(Value value, const SharedBoxes &needed) {
  const Placed &placed = result.placed[primaryOf(value)];
  if (placements.covers(placed.boxes, needed)) return 0;
  const SharedBoxes given = givenOf(placed);
  if (!placements.isDealtOut(given, typeOf(placed).shape)) return std::nullopt;
  return placements.exchange(given, needed).payload * elementBytes(value);
}

std::optional<double> Resharder::makingAnew(Value value, const SharedBoxes &needed, int ops) {
  Operation *op = value.getDefiningOp();
  const int primary = primaryOf(value);
  const bool mayBe = ops > 0 && op && !isa<DataFlowOp>(op) && op->getBlock() == current &&
                     result.placed[primary].kind == Placed::Kind::computed &&
                     result.placed[primary].unreduced.empty() && !isGiven(value);
  if (!mayBe) return std::nullopt;
  const Formula &formula = rules[rules.numberOf(op)].formula;
  if (formula.results.size() > 1 || isIdentity(formula) || !isElementwise(formula))
    return std::nullopt;
  const Uses &uses = usesOf(formula, needed);
  double bytes = uses.seconds * machine.linkBandwidth;
  for (const Use &use : uses.list) {
    const Value operand = known(op->getOperand(use.operand));
    if (propagation.isConstantLike(operand)) continue;
    const int from = primaryOf(operand);
    if (from < 0 || !result.placed[from].unreduced.empty()) return std::nullopt;
    const bool isThere = llvm::any_of(copies[operand], [&](int copy) {
      return placements.covers(result.placed[copy].boxes, use.boxes);
    });
    if (isThere) continue;
    const auto anew = makingAnew(operand, use.boxes, ops - 1);
    const auto moved = moving(operand, use.boxes);
    if (!anew && !moved) return std::nullopt;
    bytes += std::min(anew.value_or(HUGE_VAL), moved.value_or(HUGE_VAL));
  }
  return bytes;
}

double Resharder::spared(Value value) {
  double bytes = 0;
  for (int from : result.placed[primaryOf(value)].operands) {
    const Placed &source = result.placed[from];
    if (source.kind == Placed::Kind::moved)
      bytes += source.move.payload * static_cast<double>(info(typeOf(source).type).bytes);
  }
  return bytes;
}

} // namespace shardc
