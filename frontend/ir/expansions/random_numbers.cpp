// SPDX-License-Identifier: Apache-2.0
// Bits are those of rng_bit_generator. Of floats as many are taken as the type has digits, so that
// all steps are exact but the last two.
#include "frontend/ir/expansions/random_numbers.h"

#include "frontend/bug.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/expansions/expansion.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;

namespace shardc {

static constexpr StringRef kBits = R"(
func.func @f(%a: $T, %b: $T, %shape: $N) -> $X {
  %state = stablehlo.constant dense<[$number, 0]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, $U)
  %low = stablehlo.broadcast_in_dim %a, dims = [] : ($T) -> $X
  %high = stablehlo.broadcast_in_dim %b, dims = [] : ($T) -> $X
)";

/// Wrapped around, so that a range may be as wide as the type.
static constexpr StringRef kIntegers = R"(
  %range = stablehlo.subtract %high, %low : $X
  %count = stablehlo.bitcast_convert %range : ($X) -> $U
  %within = stablehlo.remainder %bits, %count : $U
  %more = stablehlo.bitcast_convert %within : ($U) -> $X
  %result = stablehlo.add %low, %more : $X
  return %result : $X
})";

static constexpr StringRef kBooleans = R"(
  %zero = stablehlo.constant dense<0> : $U
  %one = stablehlo.constant dense<1> : $U
  %last = stablehlo.and %bits, %one : $U
  %coin = stablehlo.compare NE, %last, %zero : ($U, $U) -> $X
  %differ = stablehlo.xor %low, %high : $X
  %turn = stablehlo.and %coin, %differ : $X
  %result = stablehlo.xor %low, %turn : $X
  return %result : $X
})";

static constexpr StringRef kUniform = R"(
  %rest = stablehlo.constant dense<$rest> : $U
  %digits = stablehlo.shift_right_logical %bits, %rest : $U
  %whole = stablehlo.convert %digits : ($U) -> $F
  %step = stablehlo.constant dense<$step> : $F
  %unit = stablehlo.multiply %whole, %step : $F
  %start = stablehlo.convert %low : ($X) -> $F
  %end = stablehlo.convert %high : ($X) -> $F
  %range = stablehlo.subtract %end, %start : $F
  %more = stablehlo.multiply %unit, %range : $F
  %number = stablehlo.add %start, %more : $F
  %result = stablehlo.convert %number : ($F) -> $X
  return %result : $X
})";

/// The inverse of the distribution's integral, of numbers in the middle of steps between -1 and 1.
static constexpr StringRef kNormal = R"(
  %rest = stablehlo.constant dense<$more_rest> : $U
  %digits = stablehlo.shift_right_logical %bits, %rest : $U
  %whole = stablehlo.convert %digits : ($U) -> $F
  %half = stablehlo.constant dense<0.5> : $F
  %middle = stablehlo.add %whole, %half : $F
  %step = stablehlo.constant dense<$wide_step> : $F
  %to_two = stablehlo.multiply %middle, %step : $F
  %one = stablehlo.constant dense<1.0> : $F
  %centred = stablehlo.subtract %to_two, %one : $F
  %inverse = chlo.erf_inv %centred : $F -> $F
  %root = stablehlo.constant dense<1.4142135623730951> : $F
  %standard = stablehlo.multiply %inverse, %root : $F
  %mean = stablehlo.convert %low : ($X) -> $F
  %deviation = stablehlo.convert %high : ($X) -> $F
  %scaled = stablehlo.multiply %standard, %deviation : $F
  %number = stablehlo.add %mean, %scaled : $F
  %result = stablehlo.convert %number : ($F) -> $X
  return %result : $X
})";

static std::string numberText(double number) {
  llvm::SmallString<32> text;
  llvm::APFloat(number).toString(text, 17, 0);
  const bool hasPoint = StringRef(text).contains('.');
  return std::string(text) + (hasPoint ? "" : ".0");
}

void expandRandom(Operation *op, bool normal, int64_t number) {
  const auto type = cast<RankedTensorType>(op->getResult(0).getType());
  const auto element = typeOf(type)->type;
  const bool isFloat = info(element).isFloat;
  MLIRContext *context = op->getContext();
  const unsigned bytes = isFloat && info(element).isNarrow ? 4 : info(element).bytes;
  const Type made = IntegerType::get(context, 8 * bytes, IntegerType::Unsigned);
  const auto computed = cast<RankedTensorType>(typeIn(context, {info(element).computed, {}}));
  const int digits = isFloat ? 1 - std::ilogb(roundingOf(element)) - 1 : 0;
  const int bits = 8 * static_cast<int>(bytes);
  Words words = {{"T", tensorText({}, type.getElementType())},
                 {"X", tensorText(type.getShape(), type.getElementType())},
                 {"U", tensorText(type.getShape(), made)},
                 {"F", tensorText(type.getShape(), computed.getElementType())},
                 {"number", std::to_string(number)},
                 {"rest", std::to_string(bits - digits)},
                 {"more_rest", std::to_string(bits - digits + 1)},
                 {"step", numberText(std::ldexp(1.0, -digits))},
                 {"wide_step", numberText(std::ldexp(1.0, 2 - digits))}};
  llvm::raw_string_ostream(words["N"]) << op->getOperand(2).getType();
  const StringRef rest = info(element).isBoolean ? kBooleans
                         : !isFloat              ? kIntegers
                         : normal                ? kNormal
                                                 : kUniform;
  replaceBy(op, filled(kBits, words) + filled(rest, words));
}

} // namespace shardc
