// SPDX-License-Identifier: Apache-2.0
// A formula: an op as loops over global indices.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// A factor: what sharding rules call the indices of an op.
struct Loop {
  std::string name; // for people: "i", "k"
  int64_t extent;
  /// A number that its user gives to a loop of a reduction or pick that devices split; -1: whole.
  int split = -1;
  /// All of it is made at once, whatever box of the result is wanted: no device can do a part.
  bool isWhole = false;
  /// Devices that split it do their parts at the same time, and code exchanges data between them.
  bool hasCommunicator = false;
};

struct Result {
  TensorSpec type;
  SmallVector<Expr, 4> index; // of the loops, one per dimension: `i`, or a mixed radix `i * J + j`
  Expr value;
  /// Of a result that updates are pushed into (push.h): what becomes of what is there, argument 0,
  /// and the value, argument 1; and for which updates, if not for all.
  Expr combine = nullptr, where = nullptr;
};

/// An op: for all loops that results' indices use, result[index] = value. Loops that appear only
/// under reductions or picks have extents but no place in a result.
struct Formula {
  SmallVector<Loop, 4> loops;
  SmallVector<TensorSpec, 3> operands;
  SmallVector<Result, 1> results;
};

/// The loops of a mixed radix i * (J * K) + j * K + k, major first; empty when it is something
/// else. The constant 0 of a dimension of one element has no loops and counts as mixed radix.
std::optional<SmallVector<Expr, 2>> radix(Expr index);

/// The formula of one result alone.
Formula onlyResult(const Formula &formula, int result);

/// Whether every element of the one result is that of an operand at the same place.
bool isIdentity(const Formula &formula);

/// What the trips of loops of steps are called: "trip", inside that "trip1".
std::string tripName(int64_t depth);

/// The formula as text, one line per result: "y[i, j] = add(x0[i, k], x1[j])".
std::string str(const Formula &formula);
std::string str(Expr e, const Formula &formula);

} // namespace shardc
