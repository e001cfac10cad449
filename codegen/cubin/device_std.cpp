// SPDX-License-Identifier: Apache-2.0
// A header of the C++ library each, with what is used of it and no more: a word that is missing is
// an error of NVRTC's that names it, and goes in here. What is not the library's own, but stands
// behind its words, has names of this file's.
#include "codegen/cubin/device_std.h"

namespace shardc {

// NVRTC knows the functions of <cmath> and <cstring>, for float as well, and size_t.
static constexpr const char *kFunctions = R"(#pragma once
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)
namespace std {
using ::acos; using ::acosh; using ::asin; using ::asinh; using ::atan; using ::atan2; using ::atanh;
using ::cbrt; using ::ceil; using ::copysign; using ::cos; using ::cosh; using ::erf; using ::erfc;
using ::exp; using ::expm1; using ::fabs; using ::floor; using ::fma; using ::fmod; using ::frexp; using ::ldexp;
using ::log; using ::log1p; using ::pow; using ::rint; using ::round; using ::signbit; using ::sin;
using ::sinh; using ::sqrt; using ::tan; using ::tanh; using ::isnan; using ::isfinite;
} // namespace std
)";

// What compares words is the host's, and is compiled with the rest.
static constexpr const char *kStrings = R"(#pragma once
namespace std {
using ::memcpy;
inline int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) ++a, ++b;
  return *a - *b;
}
} // namespace std
)";

static constexpr const char *kIntegers = R"(#pragma once
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned;
using uint64_t = unsigned long;
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615ul
)";

static constexpr const char *kTypes = R"(#pragma once
namespace std {
template <typename T, T v> struct integral_constant { static constexpr T value = v; };
template <bool b, typename T, typename U> struct conditional { using type = T; };
template <typename T, typename U> struct conditional<false, T, U> { using type = U; };
template <bool b, typename T, typename U> using conditional_t = typename conditional<b, T, U>::type;

template <typename T> struct type_identity { using type = T; };
template <typename T> using type_identity_t = T;
template <typename T> struct remove_reference : type_identity<T> {};
template <typename T> struct remove_reference<T &> : type_identity<T> {};
template <typename T> struct remove_reference<T &&> : type_identity<T> {};
template <typename T> struct remove_cv : type_identity<T> {};
template <typename T> struct remove_cv<const T> : type_identity<T> {};
template <typename T> struct remove_cv<volatile T> : type_identity<T> {};
template <typename T> struct remove_cv<const volatile T> : type_identity<T> {};
template <typename T> using remove_cv_t = typename remove_cv<T>::type;
// Of values: what auto makes of one.
template <typename T>
using decay_t = typename remove_cv<typename remove_reference<T>::type>::type;

template <typename T, typename U> constexpr bool is_same_v = false;
template <typename T> constexpr bool is_same_v<T, T> = true;
template <typename T> constexpr bool is_pointer_v = false;
template <typename T> constexpr bool is_pointer_v<T *> = true;
template <typename T> struct remove_pointer : type_identity<T> {};
template <typename T> struct remove_pointer<T *> : type_identity<T> {};
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;

template <typename T> T &&declval();
template <typename F, typename... T>
using invoke_result_t = decltype(declval<F>()(declval<T>()...));
template <typename T> constexpr bool is_array_v = false;
template <typename T> constexpr bool is_array_v<T[]> = true;
template <typename T, size_t n> constexpr bool is_array_v<T[n]> = true;
template <typename T> struct remove_all_extents : type_identity<T> {};
template <typename T> struct remove_all_extents<T[]> : remove_all_extents<T> {};
template <typename T, size_t n> struct remove_all_extents<T[n]> : remove_all_extents<T> {};
template <typename T> using remove_all_extents_t = typename remove_all_extents<T>::type;

template <typename T>
constexpr bool is_floating_point_v =
    is_same_v<remove_cv_t<T>, float> || is_same_v<remove_cv_t<T>, double>;
template <typename T> struct signs { static constexpr bool is_integer = false; };
template <typename S, typename U> struct both_signs {
  static constexpr bool is_integer = true;
  using with = S;
  using without = U;
};
template <> struct signs<bool> { static constexpr bool is_integer = true; };
template <> struct signs<char> : both_signs<signed char, unsigned char> {};
template <> struct signs<signed char> : both_signs<signed char, unsigned char> {};
template <> struct signs<unsigned char> : both_signs<signed char, unsigned char> {};
template <> struct signs<short> : both_signs<short, unsigned short> {};
template <> struct signs<unsigned short> : both_signs<short, unsigned short> {};
template <> struct signs<int> : both_signs<int, unsigned> {};
template <> struct signs<unsigned> : both_signs<int, unsigned> {};
template <> struct signs<long> : both_signs<long, unsigned long> {};
template <> struct signs<unsigned long> : both_signs<long, unsigned long> {};
template <> struct signs<long long> : both_signs<long long, unsigned long long> {};
template <> struct signs<unsigned long long> : both_signs<long long, unsigned long long> {};
template <typename T> using make_signed_t = typename signs<T>::with;
template <typename T> using make_unsigned_t = typename signs<T>::without;
template <typename T> constexpr bool is_integral_v = signs<remove_cv_t<T>>::is_integer;
template <typename T> constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <typename T> constexpr bool is_signed_v = is_arithmetic_v<T> && T(-1) < T(0);
template <typename T, typename U> constexpr bool is_base_of_v = __is_base_of(T, U);
template <typename T> constexpr bool is_unsigned_v = is_arithmetic_v<T> && !is_signed_v<T>;
} // namespace std
)";

static constexpr const char *kLimits = R"(#pragma once
#include <type_traits>
namespace std {
// Of integers, and of floats the digits.
template <typename T> struct numeric_limits {
  static constexpr int digits = is_same_v<T, float>    ? 24
                                : is_same_v<T, double> ? 53
                                : is_same_v<T, bool>   ? 1
                                                       : int(sizeof(T)) * 8 - is_signed_v<T>;
  static constexpr T max() {
    if constexpr (is_same_v<T, bool>) return true;
    else return T(make_unsigned_t<T>(-1) >> is_signed_v<T>);
  }
  static constexpr T min() {
    if constexpr (is_same_v<T, bool>) return false;
    else return T(is_signed_v<T> ? -max() - 1 : 0);
  }
};
} // namespace std
)";

static constexpr const char *kAlgorithms = R"(#pragma once
namespace std {
template <typename T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
} // namespace std
)";

llvm::ArrayRef<std::pair<const char *, const char *>> deviceStd() {
  static constexpr std::pair<const char *, const char *> headers[] = {
      {"algorithm", kAlgorithms},     {"cmath", kFunctions},   {"cstddef", "#pragma once\n"},
      {"cstdint", kIntegers},         {"cstring", kStrings},   {"limits", kLimits},
      {"stddef.h", "#pragma once\n"}, {"stdint.h", kIntegers}, {"type_traits", kTypes},
  };
  return headers;
}

} // namespace shardc
