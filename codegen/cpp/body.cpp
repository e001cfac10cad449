// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/body.h"

#include "codegen/cpp/reduction.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using Form = LoopView::Form;

BodyWriter::BodyWriter(const KernelView &view, Needs &needs, const Tile *tile)
    : view(view), text(view, needs), scope(view.scope) {
  if (!tile) return;
  if (*tile) this->tile = tile;
  termwise = tile->termwise;
  // Compilers vectorise what is addressed in 64 bits, where nothing wraps around between elements.
  if (*tile || !termwise.empty()) text.wide = true;
}

BodyWriter::State BodyWriter::save() const {
  return {text.named, text.reduced, text.environments, text.depth, scope};
}

void BodyWriter::restore(const State &state) {
  text.named = state.named;
  text.reduced = state.reduced;
  text.environments = state.environments;
  text.depth = state.depth;
  scope = state.scope;
}

// Loops.

void BodyWriter::compound(const std::string &head, llvm::function_ref<void()> inside) {
  Block body;
  Block *outer = std::exchange(block, &body);
  ++level;
  inside();
  --level;
  block = outer;
  block->push_back({head, true, std::move(body)});
}

void BodyWriter::loop(int number, llvm::function_ref<void()> inside) {
  const LoopView &here = view.loops[number];
  const std::string &i = here.name, type = text.indexType();
  if (here.form == Form::absent) return inside();
  if (here.form == Form::declared) {
    line("const " + type + " " + i + " = " + text.start(number) + ";");
    return inside();
  }
  compound("for (" + type + " " + i + " = " + firstOf(number) + "; " + i + " < " + endOf(number) +
               "; ++" + i + ")",
           inside);
}

std::string BodyWriter::firstOf(int loop) {
  return view.loops[loop].isLocal ? "0" : text.start(loop);
}
std::string BodyWriter::endOf(int loop) {
  return view.loops[loop].isLocal ? text.extent(loop) : text.end(loop);
}

/// Opens the loops one in the other; reductions of `roots` that do not use the inner ones stand
/// between them.
void BodyWriter::loops(ArrayRef<int> numbers, ArrayRef<Expr> roots,
                       llvm::function_ref<void()> inside) {
  if (numbers.empty()) return inside();
  hoist(roots, Loops(numbers.begin(), numbers.end()));
  if (tile && numbers.front() == tile->loops.front().loop) return tiled(numbers, roots, inside);
  loop(numbers.front(), [&] { loops(numbers.drop_front(), roots, inside); });
}

bool BodyWriter::neverEmpty(ArrayRef<Expr> bound) const {
  return llvm::none_of(bound, [&](Expr loop) { return view.loops[loop->value].mayBeEmpty; });
}

// Reductions, outside loops that they do not use.

static bool usesAny(Expr e, ArrayRef<int> loops) {
  return llvm::any_of(freeLoops(e), [&](int l) { return llvm::is_contained(loops, l); });
}

void BodyWriter::hoist(ArrayRef<Expr> roots, const Loops &closed) {
  llvm::DenseSet<Expr> seen;
  for (Expr root : roots)
    hoist(root, closed, seen);
}

/// Only what is computed in any case: a branch of a select may read what is not there.
void BodyWriter::hoist(Expr e, const Loops &closed, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(e).second || text.named.count(e)) return;
  if (e->kind == Kind::Select) return hoist(e->args[0], closed, seen);
  if (namesLoop(e)) return hoist(e->args[0], closed, seen);
  if (e->kind != Kind::Item) {
    for (Expr part : e->args)
      hoist(part, closed, seen);
    return;
  }
  if (text.reduced.count(e->args[0])) return;
  if (!usesAny(e, closed)) return reduce(e->args[0]);
  const ReduceView inner(e->args[0]);
  if (!neverEmpty(inner.loops)) return;
  Loops more = closed;
  for (Expr loop : inner.loops)
    more.push_back(static_cast<int>(loop->value));
  hoist(inner.values, more);
}

bool BodyWriter::hasReduction(Expr e, llvm::DenseSet<Expr> &seen) const {
  if (text.named.count(e) || !seen.insert(e).second) return false;
  if (e->kind == Kind::Item) return !text.reduced.count(e->args[0]);
  if (namesLoop(e)) return hasReduction(e->args[0], seen);
  return llvm::any_of(e->args, [&](Expr part) { return hasReduction(part, seen); });
}

void BodyWriter::branches(ArrayRef<Expr> roots) {
  llvm::DenseSet<Expr> seen;
  for (Expr root : roots)
    branches(root, seen);
}

/// A select with a reduction in a branch becomes an `if`.
void BodyWriter::branches(Expr e, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(e).second || text.named.count(e) || e->kind == Kind::Item) return;
  if (namesLoop(e)) return branches(e->args[0], seen);
  if (e->kind != Kind::Select) {
    for (Expr part : e->args)
      branches(part, seen);
    return;
  }
  branches(e->args[0], seen);
  if (!needsStatements(e->args[1]) && !needsStatements(e->args[2])) return;
  const std::string variable = scope.fresh(nameFor(e));
  line(std::string(info(e->type).cpp) + " " + variable + ";");
  choose(variable, " = ", e);
  setName(e, variable);
}

/// Computes before what cannot stand inside an expression.
void BodyWriter::prepare(ArrayRef<Expr> roots) {
  hoist(roots, {});
  branches(roots);
  share(roots);
}

// Statements.

/// `target = e;`, with names for parts while the line is too long.
void BodyWriter::assign(const std::string &target, const char *sign, Expr e) {
  const auto write = [&] {
    const bool plain = e->kind == Kind::Literal && !text.named.count(e);
    const std::string value = plain ? text.literal(e->number, true) : text.value(e).text;
    return target + sign + value + ";";
  };
  std::string whole = write();
  while (indent() + whole.size() > kColumns) {
    Expr part = largestPart(e);
    if (!part) break;
    name(part);
    whole = write();
  }
  const bool isDeclaration = llvm::StringRef(target).starts_with("const ");
  const bool tooLong = indent() + whole.size() > kColumns;
  if (tooLong && !isDeclaration && e->kind == Kind::Select && !text.named.count(e))
    return choose(target, sign, e);
  line(whole);
}

/// `target = e;` for a select as an `if`.
void BodyWriter::choose(const std::string &target, const char *sign, Expr e) {
  share({e->args[0]});
  const auto head = [&] { return "if (" + text.value(e->args[0]).text + ")"; };
  while (indent() + head().size() + 2 > kColumns) {
    Expr part = largestPart(e->args[0]);
    if (!part) break;
    name(part);
  }
  Statement statement{head(), true};
  Block *outer = block;
  const auto branch = [&](Block &into, Expr value, bool holds) {
    const State before = save();
    block = &into;
    ++level;
    text.assume(e->args[0], holds);
    prepare({value});
    assign(target, sign, value);
    --level;
    block = outer;
    restore(before);
  };
  branch(statement.body, e->args[1], true);
  branch(statement.otherwise, e->args[2], false);
  block->push_back(std::move(statement));
}

void BodyWriter::stores() {
  const auto isBranch = [&](Expr e) {
    return e->kind == Kind::Select && (needsStatements(e->args[1]) || needsStatements(e->args[2]));
  };
  SmallVector<Expr, 2> values;
  for (const Result &result : view.formula.results)
    values.push_back(result.value);
  // Where there is one result alone, an `if` stores it without a variable between.
  if (values.size() == 1) hoist(values, {});
  if (values.size() == 1 && !text.named.count(values[0]) && isBranch(values[0])) {
    prepare({values[0]->args[0]});
    return choose(text.element(view.outs[0], view.formula.results[0].index), " = ", values[0]);
  }
  prepare(values);
  for (auto [k, result] : llvm::enumerate(view.formula.results))
    assign(text.element(view.outs[k], result.index), " = ", result.value);
}

// The whole.

Block BodyWriter::write(const Nest &nest, size_t given) {
  Block body;
  block = &body;
  SmallVector<Expr, 2> values;
  for (const Result &result : view.formula.results)
    values.push_back(result.value);
  // What stands outside a loop must not read where the loop has nothing to do.
  if (!nest.stops.empty())
    for (int l : ArrayRef(nest.order).drop_front(nest.stops.front()))
      returnIfEmpty(l);
  loops(ArrayRef(nest.order).drop_front(given), values, [&] { stores(); });
  block = nullptr;
  return body;
}

void BodyWriter::returnIfEmpty(int loop) {
  const auto isEmpty = [&](const Case &each) { return each.loops[loop].empty(); };
  if (llvm::none_of(view.cases, isEmpty)) return;
  const auto body = [&] { line("return;"); };
  compound("if (" + text.extent(loop) + " == 0)", body);
}

} // namespace shardc
