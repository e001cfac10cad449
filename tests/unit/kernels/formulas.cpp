// SPDX-License-Identifier: Apache-2.0
#include "formulas.h"

#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::test {

Expr Build::loop(int64_t extent, const std::string &name) {
  formula.loops.push_back({name, extent});
  return pool.loop(static_cast<int>(formula.loops.size()) - 1, extent);
}

Expr Build::load(ElementType type, ArrayRef<int64_t> shape, ArrayRef<Expr> index) {
  formula.operands.push_back({type, {shape.begin(), shape.end()}});
  return again(static_cast<int>(formula.operands.size()) - 1, index);
}

Expr Build::again(int operand, ArrayRef<Expr> index) {
  return expr::load(pool, formula.operands[operand].type, operand, index);
}

Expr Build::call(Fn fn, ArrayRef<Expr> args) {
  return expr::scalar(fn, resultOf(fn, args.front()->type), args);
}

Expr Build::reduce(Fn fn, ArrayRef<Expr> loops, Expr value, std::optional<double> init,
                   ArrayRef<SumOrder> order) {
  const ElementType type = value->type;
  Expr combine = call(fn, {pool.arg(type, 0), pool.arg(type, 1)});
  SmallVector<Expr, 1> inits;
  if (init) inits.push_back(number(type, *init));
  return expr::item(expr::reduce(loops, {value}, {combine}, inits, order), 0);
}

void Build::result(ElementType type, ArrayRef<int64_t> shape, ArrayRef<Expr> index, Expr value) {
  formula.results.push_back(
      {{type, {shape.begin(), shape.end()}}, {index.begin(), index.end()}, value});
}

namespace {

/// Draws formulas.
class Draw {
public:
  Draw(Pool &pool, std::mt19937 &random) : b(pool), random(random) {}

  Example any() {
    switch (number(0, 18)) {
    case 0:
      return elementwise();
    case 1:
      return contraction();
    case 2:
      return softmax();
    case 3:
      return stencil();
    case 4:
      return concatenation();
    case 5:
      return splitReshape();
    case 6:
      return mergedReshape();
    case 7:
      return gathered();
    case 8:
      return argmax();
    case 9:
      return iota();
    case 10:
      return conditionalSum();
    case 11:
      return movement();
    case 12:
      return picked();
    case 13:
    case 14:
      return product();
    case 15:
    case 16:
      return orderedSum();
    case 17:
      return combinedNeighbours();
    default:
      return twoResults();
    }
  }

private:
  Build b;
  std::mt19937 &random;
  SmallVector<Expr, 5> index;
  SmallVector<int64_t, 5> shape;

  int64_t number(int64_t lo, int64_t hi) {
    return lo + static_cast<int64_t>(random() % static_cast<uint64_t>(hi - lo + 1));
  }
  template <typename T, size_t N>
  T oneOf(const T (&list)[N]) {
    return list[number(0, N - 1)];
  }
  ElementType type() {
    if (number(0, 1) == 0) return number(0, 3) ? ElementType::f32 : ElementType::f64;
    return integerType();
  }
  ElementType integerType() {
    while (true)
      if (ElementType type = elementTypes()[number(0, elementTypes().size() - 1)]; isInteger(type))
        return type;
  }
  int64_t extent() { return oneOf<int64_t>({1, 2, 3, 4, 5, 7, 300}); }

  void loops(int64_t rank) {
    for (int64_t dim = 0; dim < rank; ++dim) {
      shape.push_back(rank < 3 ? extent() : number(1, 5));
      index.push_back(b.loop(shape.back(), std::string(1, static_cast<char>('i' + dim))));
    }
  }

  Example done(ElementType type, Expr value) {
    b.result(type, shape, index, value);
    Example example;
    for (Expr e : index)
      if (e->kind == Kind::Loop) example.cuttable.push_back(static_cast<int>(e->value));
    example.formula = b.formula;
    return example;
  }

  /// An operand at some of the indices, perhaps in another order.
  Expr operand(ElementType type) {
    SmallVector<int64_t, 5> extents;
    SmallVector<Expr, 5> at;
    std::vector<size_t> order(index.size());
    for (size_t k = 0; k < order.size(); ++k)
      order[k] = k;
    if (number(0, 3) == 0) std::shuffle(order.begin(), order.end(), random);
    for (size_t k : order)
      if (number(0, 4) != 0) extents.push_back(shape[k]), at.push_back(index[k]);
    if (number(0, 5) == 0) extents.insert(extents.begin(), 9), at.insert(at.begin(), counter());
    return b.load(type, extents, at);
  }

  /// Of a loop of steps, up to 8: of the one around, or of one that counts down in that.
  Expr counter() {
    if (number(0, 1)) return b.pool.trip(0, 7);
    return expr::add(expr::mul(b.pool.trip(1, 5), -2), 8);
  }

  /// Whether a counter, or how far an index is from one, is small.
  Expr isNear() {
    return expr::within(index.empty() ? counter() : expr::sub(index[0], counter()), -1, 3);
  }

  Expr tree(ElementType type, int depth) {
    if (depth == 0 || number(0, 5) == 0) {
      if (number(0, 3) == 0) return b.number(type, static_cast<double>(number(0, 9)) / 4);
      if (number(0, 9) == 0) return expr::cast(type, counter());
      if (!b.formula.operands.empty() && number(0, 2) == 0) {
        const auto k = static_cast<int>(number(0, b.formula.operands.size() - 1));
        if (ArrayRef(b.formula.operands[k].shape) == ArrayRef(shape) &&
            b.formula.operands[k].type == type)
          return b.again(k, index);
      }
      return operand(type);
    }
    if (number(0, 6) == 0) {
      Expr condition = number(0, 3) == 0 ? isNear()
                                         : b.call(oneOf({Fn::lt, Fn::eq, Fn::ge}),
                                                  {tree(type, depth - 1), tree(type, depth - 1)});
      return expr::select(condition, tree(type, depth - 1), tree(type, depth - 1));
    }
    if (isInteger(type) && number(0, 2) == 0) return integers(type, depth);
    if (number(0, 6) == 0)
      return b.call(oneOf({Fn::neg, Fn::abs, Fn::sign}), {tree(type, depth - 1)});
    const Fn fn = oneOf({Fn::add, Fn::sub, Fn::mul, Fn::div, Fn::max, Fn::min, Fn::add, Fn::sub});
    Expr left = tree(type, depth - 1);
    return b.call(fn, {left, number(0, 5) == 0 ? left : tree(type, depth - 1)});
  }

  /// Any function of integers, or one of another type.
  Expr integers(ElementType type, int depth) {
    static constexpr Fn all[] = {
#define SCALAR(name, ...) Fn::name,
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
    };
    const Fn fn = oneOf(all);
    if (!supports(fn, type)) return tree(type, depth);
    if (info(fn).conversion) {
      const ElementType from = fn == Fn::convert ? this->type() : integerType();
      if (fn == Fn::bitcast && info(from).bytes != info(type).bytes) return tree(type, depth);
      return expr::scalar(fn, type, {tree(from, depth - 1)});
    }
    SmallVector<Expr, 2> args;
    for (int k = 0; k < info(fn).arity; ++k)
      args.push_back(tree(type, depth - 1));
    Expr made = expr::scalar(fn, resultOf(fn, type), args);
    return info(fn).predicate ? expr::scalar(Fn::convert, type, {made}) : made;
  }

  Example elementwise() {
    loops(number(0, 5));
    const ElementType t = type();
    return done(t, tree(t, static_cast<int>(number(1, 4))));
  }

  Example contraction() {
    loops(2);
    const ElementType t = type();
    const int64_t n = number(0, 6);
    Expr k = b.loop(n, "k");
    Expr x = b.load(t, {shape[0], n}, {index[0], k});
    Expr w = b.load(t, {n, shape[1]}, {k, index[1]});
    const bool isSum = number(0, 1) == 0;
    Expr sum =
        b.reduce(isSum ? Fn::add : oneOf({Fn::max, Fn::min, Fn::mul}), {k}, b.call(Fn::mul, {x, w}),
                 isSum          ? std::optional<double>(number(0, 2))
                 : number(0, 1) ? std::optional<double>(2)
                                : std::nullopt);
    if (number(0, 1)) sum = b.call(Fn::add, {sum, tree(t, 1)});
    return done(t, sum);
  }

  /// A product large enough for blocks of its results, of an operand that may be turned, over one
  /// or two loops, perhaps in one branch alone.
  Example product() {
    const auto some = [&] { return oneOf<int64_t>({1, 3, 6, 17, 24, 70, 130, 192}); };
    shape = {some(), some()};
    index = {b.loop(shape[0], "i"), b.loop(shape[1], "j")};
    const ElementType t = type();
    const int64_t n = number(1, 9), m = number(1, 3);
    Expr i = index[0], j = index[1], k = b.loop(n, "k"), l = b.loop(m, "l");
    const bool isTurned = number(0, 1);
    Expr x = number(0, 3) ? b.load(t, {shape[0], m, n}, {i, l, k}) : b.load(t, {m, n}, {l, k});
    Expr w =
        isTurned ? b.load(t, {shape[1], m, n}, {j, l, k}) : b.load(t, {m, n, shape[1]}, {l, k, j});
    const Fn fn = oneOf({Fn::add, Fn::add, Fn::max, Fn::min, Fn::mul});
    const std::optional<double> init =
        number(0, 2) ? std::optional<double>(number(0, 2)) : std::nullopt;
    Expr sum = b.reduce(fn, {l, k}, b.call(Fn::mul, {x, w}), init);
    if (number(0, 1)) sum = b.call(Fn::add, {sum, tree(t, 1)});
    if (number(0, 2)) return done(t, sum);
    Expr isLower = expr::within(expr::sub(i, j), 0, shape[0]);
    return done(t, expr::select(isLower, sum, operand(t)));
  }

  /// Any order: leaves that do not divide, more leaves than indices. Of a product the first loop
  /// alone has one.
  SmallVector<SumOrder, 2> order(size_t loops, bool isProduct) {
    SmallVector<SumOrder, 2> made(loops);
    for (SumOrder &each : llvm::MutableArrayRef(made).take_front(isProduct ? 1 : loops)) {
      each.leaves = oneOf<int64_t>({1, 1, 2, 3, 4, 8, 16});
      each.lanes = oneOf<int64_t>({1, 1, 2, 8, 64});
    }
    return made;
  }

  /// The sum of a product, or of something else, over one or two loops, which may be cut as well.
  Example orderedSum() {
    const auto some = [&] { return oneOf<int64_t>({1, 3, 6, 17, 24, 70, 130}); };
    const bool isMatrix = number(0, 2);
    shape = {some()};
    index = {b.loop(shape[0], "i")};
    if (isMatrix) shape.push_back(some()), index.push_back(b.loop(shape[1], "j"));
    const ElementType t = oneOf({ElementType::f32, ElementType::f32, ElementType::f64});
    const int64_t n = oneOf<int64_t>({1, 5, 16, 33, 64, 200}), m = number(1, 12);
    Expr k = b.loop(n, "k"), l = b.loop(m, "l");
    const bool isTurned = number(0, 1), hasTwo = number(0, 1);
    SmallVector<Expr, 4> at =
        isTurned ? SmallVector<Expr, 4>{k, index[0]} : SmallVector<Expr, 4>{index[0], k};
    SmallVector<int64_t, 4> extents = {isTurned ? n : shape[0], isTurned ? shape[0] : n};
    if (hasTwo) at.push_back(l), extents.push_back(m);
    Expr value = b.load(t, extents, at);
    if (isMatrix) {
      Expr w = b.load(t, {n, shape[1]}, {k, index[1]});
      value = b.call(oneOf({Fn::term, Fn::term, Fn::mul, Fn::add}), {value, w});
    } else if (number(0, 1)) {
      value = b.call(Fn::exp, {value});
    }
    SmallVector<Expr, 2> loops = {k};
    if (hasTwo) loops.insert(loops.begin() + number(0, 1), l);
    const auto start = oneOf<std::optional<double>>({0.0, 0.0, 2.0, std::nullopt});
    Expr sum = b.reduce(Fn::add, loops, value, start, order(loops.size(), isTerm(value)));
    if (number(0, 2) == 0) sum = b.call(Fn::mul, {sum, tree(t, 1)});
    Example example = done(t, sum);
    for (Expr loop : loops)
      example.cuttable.push_back(static_cast<int>(loop->value));
    std::shuffle(example.cuttable.begin(), example.cuttable.end(), random);
    return example;
  }

  Example softmax() {
    loops(number(1, 3));
    const ElementType t = oneOf({ElementType::f32, ElementType::f64});
    const int64_t n = shape.back();
    Expr k = b.loop(n, "k"), l = b.loop(n, "k");
    const auto at = [&](Expr last) {
      SmallVector<Expr, 5> all = index;
      all.back() = last;
      return all;
    };
    Expr x = b.load(t, shape, index);
    Expr largest = b.reduce(Fn::max, {k}, b.again(0, at(k)), -INFINITY);
    const auto e = [&](Expr value) { return b.call(Fn::exp, {b.call(Fn::sub, {value, largest})}); };
    SmallVector<SumOrder, 1> order;
    if (number(0, 1)) order.push_back({int64_t{1} << number(0, 2), int64_t{1} << number(0, 3)});
    Expr sum = b.reduce(Fn::add, {l}, e(b.again(0, at(l))), 0.0, order);
    Example example = done(t, b.call(Fn::div, {e(x), sum}));
    return example;
  }

  Example stencil() {
    loops(number(1, 2));
    const ElementType t = type();
    const int64_t d = shape.back();
    Expr last = index.back();
    const auto shifted = [&](int64_t by) -> Expr {
      SmallVector<Expr, 5> at = index;
      at.back() = expr::add(last, by);
      Expr load = b.formula.operands.empty() ? b.load(t, shape, at) : b.again(0, at);
      return expr::select(expr::within(at.back(), 0, d), load, b.number(t, 0));
    };
    Expr sum = b.call(Fn::add, {shifted(-1), shifted(number(1, 3))});
    return done(t, b.call(Fn::sub, {sum, b.call(Fn::mul, {b.number(t, 2), b.again(0, index)})}));
  }

  /// As a scan has them: every other row is one of two neighbours, but the last, with a choice by
  /// what is computed.
  Example combinedNeighbours() {
    shape = {number(2, 6), oneOf<int64_t>({3, 4, 17, 40})};
    index = {b.loop(shape[0], "i"), b.loop(shape[1], "j")};
    const ElementType t = oneOf({ElementType::f32, ElementType::f64});
    Expr x = b.load(t, shape, index), next = b.again(0, {expr::add(index[0], 1), index[1]});
    Expr apart = b.call(Fn::sub, {x, next});
    Expr smooth = b.call(Fn::exp, {b.call(Fn::neg, {b.call(Fn::abs, {apart})})});
    Expr larger = b.call(Fn::add, {b.call(Fn::max, {x, next}), smooth});
    Expr isNumber = b.call(Fn::eq, {apart, apart});
    Expr both = expr::select(isNumber, larger, b.call(Fn::add, {x, next}));
    Expr hasNext = expr::within(index[0], 0, shape[0] - 1);
    Expr isOdd = expr::within(expr::digit(index[0], 1, 2), 1, 2);
    Expr rest = number(0, 1) ? b.number(t, 1) : tree(t, 1);
    return done(t, expr::select(isOdd, expr::select(hasNext, both, rest), tree(t, 1)));
  }

  Example concatenation() {
    loops(2);
    const ElementType t = type();
    shape[0] += 2;
    b.formula.loops[0].extent = shape[0];
    index[0] = b.pool.loop(0, shape[0]);
    const int64_t first = number(1, shape[0] - 1);
    Expr x = b.load(t, {first, shape[1]}, index);
    Expr y = b.load(t, {shape[0] - first, shape[1]}, {expr::add(index[0], -first), index[1]});
    return done(t, expr::select(expr::within(index[0], 0, first), x, y));
  }

  /// y[i * J + j] = x[i, j].
  Example mergedReshape() {
    const int64_t I = number(1, 6), J = number(1, 6);
    Expr i = b.loop(I, "i"), j = b.loop(J, "j");
    Expr x = b.load(ElementType::f32, {I, J}, {i, j});
    shape = {I * J};
    index = {expr::add(expr::mul(i, J), j)};
    Example example = done(ElementType::f32, b.call(Fn::add, {x, b.number(ElementType::f32, 1)}));
    example.cuttable = {0};
    return example;
  }

  /// y[n] = x[n / J, n % J], perhaps shifted.
  Example splitReshape() {
    const int64_t I = number(1, 6), J = number(1, 6);
    Expr n = b.loop(I * J, "n");
    Expr moved = expr::add(n, number(0, 2) ? 0 : -number(1, 3));
    Expr row = expr::digit(moved, J, I), column = expr::digit(moved, 1, J);
    shape = {I * J};
    index = {n};
    return done(ElementType::i32, b.load(ElementType::i32, {I, J}, {row, column}));
  }

  Example gathered() {
    loops(2);
    const int64_t n = number(1, 7);
    const ElementType t = integerType();
    Expr at = expr::at(b.load(t, {shape[0]}, {index[0]}), 0, n - 1);
    if (number(0, 1))
      return done(ElementType::f32, b.load(ElementType::f32, {n, shape[1]}, {at, index[1]}));
    Expr start = expr::at(b.load(t, {}, {}), 0, n);
    return done(ElementType::f64, b.load(ElementType::f64, {shape[0] + n, shape[1]},
                                         {expr::add(index[0], start), index[1]}));
  }

  /// Rows that a number finds, and zero for those that another shard holds.
  Example picked() {
    loops(2);
    const ElementType t = type();
    const bool isSlice = number(0, 1);
    const int64_t n = number(1, 7) + (isSlice ? shape[0] : 0);
    Expr k = b.loop(n, "k");
    const ElementType by = integerType();
    Expr at = isSlice ? expr::at(b.load(by, {}, {}), 0, n - shape[0])
                      : expr::at(b.load(by, {shape[0]}, {index[0]}), 0, n - 1);
    if (isSlice) at = expr::add(at, index[0]);
    Expr row = b.load(t, {n, shape[1]}, {at, index[1]});
    if (number(0, 1)) row = b.call(Fn::sub, {row, b.number(t, 1)});
    Example example = done(t, expr::select(expr::held(at, k), row, b.number(t, 0)));
    example.cuttable.push_back(static_cast<int>(k->value));
    return example;
  }

  Example argmax() {
    const int64_t n = number(1, 9);
    loops(1);
    const ElementType f = ElementType::f32, t = ElementType::i32;
    Expr k = b.loop(n, "k");
    Expr value = b.load(f, {shape[0], n}, {index[0], k});
    const auto arg = [&](int number) { return b.pool.arg(number % 2 ? t : f, number); };
    Expr larger = b.call(Fn::gt, {arg(0), arg(2)});
    Expr first =
        b.call(Fn::bitAnd, {b.call(Fn::eq, {arg(0), arg(2)}), b.call(Fn::lt, {arg(1), arg(3)})});
    Expr best = expr::select(larger, arg(0), arg(2));
    Expr place = expr::select(b.call(Fn::bitOr, {larger, first}), arg(1), arg(3));
    Expr both = expr::reduce({k}, {value, expr::cast(t, k)}, {best, place},
                             {b.number(f, -INFINITY), b.number(t, 0)});
    b.result(f, shape, index, expr::item(both, 0));
    return done(t, expr::item(both, 1));
  }

  Example iota() {
    loops(number(1, 3));
    const ElementType t = type();
    Expr at = index[number(0, index.size() - 1)];
    Expr value = expr::cast(t, expr::add(expr::mul(at, number(1, 3)), number(-1, 4)));
    if (number(0, 1)) return done(t, value);
    return done(t, b.call(Fn::mul, {value, operand(t)}));
  }

  Example conditionalSum() {
    loops(2);
    const ElementType t = ElementType::f32;
    const int64_t n = number(1, 5);
    Expr k = b.loop(n, "k");
    Expr x = b.load(t, {shape[0], n}, {index[0], k});
    Expr sum = b.reduce(Fn::add, {k}, x, 0.0);
    Expr condition =
        number(0, 1) ? expr::within(index[1], 1, 3) : b.call(Fn::lt, {operand(t), b.number(t, 3)});
    return done(t, expr::select(condition, b.call(Fn::mul, {sum, sum}), operand(t)));
  }

  /// Reversed, strided, padded.
  Example movement() {
    loops(number(1, 3));
    const ElementType t = type();
    SmallVector<Expr, 5> at;
    SmallVector<int64_t, 5> extents;
    Expr inside = nullptr;
    for (auto [e, d] : llvm::zip(index, shape)) {
      const int64_t stride = number(1, 2), first = number(0, 2);
      if (number(0, 2) == 0) {
        at.push_back(expr::add(expr::mul(e, -1), d - 1));
        extents.push_back(d);
      } else if (number(0, 1)) {
        at.push_back(expr::add(expr::mul(e, stride), first));
        extents.push_back(first + stride * (d - 1) + 1);
      } else {
        at.push_back(expr::add(e, -first));
        extents.push_back(std::max<int64_t>(d - 2 * first, 1));
        Expr here = expr::within(at.back(), 0, extents.back());
        inside = inside ? b.call(Fn::bitAnd, {inside, here}) : here;
      }
    }
    Expr load = b.load(t, extents, at);
    return done(t, inside ? expr::select(inside, load, b.number(t, 7)) : load);
  }

  Example twoResults() {
    loops(number(1, 2));
    const ElementType t = type();
    Expr x = tree(t, 2);
    b.result(t, shape, index, x);
    return done(t, b.call(Fn::add, {x, tree(t, 1)}));
  }
};

} // namespace

Example randomExample(Pool &pool, std::mt19937 &random) { return Draw(pool, random).any(); }

} // namespace shardc::test
