// SPDX-License-Identifier: Apache-2.0
// A header of the C++ library each, over the compiler's builtins, with what kernels use of it and
// no more. The library's own take 1.2 s to read, these 20 ms, and nothing is read from the disk.
#include "codegen/engine/prelude.h"

namespace shardc {

static constexpr const char *kIntegers = R"(#pragma once
using int8_t = __INT8_TYPE__;
using int16_t = __INT16_TYPE__;
using int32_t = __INT32_TYPE__;
using int64_t = __INT64_TYPE__;
using uint8_t = __UINT8_TYPE__;
using uint16_t = __UINT16_TYPE__;
using uint32_t = __UINT32_TYPE__;
using uint64_t = __UINT64_TYPE__;
using intptr_t = __INTPTR_TYPE__;
using uintptr_t = __UINTPTR_TYPE__;
#define INT32_MAX __INT32_MAX__
#define INT32_MIN (-INT32_MAX - 1)
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-INT64_MAX - 1)
#define UINT32_MAX __UINT32_MAX__
#define UINT64_MAX __UINT64_MAX__
namespace std {
using ::int16_t, ::int32_t, ::int64_t, ::int8_t, ::intptr_t;
using ::uint16_t, ::uint32_t, ::uint64_t, ::uint8_t, ::uintptr_t;
} // namespace std
)";

static constexpr const char *kSizes = R"(#pragma once
using size_t = __SIZE_TYPE__;
using ptrdiff_t = __PTRDIFF_TYPE__;
namespace std {
using ::ptrdiff_t, ::size_t;
using nullptr_t = decltype(nullptr);
} // namespace std
)";

static constexpr const char *kBytes = R"(#pragma once
#include <cstddef>
extern "C" {
void *memcpy(void *to, const void *from, size_t bytes) noexcept;
void *memset(void *to, int byte, size_t bytes) noexcept;
}
namespace std {
using ::memcpy, ::memset;
}
)";

static constexpr const char *kMemory = R"(#pragma once
#include <cstddef>
extern "C" {
void *aligned_alloc(size_t alignment, size_t bytes) noexcept;
void free(void *memory) noexcept;
}
namespace std {
using ::aligned_alloc, ::free;
}
)";

// Declared as the library of this process defines them: what kernels throw is caught here.
static constexpr const char *kNew = R"(#pragma once
#include <cstddef>
namespace std {
class exception {
public:
  exception() noexcept {}
  virtual ~exception() noexcept;
  virtual const char *what() const noexcept;
};
class bad_alloc : public exception {
public:
  bad_alloc() noexcept {}
  ~bad_alloc() noexcept override;
  const char *what() const noexcept override;
};
} // namespace std
)";

static constexpr const char *kLarger = R"(#pragma once
namespace std {
template <typename T>
constexpr const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
template <typename T>
constexpr const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}
} // namespace std
)";

static constexpr const char *kTypes = R"(#pragma once
namespace std {
template <typename A, typename B>
inline constexpr bool is_same_v = __is_same(A, B);
template <typename T>
inline constexpr bool is_integral_v = __is_integral(T);
template <typename T>
inline constexpr bool is_floating_point_v = __is_floating_point(T);
template <typename T>
inline constexpr bool is_signed_v = __is_floating_point(T) || __is_signed(T);
template <typename T>
inline constexpr bool is_unsigned_v = __is_unsigned(T);
template <typename T>
inline constexpr bool is_arithmetic_v = __is_integral(T) || __is_floating_point(T);
template <typename T>
inline constexpr bool is_array_v = __is_array(T);
template <typename T>
inline constexpr bool is_class_v = __is_class(T);
template <typename T>
inline constexpr bool is_pointer_v = __is_pointer(T);

template <typename T>
using make_signed_t = __make_signed(T);
template <typename T>
using make_unsigned_t = __make_unsigned(T);
template <typename T>
using remove_all_extents_t = __remove_all_extents(T);
template <typename T>
using remove_const_t = __remove_const(T);
template <typename T>
using decay_t = __decay(T);

template <bool first, typename A, typename B>
struct conditional {
  using type = A;
};
template <typename A, typename B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool first, typename A, typename B>
using conditional_t = typename conditional<first, A, B>::type;

template <typename T>
struct type_identity {
  using type = T;
};
template <typename T>
using type_identity_t = typename type_identity<T>::type;
} // namespace std
)";

static constexpr const char *kSequences = R"(#pragma once
namespace std {
template <typename T, T...>
struct integer_sequence {};
template <typename T, T count>
using make_integer_sequence = __make_integer_seq<integer_sequence, T, count>;
} // namespace std
)";

static constexpr const char *kLimits = R"(#pragma once
#include <type_traits>
namespace std {
/// Of integers; floats have their own below.
template <typename T>
struct numeric_limits {
  static constexpr bool is_signed = is_signed_v<T>;
  static constexpr int digits = is_same_v<T, bool> ? 1 : static_cast<int>(8 * sizeof(T)) - is_signed;
  static constexpr T max() {
    if constexpr (is_same_v<T, bool>)
      return true;
    else
      return static_cast<T>(static_cast<make_unsigned_t<T>>(-1) >> (is_signed ? 1 : 0));
  }
  static constexpr T min() { return is_signed ? static_cast<T>(-max() - 1) : T{}; }
  static constexpr T lowest() { return min(); }
};

template <>
struct numeric_limits<float> {
  static constexpr bool is_signed = true;
  static constexpr int digits = __FLT_MANT_DIG__;
  static constexpr float max() { return __FLT_MAX__; }
  static constexpr float min() { return __FLT_MIN__; }
  static constexpr float lowest() { return -__FLT_MAX__; }
  static constexpr float infinity() { return __builtin_huge_valf(); }
  static constexpr float quiet_NaN() { return __builtin_nanf(""); }
};

template <>
struct numeric_limits<double> {
  static constexpr bool is_signed = true;
  static constexpr int digits = __DBL_MANT_DIG__;
  static constexpr double max() { return __DBL_MAX__; }
  static constexpr double min() { return __DBL_MIN__; }
  static constexpr double lowest() { return -__DBL_MAX__; }
  static constexpr double infinity() { return __builtin_huge_val(); }
  static constexpr double quiet_NaN() { return __builtin_nan(""); }
};
} // namespace std
)";

static constexpr const char *kMath = R"(#pragma once
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_huge_valf()
#define NAN __builtin_nanf("")

namespace std {
inline float fabs(float x) { return __builtin_fabsf(x); }
inline double fabs(double x) { return __builtin_fabs(x); }
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline double sqrt(double x) { return __builtin_sqrt(x); }
inline float exp(float x) { return __builtin_expf(x); }
inline double exp(double x) { return __builtin_exp(x); }
inline float expm1(float x) { return __builtin_expm1f(x); }
inline double expm1(double x) { return __builtin_expm1(x); }
inline float log(float x) { return __builtin_logf(x); }
inline double log(double x) { return __builtin_log(x); }
inline float log1p(float x) { return __builtin_log1pf(x); }
inline double log1p(double x) { return __builtin_log1p(x); }
inline float sin(float x) { return __builtin_sinf(x); }
inline double sin(double x) { return __builtin_sin(x); }
inline float cos(float x) { return __builtin_cosf(x); }
inline double cos(double x) { return __builtin_cos(x); }
inline float tan(float x) { return __builtin_tanf(x); }
inline double tan(double x) { return __builtin_tan(x); }
inline float tanh(float x) { return __builtin_tanhf(x); }
inline double tanh(double x) { return __builtin_tanh(x); }
inline float erf(float x) { return __builtin_erff(x); }
inline double erf(double x) { return __builtin_erf(x); }
inline float sinh(float x) { return __builtin_sinhf(x); }
inline double sinh(double x) { return __builtin_sinh(x); }
inline float cosh(float x) { return __builtin_coshf(x); }
inline double cosh(double x) { return __builtin_cosh(x); }
inline float asin(float x) { return __builtin_asinf(x); }
inline double asin(double x) { return __builtin_asin(x); }
inline float acos(float x) { return __builtin_acosf(x); }
inline double acos(double x) { return __builtin_acos(x); }
inline float atan(float x) { return __builtin_atanf(x); }
inline double atan(double x) { return __builtin_atan(x); }
inline float asinh(float x) { return __builtin_asinhf(x); }
inline double asinh(double x) { return __builtin_asinh(x); }
inline float acosh(float x) { return __builtin_acoshf(x); }
inline double acosh(double x) { return __builtin_acosh(x); }
inline float atanh(float x) { return __builtin_atanhf(x); }
inline double atanh(double x) { return __builtin_atanh(x); }
inline float erfc(float x) { return __builtin_erfcf(x); }
inline double erfc(double x) { return __builtin_erfc(x); }
inline float cbrt(float x) { return __builtin_cbrtf(x); }
inline double cbrt(double x) { return __builtin_cbrt(x); }
inline float ceil(float x) { return __builtin_ceilf(x); }
inline double ceil(double x) { return __builtin_ceil(x); }
inline float floor(float x) { return __builtin_floorf(x); }
inline double floor(double x) { return __builtin_floor(x); }
inline float round(float x) { return __builtin_roundf(x); }
inline double round(double x) { return __builtin_round(x); }
inline float rint(float x) { return __builtin_rintf(x); }
inline double rint(double x) { return __builtin_rint(x); }
inline float trunc(float x) { return __builtin_truncf(x); }
inline double trunc(double x) { return __builtin_trunc(x); }
inline float fmod(float x, float y) { return __builtin_fmodf(x, y); }
inline double fmod(double x, double y) { return __builtin_fmod(x, y); }
inline float pow(float x, float y) { return __builtin_powf(x, y); }
inline double pow(double x, double y) { return __builtin_pow(x, y); }
inline float atan2(float x, float y) { return __builtin_atan2f(x, y); }
inline double atan2(double x, double y) { return __builtin_atan2(x, y); }
inline float copysign(float x, float y) { return __builtin_copysignf(x, y); }
inline double copysign(double x, double y) { return __builtin_copysign(x, y); }
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline bool signbit(float x) { return __builtin_signbit(x); }
inline bool signbit(double x) { return __builtin_signbit(x); }
} // namespace std
)";

llvm::ArrayRef<std::pair<const char *, const char *>> prelude() {
  static constexpr std::pair<const char *, const char *> headers[] = {
      {"cstdint", kIntegers},  {"cstddef", kSizes}, {"cstring", kBytes},
      {"cstdlib", kMemory},    {"new", kNew},       {"algorithm", kLarger},
      {"type_traits", kTypes}, {"limits", kLimits}, {"cmath", kMath},
      {"utility", kSequences},
  };
  return headers;
}

} // namespace shardc
