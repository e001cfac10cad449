// SPDX-License-Identifier: Apache-2.0
// Reductions as statements: accumulators, loops, and what happens to one more value.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/view/reduction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using Form = LoopView::Form;
using Start = ReductionPlan::Start;

BodyBuilder::Loops BodyBuilder::loopsFrom(const ReduceView &reduce, size_t k) {
  Loops loops;
  for (Expr loop : reduce.loops.drop_front(k))
    loops.push_back(static_cast<int>(loop->value));
  return loops;
}

void BodyBuilder::reduce(Expr e) {
  const ReduceView reduce(e);
  const ReductionPlan plan = planOf(reduce);
  prepare(reduce.inits);
  const auto isAbsent = [&](Expr loop) { return view.loops[loop->value].form == Form::absent; };
  if (plan.fn && llvm::all_of(reduce.loops, isAbsent)) return reduceOne(e, plan);
  if (team) return reduceByTeam(e, plan);
  if (hasTree(reduce)) return reduceOrdered(e, plan, {});
  if (llvm::is_contained(lanewise, e)) return reduceInLanes(e, plan);
  const Loops bound = loopsFrom(reduce, 0);
  const bool mayHoist = neverEmpty(reduce.loops);
  if (mayHoist) hoist(reduce.values, bound);
  const Accumulators into = declare(e, plan);
  const ArrayRef<Expr> roots = mayHoist ? reduce.values : ArrayRef<Expr>();
  const KeptTerms *terms = keptTermsOf(e);
  // The array is there as long as what it is summed up to: a block alone has no braces.
  const bool isTermwise = !terms && llvm::is_contained(termwise, e);
  const std::string array = isTermwise ? scope.fresh("terms") : "";
  if (terms)
    accumulateKept(reduce, plan, into, *terms);
  else
    sequence([&] {
      if (!array.empty())
        loops(ArrayRef(bound).drop_back(), roots,
              [&] { accumulateTerms(reduce, plan, into, array); });
      else if (plan.fn && into.any.empty())
        loops(
            bound, roots, [&] { accumulate(reduce, plan, into); }, reduce.values);
      else
        loops(bound, roots, [&] { accumulate(reduce, plan, into); });
    });
  if (plan.initAtEnd)
    add(Accumulate{into.places[0], *plan.fn, reduce.inits[0], /*valueFirst=*/true});
  add(Bind{e, into.places});
  setReduced(e, into.places);
  bindKept(reduce);
}

void BodyBuilder::setReduced(Expr e, ArrayRef<Place> places) {
  known.reduced[e] = SmallVector<Place, 2>(places);
  for (auto [k, place] : llvm::enumerate(places))
    define(expr::item(e, static_cast<int>(k)), place.variable);
}

/// A variable has what is reduced, but for where it begins.
void BodyBuilder::finishReduced(Expr e, const ReductionPlan &plan, const std::string &name) {
  const Place place = Place::of(name);
  if (!plan.ignoresInit)
    add(Accumulate{place, *plan.fn, ReduceView(e).inits[0], /*valueFirst=*/true});
  add(Bind{e, {place}});
  setReduced(e, place);
}

/// A reduction over one element is no loop.
void BodyBuilder::reduceOne(Expr e, const ReductionPlan &plan) {
  const ReduceView reduce(e);
  prepare(reduce.values);
  const std::string variable = freshFor(expr::item(e, 0), plan.names[0]);
  Expr start = plan.ignoresInit ? nullptr : reduce.inits[0];
  if (isOrdered(reduce) && !start) start = startOf(reduce, plan, 0);
  add(ReduceOne{variable, e, start});
  setReduced(e, Place::of(variable));
}

/// Neighbours in a row go to neighbours in an array, which is combined at the end.
void BodyBuilder::reduceInLanes(Expr e, const ReductionPlan &plan) {
  const ReduceView reduce(e);
  const Loops bound = loopsFrom(reduce, 0);
  const bool mayHoist = neverEmpty(reduce.loops);
  if (mayHoist) hoist(reduce.values, bound);
  const TileLoop over = lanesOf(bound.back());
  const ElementType type = reduce.values[0]->type;
  const Place lanes = placeInBlock(scope.fresh("lanes"), over);
  const bool isZero = plan.identity->sameBits(Number::of(type, int64_t(0)));
  Declare filled{lanes.variable, type, {over.size}};
  filled.start = isZero ? Declare::Start::zeros : Declare::Start::value;
  if (!isZero) filled.value = reduce.values[0]->pool->literal(*plan.identity);
  add(std::move(filled));
  const std::string lane = scope.fresh("lane");
  sequence([&] {
    const ArrayRef<Expr> roots = mayHoist ? reduce.values : ArrayRef<Expr>();
    loops(ArrayRef(bound).drop_back(), roots, [&] {
      blocks(over, [&] {
        overBlock(over, [&] { accumulate(reduce, plan, Accumulators{{lanes}, ""}); });
        std::get<For>(statements->back().node).lane = lane;
      });
    });
  });
  const std::string name = freshFor(expr::item(e, 0), plan.names[0]);
  add(SumLanes{name, lanes.variable, type, over.size, plan.ignoresInit, *plan.fn});
  finishReduced(e, plan, name);
}

BodyBuilder::Accumulators BodyBuilder::declare(Expr e, const ReductionPlan &plan) {
  const ReduceView reduce(e);
  Accumulators into;
  for (auto [k, value] : llvm::enumerate(reduce.values)) {
    const std::string name = freshFor(expr::item(e, static_cast<int>(k)), plan.names[k]);
    into.places.push_back(Place::of(name));
    Declare made{name, value->type};
    made.start = plan.start == Start::first ? Declare::Start::blank : Declare::Start::value;
    made.value = startOf(reduce, plan, k);
    add(std::move(made));
  }
  if (plan.start != Start::first) return into;
  into.any = scope.fresh("any_yet");
  Declare any{into.any, ElementType::i1};
  any.start = Declare::Start::value;
  any.value = reduce.values[0]->pool->literal(Number::of(ElementType::i1, int64_t(0)));
  add(std::move(any));
  return into;
}

/// What an accumulator starts from; null where that is nothing.
Expr BodyBuilder::startOf(const ReduceView &reduce, const ReductionPlan &plan, size_t k) {
  if (plan.start == Start::first) return nullptr;
  if (plan.start == Start::init) return reduce.inits[k];
  return reduce.values[k]->pool->literal(*plan.identity);
}

/// One more value into the accumulators.
void BodyBuilder::accumulate(const ReduceView &reduce, const ReductionPlan &plan,
                             const Accumulators &into) {
  prepare(reduce.values);
  Expr first = reduce.values[0];
  if (const auto term = kept.find(first); term != kept.end()) {
    variableOf(first, "term");
    add(Store{term->second.place, first});
  }
  if (plan.fn && into.any.empty())
    return assign({Accumulate{into.places[0], *plan.fn, nullptr}}, first);
  std::vector<std::string> right;
  for (auto [k, value] : llvm::enumerate(reduce.values))
    right.push_back(variableOf(value, k == 0 ? "value" : "value_at"));
  if (into.any.empty()) return combine(reduce, into.places, right);
  If either;
  either.flag = into.any;
  inside(either.then, [&] { combine(reduce, into.places, right); });
  inside(either.otherwise, [&] {
    for (auto [to, from] : llvm::zip(into.places, right))
      add(Copy{to, Place::of(from)});
    add(Raise{into.any});
  });
  add(std::move(either));
}

/// The variable that has the value of `e` already; else "".
std::string BodyBuilder::knownVariable(Expr e) const {
  if (const auto named = known.named.find(e); named != known.named.end()) return named->second;
  if (e->kind == Kind::Arg) return arguments[e->value];
  if (e->kind == Kind::Item) {
    const Place &place = known.reduced.find(e->args[0])->second[e->value];
    return place.inBlockOf.empty() ? place.variable : "";
  }
  const bool isLoop = e->kind == Kind::Cast && e->args[0]->kind == Kind::Loop;
  if (!isLoop || e->type != ElementType::i32 || view.wide || body.wide) return "";
  const LoopView &loop = view.loops[e->args[0]->value];
  return loop.form == Form::absent || loop.isLocal ? "" : loop.name;
}

/// A variable that has the value of `e`.
std::string BodyBuilder::variableOf(Expr e, const char *called) {
  if (const std::string variable = knownVariable(e); !variable.empty()) return variable;
  const std::string variable = scope.fresh(called);
  assign({Let{variable, nullptr}}, e);
  setName(e, variable);
  return variable;
}

/// Whether one of the expressions uses argument `number` of a combiner.
bool BodyBuilder::readsArgument(ArrayRef<Expr> list, int64_t number) const {
  llvm::DenseSet<Expr> seen;
  SmallVector<Expr, 8> open(list);
  while (!open.empty()) {
    Expr e = open.pop_back_val();
    if (known.named.count(e) || !seen.insert(e).second) continue;
    if (e->kind == Kind::Arg && e->value == number) return true;
    open.append(e->args.begin(), e->args.end());
  }
  return false;
}

/// An accumulator is overwritten when no other one needs its old value any more; where each needs
/// another's, through a variable.
void BodyBuilder::combine(const ReduceView &reduce, ArrayRef<Place> left,
                          ArrayRef<std::string> right) {
  const State before = save();
  Combine combined;
  for (const Place &place : left)
    combined.arguments.push_back(place.variable);
  combined.arguments.insert(combined.arguments.end(), right.begin(), right.end());
  arguments = combined.arguments;
  Statements *outer = std::exchange(statements, &combined.body);
  prepare(reduce.combine);
  SmallVector<size_t, 4> waiting;
  for (size_t k = 0; k < left.size(); ++k)
    waiting.push_back(k);
  std::vector<Copy> later;
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
      const std::string variable = scope.fresh("next_" + left[*next].variable);
      assign({Let{variable, nullptr, /*stands=*/false}}, e);
      later.push_back({left[*next], Place::of(variable)});
    } else if (!(e->kind == Kind::Arg && e->value == static_cast<int64_t>(*next))) {
      assign({Store{left[*next], nullptr}}, e);
    }
    waiting.erase(next);
  }
  for (const Copy &copy : later)
    add(copy);
  statements = outer;
  restore(before);
  arguments.clear();
  add(std::move(combined));
}

} // namespace shardc
