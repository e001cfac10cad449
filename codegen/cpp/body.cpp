// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/body.h"

#include "codegen/cpp/reduction.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using Form = LoopView::Form;

BodyWriter::BodyWriter(const KernelView &view, Needs &needs)
    : view(view), text(view, needs), scope(view.scope) {}

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
  const std::string &i = here.name, type = view.indexType();
  if (here.form == Form::absent) return inside();
  if (here.form == Form::declared) {
    line("const " + type + " " + i + " = " + text.start(number) + ";");
    return inside();
  }
  const std::string from = here.isLocal ? "0" : text.start(number);
  const std::string to = here.isLocal ? text.extent(number) : text.end(number);
  compound("for (" + type + " " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")",
           inside);
}

/// Opens the loops one in the other; reductions of `roots` that do not use the inner ones stand
/// between them.
void BodyWriter::loops(ArrayRef<int> numbers, ArrayRef<Expr> roots,
                       llvm::function_ref<void()> inside) {
  if (numbers.empty()) return inside();
  hoist(roots, Loops(numbers.begin(), numbers.end()));
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
  if (e->kind == Kind::Pick) return hoist(e->args[0], closed, seen);
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
  if (e->kind == Kind::Pick) return hasReduction(e->args[0], seen);
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
  if (e->kind == Kind::Pick) return branches(e->args[0], seen);
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

// Names for parts.

namespace {
/// How the parts of some expressions are used; parts that are computed in any case come in order.
struct Uses {
  llvm::DenseMap<Expr, int> count;
  llvm::DenseSet<Expr> inArithmetic;
  SmallVector<Expr, 16> always; // parts before wholes
  llvm::DenseSet<Expr> counted, ordered;
  llvm::function_ref<bool(Expr)> isDone;

  explicit Uses(llvm::function_ref<bool(Expr)> isDone) : isDone(isDone) {}

  void add(Expr e) {
    addCounts(e, false);
    addOrder(e);
  }

private:
  void addCounts(Expr e, bool arithmetic) {
    if (isDone(e) || e->kind == Kind::Item) return;
    if (e->kind == Kind::Pick) return addCounts(e->args[0], arithmetic);
    if (arithmetic) inArithmetic.insert(e);
    ++count[e];
    if (!counted.insert(e).second) return;
    for (Expr part : e->args)
      addCounts(part, e->kind == Kind::Scalar);
  }

  void addOrder(Expr e) {
    if (isDone(e) || e->kind == Kind::Item) return;
    if (e->kind == Kind::Pick) return addOrder(e->args[0]);
    if (!ordered.insert(e).second) return;
    const size_t parts = e->kind == Kind::Select ? 1 : e->args.size();
    for (Expr part : ArrayRef<Expr>(e->args).take_front(parts))
      addOrder(part);
    always.push_back(e);
  }
};
} // namespace

/// Whether `e`, in a branch, needs variables: for reductions, or for what it uses twice.
bool BodyWriter::needsStatements(Expr e) const {
  llvm::DenseSet<Expr> seen;
  if (hasReduction(e, seen)) return true;
  const auto isDone = [&](Expr part) { return text.named.count(part) != 0; };
  Uses uses(isDone);
  uses.add(e);
  return llvm::any_of(uses.count, [](const auto &entry) {
    const Kind kind = entry.first->kind;
    return entry.second > 1 && (kind == Kind::Scalar || kind == Kind::Select) &&
           !entry.first->args[0]->args.empty();
  });
}

static bool isComputedIndex(Expr e) { return e->kind == Kind::At || e->kind == Kind::Digit; }

bool BodyWriter::wantsName(Expr e, int uses, bool inArithmetic) {
  switch (e->kind) {
  case Kind::At:
    return true;
  case Kind::Select:
    return uses > 1 || inArithmetic;
  case Kind::Scalar:
    return uses > 1 && static_cast<Fn>(e->value) != Fn::neg;
  case Kind::Load:
    return uses > 1 && text.value(e).text.size() > 24;
  case Kind::Within:
    return uses > 1 && text.value(e).text.size() > 24;
  case Kind::Digit:
    return uses > 1 && text.index(e).text.size() > 16;
  case Kind::Linear:
  case Kind::Loop:
  case Kind::Pick:
  case Kind::Literal:
  case Kind::Cast:
  case Kind::Arg:
  case Kind::Item:
  case Kind::Reduce:
    return false;
  }
  return false;
}

void BodyWriter::share(ArrayRef<Expr> roots) {
  const auto isDone = [&](Expr e) { return text.named.count(e) != 0; };
  Uses uses(isDone);
  for (Expr root : roots)
    uses.add(root);
  for (Expr e : uses.always)
    if (wantsName(e, uses.count[e], uses.inArithmetic.contains(e))) name(e);
}

void BodyWriter::setName(Expr e, const std::string &variable) {
  text.named[e] = variable;
  if (text.args.empty()) defined.push_back({e, variable});
}

void BodyWriter::name(Expr e) {
  const std::string variable = scope.fresh(nameFor(e));
  if (isComputedIndex(e)) {
    line(std::string("const ") + view.indexType() + " " + variable + " = " + text.index(e).text +
         ";");
    setName(e, variable);
    return;
  }
  const std::string type = info(e->type).cpp;
  const std::string head = "const " + type + " " + variable;
  const std::string whole = head + " = " + text.value(e).text + ";";
  if (e->kind == Kind::Select && whole.size() + indent() > kColumns) {
    line(type + " " + variable + ";");
    choose(variable, " = ", e);
  } else {
    assign(head, " = ", e);
  }
  setName(e, variable);
}

/// The index that a load of one window is moved by, in the one dimension where it is.
static int64_t shiftOf(Expr load) {
  int64_t shift = 0;
  for (Expr index : load->args) {
    const IndexSum sum = indexSum(index);
    if (sum.terms.size() != 1 || sum.terms.front().first != 1) continue;
    if (sum.constant != 0 && shift != 0) return 0;
    shift += sum.constant;
  }
  return shift;
}

/// After what is loaded: "v_before" is v at the index before.
std::string BodyWriter::nameFor(Expr e) const {
  if (e->kind == Kind::At) return "at";
  if (e->kind == Kind::Digit) return "digit";
  SmallVector<Expr, 4> loads;
  forEach(e, [&](Expr part) {
    if (part->kind == Kind::Load) loads.push_back(part);
  });
  const std::string first = loads.empty() ? "" : view.ins[loads.front()->value].window;
  if (e->kind == Kind::Load) return first + "_here";
  if (e->kind == Kind::Within) return "inside";
  if (e->kind == Kind::Scalar) {
    const std::string fn = info(static_cast<Fn>(e->value)).name;
    return loads.empty() ? fn + "_here" : fn + "_" + first;
  }
  if (loads.empty()) return "chosen";
  if (loads.size() > 1) return first + "_or_" + view.ins[loads[1]->value].window;
  const int64_t shift = shiftOf(loads.front());
  return first + (shift < 0 ? "_before" : shift > 0 ? "_after" : "_inside");
}

/// The part that makes the line shortest when it gets a name of its own; null if none does.
Expr BodyWriter::largestPart(Expr root) {
  const auto isDone = [&](Expr e) { return text.named.count(e) != 0; };
  Uses uses(isDone);
  uses.add(root);
  Expr best = nullptr;
  size_t size = 16;
  for (Expr e : uses.always) {
    const bool may = e->kind == Kind::Scalar || e->kind == Kind::Load || e->kind == Kind::Select;
    if (!may || e == root) continue;
    const size_t here = text.value(e).text.size();
    if (here > size && here < 72) best = e, size = here;
  }
  return best;
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

// Reductions.

static SmallVector<int, 8> numbersOf(ArrayRef<Expr> loops) {
  SmallVector<int, 8> numbers;
  for (Expr loop : loops)
    numbers.push_back(static_cast<int>(loop->value));
  return numbers;
}

static std::string cppType(Expr e) { return info(e->type).cpp; }

void BodyWriter::reduce(Expr e) {
  const ReduceView reduce(e);
  const ReductionPlan plan = planOf(reduce);
  prepare(reduce.inits);
  const auto isAbsent = [&](Expr loop) { return view.loops[loop->value].form == Form::absent; };
  if (plan.fn && llvm::all_of(reduce.loops, isAbsent)) return reduceOne(e, plan);
  const Loops bound = numbersOf(reduce.loops);
  const bool mayHoist = neverEmpty(reduce.loops);
  if (mayHoist) hoist(reduce.values, bound);
  const Accumulators into = declare(reduce, plan);
  const State before = save();
  const auto inside = [&] { accumulate(reduce, plan, into); };
  loops(bound, mayHoist ? reduce.values : ArrayRef<Expr>(), inside);
  restore(before);
  if (plan.initAtEnd)
    line(into.names[0] + " = " +
         call(*plan.fn, reduce.values[0], text.value(reduce.inits[0]), {into.names[0]}) + ";");
  setReduced(e, into.names);
}

void BodyWriter::setReduced(Expr e, const std::vector<std::string> &names) {
  text.reduced[e] = names;
  for (auto [k, name] : llvm::enumerate(names))
    defined.push_back({expr::item(e, static_cast<int>(k)), name});
}

/// A reduction over one element is no loop.
void BodyWriter::reduceOne(Expr e, const ReductionPlan &plan) {
  const ReduceView reduce(e);
  Expr value = reduce.values[0];
  prepare(value);
  const std::string whole =
      plan.ignoresInit ? text.value(value).text
                       : call(*plan.fn, value, text.value(reduce.inits[0]), text.value(value));
  const std::string variable = scope.fresh(plan.names[0]);
  line("const " + cppType(value) + " " + variable + " = " + whole + ";");
  setReduced(e, {variable});
}

std::string BodyWriter::call(Fn fn, Expr like, const CppText &left, const CppText &right) {
  const StringRef function = cppFunction(fn, like->type, like->type);
  if (!function.empty()) text.need(function);
  return cppCall(fn, like->type, like->type, {left, right}).text;
}

BodyWriter::Accumulators BodyWriter::declare(const ReduceView &reduce, const ReductionPlan &plan) {
  using Start = ReductionPlan::Start;
  Accumulators into;
  for (auto [k, value] : llvm::enumerate(reduce.values)) {
    std::string from = cppType(value) + "()";
    if (plan.start == Start::identity) from = text.literal(*plan.identity, true);
    if (plan.start == Start::init) {
      Expr init = reduce.inits[k];
      const bool isLiteral = init->kind == Kind::Literal;
      from = isLiteral ? text.literal(init->number, true) : text.value(init).text;
    }
    into.names.push_back(scope.fresh(plan.names[k]));
    line(cppType(value) + " " + into.names.back() + " = " + from + ";");
  }
  if (plan.start != Start::first) return into;
  into.any = scope.fresh("any_yet");
  line("bool " + into.any + " = false;");
  return into;
}

/// One more value into the accumulators.
void BodyWriter::accumulate(const ReduceView &reduce, const ReductionPlan &plan,
                            const Accumulators &into) {
  prepare(reduce.values);
  Expr first = reduce.values[0];
  if (plan.fn && !plan.sign.empty() && into.any.empty())
    return assign(into.names[0], plan.sign.c_str(), first);
  if (plan.fn && into.any.empty()) {
    if (text.value(first).text.size() > 60) name(first);
    return line(into.names[0] + " = " + call(*plan.fn, first, {into.names[0]}, text.value(first)) +
                ";");
  }
  std::vector<std::string> right;
  for (auto [k, value] : llvm::enumerate(reduce.values))
    right.push_back(variableOf(value, k == 0 ? "value" : "value_at"));
  if (into.any.empty()) return combine(reduce, into.names, right);
  Statement either{"if (" + into.any + ")", true};
  Block *outer = std::exchange(block, &either.body);
  ++level;
  combine(reduce, into.names, right);
  block = &either.otherwise;
  for (auto [to, from] : llvm::zip(into.names, right))
    line(to + " = " + from + ";");
  line(into.any + " = true;");
  --level;
  block = outer;
  block->push_back(std::move(either));
}

/// A variable that has the value of `e`: its name where it is one already.
std::string BodyWriter::variableOf(Expr e, const char *called) {
  const std::string whole = text.value(e).text;
  if (llvm::all_of(whole, [](char c) { return llvm::isAlnum(c) || c == '_'; })) return whole;
  const std::string variable = scope.fresh(called);
  assign("const " + cppType(e) + " " + variable, " = ", e);
  setName(e, variable);
  return variable;
}

/// Whether one of the expressions uses argument `number` of a combiner.
bool BodyWriter::readsArgument(ArrayRef<Expr> list, int64_t number) const {
  return llvm::any_of(list, [&](Expr e) {
    if (text.named.count(e)) return false;
    if (e->kind == Kind::Arg) return e->value == number;
    return readsArgument(e->args, number);
  });
}

/// An accumulator is overwritten when no other one needs its old value any more; where each needs
/// another's, through a variable.
void BodyWriter::combine(const ReduceView &reduce, ArrayRef<std::string> left,
                         ArrayRef<std::string> right) {
  const State before = save();
  text.args.assign(left.begin(), left.end());
  text.args.insert(text.args.end(), right.begin(), right.end());
  prepare(reduce.combine);
  SmallVector<size_t, 4> waiting;
  for (size_t k = 0; k < left.size(); ++k)
    waiting.push_back(k);
  std::vector<std::pair<std::string, std::string>> later;
  while (!waiting.empty()) {
    const auto isFree = [&](size_t k) {
      return llvm::none_of(waiting, [&](size_t other) {
        return other != k && readsArgument({reduce.combine[other]}, static_cast<int64_t>(k));
      });
    };
    const auto free = llvm::find_if(waiting, isFree);
    const auto next = free == waiting.end() ? waiting.begin() : free;
    Expr e = reduce.combine[*next];
    if (free == waiting.end()) {
      const std::string variable = scope.fresh("next_" + left[*next]);
      assign("const " + cppType(e) + " " + variable, " = ", e);
      later.push_back({left[*next], variable});
    } else if (!(e->kind == Kind::Arg && e->value == static_cast<int64_t>(*next))) {
      assign(left[*next], " = ", e);
    }
    waiting.erase(next);
  }
  for (const auto &[to, from] : later)
    line(to + " = " + from + ";");
  restore(before);
  text.args.clear();
}

// The whole.

Nest nestOf(const KernelView &view) {
  // The sets of loops that reductions use, smallest first.
  std::vector<SmallVector<int, 8>> sets;
  llvm::DenseSet<Expr> seen;
  const auto add = [&](auto &&self, Expr e) -> void {
    if (!seen.insert(e).second) return;
    if (e->kind == Kind::Select || e->kind == Kind::Pick) return self(self, e->args[0]);
    if (e->kind != Kind::Item) {
      for (Expr part : e->args)
        self(self, part);
      return;
    }
    SmallVector<int, 8> used;
    const SmallVector<int, 8> free = freeLoops(e);
    for (int l : view.order)
      if (llvm::is_contained(free, l)) used.push_back(l);
    sets.push_back(used);
  };
  for (const Result &result : view.formula.results)
    add(add, result.value);
  llvm::sort(sets, [](const auto &a, const auto &b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  Nest nest;
  for (const SmallVector<int, 8> &set : sets) {
    const auto inSet = [&](int l) { return llvm::is_contained(set, l); };
    if (set.size() == view.order.size() || !llvm::all_of(nest.order, inSet)) continue;
    for (int l : set)
      if (!llvm::is_contained(nest.order, l)) nest.order.push_back(l);
    if (nest.stops.empty() || nest.stops.back() != nest.order.size())
      nest.stops.push_back(nest.order.size());
  }
  for (int l : view.order)
    if (!llvm::is_contained(nest.order, l)) nest.order.push_back(l);
  return nest;
}

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
