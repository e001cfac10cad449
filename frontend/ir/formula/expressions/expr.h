// SPDX-License-Identifier: Apache-2.0
// Expressions: what one element of a result is, over global indices. Hash-consed in a pool, so
// equal expressions are the same pointer; built by constructors that simplify. Plain C++, no MLIR.
#pragma once

#include "frontend/ir/formula/expressions/number.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>

namespace shardc {

enum class Kind : uint8_t {
  // Of type `index`:
  Linear, // value + sum of numbers[k] * args[k]; canonical: no nested Linear, args sorted, merged
  Loop,   // loop number `value`; numbers = {extent}
  Trip,   // the trips that the loop of steps at depth `value` around has made; numbers = {trips}
  Digit,  // (args[0] / unit) mod size, floored; numbers = {unit, size}; size 0: no mod
  At,     // args[0] is an integer scalar, clamped into numbers = {first, last}, both included
  Pick,   // equals args[0]; held only where it lies in the interval of loop args[1]
  // Of an element type:
  Literal, // number
  Cast,    // args[0] is an index (iota)
  Load,    // operand `value` at args, one index per dimension
  Scalar,  // function `value` of scalars.def
  Select,  // args[0] ? args[1] : args[2], lazily
  Within,  // i1: numbers[0] <= args[0] < numbers[1]; args[0] is an index
  Held,    // i1: args[0], an index, lies in the interval of loop args[1]
  Arg,     // argument `value` of a combiner
  Call,    // result `value`, of numbers[1], of the routine numbers[0], given what its args load;
           // `number`: FLOPs for each combination of its loops
  Item,    // element `value` of the reduction args[0]
  // A tuple, only under Item:
  Reduce, // see ReduceView
};

/// The functions of scalars.def.
enum class Fn : uint8_t {
#define SCALAR(name, ...) name,
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
};

class Pool;

struct Node {
  Kind kind;
  ElementType type;
  int64_t value = 0;
  Number number = {};
  SmallVector<const Node *, 4> args = {};
  SmallVector<int64_t, 3> numbers = {};
  uint32_t id = 0;    // in order of creation
  bool reads = false; // an operand, or what a reduction makes; kept by the pool
  Pool *pool = nullptr;
};
using Expr = const Node *;

/// Whether it is this function of its arguments.
inline bool isFn(Expr e, Fn fn) {
  return e->kind == Kind::Scalar && e->value == static_cast<int64_t>(fn);
}

/// Owns expressions. One per compile, in the driver; a short-lived one where a formula is only
/// looked at (verifiers). Not thread-safe.
class Pool {
public:
  Pool();
  ~Pool();
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  Expr constant(int64_t value);
  Expr loop(int number, int64_t extent);
  /// 0, 1, ..., trips - 1.
  Expr trip(int depth, int64_t trips);
  Expr literal(Number number);
  Expr arg(ElementType type, int number);
  size_t size() const;

  /// The one node equal to `node`. Only expr.cpp calls it: constructors simplify first.
  Expr intern(Node node);

private:
  struct Table;
  std::unique_ptr<Table> table;
};

/// One term of a linear expression: factor * expression.
using Term = std::pair<int64_t, Expr>;

/// How a sum of floats goes over one of its loops; what that means, and who chooses it:
/// sum_order.h.
struct SumOrder {
  int64_t leaves = 1, lanes = 1;

  /// Terms are added one after the other, to what the loop around it has added up.
  bool isPlain() const { return leaves == 1 && lanes == 1; }
};

// Constructors. What they return equals, at every point, what they are named after. All that walks
// expressions recurses, with some kilobytes of stack per level: who fuses bounds the depth (about a
// thousand).
namespace expr {
Expr linear(Pool &pool, int64_t constant, ArrayRef<Term> terms);
Expr add(Expr a, Expr b);
Expr add(Expr a, int64_t b);
Expr sub(Expr a, Expr b);
Expr mul(Expr a, int64_t factor);
/// (e / unit) mod size, floored; size 0: no mod. `unit` and `size` are not negative.
Expr digit(Expr e, int64_t unit, int64_t size);
Expr div(Expr e, int64_t divisor);
Expr mod(Expr e, int64_t divisor);
Expr at(Expr scalar, int64_t first, int64_t last);
Expr pick(Expr index, Expr loop);
Expr cast(ElementType type, Expr index);
/// Operand `operand` at `index`. A load in no dimension needs its pool.
Expr load(Pool &pool, ElementType type, int operand, ArrayRef<Expr> index);
Expr scalar(Fn fn, ElementType type, ArrayRef<Expr> args);
Expr select(Expr condition, Expr yes, Expr no);
/// Both conditions; null is one that always holds.
Expr both(Expr a, Expr b);
/// lo <= index < hi. A side that always holds is the end of the index's whole range: the writers
/// leave it out.
Expr within(Expr index, int64_t lo, int64_t hi);
/// Whether the index lies in the interval of a loop: what a device holds of what all pick from.
Expr held(Expr index, Expr loop);
/// A reduction of n values at once over `loops`: `combine[k]`, over args 0..n-1 (left, so far) and
/// n..2n-1 (right), is element k of the combined tuple. `inits` (n or none) enter once, at the end
/// on the left. Each element is `item(reduce, k)`. `order`, of sums: one for each loop; none:
/// plain.
Expr reduce(ArrayRef<Expr> loops, ArrayRef<Expr> values, ArrayRef<Expr> combine,
            ArrayRef<Expr> inits, ArrayRef<SumOrder> order = {});
Expr item(Expr reduce, int number);
/// An element of a result of a routine that is no formula (call.h): `loads` are of its operands, in
/// order.
Expr call(Pool &pool, ElementType type, int routine, int result, int results, double flops,
          ArrayRef<Expr> loads);
} // namespace expr

/// The parts of a Reduce node.
struct ReduceView {
  ArrayRef<Expr> values, combine, inits, loops;
  SmallVector<SumOrder, 2> order; // of each loop
  explicit ReduceView(Expr reduce);
};

/// Whether args[1] says which loop, and is no value: of a pick, or of what is held.
inline bool namesLoop(Expr e) { return e->kind == Kind::Pick || e->kind == Kind::Held; }
/// The parts that are values.
inline ArrayRef<Expr> valuesOf(Expr e) {
  return ArrayRef<Expr>(e->args).take_front(namesLoop(e) ? 1 : e->args.size());
}

/// The terms of a linear expression, constant apart; any other index is one term.
SmallVector<Term, 4> terms(Expr index);
int64_t constantOf(Expr index);

} // namespace shardc
