// SPDX-License-Identifier: Apache-2.0
// Statements are made in one pass along the nest, from the outermost loop inwards. A reduction
// stands outside of the loops that it does not use; what cannot stand in an expression (reductions,
// branches with reductions, what is used twice, what is too long to read) is computed into
// variables before it. What variables stand for is known by expression and forgotten at the end of
// the loop, branch or sequence around them, as the variables are. Sums of floats follow their order
// (sums.cpp), blocks of results a tile (tile.cpp).
#include "codegen/kernel/body/body.h"

#include "codegen/kernel/view/choices.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using Form = LoopView::Form;

BodyBuilder::BodyBuilder(const KernelView &view, const Tile *tile)
    : view(view), scope(view.scope),
      results(view.formula.results.begin(), view.formula.results.end()) {
  if (!tile) return;
  if (*tile) this->tile = tile;
  termwise = tile->termwise;
  keptTerms = tile->kept;
  lanewise = tile->lanewise;
  onVectors = true;
  // Compilers vectorise what is addressed in 64 bits, where nothing wraps around between elements.
  body.wide =
      *tile || !termwise.empty() || !lanewise.empty() || tile->hasLanes || !view.trips.empty();
}

BodyBuilder::State BodyBuilder::save() const { return {known, scope}; }

void BodyBuilder::restore(const State &state) {
  known = state.known;
  scope = state.scope;
}

// Loops.

void BodyBuilder::inside(Statements &into, llvm::function_ref<void()> make) {
  Statements *outer = std::exchange(statements, &into);
  make();
  statements = outer;
}

void BodyBuilder::sequence(llvm::function_ref<void()> make) {
  Sequence sequence;
  Statements *outer = std::exchange(statements, &sequence.body);
  const State before = save();
  make();
  restore(before);
  statements = outer;
  // There are no braces around it.
  llvm::erase_if(sequence.body, [&](const Statement &each) {
    const auto *one = std::get_if<OneIndex>(&each.node);
    return one && isDeclared(one->loop, *statements);
  });
  keepNames(sequence.body);
  add(std::move(sequence));
}

/// Names that statements have given to what they make; none that they end with, as those of loops.
void BodyBuilder::keepNames(const Statements &made) {
  for (const Statement &each : made) {
    if (const auto *inner = std::get_if<Sequence>(&each.node)) keepNames(inner->body);
    std::visit(
        [&](const auto &node) {
          if constexpr (requires { node.name; }) scope.reserve(node.name);
        },
        each.node);
  }
}

/// Whether these declare the index of a loop that begins where this one does, by its name.
bool BodyBuilder::isDeclared(int loop, const Statements &before) const {
  return llvm::any_of(before, [&](const Statement &each) {
    if (const auto *inner = std::get_if<Sequence>(&each.node)) return isDeclared(loop, inner->body);
    const auto *one = std::get_if<OneIndex>(&each.node);
    return one && view.loops[one->loop].name == view.loops[loop].name &&
           view.kernel.loops[one->loop].lo == view.kernel.loops[loop].lo;
  });
}

void BodyBuilder::loop(int number, llvm::function_ref<void()> make) {
  const LoopView &here = view.loops[number];
  if (here.form == Form::declared) add(OneIndex{number});
  if (here.form != Form::looped) return make();
  For loop;
  loop.loop = number;
  inside(loop.body, make);
  add(std::move(loop));
}

/// Opens the loops one in the other; reductions of `roots` that do not use the inner ones stand
/// between them.
void BodyBuilder::loops(ArrayRef<int> numbers, ArrayRef<Expr> roots,
                        llvm::function_ref<void()> make, ArrayRef<Expr> terms) {
  if (numbers.empty()) return make();
  hoist(roots, Loops(numbers.begin(), numbers.end()));
  nameInvariants(roots, numbers);
  if (tile && numbers.front() == tile->loops.front().loop) return tiled(numbers, roots, make);
  if (numbers.size() == 1 && !terms.empty()) return loopOfTerms(numbers.front(), terms, make);
  loop(numbers.front(), [&] { loops(numbers.drop_front(), roots, make, terms); });
}

bool BodyBuilder::neverEmpty(ArrayRef<Expr> bound) const {
  return llvm::none_of(bound, [&](Expr loop) { return view.loops[loop->value].mayBeEmpty; });
}

// Reductions, outside loops that they do not use.

static bool usesAny(Expr e, ArrayRef<int> loops) {
  return llvm::any_of(freeLoops(e), [&](int l) { return llvm::is_contained(loops, l); });
}

void BodyBuilder::hoist(ArrayRef<Expr> roots, const Loops &closed) {
  llvm::DenseSet<Expr> seen;
  for (Expr root : roots)
    hoist(root, closed, seen);
}

/// Only what is computed in any case: a branch of a select may read what is not there.
void BodyBuilder::hoist(Expr e, const Loops &closed, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(e).second || known.named.count(e)) return;
  if (e->kind != Kind::Item) {
    for (Expr part : computedParts(view, e))
      hoist(part, closed, seen);
    return;
  }
  if (known.reduced.count(e->args[0])) return;
  if (!usesAny(e, closed)) return reduce(e->args[0]);
  const ReduceView inner(e->args[0]);
  if (!neverEmpty(inner.loops)) return;
  Loops more = closed;
  for (Expr loop : inner.loops)
    more.push_back(static_cast<int>(loop->value));
  hoist(inner.values, more);
}

bool BodyBuilder::hasReduction(Expr e, llvm::DenseSet<Expr> &seen) const {
  if (known.named.count(e) || !seen.insert(e).second) return false;
  if (e->kind == Kind::Item) return !known.reduced.count(e->args[0]);
  if (namesLoop(e)) return hasReduction(e->args[0], seen);
  return llvm::any_of(e->args, [&](Expr part) { return hasReduction(part, seen); });
}

void BodyBuilder::branches(ArrayRef<Expr> roots) {
  llvm::DenseSet<Expr> seen;
  for (Expr root : roots)
    branches(root, seen);
}

/// A select with a reduction in a branch becomes an `if`.
void BodyBuilder::branches(Expr e, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(e).second || known.named.count(e) || e->kind == Kind::Item) return;
  if (!isBranch(view, e)) {
    for (Expr part : valuesOf(e))
      branches(part, seen);
    return;
  }
  branches(e->args[0], seen);
  if (!needsStatements(e->args[1]) && !needsStatements(e->args[2])) return;
  const std::string variable = freshFor(e, nameFor(e));
  add(Declare{variable, e->type});
  choose({Store{Place::of(variable), nullptr}}, e);
  bind(e, variable);
}

/// Computes before what cannot stand inside an expression.
void BodyBuilder::prepare(ArrayRef<Expr> roots) {
  hoist(roots, {});
  branches(roots);
  share(roots);
}

// Statements.

static Statement withValue(Statement statement, Expr e) {
  std::visit(
      [&](auto &node) {
        if constexpr (requires { node.value; }) node.value = e;
      },
      statement.node);
  return statement;
}

/// `target = e;`, with names for parts of what is long.
void BodyBuilder::assign(const Statement &target, Expr e) {
  nameParts(e);
  const bool mayBranch = !std::holds_alternative<Let>(target.node) && isBranch(view, e);
  if (mayBranch && isLong(e)) return choose(target, e);
  statements->push_back(withValue(target, e));
}

/// `target = e;` for a select as an `if`.
void BodyBuilder::choose(const Statement &target, Expr e) {
  share({e->args[0]});
  nameParts(e->args[0]);
  If either;
  either.condition = e->args[0];
  // No name of one branch is another thing in the other: comments speak of both.
  const auto branch = [&](Statements &into, Expr value) {
    const Known before = known;
    inside(into, [&] { chooseOrAssign(target, value); });
    known = before;
  };
  branch(either.then, e->args[1]);
  branch(either.otherwise, e->args[2]);
  add(std::move(either));
}

/// By an `if` of its own where one arm needs statements.
void BodyBuilder::chooseOrAssign(const Statement &target, Expr e) {
  hoist({e}, {});
  const bool isChosen = !known.named.count(e) && isBranch(view, e) &&
                        (needsStatements(e->args[1]) || needsStatements(e->args[2]));
  prepare({isChosen ? e->args[0] : e});
  return isChosen ? choose(target, e) : assign(target, e);
}

/// What is stored, and the computed indices that it is stored at.
static SmallVector<Expr, 2> rootsOf(ArrayRef<Result> results) {
  SmallVector<Expr, 2> roots;
  for (const Result &result : results) {
    roots.push_back(result.value);
    for (Expr index : result.index)
      if (contains(index, Kind::At)) roots.push_back(index);
  }
  return roots;
}

void BodyBuilder::stores() {
  const SmallVector<Expr, 2> values = rootsOf(results);
  // Where there is one result alone, an `if` stores it without a variable between.
  if (values.size() == 1) return chooseOrAssign({Store{placeOfResult(0), nullptr}}, values[0]);
  prepare(values);
  if (!view.kernel.overwrites.empty() && resultPlaces.empty()) nameLaterResults();
  for (auto [k, result] : llvm::enumerate(results))
    assign({Store{placeOfResult(k), nullptr}}, result.value);
}

/// Where a result may lie over what others read, all are computed before the first is stored. What
/// is rounded to a narrow float as it is stored is named before that.
void BodyBuilder::nameLaterResults() {
  for (const Result &result : ArrayRef(results).drop_front()) {
    Expr wide = info(result.value->type).isNarrow ? convertedFrom(result.value) : nullptr;
    Expr value = wide ? wide : result.value;
    if (value->kind != Kind::Literal && !known.named.count(value)) name(value);
  }
}

Place BodyBuilder::placeOfResult(size_t number) const {
  if (!resultPlaces.empty()) return resultPlaces[number];
  Place place{static_cast<int>(number)};
  const Result &result = results[number];
  if (result.index != view.formula.results[number].index) place.index = result.index;
  return place;
}

// The whole.

KernelTree BodyBuilder::build(const Nest &nest, size_t given) {
  statements = &body.statements;
  const SmallVector<Expr, 2> values = rootsOf(results);
  findKept(nest);
  // What stands outside a loop must not read where the loop has nothing to do.
  const size_t first = nest.stops.empty() ? nest.order.size() : nest.stops.front();
  for (const auto &[place, loop] : llvm::enumerate(nest.order)) {
    const bool isInSums = tile && llvm::any_of(tile->loops, [&, l = loop](const TileLoop &block) {
                            return block.loop == l;
                          });
    if (place >= first || isInSums) returnIfEmpty(loop);
  }
  const Pieces pieces = onVectors && !tile ? piecesOf(view, nest) : Pieces();
  if (!pieces.begins.empty())
    inPieces(nest.order, pieces, view.envs);
  else
    loops(ArrayRef(nest.order).drop_front(given), values, [&] { stores(); });
  return std::move(body);
}

void BodyBuilder::returnIfEmpty(int loop) {
  const auto isEmpty = [&](const Case &each) { return each.loops[loop].empty(); };
  if (llvm::any_of(view.cases, isEmpty)) add(ReturnIfEmpty{loop});
}

} // namespace shardc
