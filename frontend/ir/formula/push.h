// SPDX-License-Identifier: Apache-2.0
// Results that updates are pushed into.
//
// An op whose updates find their elements by numbers that the program computes, as a scatter, says
// its result as every op does, by what an element of it *pulls*: a fold that begins with what is
// there and takes one update after the other, those that hit the element. So sharding rules, demand
// and partial sums follow from the formula as everywhere. Executed as it stands that would be a
// look at every update for every element, so whoever executes inverts it: an element begins with
// what is there, and then each update is *pushed* into the element that it hits.
//
//   pulled   y[i, j] = fold over n from x[i, j] of u[n, j] where i == at(ids[n])
//   begun    y[i, j] = x[i, j]
//   pushed   y[at(ids[n]), j] += u[n, j]
//
// Of a pushed result (Result::combine is given)
//   index    may depend on data. `Pick(e, loop)` is the index e where that lies in the interval of
//            the loop: an update outside of what a device has, or of the tensor, is skipped;
//   where    if given, says which updates there are;
//   combine  makes of what is there (argument 0) and of the value (argument 1) what is there then;
//   loops    the updates that hit an element do so in the order of the loops' numbers. Loops that
//            are the index of a dimension have elements of their own, and so no order.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"

namespace shardc {

/// An element that begins as `start`, and into which each `value` goes whose `hit` holds, in the
/// order of `loops`: then it is `body`, over what is there (argument 0) and the value (argument 1).
Expr pulled(ArrayRef<Expr> loops, Expr hit, Expr value, Expr start, Expr body);

/// The parts of that.
struct Pull {
  SmallVector<Expr, 4> loops;
  Expr hit, value, start, body;
};
std::optional<Pull> pullOf(Expr value);
/// The function of a body that has an identity and does not ask for an order, but for the last
/// bits of floats.
std::optional<Fn> combinerOfBody(Expr body);

/// A formula that pulls, inverted: what elements begin as, and what is pushed into them.
struct Pushed {
  Formula start;
  std::optional<Formula> push; // none: no update hits anything
  /// Of the loops that `push` has beyond those of `start`: which of these it was; -1: one over a
  /// window of an update.
  SmallVector<int, 4> were;
};
/// None where the one result does not pull, or its conditions do not say which element an update
/// hits.
std::optional<Pushed> pushed(const Formula &formula);

/// The loops of `push`, where those of the formula that pulls are as in `env`.
Env envOfPush(const Pushed &inverted, const Env &env);

/// Whether updates are pushed into the result.
inline bool isPushed(const Result &result) { return result.combine != nullptr; }
inline bool isPushed(const Formula &formula) { return isPushed(formula.results.front()); }
/// The loops of a pushed result whose updates go into elements of their own.
SmallVector<int, 4> ownLoops(const Result &result);
/// All loops that the result runs over: those its value, its index and its condition use.
SmallVector<int, 8> loopsOfPush(const Result &result);
/// The indices that have to lie in the interval of a loop.
SmallVector<Expr, 2> picksOf(const Result &result);
/// What has to hold for an update to go anywhere, part by part; nothing of it is read otherwise.
SmallVector<Expr, 4> conditionsOf(const Result &result);

} // namespace shardc
