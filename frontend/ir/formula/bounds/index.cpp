// SPDX-License-Identifier: Apache-2.0
// Index expressions. Sums are kept flat and sorted, so equal sums are one node; digits are split
// into what is known of their parts:
//
//   (12 i + 4 j + k) / 4        -> 3 i + j             k in [0, 4)
//   (12 i + 4 j + k) mod 8      -> 4 ((3 i + j) mod 2) + k
//   6 (e / 6) + e mod 6         -> e
#include "frontend/ir/formula/bounds/index.h"

#include "frontend/ir/formula/expressions/arithmetic.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>
#include <numeric>

namespace shardc {

bool isConstant(Expr index) { return index->kind == Kind::Linear && index->args.empty(); }

SmallVector<Term, 4> terms(Expr index) {
  if (index->kind != Kind::Linear) return {{1, index}};
  SmallVector<Term, 4> list;
  for (size_t k = 0; k < index->args.size(); ++k)
    list.push_back({index->numbers[k], index->args[k]});
  return list;
}

int64_t constantOf(Expr index) { return index->kind == Kind::Linear ? index->value : 0; }

void putAddedFirst(SmallVectorImpl<Term> &terms) {
  llvm::stable_sort(terms,
                    [](const Term &a, const Term &b) { return (a.first > 0) > (b.first > 0); });
}

void forEachPart(ArrayRef<Expr> indices, llvm::function_ref<void(Expr)> look) {
  llvm::SmallDenseSet<Expr, 8> seen;
  SmallVector<Expr, 8> open(indices);
  while (!open.empty()) {
    Expr e = open.pop_back_val();
    if (!seen.insert(e).second) continue;
    look(e);
    if (e->kind == Kind::Linear || e->kind == Kind::Digit || e->kind == Kind::Pick)
      open.append(e->args.begin(), e->args.end());
  }
}

// Sums.

/// Sorts the terms, adds up those of equal expressions and drops zeros.
static void merge(SmallVectorImpl<Term> &list) {
  llvm::sort(list, [](const Term &a, const Term &b) { return a.second->id < b.second->id; });
  SmallVector<Term, 8> merged;
  for (const Term &term : list) {
    if (!merged.empty() && merged.back().second == term.second)
      merged.back().first += term.first;
    else
      merged.push_back(term);
    if (merged.back().first == 0) merged.pop_back();
  }
  list.assign(merged.begin(), merged.end());
}

/// If `high` and `low` are neighbouring digits of one number, in proportion, the term that both
/// are: 6 (e / 6) + e mod 6 = e.
static std::optional<Term> joinDigits(const Term &high, const Term &low) {
  if (high.second->kind != Kind::Digit || low.second->kind != Kind::Digit) return {};
  const int64_t highUnit = high.second->numbers[0], highSize = high.second->numbers[1];
  const int64_t size = low.second->numbers[1];
  if (size == 0 || highUnit % size != 0) return {};
  if (low.first > kFar / size || low.first < -kFar / size || high.first != low.first * size)
    return {};
  Expr number = high.second->args[0];
  if (expr::digit(number, highUnit / size, size) != low.second) return {};
  return Term(low.first, expr::digit(number, highUnit / size, highSize * size));
}

/// Joins one pair of digits; false if there is none.
static bool joinSome(SmallVectorImpl<Term> &list) {
  for (size_t high = 0; high < list.size(); ++high)
    for (size_t low = 0; low < list.size(); ++low) {
      std::optional<Term> joined = joinDigits(list[high], list[low]);
      if (!joined) continue;
      list[high] = *joined;
      list.erase(list.begin() + low);
      return true;
    }
  return false;
}

static void flatten(const Term &term, int64_t &constant, SmallVectorImpl<Term> &list) {
  constant += term.first * constantOf(term.second);
  for (auto [factor, e] : terms(term.second))
    list.push_back({term.first * factor, e});
}

Expr expr::linear(Pool &pool, int64_t constant, ArrayRef<Term> given) {
  SmallVector<Term, 8> list;
  for (const Term &term : given)
    flatten(term, constant, list);
  merge(list);
  if (joinSome(list)) return linear(pool, constant, list);
  if (list.size() == 1 && list[0].first == 1 && constant == 0) return list[0].second;
  Node node{.kind = Kind::Linear, .type = ElementType::index, .value = constant};
  for (auto [factor, e] : list) {
    node.numbers.push_back(factor);
    node.args.push_back(e);
  }
  return pool.intern(std::move(node));
}

Expr expr::add(Expr a, Expr b) { return linear(*a->pool, 0, {{1, a}, {1, b}}); }
Expr expr::add(Expr a, int64_t b) { return linear(*a->pool, b, {{1, a}}); }
Expr expr::sub(Expr a, Expr b) { return linear(*a->pool, 0, {{1, a}, {-1, b}}); }
Expr expr::mul(Expr a, int64_t factor) { return linear(*a->pool, 0, {{factor, a}}); }

// Digits.

namespace {
/// e = unit * high + low.
struct Split {
  int64_t unit;
  Expr high, low;
};
} // namespace

/// `e` split at `unit`: terms that it divides are high, whole units of the constant too.
static Split splitAt(Expr e, int64_t unit, ArrayRef<Term> high, ArrayRef<Term> low) {
  SmallVector<Term, 4> divided;
  for (auto [factor, part] : high)
    divided.push_back({factor / unit, part});
  const int64_t constant = constantOf(e);
  return {unit, expr::linear(*e->pool, floorDiv(constant, unit), divided),
          expr::linear(*e->pool, floorMod(constant, unit), low)};
}

static Split splitAt(Expr e, int64_t unit) {
  SmallVector<Term, 4> high, low;
  for (const Term &term : terms(e))
    (term.first % unit == 0 ? high : low).push_back(term);
  return splitAt(e, unit, high, low);
}

/// A split at some divisor, larger than 1, of `number`, with 0 <= low < unit. None if there is
/// none with the terms of largest factors as high.
static std::optional<Split> splitLow(Expr e, int64_t number, RangeOf range) {
  SmallVector<Term, 4> list = terms(e);
  llvm::sort(list, [](const Term &a, const Term &b) {
    return std::pair(-std::abs(a.first), a.second->id) <
           std::pair(-std::abs(b.first), b.second->id);
  });
  int64_t unit = number;
  for (size_t count = 1; count <= list.size(); ++count) {
    unit = std::gcd(unit, list[count - 1].first);
    if (unit <= 1) return {};
    const ArrayRef<Term> all(list);
    Split split = splitAt(e, unit, all.take_front(count), all.drop_front(count));
    const Interval low = range(split.low);
    if (!low.empty() && low.lo >= 0 && low.hi <= unit) return split;
  }
  return {};
}

/// A digit of a digit as one digit of the number itself, where it is one.
static Expr digitOfDigit(Expr inner, int64_t unit, int64_t size) {
  Expr number = inner->args[0];
  const int64_t innerUnit = inner->numbers[0], innerSize = inner->numbers[1];
  int64_t both;
  if (llvm::MulOverflow(innerUnit, unit, both)) return nullptr;
  if (innerSize == 0) return expr::digit(number, both, size);
  if (innerSize % unit != 0) return nullptr;
  const int64_t left = innerSize / unit; // (number / both) mod left, then mod size
  if (size == 0 || size % left == 0) return expr::digit(number, both, left);
  if (left % size == 0) return expr::digit(number, both, size);
  return nullptr;
}

static Expr makeDigit(Expr e, int64_t unit, int64_t size) {
  return e->pool->intern(
      {.kind = Kind::Digit, .type = ElementType::index, .args = {e}, .numbers = {unit, size}});
}

/// e / unit, not a constant.
static Expr quotientWhere(Expr e, int64_t unit, RangeOf range) {
  if (std::optional<Split> split = splitLow(e, unit, range))
    return digitWhere(split->high, unit / split->unit, 0, range);
  const Split split = splitAt(e, unit);
  if (!isConstant(split.high) || split.high->value != 0)
    return expr::add(split.high, digitWhere(split.low, unit, 0, range));
  return makeDigit(e, unit, 0);
}

/// `e` without terms and parts of its constant that are multiples of `period`.
static Expr withoutPeriods(Expr e, int64_t period) { return splitAt(e, period).low; }

/// e mod size, where `e` has no multiples of `size` and does not lie in one period.
static Expr remainderWhere(Expr e, int64_t size, RangeOf range) {
  std::optional<Split> split = splitLow(e, size, range);
  if (!split) return makeDigit(e, 1, size);
  return expr::linear(
      *e->pool, 0,
      {{split->unit, digitWhere(split->high, 1, size / split->unit, range)}, {1, split->low}});
}

/// (e / unit) mod size, where neither is 1 or 0.
static Expr middleWhere(Expr e, int64_t unit, int64_t size, RangeOf range) {
  if (std::optional<Split> split = splitLow(e, unit, range))
    return digitWhere(split->high, unit / split->unit, size, range);
  // Through the quotient, if its remainder is then simpler than a digit of it.
  Expr quotient = quotientWhere(e, unit, range);
  if (quotient->kind == Kind::Digit) return makeDigit(e, unit, size);
  Expr remainder = digitWhere(quotient, 1, size, range);
  const bool simpler = remainder->kind != Kind::Digit || remainder->numbers[0] != 1;
  return simpler ? remainder : makeDigit(e, unit, size);
}

Expr digitWhere(Expr e, int64_t unit, int64_t size, RangeOf range) {
  assert(unit >= 0 && size >= 0 && "digits of positive numbers");
  Pool &pool = *e->pool;
  if (unit == 0 || size == 1) return pool.constant(0); // unit 0: of a dimension without elements
  if (unit == 1 && size == 0) return e;
  int64_t period = 0;
  if (size != 0 && llvm::MulOverflow(unit, size, period)) return makeDigit(e, unit, size);
  if (e->kind == Kind::Digit)
    if (Expr digit = digitOfDigit(e, unit, size)) return digit;
  if (period != 0) e = withoutPeriods(e, period);

  const Interval all = range(e);
  const int64_t block = period != 0 ? period : unit;
  const bool inOneBlock = !all.empty() && floorDiv(all.lo, block) == floorDiv(all.hi - 1, block);
  if (inOneBlock) {
    const int64_t number = floorDiv(all.lo, block);
    if (period == 0) return pool.constant(number);
    return digitWhere(expr::add(e, -number * period), unit, 0, range);
  }
  if (size == 0) return quotientWhere(e, unit, range);
  if (unit == 1) return remainderWhere(e, size, range);
  return middleWhere(e, unit, size, range);
}

Expr expr::digit(Expr e, int64_t unit, int64_t size) {
  return digitWhere(e, unit, size, wholeRange);
}
Expr expr::div(Expr e, int64_t divisor) { return digit(e, divisor, 0); }
Expr expr::mod(Expr e, int64_t divisor) { return digit(e, 1, divisor); }

// Computed indices, and what becomes of indices.

Expr expr::at(Expr scalar, int64_t first, int64_t last) {
  Pool &pool = *scalar->pool;
  if (first >= last) return pool.constant(first);
  if (scalar->kind == Kind::Literal)
    return pool.constant(std::clamp(scalar->number.asInteger(), first, last));
  if (Expr index = indexOf(scalar)) {
    const Interval range = wholeRange(index);
    if (range.lo >= first && range.hi <= last + 1) return index;
  }
  return pool.intern(
      {.kind = Kind::At, .type = ElementType::index, .args = {scalar}, .numbers = {first, last}});
}

Expr expr::pick(Expr index, Expr loop) {
  assert(loop->kind == Kind::Loop && "a pick has a loop of its own");
  return index->pool->intern(
      {.kind = Kind::Pick, .type = ElementType::index, .args = {index, loop}});
}

Expr expr::held(Expr index, Expr loop) {
  assert(loop->kind == Kind::Loop && "what is held is the interval of a loop");
  return index->pool->intern({.kind = Kind::Held, .type = ElementType::i1, .args = {index, loop}});
}

Expr expr::cast(ElementType type, Expr index) {
  if (isConstant(index)) return index->pool->literal(Number::of(type, index->value));
  return index->pool->intern({.kind = Kind::Cast, .type = type, .args = {index}});
}

Expr indexOf(Expr scalar) {
  if (!isInteger(scalar->type)) return nullptr;
  if (scalar->kind == Kind::Literal) {
    const Number &number = scalar->number;
    const bool isIndex = number.wide() == number.asInteger();
    return isIndex ? scalar->pool->constant(number.asInteger()) : nullptr;
  }
  if (scalar->kind != Kind::Cast) return nullptr;
  const Interval range = wholeRange(scalar->args[0]);
  if (range.empty()) return nullptr;
  const bool fits = holds(scalar->type, range.lo) && holds(scalar->type, range.hi - 1);
  return fits ? scalar->args[0] : nullptr;
}

// Bounds.

/// `e` in [lo, hi) with factors divided by what they share, first factor positive, no constant.
static void normalise(Expr &e, int64_t &lo, int64_t &hi) {
  const int64_t constant = constantOf(e);
  SmallVector<Term, 4> list = terms(e);
  lo -= constant;
  hi -= constant;
  int64_t shared = 0;
  for (const Term &term : list)
    shared = std::gcd(shared, term.first);
  if (list[0].first < 0) {
    std::swap(lo, hi);
    lo = 1 - lo;
    hi = 1 - hi;
    shared = -shared;
  }
  for (Term &term : list)
    term.first /= shared;
  e = expr::linear(*e->pool, 0, list);
  lo = ceilDiv(lo, std::abs(shared));
  hi = ceilDiv(hi, std::abs(shared));
}

Expr withinWhere(Expr e, int64_t lo, int64_t hi, RangeOf range) {
  Pool &pool = *e->pool;
  lo = std::max(lo, -kFar);
  hi = std::min(hi, kFar);
  const auto known = [&](bool value) {
    return pool.literal(Number::of(ElementType::i1, int64_t{value}));
  };
  if (hi <= lo) return known(false);
  if (isConstant(e)) return known(lo <= e->value && e->value < hi);
  normalise(e, lo, hi);
  Interval r = range(e);
  if (r.empty() || r.hi <= lo || hi <= r.lo || hi <= lo) return known(false);
  if (lo <= r.lo && r.hi <= hi) return known(true);
  // A side that always holds says nothing: it becomes the end of the whole range.
  const Interval whole = wholeRange(e);
  if (lo <= r.lo) lo = std::min(lo, whole.lo);
  if (r.hi <= hi) hi = std::max(hi, whole.hi);
  if (e->kind == Kind::Digit && e->numbers[1] == 0) {
    const int64_t unit = e->numbers[0];
    return withinWhere(e->args[0], lo <= whole.lo ? -kFar : lo * unit,
                       hi >= whole.hi ? kFar : hi * unit, range);
  }
  return pool.intern({.kind = Kind::Within,
                      .type = ElementType::i1,
                      .args = {e},
                      .numbers = {std::max(lo, whole.lo), std::min(hi, whole.hi)}});
}

Expr expr::within(Expr index, int64_t lo, int64_t hi) {
  return withinWhere(index, lo, hi, wholeRange);
}

} // namespace shardc
