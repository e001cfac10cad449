// SPDX-License-Identifier: Apache-2.0
// Fusing weighs the same formulas again and again, as each value is put into its users and what
// comes of it into theirs; so what a formula has is counted in one walk over its nodes, and what it
// takes is worked out when it is first asked for, by the key of what it computes.
#include "codegen/lower/fusion/figures.h"

#include "analysis/boxes/shard_reads.h"
#include "analysis/program/cost.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace shardc {

Census::Census(const Formula &formula) {
  for (const Result &result : formula.results)
    visit(result.value, false);
}

void Census::visit(Expr e, bool reduced) {
  if (!(reduced ? inside : outside).insert(e).second) return;
  ++nodes;
  conditions += e->kind == Kind::Select;
  if (e->kind == Kind::Reduce && !reduced) reductions.push_back(e);
  for (Expr arg : e->args)
    visit(arg, reduced || e->kind == Kind::Reduce);
}

double pointsOf(const Formula &formula) {
  double points = 1;
  for (const Result &result : formula.results)
    points *= static_cast<double>(result.type.elements());
  return points;
}

bool hasOwnReductions(const Formula &formula, const Census &census) {
  return llvm::any_of(census.reductions, [&](Expr reduction) {
    const auto used = freeLoops(reduction);
    return llvm::all_of(formula.results, [&](const Result &result) {
      return llvm::all_of(result.index, [&](Expr index) {
        const auto loops = radix(index).value_or(SmallVector<Expr, 2>());
        return llvm::all_of(loops,
                            [&](Expr loop) { return llvm::is_contained(used, loop->value); });
      });
    });
  });
}

bool hasProduct(const Census &census) {
  return llvm::any_of(census.reductions, [](Expr reduction) {
    return llvm::any_of(ReduceView(reduction).values, isTerm);
  });
}

int64_t largeProducts(const Formula &formula, const Census &census) {
  constexpr int64_t kTerms = 16, kSide = 24, kProducts = int64_t{1} << 15;
  const auto isLarge = [&](Expr term, int64_t terms) {
    const auto left = freeLoops(term->args[0]), right = freeLoops(term->args[1]);
    const auto side = [&](ArrayRef<int> own, ArrayRef<int> other) {
      int64_t indices = 1;
      for (const int loop : own)
        if (!llvm::is_contained(other, loop)) indices *= formula.loops[loop].extent;
      return indices;
    };
    const int64_t rows = side(left, right), columns = side(right, left);
    return terms >= kTerms && std::min(rows, columns) > 1 && std::max(rows, columns) >= kSide &&
           rows * columns * terms >= kProducts;
  };
  return llvm::count_if(census.reductions, [&](Expr reduction) {
    const ReduceView reduce(reduction);
    int64_t terms = 1;
    for (Expr loop : reduce.loops)
      terms *= loop->numbers[0];
    return llvm::any_of(reduce.values,
                        [&](Expr value) { return isTerm(value) && isLarge(value, terms); });
  });
}

bool reduces(const Formula &formula, int operand, const Census &census) {
  return llvm::any_of(census.reductions, [&](Expr reduction) {
    return anyUnder(reduction,
                    [&](Expr e) { return e->kind == Kind::Load && e->value == operand; });
  });
}

int64_t fewestTerms(const Census &census) {
  int64_t fewest = INT64_MAX;
  for (Expr reduction : census.reductions) {
    int64_t terms = 1;
    for (Expr loop : ReduceView(reduction).loops)
      terms = llvm::SaturatingMultiply<uint64_t>(terms, loop->numbers[0]);
    fewest = std::min(fewest, terms);
  }
  return fewest;
}

static double independentPoints(const Formula &formula, const Census &census) {
  double points = 1;
  for (const Result &result : formula.results)
    for (Expr index : result.index)
      for (Expr loop : radix(index).value_or(SmallVector<Expr, 2>())) {
        const bool shared = llvm::any_of(census.reductions, [&](Expr reduction) {
          return !llvm::is_contained(freeLoops(reduction), static_cast<int>(loop->value));
        });
        if (!shared) points *= static_cast<double>(loop->numbers[0]);
      }
  return points;
}

static double bytesRead(const Formula &formula) {
  double bytes = 0;
  const Demand all = demand(formula, wholeLoops(formula));
  for (auto [operand, boxes] : llvm::zip_equal(formula.operands, all))
    for (const Box &box : boxes)
      bytes += static_cast<double>(volume(box) * info(operand.type).bytes);
  return bytes;
}

Figures::Of &Figures::of(const Formula &formula) {
  Key key;
  addResults(key, formula);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  const Census census(formula);
  return known.emplace(std::move(key), Of{census, independentPoints(formula, census), {}, {}, {}})
      .first->second;
}

double Figures::work(const Formula &formula) {
  std::optional<double> &seconds = of(formula).seconds;
  if (!seconds) seconds = secondsWithLoads(formula, wholeLoops(formula), machine);
  return *seconds;
}

double Figures::terms(const Formula &formula) {
  std::optional<double> &terms = of(formula).terms;
  if (!terms) terms = termsOf(formula, wholeLoops(formula));
  return *terms;
}

double Figures::bytes(const Formula &formula) {
  std::optional<double> &bytes = of(formula).bytes;
  if (!bytes) bytes = bytesRead(formula);
  return *bytes;
}

} // namespace shardc
