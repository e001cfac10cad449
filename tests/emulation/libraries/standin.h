// SPDX-License-Identifier: Apache-2.0
// What stand-ins for NVIDIA's libraries have in common: LAPACK does their work on the stream that
// they are given, and what they are asked is recorded, as driver/record.h does. A handle that
// nobody destroys is told of on standard error.
#pragma once

#include "../driver/give.h"
#include "../driver/record.h"

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <library_types.h>

namespace emulation {

using C = std::complex<float>;
using Z = std::complex<double>;

template <typename T>
struct RealOf {
  using Type = T;
};
template <typename F>
struct RealOf<std::complex<F>> {
  using Type = F;
};
template <typename T>
using Real = typename RealOf<T>::Type;
template <typename T>
constexpr bool isComplex = !std::is_same_v<T, Real<T>>;

/// Of a function's four forms, the one for T.
template <typename T, typename F, typename G, typename H, typename I>
constexpr auto formFor(F s, G d, H c, I z) {
  if constexpr (std::is_same_v<T, float>)
    return s;
  else if constexpr (std::is_same_v<T, double>)
    return d;
  else if constexpr (std::is_same_v<T, C>)
    return c;
  else
    return z;
}

template <typename T>
constexpr cudaDataType kType = formFor<T>(CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F);
template <typename T>
constexpr const char *kTypeName = formFor<T>("f32", "f64", "c64", "c128");

/// Calls `run` with a number of this type. False: there is no such type.
template <typename Run>
bool withType(cudaDataType type, const Run &run) {
  if (type == CUDA_R_32F) return run(float());
  if (type == CUDA_R_64F) return run(double());
  if (type == CUDA_C_32F) return run(C());
  return type == CUDA_C_64F && run(Z());
}

/// Those that have been made and not destroyed.
template <typename T>
class Handles {
public:
  /// `isTold`: whether each is recorded.
  explicit Handles(const char *what, bool isTold = true) : what(what), isTold(isTold) {}
  ~Handles() {
    if (!all.empty()) std::fprintf(stderr, "%s: %zu are never destroyed\n", what, all.size());
  }
  T *make() {
    if (isTold) record(std::string(what) + " is made");
    return *all.insert(new T).first;
  }
  bool has(T *one) const { return all.count(one) == 1; }
  bool destroy(T *one) {
    if (all.erase(one) == 0) return false;
    if (isTold) record(std::string(what) + " is destroyed");
    delete one;
    return true;
  }

private:
  const char *what;
  bool isTold;
  std::set<T *> all;
};

inline void note(const std::string &function, const char *type, CUstream_st *stream,
                 const std::vector<int64_t> &numbers, const std::string &words = "") {
  std::string line = function + " " + type;
  if (!words.empty()) line += " " + words;
  for (const int64_t number : numbers)
    line += " " + std::to_string(number);
  record(line + " on " + std::to_string(emulatedNumber(stream)));
}

} // namespace emulation
