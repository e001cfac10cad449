// SPDX-License-Identifier: Apache-2.0
// Reductions as statements: accumulators, loops, and what happens to one more value.
#include "codegen/cpp/body.h"
#include "codegen/cpp/reduction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using Form = LoopView::Form;

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
  const ArrayRef<Expr> roots = mayHoist ? reduce.values : ArrayRef<Expr>();
  if (llvm::is_contained(termwise, e))
    loops(ArrayRef(bound).drop_back(), roots, [&] { accumulateTerms(reduce, plan, into); });
  else
    loops(bound, roots, [&] { accumulate(reduce, plan, into); });
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
    const auto whole = [&] {
      return into.names[0] + " = " + call(*plan.fn, first, {into.names[0]}, text.value(first)) +
             ";";
    };
    if (text.value(first).text.size() > 60 || indent() + whole().size() > kColumns) name(first);
    return line(whole());
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
  llvm::DenseSet<Expr> seen;
  SmallVector<Expr, 8> open(list);
  while (!open.empty()) {
    Expr e = open.pop_back_val();
    if (text.named.count(e) || !seen.insert(e).second) continue;
    if (e->kind == Kind::Arg && e->value == number) return true;
    open.append(e->args.begin(), e->args.end());
  }
  return false;
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

} // namespace shardc
