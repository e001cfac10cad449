// SPDX-License-Identifier: Apache-2.0
// Random bits: of each element a function of a key and of where the element lies, so that they are
// the same however they are cut. Generators are those of Salmon et al., "Parallel random numbers:
// as easy as 1, 2, 3" (2011); which counter and which word of a block an element has is as in XLA.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace mlir;

namespace shardc::stablehlo {

static constexpr ElementType kWord = ElementType::ui32, kWide = ElementType::ui64;

namespace {

/// Formulas of a generator: words of 32 bits, and what counts of 64.
class Generator {
public:
  explicit Generator(FormulaBuilder &b) : b(b) {}

  Expr word(uint32_t value) { return b.integer(kWord, value); }
  Expr wide(uint64_t value) { return b.integer(kWide, static_cast<int64_t>(value)); }
  Expr state(int64_t at) { return b.load(0, {b.constant(at)}); }
  Expr low(Expr x) { return b.convert(kWord, x); }
  Expr high(Expr x) { return b.convert(kWord, b.shiftRightLogical(x, wide(32))); }
  Expr joined(Expr low, Expr high) {
    return b.bitOr(b.convert(kWide, low), b.shiftLeft(b.convert(kWide, high), wide(32)));
  }
  Expr counted(Expr index) { return b.add(state(1), expr::cast(kWide, index)); }

  std::array<Expr, 2> threefry(Expr index) {
    static constexpr uint32_t kTurns[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    const Expr key[] = {low(state(0)), high(state(0)),
                        b.bitXor(b.bitXor(low(state(0)), high(state(0))), word(0x1BD11BDA))};
    Expr counter = counted(index);
    Expr x = b.add(low(counter), key[0]), y = b.add(high(counter), key[1]);
    for (uint32_t group = 0; group < 5; ++group) {
      for (const uint32_t by : kTurns[group % 2]) {
        x = b.add(x, y);
        y = b.bitXor(x, turned(y, by));
      }
      x = b.add(x, key[(group + 1) % 3]);
      y = b.add(b.add(y, key[(group + 2) % 3]), word(group + 1));
    }
    return {x, y};
  }

  /// The upper half of the counter is the state's last number or, where that has two, the key.
  std::array<Expr, 4> philox(Expr index) {
    Expr counter = counted(index);
    Expr upper = b.add(state(b.shape(0)[0] == 3 ? 2 : 0), carry(counter));
    std::array<Expr, 4> x = {low(counter), high(counter), low(upper), high(upper)};
    Expr key[] = {low(state(0)), high(state(0))};
    for (int round = 0; round < 10; ++round) {
      Expr m = word(0xD2511F53), n = word(0xCD9E8D57);
      x = {b.bitXor(b.bitXor(b.mulHigh(x[2], n), x[1]), key[0]), b.mul(x[2], n),
           b.bitXor(b.bitXor(b.mulHigh(x[0], m), x[3]), key[1]), b.mul(x[0], m)};
      key[0] = b.add(key[0], word(0x9E3779B9));
      key[1] = b.add(key[1], word(0xBB67AE85));
    }
    return x;
  }

  /// Of a counter that the state's has been added to.
  Expr carry(Expr counter) { return b.convert(kWide, b.lt(counter, state(1))); }

private:
  FormulaBuilder &b;

  Expr turned(Expr x, uint32_t by) {
    return b.bitOr(b.shiftLeft(x, word(by)), b.shiftRightLogical(x, word(32 - by)));
  }
};

/// Where elements find their bits.
struct Place {
  Expr block;         // its number
  Expr word;          // of the block
  int64_t blocks = 1; // there are
};

} // namespace

/// The number of an element, row by row.
static Expr numberOf(FormulaBuilder &b, ArrayRef<int64_t> shape, ArrayRef<Expr> index) {
  Expr number = b.constant(0);
  for (auto [extent, at] : llvm::zip_equal(shape, index))
    number = expr::add(expr::mul(number, extent), at);
  return number;
}

/// The dimension whose neighbours share a block of two words: the first even one, else the longest.
static size_t pairedDimension(ArrayRef<int64_t> shape) {
  const auto *even = llvm::find_if(shape, [](int64_t extent) { return extent % 2 == 0; });
  const auto *longest = std::max_element(shape.begin(), shape.end());
  return (even == shape.end() ? longest : even) - shape.begin();
}

static Place threefryPlace(FormulaBuilder &b, const TensorSpec &type, ArrayRef<Expr> i) {
  SmallVector<int64_t, 4> shape(type.shape);
  SmallVector<Expr, 4> at(i);
  Place place{nullptr, b.constant(0)};
  if (info(type.type).bytes < 8 && !shape.empty()) {
    const size_t dim = pairedDimension(shape);
    place.word = expr::mod(i[dim], 2);
    shape[dim] = (shape[dim] + 1) / 2;
    at[dim] = expr::div(i[dim], 2);
  }
  place.block = numberOf(b, shape, at);
  for (int64_t extent : shape)
    place.blocks *= extent;
  return place;
}

static Place philoxPlace(FormulaBuilder &b, const TensorSpec &type, ArrayRef<Expr> i) {
  const int64_t words = info(type.type).bytes < 8 ? 4 : 2;
  Expr number = numberOf(b, type.shape, i);
  return {expr::div(number, words), expr::mod(number, words),
          (type.elements() + words - 1) / words};
}

/// Bits of an element, of 32 or 64. Words are picked by shifts and masks, not by conditions: what
/// words have in common is computed once.
static Expr bitsAt(Generator &make, FormulaBuilder &b, bool isThreefry, bool isWide,
                   const Place &place) {
  const auto half = [&](Expr wide) {
    Expr by = expr::cast(kWide, expr::mul(expr::mod(place.word, 2), 32));
    return isWide ? wide : b.convert(kWord, b.shiftRightLogical(wide, by));
  };
  if (isThreefry) {
    const auto words = make.threefry(place.block);
    return half(make.joined(words[0], words[1]));
  }
  const auto words = make.philox(place.block);
  Expr first = make.joined(words[0], words[1]), second = make.joined(words[2], words[3]);
  Expr isSecond = b.neg(expr::cast(kWide, isWide ? place.word : expr::div(place.word, 2)));
  return half(b.bitXor(first, b.bitAnd(b.bitXor(first, second), isSecond)));
}

LogicalResult RngBitGeneratorOp::formula(FormulaBuilder &b) {
  const TensorSpec state = b.formula.operands[0], type = b.declared(1);
  if (b.failed) return failure();
  const bool isThreefry = getRngAlgorithm() == RngAlgorithm::THREE_FRY;
  const bool fits = state.type == kWide && state.shape.size() == 1 &&
                    (state.shape[0] == 2 || (state.shape[0] == 3 && !isThreefry));
  if (failed(b.require(fits,
                       "its state has to be ui64[2]" + Twine(isThreefry ? "" : " or ui64[3]") +
                           ", not " + state.str(),
                       Diag::wrong_type)) ||
      failed(b.require(isInteger(type.type),
                       "it gives integers: make floats of these, not " + type.str(),
                       Diag::unsupported_type)))
    return failure();
  Generator make(b);
  const auto i = b.loops(type.shape);
  const Place place = isThreefry ? threefryPlace(b, type, i) : philoxPlace(b, type, i);
  Expr bits = bitsAt(make, b, isThreefry, info(type.type).bytes == 8, place);
  const auto at = b.loops(state.shape);
  Expr next = make.counted(b.constant(place.blocks));
  Expr moved = b.select(expr::within(at[0], 1, 2), next, b.load(0, at));
  Expr carried = b.add(make.state(state.shape[0] - 1), make.carry(next));
  if (state.shape[0] == 3) moved = b.select(expr::within(at[0], 2, 3), carried, moved);
  return failed(b.result(state.shape, at, moved))
             ? failure()
             : b.result(type.shape, i, b.convert(type.type, bits));
}

} // namespace shardc::stablehlo
