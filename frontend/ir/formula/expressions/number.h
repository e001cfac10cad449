// SPDX-License-Identifier: Apache-2.0
// Element types and single numbers of them.
#pragma once

#include "runtime/type.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace shardc {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

using runtime::TypeKind;

/// What a tensor holds: `index`, and a row of types.def each. `index` is not stored anywhere: it is
/// the type of loops and of what is computed from them.
enum class ElementType : uint8_t {
  index,
#define SHARDC_TYPE(name, ...) name,
#include "runtime/types.def"
#undef SHARDC_TYPE
};

constexpr int kElementTypes = 1 // `index`
#define SHARDC_TYPE(...) +1
#include "runtime/types.def"
#undef SHARDC_TYPE
    ;

struct ElementInfo {
  const char *name; // as in StableHLO and in our JSON: "f32"
  const char *cpp;  // as in generated code: "float"
  int bytes;        // in memory; i1 takes one
  int bits;         // that numbers differ in
  TypeKind kind;
  ElementType computed; // that one step is computed in, and then rounded
  ElementType sum;      // that sums are added up in
  bool isFloat, isBoolean, isSigned, isUnsigned, isComplex;
  bool isRounded; // what is computed, so that the order of sums matters: floats, complex numbers
  bool isNarrow;  // is computed in another type
  bool isSmall;   // an integer of fewer bits than its byte
};
const ElementInfo &info(ElementType type);

/// Whether its type in C++ is one of the runtime's, not of the language.
inline bool isOfRuntime(ElementType type) {
  return info(type).isNarrow || info(type).isComplex || info(type).isSmall;
}

/// Integers that are counted and computed with, which i1 is none of; `index` is one.
inline bool isInteger(ElementType type) { return !info(type).isRounded && !info(type).isBoolean; }

/// Whether an op may give numbers of `to` where its operands' are of type `from`: of the same kind,
/// and no narrower.
bool isPromotable(ElementType from, ElementType to);

/// The floats that a type of complex numbers has pairs of, and the other way around; none where
/// there is no such type.
std::optional<ElementType> partOf(ElementType complex);
std::optional<ElementType> pairOf(ElementType floats);

/// The types that tensors hold, in the order of types.def.
ArrayRef<ElementType> elementTypes();
/// "f32, f64 or i1": all of them.
std::string elementTypesText();

/// The same type to the runtime, which knows no `index`.
runtime::Type runtimeType(ElementType type);
ElementType elementType(runtime::Type type);

/// Calls `visit` with a zero of the C++ type of `type`; that of `index` is int64_t.
template <typename Visit>
auto withType(ElementType type, Visit visit) {
  if (type == ElementType::index) return visit(int64_t());
  return runtime::with_type(runtimeType(type), visit);
}

/// One number of an element type, exactly: integers and i1 in `integer` (sign- or zero-extended
/// to 64 bits), floats in `real` (an f32 is the double that equals it), complex numbers in `real`
/// and `imaginary`.
struct Number {
  ElementType type = ElementType::index;
  union {
    int64_t integer = 0;
    double real;
  };
  double imaginary = 0;

  /// `value` rounded to, or wrapped around in, the type.
  static Number of(ElementType type, int64_t value);
  static Number of(ElementType type, double value);
  /// A complex number, rounded to the type.
  static Number complex(ElementType type, double real, double imaginary);

  bool isFloat() const { return info(type).isFloat; }
  bool isComplex() const { return info(type).isComplex; }
  /// Equal to this whole number; NaN is to none.
  bool is(int64_t value) const { return asDouble() == double(value) && imaginary == 0; }
  /// Not zero; NaN is true.
  bool isTrue() const { return info(type).isRounded ? !is(0) : integer != 0; }
  /// As a double; exact for all but large 64-bit integers. Of a complex number the real part.
  double asDouble() const;
  /// Towards zero for floats; what is above all numbers with a sign is the largest of them.
  int64_t asInteger() const;
  /// An integer with room for either sign of 64 bits.
  __int128 wide() const;
  /// An integer in decimal.
  std::string digits() const;
  /// The 64 bits of `integer` or `real`. Those of an imaginary part are apart.
  int64_t bits() const;
  /// Same type and same bits: distinguishes -0.0 from 0.0, and one NaN equals itself.
  bool sameBits(const Number &other) const;
};

/// Whether a type of integers has the number.
bool holds(ElementType type, int64_t value);

/// The ends of a type: minus and plus infinity for floats that have these.
Number lowest(ElementType type);
Number highest(ElementType type);

/// The number whose bits are all zero: 0 in types that have one.
Number ofNoBits(ElementType type);

/// What rounding to a type of floats changes at most, relative to the number.
double roundingOf(ElementType type);

/// A tensor's element type and global extents.
struct TensorSpec {
  ElementType type = ElementType::f32;
  SmallVector<int64_t, 4> shape;

  int64_t elements() const;
  int64_t bytes() const { return elements() * info(type).bytes; }
  bool operator==(const TensorSpec &other) const {
    return type == other.type && shape == other.shape;
  }
  /// "f32[5, 4]".
  std::string str() const;
};

} // namespace shardc
