// SPDX-License-Identifier: Apache-2.0
// Bounds inference: which indices an expression takes, which boxes a formula reads.
#pragma once

#include "frontend/ir/formula/formula.h"

namespace shardc {

/// The numbers lo, lo + step, ..., up to hi - 1.
struct Interval {
  int64_t lo = 0, hi = 0, step = 1;

  bool empty() const { return hi <= lo; }
  int64_t extent() const { return empty() ? 0 : hi - lo; }
  bool contains(int64_t x) const { return lo <= x && x < hi && (x - lo) % step == 0; }
  bool operator==(const Interval &other) const = default;
};
/// One interval per dimension. A box that is empty in one dimension keeps its other extents.
using Box = SmallVector<Interval, 4>;

bool isEmpty(const Box &box);
/// Elements in the box, steps counted.
int64_t volume(const Box &box);
/// Every element of `inner` is in `outer`; an empty `inner` always is.
bool covers(const Box &outer, const Box &inner);
/// The smallest box, of step 1, around both; an empty one counts for nothing.
Box hull(const Box &a, const Box &b);
/// The whole of a tensor.
Box whole(ArrayRef<int64_t> shape);
/// "[0:2, 1:4]".
std::string str(const Box &box);

/// What is known where an expression is looked at: the interval of each loop, by its number, and
/// expressions narrower than their parts would say.
struct Env {
  SmallVector<Interval, 8> loops = {};
  SmallVector<std::pair<Expr, Interval>, 2> known = {};
  /// What the loops of steps around have made, by depth; further in any number of trips.
  SmallVector<int64_t, 2> trips = {};
};
/// The same without what some loops run over, by their numbers; none where that is the same. What
/// several places run over taken together does not say that one of them runs a loop nowhere: so it
/// is looked at beside this.
std::optional<Env> withoutIdle(const Env &env, llvm::function_ref<bool(size_t loop)> mayBeIdle);

/// All loops from 0 to their extents.
Env wholeLoops(const Formula &formula);
/// The intervals of all loops that compute at least `box` of a result: those of its index are
/// inverted, a digit below one that spans several values becomes whole; all others are whole.
/// `resultBox` of it contains `box`.
Env loopsFor(const Formula &formula, int result, const Box &box);

/// The values that an index takes.
Interval range(Expr index, const Env &env);
/// `env` where `condition` holds, or does not.
Env refine(const Env &env, Expr condition, bool holds);
/// What the loops of `env` write of a result.
Box resultBox(const Formula &formula, int result, const Env &env);

/// One load of a formula and a box that holds all that it reads. A load clips to its operand; a
/// condition narrows the loops below it; an interval of a digit splits at its multiples, into
/// pieces of one load.
struct Read {
  Expr load;
  int operand;
  Box box;
  /// A condition, or a result of which nothing is computed, keeps the load from being reached. Else
  /// an empty box is so in a dimension whose index is.
  bool isDead = false;
};
/// All reads. Their number and order depend on the formula alone, never on `env`, so that reads of
/// different shards correspond; a piece that does not occur is an empty box.
SmallVector<Read, 4> reads(const Formula &formula, const Env &env);

/// Adds a box to a list that covers: contained boxes are dropped, two merge when their hull is no
/// larger than their union.
void addBox(SmallVectorImpl<Box> &list, Box box);
/// Per operand a short list of boxes: its reads, added up. An operand never read has none.
using Demand = SmallVector<SmallVector<Box, 2>, 3>;
Demand demand(const Formula &formula, const Env &env);

} // namespace shardc
