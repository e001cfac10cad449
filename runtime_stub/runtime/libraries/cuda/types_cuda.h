// SPDX-License-Identifier: Apache-2.0
// Types and choices as NVIDIA's libraries of linear algebra have them.
#pragma once

#include "runtime/libraries/form_for.h"

#include <cublas_api.h>

#include <cstdint>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T>
constexpr cudaDataType kCudaType = std::is_same_v<T, float>    ? CUDA_R_32F
                                   : std::is_same_v<T, double> ? CUDA_R_64F
                                   : std::is_same_v<T, c64>    ? CUDA_C_32F
                                                               : CUDA_C_64F;

template <typename T>
struct CudaNumber {
  using Type = T;
};
template <>
struct CudaNumber<c64> {
  using Type = cuComplex;
};
template <>
struct CudaNumber<c128> {
  using Type = cuDoubleComplex;
};
/// Numbers as the libraries' functions for one type take them.
template <typename T>
typename CudaNumber<T>::Type *as_cuda(T *numbers) {
  return reinterpret_cast<typename CudaNumber<T>::Type *>(numbers);
}
template <typename T>
typename CudaNumber<T>::Type **as_cuda(T **numbers) {
  return reinterpret_cast<typename CudaNumber<T>::Type **>(numbers);
}

inline cublasFillMode_t triangle_of(bool lower) {
  return lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
