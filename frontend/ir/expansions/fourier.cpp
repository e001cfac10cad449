// SPDX-License-Identifier: Apache-2.0
// Cooley and Tukey's way: with n = r m, j = m a + b and k = c + r d,
//
//   X[c + r d] = sum over b of w_m^(b d) (w_n^(b c) sum over a of w_r^(a c) x[m a + b])
//
// The inner sum is a product with a matrix of r by r, for an r of up to 16; the outer one is a
// transform of m points. A prime that is no such r is transformed by Bluestein's way: as
// j k = (j^2 + k^2 - (k - j)^2) / 2, it is a convolution with a chirp, by transforms of a length
// with small factors. So the work is n log n for any n. The factors between the sums, and the
// chirp's transform, are constants: a table of n numbers is read once for all of a batch, and is
// exact where sines on the way would cost more than the sums do.
#include "frontend/ir/expansions/fourier.h"

#include "frontend/ir/expansions/expansion.h"
#include "frontend/ir/expansions/roots_of_unity.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace mlir;

namespace shardc {

namespace {

using Shape = SmallVector<int64_t, 6>;

struct Array {
  std::string name;
  Shape shape;
};

/// The text of a transform, line by line. Arrays are complex unless a function says otherwise.
class FourierText {
public:
  FourierText(Type real, bool isInverse, const CallFourier &call)
      : real(real), complex(ComplexType::get(real)), call(call) {
    sign = isInverse ? 1 : -1;
  }

  std::string lines;

  std::string typeOf(const Array &array, bool isReal = false) const {
    return tensorText(array.shape, isReal ? real : complex);
  }

  /// Of the last dimension.
  Array transform(const Array &x) {
    const int64_t n = x.shape.back();
    if (n == 1) return x;
    if (isCalled(n)) return called(x, rankOf(x) - 1);
    if (const auto r = call ? calledFactor(n) : std::nullopt) return calledTwice(x, *r, n / *r);
    if (isSmallTransform(n)) return product(x, n);
    const int64_t r = firstFactor(n), m = n / r;
    if (m == 1) return chirped(x);
    Array parts = turned(reshaped(x, {r, m}));
    parts = turned(times(transform(parts), twiddles(m, r)));
    return reshaped(turned(transform(parts)), {n}, 2);
  }

  /// Of another dimension.
  Array transformAlong(const Array &x, int64_t dim) {
    if (isCalled(x.shape[dim])) return called(x, dim);
    return exchanged(transform(exchanged(x, dim)), dim);
  }

  Array scaled(const Array &x, double by) { return times(x, constant({1}, {by})); }

  /// With one dimension last.
  Array exchanged(const Array &x, int64_t dim) {
    const int64_t last = rankOf(x) - 1;
    if (dim == last) return x;
    SmallVector<int64_t> order = dimsOf(x);
    std::swap(order[dim], order[last]);
    Array made{fresh(), x.shape};
    std::swap(made.shape[dim], made.shape[last]);
    line(made, "stablehlo.transpose " + x.name + ", dims = [" + commaList(order) + "]", {x});
    return made;
  }

  /// A value that no device has a part of the last dimensions of.
  Array whole(const Array &x, int64_t count, bool isReal = false) {
    const Array made{fresh(), x.shape};
    lines += wholeText(made.name, x.name, typeOf(x, isReal),
                       llvm::to_vector(llvm::seq(rankOf(x) - count, rankOf(x))), "fft");
    return made;
  }

  /// The first numbers of the last dimension.
  Array first(const Array &x, int64_t count) { return sliced(x, 0, count); }

  /// A half that begins at 0, and the rest of so many, whose numbers mirror it.
  Array mirrored(const Array &half, int64_t count) {
    const int64_t rest = count - half.shape.back();
    if (rest == 0) return half;
    Array inner = sliced(half, 1, 1 + rest), back{fresh(), inner.shape};
    line(back, "stablehlo.reverse " + inner.name + ", dims = [" +
                   std::to_string(rankOf(inner) - 1) + "]");
    Array other{fresh(), back.shape};
    lines += other.name + " = chlo.conj " + back.name + " : " + typeOf(back) + " -> " +
             typeOf(back) + "\n";
    Array all{fresh(), half.shape};
    all.shape.back() = count;
    line(all,
         "stablehlo.concatenate " + half.name + ", " + other.name +
             ", dim = " + std::to_string(rankOf(half) - 1),
         {half, other});
    return all;
  }

  Array toComplex(const Array &x) {
    Array made{fresh(), x.shape};
    lines += made.name + " = stablehlo.convert " + x.name + " : (" + typeOf(x, true) + ") -> " +
             typeOf(made) + "\n";
    return made;
  }
  Array toReal(const Array &x) {
    Array made{fresh(), x.shape};
    lines += made.name + " = stablehlo.real " + x.name + " : (" + typeOf(x) + ") -> " +
             typeOf(made, true) + "\n";
    return made;
  }

private:
  Type real, complex;
  const CallFourier &call;
  int64_t sign;
  int64_t names = 0;

  std::string fresh() { return "%v" + std::to_string(names++); }
  static int64_t rankOf(const Array &x) { return static_cast<int64_t>(x.shape.size()); }
  static SmallVector<int64_t> dimsOf(const Array &x) {
    return llvm::to_vector(llvm::seq<int64_t>(0, rankOf(x)));
  }

  /// `op` of arrays, or of one of the result's type.
  void line(const Array &made, const std::string &op, ArrayRef<Array> of = {}) {
    lines += made.name + " = " + op + " : ";
    if (!of.empty())
      lines += "(" +
               llvm::join(llvm::map_range(of, [&](const Array &x) { return typeOf(x); }), ", ") +
               ") -> ";
    lines += typeOf(made) + "\n";
  }

  bool isCalled(int64_t n) const { return call && isCalledTransform(n); }
  Array called(const Array &x, int64_t dim) {
    const int64_t n = x.shape[dim];
    ComplexNumbers numbers;
    for (int64_t k = 0; k < n; ++k)
      numbers.push_back(root(k, n));
    const Array table = constant({n}, numbers);
    const Array made{fresh(), x.shape};
    lines += call({made.name, x.name, table.name, RankedTensorType::get(x.shape, complex),
                   RankedTensorType::get({n}, complex), rankOf(x) - 1 - dim, sign > 0});
    return made;
  }
  /// Of n = r m points as above, r and m of which are called for.
  Array calledTwice(const Array &x, int64_t r, int64_t m) {
    Array parts = reshaped(x, {r, m});
    parts = times(called(parts, rankOf(parts) - 2), twiddles(r, m));
    return reshaped(turned(called(parts, rankOf(parts) - 1)), {r * m}, 2);
  }

  /// The last dimensions cut, or put together, into these.
  Array reshaped(const Array &x, ArrayRef<int64_t> last, int64_t taken = 1) {
    Array made{fresh(), x.shape};
    made.shape.truncate(x.shape.size() - taken);
    made.shape.append(last.begin(), last.end());
    line(made, "stablehlo.reshape " + x.name, {x});
    return made;
  }
  /// With the last two dimensions exchanged.
  Array turned(const Array &x) { return exchanged(x, rankOf(x) - 2); }

  Array sliced(const Array &x, int64_t from, int64_t to) {
    if (from == 0 && to == x.shape.back()) return x;
    Array made{fresh(), x.shape};
    made.shape.back() = to - from;
    std::string ranges = fromZero(ArrayRef<int64_t>(x.shape).drop_back());
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(from) + ":" + std::to_string(to);
    line(made, "stablehlo.slice " + x.name + " [" + ranges + "]", {x});
    return made;
  }
  Array padded(const Array &x, int64_t to) {
    const Array zero = constant({}, {0});
    SmallVector<int64_t> none(x.shape.size(), 0), more = none;
    more.back() = to - x.shape.back();
    Array made{fresh(), x.shape};
    made.shape.back() = to;
    line(made,
         "stablehlo.pad " + x.name + ", " + zero.name + ", low = [" + commaList(none) +
             "], high = [" + commaList(more) + "], interior = [" + commaList(none) + "]",
         {x, zero});
    return made;
  }

  /// With a table of the last dimensions, or of one number, for each of the others.
  Array times(const Array &x, const Array &table) {
    const int64_t rank = rankOf(x), first = rank - rankOf(table);
    const auto dims = llvm::to_vector(llvm::seq<int64_t>(first, rank));
    const Array all{fresh(), x.shape};
    line(all, "stablehlo.broadcast_in_dim " + table.name + ", dims = [" + commaList(dims) + "]",
         {table});
    const Array made{fresh(), x.shape};
    line(made, "stablehlo.multiply " + x.name + ", " + all.name);
    return made;
  }

  /// The sum over the last dimension with w^(a c).
  Array product(const Array &x, int64_t n) {
    ComplexNumbers numbers;
    for (int64_t a = 0; a < n; ++a)
      for (int64_t c = 0; c < n; ++c)
        numbers.push_back(root(a * c, n));
    const Array matrix = constant({n, n}, numbers);
    const Array made{fresh(), x.shape};
    line(made,
         "stablehlo.dot_general " + x.name + ", " + matrix.name + ", contracting_dims = [" +
             std::to_string(rankOf(x) - 1) + "] x [0]",
         {x, matrix});
    return made;
  }

  Array twiddles(int64_t m, int64_t r) {
    ComplexNumbers numbers;
    for (int64_t b = 0; b < m; ++b)
      for (int64_t c = 0; c < r; ++c)
        numbers.push_back(root(b * c, m * r));
    return constant({m, r}, numbers);
  }

  /// Bluestein's way, of a prime number of points.
  Array chirped(const Array &x) {
    const int64_t n = x.shape.back(), length = lengthForConvolution(n);
    ComplexNumbers chirp(n), response(length);
    for (int64_t j = 0; j < n; ++j) {
      const auto square = static_cast<int64_t>(static_cast<__int128>(j) * j % (2 * n));
      chirp[j] = root(square, 2 * n);
      response[j] = std::conj(chirp[j]) / static_cast<double>(length);
      if (j > 0) response[length - j] = response[j];
    }
    const Array factors = constant({n}, chirp);
    // The transform there and back has one direction, whatever that of all is.
    FourierText there(real, false, call), back(real, true, call);
    const Array spectrum = within(there, padded(times(x, factors), length));
    const Array answer = within(back, times(spectrum, constant({length}, transformed(response))));
    return times(first(answer, n), factors);
  }
  Array within(FourierText &other, const Array &x) {
    other.names = names;
    const Array made = other.transform(x);
    names = other.names;
    lines += other.lines;
    return made;
  }

  std::complex<double> root(int64_t k, int64_t n) const {
    const std::complex<double> number = rootOfUnity(k % n, n);
    return sign > 0 ? number : std::conj(number);
  }

  template <typename F>
  static std::string bytesOf(const ComplexNumbers &numbers) {
    std::vector<F> parts;
    for (const std::complex<double> &number : numbers)
      parts.insert(parts.end(), {static_cast<F>(number.real()), static_cast<F>(number.imag())});
    return llvm::toHex(
        StringRef(reinterpret_cast<const char *>(parts.data()), parts.size() * sizeof(F)));
  }
  Array constant(ArrayRef<int64_t> shape, const ComplexNumbers &numbers) {
    Array made{fresh(), Shape(shape)};
    line(made, "stablehlo.constant dense<\"0x" +
                   (real.isF32() ? bytesOf<float>(numbers) : bytesOf<double>(numbers)) + "\">");
    return made;
  }
};

} // namespace

/// Transforms so many of the dimensions before the last, each of which is last for its turn.
static Array beforeLast(FourierText &text, Array x, int64_t count) {
  const auto last = static_cast<int64_t>(x.shape.size()) - 1;
  for (int64_t dim = last - 1; dim >= last - count; --dim)
    x = text.transformAlong(x, dim);
  return x;
}

static double countOf(ArrayRef<int64_t> lengths) {
  double points = 1;
  for (const int64_t length : lengths)
    points *= static_cast<double>(length);
  return points;
}

void expandFourier(Operation *op, Fourier kind, ArrayRef<int64_t> lengths,
                   const CallFourier &call) {
  const auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  const auto to = cast<RankedTensorType>(op->getResult(0).getType());
  if (replaceEmpty(op)) return;
  const auto count = static_cast<int64_t>(lengths.size());
  const bool fromReal = kind.isReal && !kind.isInverse, toReal = kind.isReal && kind.isInverse;
  Type real = toReal ? to.getElementType() : from.getElementType();
  if (!kind.isReal) real = cast<ComplexType>(real).getElementType();
  FourierText text(real, kind.isInverse, call);
  Array x = text.whole({"%x", Shape(from.getShape())}, count, fromReal);
  if (toReal) { // each row mirrors itself only when the others are transformed
    x = text.transform(text.mirrored(beforeLast(text, x, count - 1), lengths.back()));
  } else {
    x = text.transform(fromReal ? text.toComplex(x) : x);
    x = beforeLast(text, text.first(x, to.getShape().back()), count - 1);
  }
  if (kind.isInverse) x = text.scaled(x, 1 / countOf(lengths));
  if (toReal) x = text.toReal(x);
  x = text.whole(x, count, toReal);
  replaceBy(op, "func.func @f(%x: " + tensorText(from.getShape(), from.getElementType()) + ") -> " +
                    tensorText(to.getShape(), to.getElementType()) + " {\n" + text.lines +
                    "return " + x.name + " : " + tensorText(to.getShape(), to.getElementType()) +
                    "\n}");
}

} // namespace shardc
