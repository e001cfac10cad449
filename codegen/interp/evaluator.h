// SPDX-License-Identifier: Apache-2.0
// A formula made ready to be evaluated point by point.
//
// Every expression becomes a cell. A cell that is used again, or that does not depend on the
// innermost loop around it, remembers its value until one of the loops that it depends on moves;
// so what stands outside a loop is computed outside it, and shared parts once, without an order of
// evaluation being made: branches of a select are looked at only when they are taken.
#pragma once

#include "codegen/interp/interp.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/sum_order.h"

#include <deque>

namespace shardc {

/// One dimension of a window, for addressing.
struct Dimension {
  Interval held;
  int64_t stride; // in elements
};
/// A window as the evaluator reads or writes it.
struct WindowView {
  std::vector<Dimension> dims;
  int64_t bytes = 0; // of an element

  explicit WindowView(const WindowData &window);
  WindowView() = default;
  /// The element at `index`; -1 if the window does not hold it.
  int64_t find(ArrayRef<int64_t> index) const;
};

Slot loadSlot(ElementType type, const char *from);
void storeSlot(ElementType type, char *to, Slot value);

/// One expression, with all that its evaluation needs.
struct Cell {
  Kind kind;
  Expr of;
  SmallVector<Cell *, 4> args = {};
  SmallVector<int, 4> uses = {}; // variables that the value depends on
  int variable = 0;              // Loop, Arg
  int users = 0;
  bool remembers = true;
  bool isDecided = false; // whether it remembers
  bool isConjunction = false;
  uint64_t when = 0; // of the remembered value; 0: none
  Slot value = 0;
  ScalarCall call = nullptr;         // Scalar, Cast, At
  SmallVector<Cell *, 1> picks = {}; // Load: what must be held

  // Reduce.
  SmallVector<Cell *, 2> values = {}, combines = {}, inits = {};
  SmallVector<int, 2> loops = {};
  std::vector<Slot> accumulated = {}, next = {};
  std::vector<Slot> start = {}; // the identities; none if one is not known
  ScalarCall combineCall = nullptr;
  bool swaps = false;

  // A sum of floats.
  bool isOrdered = false;
  SmallVector<SumOrder, 2> order = {};  // of its loops
  SmallVector<int64_t, 2> extents = {}; // of the whole loops
  TermCall addTerm = nullptr;           // where its terms are products
};

class Evaluator {
public:
  Evaluator(const Formula &formula, const Env &env, ArrayRef<const WindowData *> operands,
            bool partial);

  /// The cell of an expression; made once for each.
  Cell *cellOf(Expr e);
  /// To be called when all cells are there: decides which remember their values. `around` are the
  /// loops that run around the roots.
  void finish(ArrayRef<Cell *> roots, ArrayRef<int> around);

  void setLoop(int loop, int64_t value);
  Slot value(Cell *cell);
  /// A body over arguments 0 and 1.
  Slot combined(Cell *body, Slot left, Slot right);

  std::optional<Fault> fault; // the first one; afterwards values mean nothing

private:
  const Formula &formula;
  const Env &env;
  ArrayRef<const WindowData *> operands;
  std::vector<WindowView> views;
  bool partial;
  std::vector<Slot> variables; // loops, then arguments of combiners
  std::vector<uint64_t> moved; // when each was set last
  uint64_t now = 1;
  std::deque<Cell> cells;
  llvm::DenseMap<Expr, Cell *> known;

  void describe(Cell &cell, Expr e);
  void describeReduce(Cell &cell, Expr e);
  static void describeOrder(Cell &cell, const ReduceView &view);
  void decideMemory(Cell *cell, ArrayRef<int> parentUses);
  int argument(int64_t number);

  bool isFresh(const Cell &cell) const;
  Slot compute(Cell &cell);
  Slot sum(Cell &cell);
  Slot digit(Cell &cell);
  Slot load(Cell &cell);
  SmallVector<int64_t, 8> indexOf(Cell &cell);
  Slot readOutside(Cell &cell);
  bool isAllowed(const WindowData &operand, ArrayRef<int64_t> index) const;
  void set(int variable, Slot value);
  void reduce(Cell &cell);
  void reduceOver(Cell &cell, size_t loop, bool &started);
  void combine(Cell &cell, bool &started);
  Slot orderedSum(Cell &cell, size_t loop);
  Slot sumOfLeaf(Cell &cell, size_t loop, Interval leaf);
  void addTerms(Cell &cell, size_t loop, Slot &sum);
  void apply(Cell &cell, ArrayRef<Slot> left, ArrayRef<Slot> right);
};

} // namespace shardc
