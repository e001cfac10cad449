// SPDX-License-Identifier: Apache-2.0
// Statements are walked once. Under a loop, what is in it counts as often as the loop turns. An
// expression counts with every occurrence of its parts, but for what stands for a variable where it
// is reached. Where there are branches, statements are walked twice: for the most that they
// execute, and for what is expected. What counts is a FLOP each, or what an instruction takes on a
// core; there it matters which loop is taken in vectors.
#include "codegen/kernel/work/work.h"

#include "codegen/kernel/grid.h"
#include "codegen/kernel/work/open_blocks.h"
#include "frontend/ir/formula/bounds/intervals.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "runtime/device/cpu/product_cpu.h"
#include "runtime/device/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

namespace shardc {

namespace {

// Turns of a loop that a core has begun before the first is done.
constexpr double kManyAtOnce = 64;

class WorkCounter {
public:
  /// `times`: of seconds on a core, in place of FLOPs.
  WorkCounter(const Formula &formula, const Env &env, bool expects,
              const CoreTimes *times = nullptr)
      : formula(formula), env(env), expects(expects), times(times) {}

  bool hasBranches = false;

  /// Of a kernel or of a thread.
  double whole(const Statements &statements) {
    const auto ends = [&](const Statement &each) {
      const auto *empty = std::get_if<ReturnIfEmpty>(&each.node);
      return empty && indicesOf(empty->loop) == 0;
    };
    return llvm::any_of(statements, ends) ? 0 : of(statements);
  }

private:
  double of(const Statements &statements) {
    double flops = 0;
    for (const Statement &each : statements)
      flops += std::visit([&](const auto &node) { return of(node); }, each.node);
    return flops;
  }

  /// Names of the statements end with them.
  double apart(const Statements &statements) {
    const llvm::DenseSet<Expr> before = known;
    const double flops = of(statements);
    known = before;
    return flops;
  }

  // Loops.

  double indicesOf(int loop) const {
    return static_cast<double>(std::max<int64_t>(env.loops[loop].extent(), 0));
  }

  double of(const Threads &threads) {
    double count = 1;
    if (threads.loops.empty())
      count = static_cast<double>(threads.x * threads.y * threads.z * threads.block);
    for (const int loop : threads.loops)
      count *= indicesOf(loop);
    if (count == 0) return 0;
    if (threads.each > 1) count *= threadsFor(threads.loops.back(), threads.each);
    return count * whole(threads.body);
  }
  /// That take so many indices each: for every index.
  double threadsFor(int loop, int64_t each) const {
    const double indices = indicesOf(loop);
    return std::ceil(indices / static_cast<double>(each)) / indices;
  }

  double of(const For &loop) {
    if (!loop.piece) return ofLoop(loop);
    const Interval own = env.loops[loop.loop];
    env.loops[loop.loop] = intersection(own, *loop.piece);
    const double flops = ofLoop(loop);
    env.loops[loop.loop] = own;
    return flops;
  }
  double ofLoop(const For &loop) {
    const double indices = indicesOf(loop.loop);
    switch (loop.over) {
    case For::Over::all:
      return indices * ofTurn(loop);
    case For::Over::blocks:
      return inBlocks(loop.loop, open.cut(loop.loop, env.loops[loop.loop], loop.size), loop.body);
    case For::Over::block:
      return indices / open.countOf(loop.loop) * ofTurn(loop);
    case For::Over::lane:
      return indices / open.countOf(loop.loop) / static_cast<double>(loop.size) * ofTurn(loop);
    }
    return 0;
  }
  double ofTurn(const For &loop) {
    if (loop.inVectors) return along(loop.loop, [&] { return apart(loop.body); });
    const bool before = std::exchange(isLong, indicesOf(loop.loop) > kManyAtOnce);
    const double turn = apart(loop.body);
    isLong = before;
    return turn + (times ? times->turn() : 0);
  }
  /// In vectors of indices of the loop, where it is one.
  double along(int loop, llvm::function_ref<double()> count) {
    const int before = std::exchange(vectorLoop, loop);
    const double counted = count();
    vectorLoop = before;
    return counted;
  }

  double inBlocks(int loop, OpenBlocks::Blocks cut, const Statements &body) {
    return open.inside(loop, std::move(cut), [&] { return apart(body); });
  }
  double of(const ForLeaves &loop) {
    const Interval &own = env.loops[loop.loop];
    if (own.empty()) return 0;
    const int64_t terms = formula.loops[loop.loop].extent;
    return inBlocks(loop.loop, OpenBlocks::leaves(loop.leaves, terms, own), loop.body);
  }
  double of(const ForLanes &lanes) { return static_cast<double>(lanes.lanes) * apart(lanes.body); }

  // What counts.

  double of(const ForCount &loop) { return static_cast<double>(loop.extent) * apart(loop.body); }
  double of(const LetPosition &) { return 0; }
  double of(const LoadVec &load) { return load.where ? of(load.where) : 0; }
  double of(const LoadFirst &) { return 0; }
  double of(const DeclareVec &) { return 0; }
  double of(const StoreVec &) { return 0; }
  /// All that threads take, also what lies behind the end of the loop.
  double of(const LetIndex &index) {
    if (!index.fromStart) env.loops[index.loop] = index.range();
    return 0;
  }

  double of(const LetTile &) { return 0; }
  double of(const LetDigits &) { return 0; }
  double of(const Barrier &) { return 0; }
  /// Also what lies behind the end of a loop.
  double of(const IfInside &inside) { return apart(inside.body); }

  // Each of n leaves but one is added to others: a tree is one addition ahead.
  double of(const DeclareTree &tree) {
    if (times) return 0;
    double elements = 1;
    for (const int64_t extent : tree.extents)
      elements *= static_cast<double>(extent);
    return -elements;
  }
  double of(const AddLeaf &leaf) {
    const auto elements = static_cast<double>(leaf.elements);
    return times ? elements * times->access(ElementType::f32, leaf.elements > 1) : elements;
  }
  double of(const Total &) { return 0; }
  /// Halves are added to halves, each as the one before is there.
  double of(const SumLanes &sum) {
    const auto count = static_cast<double>(sum.count);
    if (!times) return flopsOf(sum.fn, sum.type) * (count - 1);
    return std::ceil(std::log2(count)) * times->chained();
  }

  /// A term, and what it is combined with, for each index.
  double of(const ReduceByTeam &row) {
    const llvm::DenseSet<Expr> before = known;
    const double term = of(row.body) + (row.value ? of(row.value) : 0);
    known = before;
    const double combined = row.value ? costOf(row.fn, row.type) : 0;
    const auto lanes = static_cast<double>(row.isPlane ? kWarp : 1);
    return indicesOf(row.loop) * (term * lanes + combined);
  }

  /// As often as there are indices.
  double of(const DeclareRows &) { return 0; }
  double of(const LoadRow &) { return 0; }
  double of(const MakeRow &row) { return indicesOf(row.loop) * ofFunction(row.element); }
  double of(const ReduceRow &row) { return costOf(row.fn, row.type) * indicesOf(row.loop); }
  double of(const StoreRow &) { return 0; }

  // Packed products.

  double of(const PackedSums &sums) {
    const double columns = indicesOf(sums.product.columns);
    double rows = indicesOf(sums.product.rows), terms = 1;
    for (const int loop : sums.product.folded)
      rows *= indicesOf(loop);
    for (const int loop : sums.product.terms)
      terms *= indicesOf(loop);
    terms *= shareWithin(sums.product);
    // Operands are copied for each block of what they do not have.
    const auto ofRows = static_cast<int64_t>(rows), count = static_cast<int64_t>(terms);
    const int bytes = info(sums.product.left->type).bytes;
    const int64_t block = runtime::columns_of_block(ofRows, count, bytes);
    const bool areFew = runtime::are_few_rows(ofRows, count, bytes);
    const bool areMany = count > runtime::kMostTerms;
    const double left =
        (areFew ? 1 : countOfBlocks(columns, block)) * rows * terms * ofFunction(sums.left);
    const double right = (areMany ? countOfBlocks(rows, runtime::kBlockRows) : 1) * columns *
                         terms * ofFunction(sums.right);
    const double used = shareUsed(sums.product.where);
    const double joined = rows * columns * (leavesOf(sums) - 1) * ofAdding(sums.product.left->type);
    const double end =
        along(sums.endInVectors ? sums.product.columns : -1, [&] { return apart(sums.end); });
    return used * (ofTerm(sums.product.left) * rows * columns * terms + joined) + left + right +
           rows * columns * ((sums.result.value ? ofFunction(sums.result) : 0) + end);
  }
  /// Of the terms of a product those that its bounds leave, over all loops around it.
  double shareWithin(const PackedProduct &product) const {
    if (product.bounds.empty()) return 1;
    Expr all = nullptr;
    for (Expr bound : product.bounds)
      all = all ? expr::both(all, bound) : bound;
    SmallVector<int, 4> around;
    for (const int loop : freeLoops(all))
      if (loop != product.terms.front()) around.push_back(loop);
    return shareWhere(env, all, around, product.terms.front());
  }
  /// Of a loop's indices, on average over those of others.
  static double shareWhere(const Env &at, Expr condition, ArrayRef<int> others, int loop) {
    if (others.empty()) {
      const auto all = static_cast<double>(std::max<int64_t>(at.loops[loop].extent(), 1));
      return static_cast<double>(refine(at, condition, true).loops[loop].extent()) / all;
    }
    const Interval own = at.loops[others.front()];
    double sum = 0;
    Env inside = at;
    for (int64_t index = own.lo; index < own.hi; ++index) {
      inside.loops[others.front()] = {index, index + 1, 1};
      sum += shareWhere(inside, condition, others.drop_front(), loop);
    }
    return sum / static_cast<double>(std::max<int64_t>(own.extent(), 1));
  }
  /// Of the sums of a product.
  double shareUsed(ArrayRef<TileBound> where) {
    double used = 1;
    if (expects)
      for (const TileBound &bound : where)
        used *= shareOf(bound.within, {env});
    hasBranches |= !where.empty();
    return used;
  }
  /// Each key is seen once by each row. Operands are counted once, as those of products in a cache.
  double of(const Attend &attend) {
    const Attention &own = attend.attention;
    const double rows = indicesOf(own.rows), keys = indicesOf(own.keys);
    const double terms = indicesOf(own.terms), features = indicesOf(own.features);
    const double factors = rows * terms * ofFunction(attend.query) +
                           keys * terms * ofFunction(attend.key) +
                           keys * features * ofFunction(attend.values);
    const double used = shareUsed(own.where);
    return along(own.keys, [&] {
      const double products = used * ofTerm(own.query) * (terms + features);
      const double score = products + ofFunction(attend.score) + ofWeight(own.score->type);
      return factors + rows * (keys * score + features * (1 + apart(attend.end)));
    });
  }
  /// Of a score: whether it is the largest, its difference from that, its exponential, its total.
  double ofWeight(ElementType type) const { return times ? times->transcendental(type) : 4; }
  /// A multiply-add of a product, and an addition of one of its sums.
  double ofTerm(Expr factor) const { return times ? times->term(factor->type) : 2; }
  double ofAdding(ElementType type) const { return times ? times->access(type, true) : 1; }

  double ofFunction(const FunctionBody &function) {
    const llvm::DenseSet<Expr> before = known;
    const double flops = along(function.alongVectors, [&] {
      return of(function.body) + of(function.value) +
             (function.value ? ofAccess(function.value->type) : 0);
    });
    known = before;
    return flops;
  }
  static double countOfBlocks(double indices, int64_t size) {
    return std::ceil(indices / static_cast<double>(size));
  }
  double leavesOf(const PackedSums &sums) const {
    const Interval &own = env.loops[sums.product.terms[0]];
    if (own.empty()) return 1;
    if (sums.leaves.areOwn) return static_cast<double>(sums.leaves.count);
    const int64_t count = formula.loops[sums.product.terms[0]].extent;
    return static_cast<double>(runtime::leaf_of(sums.leaves.all, count, own.hi - 1) -
                               runtime::leaf_of(sums.leaves.all, count, own.lo) + 1);
  }

  // Values.

  /// Of complex numbers sums and products are those of their parts, and functions one each. What
  /// takes or makes parts moves data.
  static double flopsOf(Fn fn, ElementType argument) {
    if (!info(argument).isRounded || info(fn).cost == 0) return 0;
    if (!info(argument).isComplex) return 1;
    return info(fn).linear == Linear::each ? 6 : info(fn).cost == 1 ? 2 : 1;
  }

  double costOf(Fn fn, ElementType argument) const {
    return times ? times->function(fn, argument, vectorLoop >= 0) : flopsOf(fn, argument);
  }
  double ofAccess(ElementType type) const {
    return times ? times->access(type, vectorLoop >= 0) : 0;
  }
  /// What is the same for a vector is read before.
  double ofLoad(Expr load) const {
    if (vectorLoop >= 0 && !llvm::is_contained(freeLoops(load), vectorLoop)) return 0;
    return ofAccess(load->type);
  }
  /// One after the other has to wait where there is one sum for all; others begin beside few.
  double ofUpdate(const Accumulate &more) const {
    if (!times) return 0;
    const bool isOne = more.into.output < 0 && more.into.inBlockOf.empty();
    if (isOne) return vectorLoop < 0 && isLong ? times->chained() : 0;
    return more.into.output < 0 && vectorLoop >= 0 ? 0 : ofAccess(more.value->type);
  }

  /// Whether the second argument is left out where the first decides.
  static bool isLazy(Fn fn, ElementType argument) {
    const StringRef text = info(fn).cpp(argument);
    return text.contains("&&") || text.contains("||");
  }

  double of(Expr e) {
    llvm::DenseMap<Expr, double> counted;
    return of(e, counted);
  }

  double of(Expr e, llvm::DenseMap<Expr, double> &counted) {
    if (known.contains(e) || e->kind == Kind::Item) return 0;
    // Compilers make once what is written twice.
    if (const auto found = counted.find(e); found != counted.end())
      return times ? 0 : found->second;
    double flops = e->kind == Kind::Load ? ofLoad(e) : 0;
    if (e->kind == Kind::Select) {
      const double yes = of(e->args[1], counted), no = of(e->args[2], counted);
      flops = of(e->args[0], counted) +
              (times && vectorLoop >= 0 ? yes + no : either(e->args[0], yes, no));
    } else if (e->kind == Kind::Scalar) {
      flops = ofFunction(e, counted);
    } else {
      for (Expr part : valuesOf(e))
        flops += of(part, counted);
    }
    return counted[e] = flops;
  }

  double ofFunction(Expr e, llvm::DenseMap<Expr, double> &counted) {
    const Fn fn = static_cast<Fn>(e->value);
    const ElementType argument = e->args[0]->type;
    double flops = costOf(fn, argument) + of(e->args[0], counted);
    for (Expr more : ArrayRef<Expr>(e->args).drop_front())
      flops += ofLater(e, of(more, counted));
    return flops;
  }

  /// An argument that is left out where the first decides.
  double ofLater(Expr e, double flops) {
    const Fn fn = static_cast<Fn>(e->value);
    const ElementType argument = e->args[0]->type;
    if (!isLazy(fn, argument)) return flops;
    const bool isOr = info(fn).cpp(argument).contains("||");
    return isOr ? either(e->args[0], 0, flops) : either(e->args[0], flops, 0);
  }

  // Branches.

  double either(Expr condition, double yes, double no) {
    hasBranches |= yes != no;
    if (!expects) return std::max(yes, no);
    const double often = shareHere(condition);
    return often * yes + (1 - often) * no;
  }

  /// What is given adds to an index moves it as a whole.
  double shareHere(Expr condition) const {
    if (condition->kind != Kind::Within || !isGiven(condition->args[0]))
      return shareOf(condition, env);
    double extent = 1;
    for (auto [factor, term] : indexSum(condition->args[0]).terms)
      if (!isGiven(term))
        extent += static_cast<double>(range(expr::mul(term, factor), env).extent() - 1);
    extent = std::max(extent, 1.0);
    const double wanted =
        static_cast<double>(condition->numbers[1]) - static_cast<double>(condition->numbers[0]);
    return wanted < extent ? wanted / extent : 0.5;
  }

  double ofIndex(const Place &place) {
    double flops = 0;
    if (place.output >= 0)
      for (Expr index : place.index.empty() ? ArrayRef<Expr>(formula.results[place.output].index)
                                            : ArrayRef<Expr>(place.index))
        flops += of(index);
    return flops;
  }

  // Statements.

  double of(const OneIndex &) { return 0; }
  double of(const ReturnIfEmpty &) { return 0; }
  double of(const Copy &) { return 0; }
  double of(const Raise &) { return 0; }
  double of(const Declare &variable) { return variable.value ? of(variable.value) : 0; }
  double of(const Store &store) {
    const double index = ofIndex(store.to);
    if (!store.value) return index;
    const double written = times ? times->written(store.value->type, vectorLoop >= 0) : 0;
    return of(store.value) + written + index;
  }
  double of(const Sequence &sequence) { return apart(sequence.body); }
  double of(const Combine &combine) { return apart(combine.body); }

  double of(const Let &let) {
    const double flops = of(let.value);
    if (let.stands) known.insert(let.value);
    return flops;
  }
  double of(const Bind &bind) {
    if (bind.value->kind != Kind::Reduce) known.insert(bind.value);
    return 0;
  }
  double of(const Accumulate &more) {
    const double value = more.term.isNone() ? of(more.value) : 0;
    hasBranches |= isLazy(more.fn, more.value->type) && value > 0;
    return value + costOf(more.fn, more.value->type) + ofUpdate(more);
  }
  double of(const ReduceOne &one) {
    const ReduceView reduce(one.reduce);
    const auto fn = combiner(reduce);
    const bool isCombined = one.start && fn;
    const double combined = isCombined ? costOf(*fn, reduce.values[0]->type) : 0;
    return of(reduce.values[0]) + combined + (isCombined ? of(one.start) : 0);
  }
  /// Of all threads that have turns, one takes an update.
  static double ofOneTurn(const If::Turn &turn, double own) {
    return own / static_cast<double>(turn.of);
  }
  double of(const PushOwn &own) {
    double updates = 1;
    for (const int loop : own.loops)
      updates *= indicesOf(loop);
    const double look = ofFunction(own.find) + (own.condition ? of(own.condition) : 0);
    const double take =
        (apart(own.address) + ofFunction(own.pushed) + ofFunction(own.combined)) / own.turns();
    return updates * (look + (own.condition ? either(own.condition, take, 0) : take));
  }
  double of(const If &branch) {
    const double condition = branch.condition ? of(branch.condition) : 0;
    const double yes = apart(branch.then), no = apart(branch.otherwise);
    if (branch.turn.index) return ofOneTurn(branch.turn, yes);
    // A flag is raised once.
    if (!branch.condition) {
      hasBranches |= yes != no;
      return expects ? yes : std::max(yes, no);
    }
    return condition + either(branch.condition, yes, no);
  }

  const Formula &formula;
  Env env;
  bool expects;               // what conditions let through; else the most
  const CoreTimes *times;     // null: FLOPs
  int vectorLoop = -1;        // that is taken in vectors here
  bool isLong = false;        // the loop at hand
  llvm::DenseSet<Expr> known; // what stands for a variable
  OpenBlocks open;
};

} // namespace

double shareOf(Expr condition, ArrayRef<Env> envs) {
  if (condition->kind != Kind::Within) return 0.5;
  const int64_t lo = condition->numbers[0], hi = condition->numbers[1];
  double all = 0, inside = 0;
  for (const Env &env : envs) {
    const Interval values = range(condition->args[0], env);
    all += static_cast<double>(values.extent());
    const int64_t least = std::max(lo, values.lo), end = std::min(hi, values.hi);
    inside += static_cast<double>(std::max<int64_t>(end - least, 0));
  }
  return all == 0 ? 0 : inside / all;
}

double secondsOnCore(const KernelTree &body, const Formula &formula, const Env &env,
                     const CoreTimes &times) {
  return WorkCounter(formula, env, /*expects=*/true, &times).whole(body.statements);
}

ExecutedWork executedWork(const KernelTree &body, const Formula &formula, const Env &env) {
  ExecutedWork work;
  WorkCounter most(formula, env, /*expects=*/false);
  work.most = work.expected = most.whole(body.statements);
  work.isExact = !most.hasBranches;
  if (!work.isExact) work.expected = WorkCounter(formula, env, true).whole(body.statements);
  return work;
}

} // namespace shardc
