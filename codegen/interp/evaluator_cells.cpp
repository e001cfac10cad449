// SPDX-License-Identifier: Apache-2.0
// Cells from expressions, and which of them remember their values.
#include "codegen/interp/evaluator.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/expressions/arithmetic.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>

namespace shardc {

Evaluator::Evaluator(const Formula &formula, const Env &env, ArrayRef<const WindowData *> operands,
                     bool partial)
    : formula(formula), env(env), operands(operands), partial(partial),
      variables(formula.loops.size()), moved(formula.loops.size()) {
  for (const WindowData *operand : operands)
    views.push_back(operand != nullptr ? WindowView(*operand) : WindowView());
}

int Evaluator::argument(int64_t number) {
  const size_t variable = formula.loops.size() + number;
  if (variables.size() <= variable) {
    variables.resize(variable + 1);
    moved.resize(variable + 1);
  }
  return static_cast<int>(variable);
}

static void unite(SmallVectorImpl<int> &all, ArrayRef<int> more) {
  for (int variable : more)
    if (!llvm::is_contained(all, variable)) all.push_back(variable);
}

Cell *Evaluator::cellOf(Expr e) {
  if (auto it = known.find(e); it != known.end()) {
    ++it->second->users;
    return it->second;
  }
  cells.push_back({e->kind, e});
  Cell &cell = cells.back();
  cell.users = 1;
  describe(cell, e);
  known[e] = &cell;
  return &cell;
}

/// What is above all indices stays there.
static Slot saturated(Slot x, Slot) { return std::min(x, static_cast<Slot>(INT64_MAX)); }

/// A computed index before it is clamped.
static ScalarCall indexCallOf(ElementType type) {
  const bool isAbove = info(type).isUnsigned && info(type).bytes == 8;
  return isAbove ? saturated : conversionCall(ElementType::i64, type);
}

void Evaluator::describe(Cell &cell, Expr e) {
  if (e->kind == Kind::Reduce) return describeReduce(cell, e);
  for (Expr arg : valuesOf(e)) {
    cell.args.push_back(cellOf(arg));
    unite(cell.uses, cell.args.back()->uses);
  }
  switch (e->kind) {
  case Kind::Loop:
  case Kind::Arg:
    cell.variable = e->kind == Kind::Loop ? static_cast<int>(e->value) : argument(e->value);
    cell.uses = {cell.variable};
    break;
  case Kind::Literal:
    cell.value = toSlot(e->number);
    cell.when = 1;
    break;
  case Kind::Cast:
    cell.call = conversionCall(e->type, ElementType::i64);
    break;
  case Kind::At:
    cell.call = indexCallOf(e->args[0]->type);
    break;
  case Kind::Scalar:
    cell.call = callOf(static_cast<Fn>(e->value), e->type, e->args[0]->type);
    cell.isConjunction = isConjunction(e);
    break;
  case Kind::Load:
    forEachPart(e->args, [&](Expr part) {
      if (part->kind == Kind::Pick) cell.picks.push_back(cellOf(part));
    });
    break;
  default:
    break;
  }
}

void Evaluator::describeReduce(Cell &cell, Expr e) {
  const ReduceView view(e);
  for (Expr value : view.values) {
    cell.values.push_back(cellOf(value));
    unite(cell.uses, cell.values.back()->uses);
  }
  for (Expr loop : view.loops) {
    cell.loops.push_back(static_cast<int>(loop->value));
    llvm::erase(cell.uses, static_cast<int>(loop->value));
  }
  for (Expr init : view.inits) {
    cell.inits.push_back(cellOf(init));
    unite(cell.uses, cell.inits.back()->uses);
  }
  const size_t count = view.values.size();
  cell.accumulated.resize(count);
  cell.next.resize(count);
  const auto isRoot = [&](const Result &result) {
    return result.value->kind == Kind::Item && result.value->args[0] == e;
  };
  if (partial && llvm::any_of(formula.results, isRoot)) cell.inits.clear();
  if (const std::optional<Fn> fn = combiner(view)) {
    cell.combineCall = callOf(*fn, view.values[0]->type, view.values[0]->type);
    if (const std::optional<Number> number = identity(view, 0)) cell.start = {toSlot(*number)};
    describeOrder(cell, view);
    return;
  }
  for (size_t k = 0; k < 2 * count; ++k)
    argument(static_cast<int64_t>(k));
  for (Expr combine : view.combine)
    cell.combines.push_back(cellOf(combine));
}

void Evaluator::describeOrder(Cell &cell, const ReduceView &view) {
  cell.isOrdered = isOrdered(view);
  if (!cell.isOrdered) return;
  if (startsFromZero(view)) cell.inits.clear();
  cell.order = view.order;
  for (Expr loop : view.loops)
    cell.extents.push_back(loop->numbers[0]);
  Expr value = view.values[0];
  if (isTerm(value)) cell.addTerm = termCallOf(value->type);
}

void Evaluator::finish(ArrayRef<Cell *> roots, ArrayRef<int> around) {
  for (Cell *root : roots)
    decideMemory(root, around);
}

/// A value that is used once, by what changes whenever it does, need not be remembered.
void Evaluator::decideMemory(Cell *cell, ArrayRef<int> parentUses) {
  if (cell->isDecided) return;
  cell->isDecided = true;
  const bool changesWithParent = llvm::all_of(
      parentUses, [&](int variable) { return llvm::is_contained(cell->uses, variable); });
  if (cell->users == 1 && changesWithParent && cell->kind != Kind::Reduce) cell->remembers = false;
  for (Cell *arg : cell->args)
    decideMemory(arg, cell->uses);
  for (Cell *init : cell->inits)
    decideMemory(init, cell->uses);
  for (Cell *value : cell->values) {
    SmallVector<int, 4> inside = cell->uses;
    unite(inside, cell->loops);
    decideMemory(value, inside);
  }
}

} // namespace shardc
