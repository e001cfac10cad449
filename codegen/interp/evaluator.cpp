// SPDX-License-Identifier: Apache-2.0
// Expressions become cells, wired once. A cell knows the variables that its value depends on: loops
// and arguments of combiners. One that several use, or that an inner loop does not change,
// remembers its value until one of these variables moves. Reductions run their loops in the order
// that they have; sums of floats in that of evaluator_sums.cpp. Every load looks whether what it
// reads is held, which is what this evaluation is for.
#include "codegen/interp/evaluator.h"

#include "frontend/ir/formula/expressions/arithmetic.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace shardc {

// Windows.

WindowView::WindowView(const WindowData &window) : bytes(info(window.type).bytes) {
  int64_t stride = 1;
  for (const Interval &v : llvm::reverse(window.window)) {
    dims.push_back({v, stride});
    stride *= ceilDiv(v.extent(), v.step);
  }
  std::reverse(dims.begin(), dims.end());
}

int64_t WindowView::find(ArrayRef<int64_t> index) const {
  int64_t element = 0;
  for (size_t dim = 0; dim < index.size(); ++dim) {
    const Interval &held = dims[dim].held;
    if (!held.contains(index[dim])) return -1;
    element += (index[dim] - held.lo) / held.step * dims[dim].stride;
  }
  return element;
}

Slot loadSlot(ElementType type, const char *from) {
  if (info(type).isBoolean) return *from != 0;
  Slot slot = 0;
  std::memcpy(&slot, from, info(type).bytes);
  return slot;
}

void storeSlot(ElementType type, char *to, Slot value) {
  std::memcpy(to, &value, info(type).bytes);
}

// Evaluating.

void Evaluator::set(int variable, Slot value) {
  variables[variable] = value;
  moved[variable] = ++now;
}

void Evaluator::setLoop(int loop, int64_t value) { set(loop, static_cast<Slot>(value)); }

bool Evaluator::isFresh(const Cell &cell) const {
  if (cell.when == 0) return false;
  for (int variable : cell.uses)
    if (moved[variable] > cell.when) return false;
  return true;
}

Slot Evaluator::value(Cell *cell) {
  if (cell->kind == Kind::Loop || cell->kind == Kind::Arg) return variables[cell->variable];
  if (!cell->remembers) return compute(*cell);
  if (isFresh(*cell)) return cell->value;
  cell->value = compute(*cell);
  cell->when = now;
  return cell->value;
}

Slot Evaluator::combined(Cell *body, Slot left, Slot right) {
  set(argument(0), left);
  set(argument(1), right);
  return value(body);
}

Slot Evaluator::compute(Cell &cell) {
  switch (cell.kind) {
  case Kind::Linear:
    return sum(cell);
  case Kind::Trip:
    return static_cast<Slot>(env.trips[cell.of->value]);
  case Kind::Digit:
    return digit(cell);
  case Kind::At: {
    const auto index = static_cast<int64_t>(cell.call(value(cell.args[0]), 0));
    return static_cast<Slot>(std::clamp(index, cell.of->numbers[0], cell.of->numbers[1]));
  }
  case Kind::Pick:
    return value(cell.args[0]);
  case Kind::Literal:
    return cell.value;
  case Kind::Cast:
    return cell.call(value(cell.args[0]), 0);
  case Kind::Load:
    return load(cell);
  case Kind::Scalar: {
    const Slot x = value(cell.args[0]);
    if (cell.args.size() == 1) return cell.call(x, 0);
    if (cell.isConjunction && x == 0) return 0;
    return cell.call(x, value(cell.args[1]));
  }
  case Kind::Select:
    return value(cell.args[value(cell.args[0]) != 0 ? 1 : 2]);
  case Kind::Within: {
    const auto index = static_cast<int64_t>(value(cell.args[0]));
    return cell.of->numbers[0] <= index && index < cell.of->numbers[1];
  }
  case Kind::Held: {
    const Interval &held = env.loops[cell.of->args[1]->value];
    return held.contains(static_cast<int64_t>(value(cell.args[0])));
  }
  case Kind::Item:
    value(cell.args[0]);
    return cell.args[0]->accumulated[cell.of->value];
  case Kind::Reduce:
    reduce(cell);
    return 0;
  case Kind::Loop:
  case Kind::Arg:
  case Kind::Call: // who runs it is run_plan's matter
    break;
  }
  llvm_unreachable("variables have no cell to compute, and calls no formula");
}

Slot Evaluator::sum(Cell &cell) {
  int64_t total = cell.of->value;
  for (size_t k = 0; k < cell.args.size(); ++k)
    total += cell.of->numbers[k] * static_cast<int64_t>(value(cell.args[k]));
  return static_cast<Slot>(total);
}

Slot Evaluator::digit(Cell &cell) {
  const int64_t unit = cell.of->numbers[0], size = cell.of->numbers[1];
  const int64_t quotient = floorDiv(static_cast<int64_t>(value(cell.args[0])), unit);
  return static_cast<Slot>(size == 0 ? quotient : floorMod(quotient, size));
}

Slot Evaluator::load(Cell &cell) {
  for (Cell *pick : cell.picks) {
    const Interval &held = env.loops[pick->of->args[1]->value];
    if (!held.contains(static_cast<int64_t>(value(pick)))) return 0; // another shard has it
  }
  const WindowData *operand = operands[cell.of->value];
  if (operand == nullptr) return readOutside(cell);
  const WindowView &view = views[cell.of->value];
  int64_t element = 0;
  for (size_t dim = 0; dim < cell.args.size(); ++dim) {
    const auto [held, stride] = view.dims[dim];
    const int64_t offset = static_cast<int64_t>(value(cell.args[dim])) - held.lo;
    if (offset < 0 || offset >= held.hi - held.lo) return readOutside(cell);
    if (held.step != 1 && offset % held.step != 0) return readOutside(cell);
    element += (held.step == 1 ? offset : offset / held.step) * stride;
  }
  if (!operand->allowed.empty() && !isAllowed(*operand, indexOf(cell))) return readOutside(cell);
  return loadSlot(operand->type, operand->data.data() + element * view.bytes);
}

SmallVector<int64_t, 8> Evaluator::indexOf(Cell &cell) {
  SmallVector<int64_t, 8> index;
  for (Cell *arg : cell.args)
    index.push_back(static_cast<int64_t>(value(arg)));
  return index;
}

bool Evaluator::isAllowed(const WindowData &operand, ArrayRef<int64_t> index) const {
  return llvm::any_of(operand.allowed, [&](const Box &box) {
    for (size_t dim = 0; dim < box.size(); ++dim)
      if (!box[dim].contains(index[dim])) return false;
    return true;
  });
}

Slot Evaluator::readOutside(Cell &cell) {
  if (fault) return 0;
  const SmallVector<int64_t, 8> index = indexOf(cell);
  std::string text = "read of operand " + std::to_string(cell.of->value) + " at [";
  for (size_t dim = 0; dim < index.size(); ++dim)
    text += (dim == 0 ? "" : ", ") + std::to_string(index[dim]);
  const WindowData *operand = operands[cell.of->value];
  text +=
      operand == nullptr ? "], which is not there" : "] outside its window " + str(operand->window);
  for (const Box &box : operand == nullptr ? std::vector<Box>() : operand->allowed)
    text += ", allowed " + str(box);
  fault = Fault{text};
  return 0;
}

// Reductions.

void Evaluator::reduce(Cell &cell) {
  if (cell.isOrdered) {
    cell.accumulated = {orderedSum(cell, 0)};
    if (cell.inits.empty()) return;
    return apply(cell, value(cell.inits[0]), cell.accumulated[0]);
  }
  bool started = !cell.start.empty();
  bool initLeft = !cell.inits.empty();
  if (started) {
    cell.accumulated = cell.start;
  } else if (initLeft) {
    for (size_t k = 0; k < cell.inits.size(); ++k)
      cell.accumulated[k] = value(cell.inits[k]);
    started = true;
    initLeft = false;
  }
  reduceOver(cell, 0, started);
  if (!started && !fault) fault = Fault{"reduction over nothing, of a combiner without identity"};
  if (!initLeft) return;
  SmallVector<Slot, 2> inits;
  for (Cell *init : cell.inits)
    inits.push_back(value(init));
  const SmallVector<Slot, 2> reduced(cell.accumulated.begin(), cell.accumulated.end());
  apply(cell, inits, reduced);
}

void Evaluator::reduceOver(Cell &cell, size_t loop, bool &started) {
  if (loop == cell.loops.size()) return combine(cell, started);
  const int number = cell.loops[loop];
  const Interval &v = env.loops[number];
  // What a loop around it stands at, if it is over the same one.
  const Slot before = variables[number];
  for (int64_t k = v.lo; k < v.hi && !fault; k += v.step) {
    set(number, static_cast<Slot>(k));
    reduceOver(cell, loop + 1, started);
  }
  set(number, before);
}

void Evaluator::combine(Cell &cell, bool &started) {
  if (started && cell.combineCall != nullptr) {
    cell.accumulated[0] = cell.combineCall(cell.accumulated[0], value(cell.values[0]));
    return;
  }
  SmallVector<Slot, 2> element;
  for (Cell *part : cell.values)
    element.push_back(value(part));
  if (!started) {
    cell.accumulated.assign(element.begin(), element.end());
    started = true;
    return;
  }
  const SmallVector<Slot, 2> left(cell.accumulated.begin(), cell.accumulated.end());
  apply(cell, left, element);
}

/// accumulated = combine(left, right)
void Evaluator::apply(Cell &cell, ArrayRef<Slot> left, ArrayRef<Slot> right) {
  if (cell.combineCall != nullptr) {
    cell.accumulated[0] = cell.combineCall(left[0], right[0]);
    return;
  }
  const int first = argument(0), count = static_cast<int>(left.size());
  for (int k = 0; k < count; ++k) {
    set(first + k, left[k]);
    set(first + count + k, right[k]);
  }
  for (int k = 0; k < count; ++k)
    cell.next[k] = value(cell.combines[k]);
  cell.accumulated = cell.next;
}

} // namespace shardc
