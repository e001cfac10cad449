// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/scalars.h"

#include "runtime/device/angles.h"
#include "runtime/device/complex_functions.h"
#include "runtime/device/error_functions.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/gamma_functions.h"
#include "runtime/device/hyperbolics.h"
#include "runtime/device/powers.h"
#include "runtime/device/scalar.h"
#include "runtime/device/small_functions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>
#include <cstring>

// Each function compiled for each type. Inside the runtime's namespace, so that `exp(x)` is its.
namespace shardc::runtime {
namespace {

/// A function that a type does not have. Never called.
struct None {
  template <typename T>
  explicit operator T() const {
    llvm_unreachable("no such scalar function for this type");
  }
};
constexpr None none;

#define SCALAR(name, arity, kind, linear, cost, vectors, home, constants, floats, integers,        \
               booleans, complexes)                                                                \
  struct name##Of {                                                                                \
    template <typename T, typename X>                                                              \
    static T call([[maybe_unused]] X x, [[maybe_unused]] X y) {                                    \
      if constexpr (isFloating<X>)                                                                 \
        return T(floats);                                                                          \
      else if constexpr (isComplex<X>)                                                             \
        return T(complexes);                                                                       \
      else if constexpr (std::is_same_v<X, bool>)                                                  \
        return T(booleans);                                                                        \
      else                                                                                         \
        return T(integers);                                                                        \
    }                                                                                              \
  };
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR

template <typename T>
T read(Slot slot) {
  T value;
  std::memcpy(&value, &slot, sizeof value);
  return value;
}
template <>
bool read<bool>(Slot slot) {
  return slot != 0;
}

template <typename T>
Slot written(T value) {
  Slot slot = 0;
  std::memcpy(&slot, &value, sizeof value);
  return slot;
}

template <typename Of, typename T, typename X>
Slot onSlots(Slot x, Slot y) {
  return written(Of::template call<T, X>(read<X>(x), read<X>(y)));
}

enum class ScalarKind { value, commutes, predicate, part, pair, conversion };

template <typename Of, ScalarKind kind, bool isBitcast>
ScalarCall find(ElementType result, ElementType argument) {
  return with_type(runtimeType(argument), [&](auto x) -> ScalarCall {
    using X = decltype(x);
    if constexpr (kind == ScalarKind::predicate) {
      return onSlots<Of, bool, X>;
    } else if constexpr (kind == ScalarKind::part) {
      if constexpr (isComplex<X>)
        return onSlots<Of, decltype(x.re), X>;
      else
        llvm_unreachable("parts are of complex numbers");
    } else if constexpr (kind == ScalarKind::pair) {
      if constexpr (std::is_floating_point_v<X>)
        return onSlots<Of, Complex<X>, X>;
      else
        llvm_unreachable("pairs are of floats");
    } else if constexpr (kind == ScalarKind::conversion) {
      return with_type(runtimeType(result), [](auto t) -> ScalarCall {
        using T = decltype(t);
        if constexpr (isBitcast && sizeof(T) != sizeof(X))
          llvm_unreachable("bitcast keeps the width");
        else
          return onSlots<Of, T, X>;
      });
    } else {
      return onSlots<Of, X, X>;
    }
  });
}

} // namespace
} // namespace shardc::runtime

namespace shardc {

using runtime::ScalarKind;

static ArrayRef<FnInfo> rows() {
  static constexpr FnInfo table[] = {
#define SCALAR(name, arity, kind, linear, cost, vectors, home, constants, floats, integers,        \
               booleans, complexes)                                                                \
  {#name,                                                                                          \
   arity,                                                                                          \
   ScalarKind::kind == ScalarKind::predicate,                                                      \
   ScalarKind::kind == ScalarKind::commutes,                                                       \
   ScalarKind::kind == ScalarKind::conversion,                                                     \
   ScalarKind::kind == ScalarKind::part,                                                           \
   ScalarKind::kind == ScalarKind::pair,                                                           \
   Linear::linear,                                                                                 \
   cost,                                                                                           \
   TypeSet::vectors,                                                                               \
   #home,                                                                                          \
   #constants,                                                                                     \
   #floats,                                                                                        \
   #integers,                                                                                      \
   #booleans,                                                                                      \
   #complexes},
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
  };
  return table;
}

const FnInfo &info(Fn fn) { return rows()[static_cast<size_t>(fn)]; }

ArrayRef<Fn> scalarFunctions() {
  static constexpr Fn all[] = {
#define SCALAR(name, ...) Fn::name,
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
  };
  return all;
}

StringRef FnInfo::cpp(ElementType argument) const {
  if (argument == ElementType::index) return "";
  StringRef text = shardc::info(argument).isFloat     ? floats
                   : shardc::info(argument).isComplex ? complexes
                   : shardc::info(argument).isBoolean ? booleans
                                                      : integers;
  return text == "none" ? "" : text;
}

bool FnInfo::takesVectors(ElementType argument) const {
  if (argument == ElementType::index) return false;
  if (shardc::info(argument).isNarrow) return takesVectors(shardc::info(argument).computed);
  if (isOfRuntime(argument)) return false;
  const TypeSet own = argument == ElementType::i1       ? TypeSet::masks
                      : !shardc::info(argument).isFloat ? TypeSet::integers
                      : argument == ElementType::f32    ? TypeSet::f32
                                                        : TypeSet::floats;
  return (static_cast<int>(vectors) & static_cast<int>(own)) == static_cast<int>(own);
}

StringRef FnInfo::constantAt(size_t argument) const {
  const auto [first, second] = StringRef(constants).split('/');
  return argument == 0 || second.empty() ? first : second;
}

bool supports(Fn fn, ElementType argument) {
  return !info(fn).cpp(argument).empty() && (!info(fn).pair || pairOf(argument));
}

ElementType resultOf(Fn fn, ElementType argument) {
  assert(!info(fn).conversion && "conversions say what they return");
  if (info(fn).part) return *partOf(argument);
  if (info(fn).pair) return *pairOf(argument);
  return info(fn).predicate ? ElementType::i1 : argument;
}

ScalarCall callOf(Fn fn, ElementType result, ElementType argument) {
  assert(supports(fn, argument) && "no such scalar function for this type");
  switch (fn) {
#define SCALAR(name, arity, kind, ...)                                                             \
  case Fn::name:                                                                                   \
    return runtime::find<runtime::name##Of, ScalarKind::kind, Fn::name == Fn::bitcast>(result,     \
                                                                                       argument);
#include "frontend/ir/formula/expressions/scalars.def"
#undef SCALAR
  }
  llvm_unreachable("unknown scalar function");
}

template <typename T>
static Slot addTerm(Slot sum, Slot x, Slot y) {
  using runtime::read;
  return runtime::written(runtime::fma(read<T>(x), read<T>(y), read<T>(sum)));
}

TermCall termCallOf(ElementType type) {
  assert(info(type).isFloat && "terms are floats");
  return withType(type, [](auto zero) -> TermCall {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) return addTerm<T>; // terms are of types of sums
    return nullptr;
  });
}

Slot toSlot(const Number &number) {
  return withType(number.type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isComplex<T>)
      return runtime::written(T(runtime::Complex<double>(number.real, number.imaginary)));
    else if constexpr (runtime::isFloating<T>)
      return runtime::written(static_cast<T>(number.real));
    else
      return runtime::written(static_cast<T>(number.integer));
  });
}

Number fromSlot(ElementType type, Slot slot) {
  return withType(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isComplex<T>)
      return Number::complex(type, runtime::read<T>(slot).re, runtime::read<T>(slot).im);
    else if constexpr (runtime::isFloating<T>)
      return Number::of(type, static_cast<double>(runtime::read<T>(slot)));
    else
      return Number::of(type, static_cast<int64_t>(slot));
  });
}

Number apply(Fn fn, ElementType result, ArrayRef<Number> args) {
  assert(static_cast<int>(args.size()) == info(fn).arity && "as many arguments as the line says");
  const Slot x = toSlot(args.front()), y = toSlot(args.back());
  return fromSlot(result, callOf(fn, result, args.front().type)(x, y));
}

// Text.

static bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The operator of a text over x and y binds so.
static Level levelOf(StringRef text) {
  static constexpr std::pair<const char *, Level> operators[] = {
      {" || ", Level::logicalOr}, {" && ", Level::logicalAnd}, {" | ", Level::bitOr},
      {" ^ ", Level::bitXor},     {" & ", Level::bitAnd},      {" == ", Level::equality},
      {" != ", Level::equality},  {" < ", Level::relation},    {" <= ", Level::relation},
      {" > ", Level::relation},   {" >= ", Level::relation},   {" + ", Level::sum},
      {" - ", Level::sum},        {" * ", Level::product},     {" / ", Level::product},
  };
  for (auto [sign, level] : operators)
    if (text.contains(sign)) return level;
  return isWord(text.front()) ? Level::atom : Level::unary;
}

std::string parenthesised(const CppText &text, Level level) {
  return text.level > level ? text.text : "(" + text.text + ")";
}

/// Whether `arg` can stand beside an operator of `level` as it is. Only sums and products nest
/// without parentheses on the left, and arithmetic within comparisons and logic: what else C++
/// allows, readers (and -Wparentheses) stumble over.
static bool standsBare(Level arg, Level level, bool left) {
  if (arg >= Level::unary) return level != Level::unary || arg == Level::atom;
  if (level == Level::logicalAnd || level == Level::logicalOr)
    return (left && arg == level) || arg > Level::bitAnd;
  if (level == Level::equality || level == Level::relation) return arg >= Level::sum;
  if (level == Level::sum) return arg == Level::product || (left && arg == level);
  return left && arg == level;
}

static std::string operand(const CppText &arg, Level level, bool left) {
  // In a call each argument stands between commas.
  if (level == Level::atom || standsBare(arg.level, level, left)) return arg.text;
  return "(" + arg.text + ")";
}

static StringRef textOf(Fn fn, ElementType result, ElementType argument) {
  // Only floats to integers, complex numbers and what has no type of C++ need more than C++'s own
  // conversion.
  const bool isExact = !info(argument).isRounded || info(result).isFloat || info(result).isBoolean;
  const bool isOfSmall = info(argument).isSmall && isOfRuntime(result);
  const bool plain = isExact && !isOfSmall && !info(argument).isComplex;
  return fn == Fn::convert && plain ? "T(x)" : info(fn).cpp(argument);
}

CppText cppCall(Fn fn, ElementType result, ElementType argument, ArrayRef<CppText> args) {
  assert(supports(fn, argument) && "no such scalar function for this type");
  const StringRef text = textOf(fn, result, argument);
  const Level level = levelOf(text);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.size(), text.find_if_not(isWord, at));
    const StringRef word = text.slice(at, end);
    const bool inCall = at > 0 && text[at - 1] == '(';
    if (word == "x")
      out += operand(args[0], inCall ? Level::atom : level, true);
    else if (word == "y")
      out += operand(args[1], inCall ? Level::atom : level, false);
    else if (word == "T")
      out += info(result).cpp;
    else
      out += word;
    at = end;
    if (at < text.size()) out += text[at++];
  }
  return {out, level};
}

bool isPromoted(Fn fn, ElementType result, ElementType argument) {
  const bool isNarrow = isInteger(result) && info(result).bytes < 4;
  return isNarrow && levelOf(textOf(fn, result, argument)) != Level::atom;
}

static StringRef functionIn(StringRef text) {
  const StringRef name = text.take_while(isWord);
  const bool called = name.size() < text.size() && name != "T" && name != "x";
  return called ? name : StringRef();
}

StringRef cppFunction(Fn fn, ElementType result, ElementType argument) {
  return functionIn(textOf(fn, result, argument));
}

StringRef homeOf(StringRef function) {
  for (const FnInfo &row : rows())
    for (StringRef text : {row.floats, row.integers, row.booleans, row.complexes})
      if (functionIn(text) == function) return row.home;
  return "";
}

// Expressions.

ScalarCall conversionCall(ElementType result, ElementType argument) {
  return callOf(Fn::convert, result, argument);
}

Expr convertedFrom(Expr e) { return isFn(e, Fn::convert) ? e->args[0] : nullptr; }

bool isProduct(Expr e) {
  return e->kind == Kind::Scalar && info(static_cast<Fn>(e->value)).linear == Linear::each;
}

bool isConjunction(Expr e) {
  return e->kind == Kind::Scalar && e->args[0]->type == ElementType::i1 &&
         StringRef(info(static_cast<Fn>(e->value)).booleans) == "x && y";
}

SmallVector<Expr, 4> conjuncts(Expr condition) {
  if (!isConjunction(condition)) return {condition};
  SmallVector<Expr, 4> all = conjuncts(condition->args[0]);
  all.append(conjuncts(condition->args[1]));
  return all;
}

} // namespace shardc
