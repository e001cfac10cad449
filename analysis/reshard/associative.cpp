// SPDX-License-Identifier: Apache-2.0
// Two kinds of combiners are known to be associative. In the first each value is combined with its
// own kind alone, by a function that is: integers by sums, anything by maxima. The second kind
// compares values with their counterparts and picks among them, as argmax does. What it gives
// depends on nothing but how the arguments compare, so it is associative if it is for arguments
// from a few values that compare in every way in which three can: this is tried.
#include "analysis/reshard/associative.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardc {

/// Args `k` on the left and on the right, in this order.
static bool isPair(Expr a, Expr b, int64_t k, int64_t count) {
  return a->kind == Kind::Arg && b->kind == Kind::Arg && a->value == k && b->value == k + count;
}

static bool combinesAlone(ArrayRef<Expr> combine) {
  const auto count = static_cast<int64_t>(combine.size());
  for (int64_t k = 0; k < count; ++k) {
    Expr e = combine[k];
    const bool known =
        e->kind == Kind::Scalar && e->args.size() == 2 &&
        isExact(static_cast<Fn>(e->value), e->type) &&
        (isPair(e->args[0], e->args[1], k, count) || isPair(e->args[1], e->args[0], k, count));
    if (!known) return false;
  }
  return true;
}

namespace {

using Tuple = SmallVector<Number, 2>;

/// Evaluates a combiner that only compares and picks.
class Picker {
public:
  explicit Picker(ArrayRef<Expr> combine) : combine(combine) {
    count = static_cast<int64_t>(combine.size());
  }

  bool onlyPicks() const {
    int budget = kMostNodes;
    return llvm::all_of(combine, [&](Expr e) { return picks(e, budget); });
  }

  Tuple operator()(const Tuple &left, const Tuple &right) const {
    Tuple both(left);
    both.append(right);
    Tuple result;
    for (Expr e : combine)
      result.push_back(valueOf(e, both));
    return result;
  }

private:
  /// Nodes that are looked at, shared ones each time: what is larger is not tried.
  static constexpr int kMostNodes = 100;

  /// Counterparts, or one value and itself (a test for NaN).
  bool compares(Expr e) const {
    return e->args.size() == 2 && e->args[0]->kind == Kind::Arg && e->args[1]->kind == Kind::Arg &&
           e->args[0]->value % count == e->args[1]->value % count;
  }
  static bool isLogical(Expr e) {
    for (Expr arg : e->args)
      if (arg->type != ElementType::i1) return false;
    return e->type == ElementType::i1;
  }
  static bool isOrder(Fn fn) { return fn == Fn::max || fn == Fn::min || info(fn).predicate; }

  bool picks(Expr e, int &budget) const {
    if (--budget < 0) return false;
    if (e->kind == Kind::Arg) return true;
    if (e->kind == Kind::Literal) return e->type == ElementType::i1;
    if (e->kind == Kind::Scalar && compares(e) && isOrder(static_cast<Fn>(e->value))) return true;
    const bool known = e->kind == Kind::Select || (e->kind == Kind::Scalar && isLogical(e));
    if (!known) return false;
    for (Expr arg : e->args)
      if (!picks(arg, budget)) return false;
    return true;
  }

  static Number valueOf(Expr e, const Tuple &args) {
    if (e->kind == Kind::Arg) return args[e->value];
    if (e->kind == Kind::Literal) return e->number;
    if (e->kind == Kind::Select)
      return valueOf(e->args[valueOf(e->args[0], args).isTrue() ? 1 : 2], args);
    SmallVector<Number, 2> values;
    for (Expr arg : e->args)
      values.push_back(valueOf(arg, args));
    return apply(static_cast<Fn>(e->value), e->type, values);
  }

  ArrayRef<Expr> combine;
  int64_t count;
};

} // namespace

/// Three numbers of which one is less than the next, and the two zeros, and what compares to
/// nothing.
static SmallVector<Number, 5> samplesOf(ElementType type) {
  if (type == ElementType::i1) return {Number::of(type, int64_t{0}), Number::of(type, int64_t{1})};
  if (!info(type).isFloat)
    return {Number::of(type, int64_t{0}), Number::of(type, int64_t{1}),
            Number::of(type, int64_t{2})};
  return {Number::of(type, -1.0), Number::of(type, -0.0), Number::of(type, 0.0),
          Number::of(type, 1.0), Number::of(type, std::nan(""))};
}

/// Every tuple of samples; none where they are too many to try all triples.
static std::vector<Tuple> tuplesOf(ArrayRef<Expr> combine) {
  constexpr size_t kMost = 80;
  std::vector<Tuple> tuples = {{}};
  for (Expr e : combine) {
    std::vector<Tuple> longer;
    for (const Tuple &tuple : tuples)
      for (const Number &sample : samplesOf(e->type)) {
        longer.push_back(tuple);
        longer.back().push_back(sample);
      }
    if (longer.size() > kMost) return {};
    tuples = std::move(longer);
  }
  return tuples;
}

static bool sameBits(const Tuple &a, const Tuple &b) {
  return llvm::all_of(llvm::zip_equal(a, b),
                      [](auto pair) { return std::get<0>(pair).sameBits(std::get<1>(pair)); });
}

namespace {

/// What a combiner that picks makes of each pair of the tuples that are tried, by their numbers.
struct Tried {
  size_t count = 0; // of tuples; 0: it does more than pick, or there would be too many
  std::vector<size_t> made;

  explicit Tried(ArrayRef<Expr> combine) {
    const Picker pick(combine);
    if (!pick.onlyPicks()) return;
    const std::vector<Tuple> tuples = tuplesOf(combine); // all that it makes are among them
    count = tuples.size();
    for (const Tuple &a : tuples)
      for (const Tuple &b : tuples) {
        const Tuple both = pick(a, b);
        const auto found = llvm::find_if(tuples, [&](const Tuple &c) { return sameBits(both, c); });
        made.push_back(found - tuples.begin());
      }
  }

  size_t operator()(size_t a, size_t b) const { return made[a * count + b]; }
};

} // namespace

static bool picksAssociatively(ArrayRef<Expr> combine) {
  const Tried of(combine);
  for (size_t a = 0; a < of.count; ++a)
    for (size_t b = 0; b < of.count; ++b)
      for (size_t c = 0; c < of.count; ++c)
        if (of(of(a, b), c) != of(a, of(b, c))) return false;
  return of.count > 0;
}

static bool picksCommutatively(ArrayRef<Expr> combine) {
  const Tried of(combine);
  for (size_t a = 0; a < of.count; ++a)
    for (size_t b = 0; b < a; ++b)
      if (of(a, b) != of(b, a)) return false;
  return of.count > 0;
}

bool isRepeatable(ArrayRef<Expr> combine) {
  const Tried of(combine);
  for (size_t a = 0; a < of.count; ++a)
    if (of(a, a) != a) return false;
  return of.count > 0;
}

bool isCommutative(ArrayRef<Expr> combine) {
  return combinesAlone(combine) || picksCommutatively(combine);
}

bool isAssociative(ArrayRef<Expr> combine) {
  return combinesAlone(combine) || picksAssociatively(combine);
}

} // namespace shardc
