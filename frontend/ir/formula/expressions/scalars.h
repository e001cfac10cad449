// SPDX-License-Identifier: Apache-2.0
// What is known of the scalar functions of scalars.def: their text, and their values.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// How tightly an operator of C++ binds, loosest first.
enum class Level : uint8_t {
  ternary, // a ? b : c
  logicalOr,
  logicalAnd,
  bitOr,
  bitXor,
  bitAnd,
  equality,
  relation,
  sum,
  product,
  unary,
  atom, // names, literals, calls, parentheses
};

/// The text of an expression in C++ and how tightly it binds.
struct CppText {
  std::string text;
  Level level = Level::atom;
};

/// Types of arguments, as scalars.def names them: bits of f32, f64, integers and i1.
enum class TypeSet : uint8_t {
  none = 0,
  f32 = 1,
  floats = 3,
  integers = 4,
  numbers = 7,
  masks = 8,
  bits = 12,
  all = 15,
};

/// Which partial sums go through a function: words of scalars.def.
enum class Linear : uint8_t { no, jointly, each };

/// One line of scalars.def.
struct FnInfo {
  const char *name;
  int arity;
  bool predicate;        // the result is i1
  bool commutative;      // in its two arguments
  bool conversion;       // the result has a type of its own
  bool part;             // the result is of the parts of complex arguments
  bool pair;             // the result is complex, of arguments that are parts
  Linear linear;         // which partial sums go through it
  double cost;           // of a call, in simple operations
  TypeSet vectors;       // types of which the runtime has vectors
  const char *home;      // the header of runtime/device with what it calls: "scalar"
  const char *constants; // "offset", "base/exponent": what numbers are called that are arguments
  const char *floats, *integers, *booleans, *complexes;
  /// C++ over the words x, y and T, for arguments of type `argument`; empty where there is no such
  /// function.
  StringRef cpp(ElementType argument) const;
  /// Whether C++ or the runtime has it for vectors of arguments of this type.
  bool takesVectors(ElementType argument) const;
  /// What a number is called that is this argument.
  StringRef constantAt(size_t argument) const;
};
const FnInfo &info(Fn fn);
ArrayRef<Fn> scalarFunctions();

/// Whether `fn` takes arguments of this type (a bitcast also keeps the width of its result).
bool supports(Fn fn, ElementType argument);
/// What `fn` of arguments of type `argument` returns; not for conversions.
ElementType resultOf(Fn fn, ElementType argument);

/// `fn` of `args`, of type `argument`, as text, with parentheses where C++ or a reader needs them:
/// "(a + b) * c", "max(a, b)". `result` matters for conversions alone.
CppText cppCall(Fn fn, ElementType result, ElementType argument, ArrayRef<CppText> args);
/// Whether C++ computes what `fn` gives as an int where it is narrower. The lowest bits are right,
/// which is all that others of these need of it; anything else takes it in the type of the result.
bool isPromoted(Fn fn, ElementType result, ElementType argument);
/// The function of the runtime that this text calls ("max"); empty where operators do.
StringRef cppFunction(Fn fn, ElementType result, ElementType argument);
/// The header of runtime/device that such a function is in ("scalar"); empty where it is none.
StringRef homeOf(StringRef function);
/// `text` with parentheses unless it binds more tightly than `level`.
std::string parenthesised(const CppText &text, Level level);

/// The value of `fn`; exactly what the text computes. Arguments are of one type that it takes.
Number apply(Fn fn, ElementType result, ArrayRef<Number> args);

/// A number as the bits of its C++ type, lowest bytes first, the others zero.
using Slot = unsigned __int128;
Slot toSlot(const Number &number);
Number fromSlot(ElementType type, Slot slot);
/// What evaluates `fn` on slots; the second argument of unary functions is ignored.
using ScalarCall = Slot (*)(Slot, Slot);
ScalarCall callOf(Fn fn, ElementType result, ElementType argument);
/// What adds a term x * y to a sum of floats of this type, rounding once.
using TermCall = Slot (*)(Slot sum, Slot x, Slot y);
TermCall termCallOf(ElementType type);

/// What makes a number of another type of one.
ScalarCall conversionCall(ElementType result, ElementType argument);

// What expressions are, whatever functions make them.

/// What a conversion of a number is of; null: it is none.
Expr convertedFrom(Expr e);
/// Whether it is a product of two.
bool isProduct(Expr e);
/// Whether it is a condition that holds where both of its arguments do.
bool isConjunction(Expr e);
/// What has to hold for a condition to hold, none of which is a conjunction.
SmallVector<Expr, 4> conjuncts(Expr condition);

} // namespace shardc
