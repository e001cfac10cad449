// SPDX-License-Identifier: Apache-2.0
// cuFFT: plans, which a device keeps, and their execution.
#pragma once

#include "runtime/libraries/cuda/columns_cuda.h"
#include "runtime/libraries/cuda/kept_cuda.h"

#include <cufft.h>

#include <array>
#include <compare>
#include <map>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

inline void check(cufftResult status) {
  switch (status) {
  case CUFFT_SUCCESS:
    return;
  case CUFFT_ALLOC_FAILED:
    throw LibraryError{"cuFFT gets no memory"};
  case CUFFT_SETUP_FAILED:
    throw LibraryError{"cuFFT cannot begin its work"};
  case CUFFT_INVALID_VALUE:
  case CUFFT_INVALID_SIZE:
    throw LibraryError{"cuFFT does not take what it is given"};
  default:
    throw LibraryError{"cuFFT has failed"};
  }
}

/// cuFFT on a device.
class Transforms {
public:
  /// Signals one behind the other, row by row.
  struct Shape {
    std::vector<long long> lengths;
    long long count;
    cufftType type;
    auto operator<=>(const Shape &other) const = default;
  };
  struct Plan {
    cufftHandle handle = 0;
    size_t bytes = 0; // that it works in
  };

  Transforms() = default;
  Transforms(const Transforms &) = delete;
  ~Transforms() {
    for (const auto &[shape, plan] : plans)
      cufftDestroy(plan.handle);
  }

  /// Made when it is first asked for.
  const Plan &plan(const Shape &shape) {
    const auto [place, is_new] = plans.try_emplace(shape);
    if (is_new) make(shape, place->second);
    return place->second;
  }

  LibraryMemory memory;

private:
  std::map<Shape, Plan> plans;

  static void make(const Shape &shape, Plan &plan) {
    check(cufftCreate(&plan.handle));
    check(cufftSetAutoAllocation(plan.handle, 0));
    auto lengths = shape.lengths;
    check(cufftMakePlanMany64(plan.handle, int(lengths.size()), lengths.data(), nullptr, 1, 0,
                              nullptr, 1, 0, shape.type, shape.count, &plan.bytes));
  }
};

template <typename F>
cufftType transform_type(bool from_real, bool to_real) {
  if constexpr (sizeof(F) == 4)
    return from_real ? CUFFT_R2C : to_real ? CUFFT_C2R : CUFFT_C2C;
  else
    return from_real ? CUFFT_D2Z : to_real ? CUFFT_Z2D : CUFFT_Z2Z;
}

/// Sums that are not divided by their number.
template <typename F>
void execute(cufftHandle plan, bool from_real, bool to_real, bool is_backwards, void *from,
             void *to) {
  const int direction = is_backwards ? CUFFT_INVERSE : CUFFT_FORWARD;
  if constexpr (sizeof(F) == 4) {
    auto *complex = static_cast<cufftComplex *>(from);
    check(from_real
              ? cufftExecR2C(plan, static_cast<float *>(from), static_cast<cufftComplex *>(to))
          : to_real ? cufftExecC2R(plan, complex, static_cast<float *>(to))
                    : cufftExecC2C(plan, complex, static_cast<cufftComplex *>(to), direction));
  } else {
    auto *complex = static_cast<cufftDoubleComplex *>(from);
    check(
        from_real
            ? cufftExecD2Z(plan, static_cast<double *>(from), static_cast<cufftDoubleComplex *>(to))
        : to_real ? cufftExecZ2D(plan, complex, static_cast<double *>(to))
                  : cufftExecZ2Z(plan, complex, static_cast<cufftDoubleComplex *>(to), direction));
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
