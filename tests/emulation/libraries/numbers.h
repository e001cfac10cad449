// SPDX-License-Identifier: Apache-2.0
// Numbers in memory, by CUDA's names of their types, as wide as there are.
#pragma once

#include <complex>
#include <cstdint>
#include <cstring>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>

namespace emulation {

using Number = std::complex<double>;

/// 0: a type that nobody has.
inline int bytesOf(cudaDataType_t type) {
  switch (type) {
  case CUDA_R_16BF:
  case CUDA_R_16F:
    return 2;
  case CUDA_R_32F:
    return 4;
  case CUDA_R_64F:
  case CUDA_C_32F:
    return 8;
  case CUDA_C_64F:
    return 16;
  default:
    return 0;
  }
}

template <typename T>
T load(const void *data, int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * int64_t(sizeof value),
              sizeof value);
  return value;
}
inline Number get(cudaDataType_t type, const void *data, int64_t index) {
  switch (type) {
  case CUDA_R_16BF:
    return double(__bfloat162float(load<__nv_bfloat16>(data, index)));
  case CUDA_R_16F:
    return double(__half2float(load<__half>(data, index)));
  case CUDA_R_32F:
    return double(load<float>(data, index));
  case CUDA_R_64F:
    return load<double>(data, index);
  case CUDA_C_32F:
    return load<std::complex<float>>(data, index);
  default:
    return load<Number>(data, index);
  }
}

inline void put(cudaDataType_t type, void *data, int64_t index, Number value) {
  const auto store = [&](auto number) {
    std::memcpy(static_cast<char *>(data) + index * int64_t(sizeof number), &number, sizeof number);
  };
  switch (type) {
  case CUDA_R_16BF:
    return store(__float2bfloat16(float(value.real())));
  case CUDA_R_16F:
    return store(__float2half(float(value.real())));
  case CUDA_R_32F:
    return store(float(value.real()));
  case CUDA_R_64F:
    return store(value.real());
  case CUDA_C_32F:
    return store(std::complex<float>(value));
  default:
    return store(value);
  }
}

} // namespace emulation
