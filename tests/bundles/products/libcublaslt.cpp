// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuBLASLt, by its own header, that multiplies on the host. It takes what the manual
// allows, and no more: leading dimensions that reach, memory of the size that was preferred,
// alignments that pointers have, and the algorithm that it gave for these very layouts.
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cublasLt.h>
#include <string>

namespace {

struct Matrix {
  cudaDataType_t type;
  int64_t rows, columns, leading;
  int32_t batches = 1;
  int64_t stride = 0;
};
struct Description {
  cublasComputeType_t compute;
  cudaDataType_t scale;
  cublasOperation_t ops[2] = {CUBLAS_OP_N, CUBLAS_OP_N};
};
struct Preferred {
  uint64_t workspace = 0;
  uint32_t alignments[4] = {256, 256, 256, 256};
};

template <typename T>
T *of(void *handle) {
  return static_cast<T *>(handle);
}
template <typename T>
const T &of(const void *handle) {
  return *static_cast<const T *>(handle);
}

void require(bool holds, const char *what) {
  if (holds) return;
  std::fprintf(stderr, "cuBLASLt's stand-in: %s\n", what);
  std::abort();
}

template <typename T>
void get(T &to, const void *from, size_t bytes) {
  require(bytes == sizeof to, "an attribute has another size");
  std::memcpy(&to, from, sizeof to);
}

int bytes_of(cudaDataType_t type) {
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
    require(false, "a type that no product has");
    return 0;
  }
}

using Number = std::complex<double>;
template <typename T>
T load(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
Number get(cudaDataType_t type, const void *data, int64_t index) {
  const char *at = static_cast<const char *>(data) + index * bytes_of(type);
  switch (type) {
  case CUDA_R_16BF: {
    const uint32_t bits = uint32_t(load<uint16_t>(at)) << 16;
    return load<float>(reinterpret_cast<const char *>(&bits));
  }
  case CUDA_R_32F:
    return load<float>(at);
  case CUDA_R_64F:
    return load<double>(at);
  case CUDA_C_32F:
    return load<std::complex<float>>(at);
  default:
    return load<Number>(at);
  }
}
void put(cudaDataType_t type, void *data, int64_t index, Number value) {
  char *at = static_cast<char *>(data) + index * bytes_of(type);
  const auto store = [&](auto number) { std::memcpy(at, &number, sizeof number); };
  switch (type) {
  case CUDA_R_16BF: {
    const float number = float(value.real());
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return store(uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
  }
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

/// Whether a matrix has the elements of rows by columns.
void require_shape(const Matrix &matrix, bool transposed, int64_t rows, int64_t columns) {
  require((transposed ? matrix.columns : matrix.rows) == rows &&
              (transposed ? matrix.rows : matrix.columns) == columns,
          "shapes do not agree");
  require(matrix.leading >= matrix.rows, "a leading dimension is less than the rows");
}

bool is_aligned(const void *pointer, uint32_t by) {
  return reinterpret_cast<uintptr_t>(pointer) % by == 0;
}

} // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(new int(1));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete reinterpret_cast<int *>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *made, cublasComputeType_t compute,
                                        cudaDataType_t scale) {
  *made = reinterpret_cast<cublasLtMatmulDesc_t>(new Description{compute, scale});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t handle) {
  delete of<Description>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t handle,
                                              cublasLtMatmulDescAttributes_t which,
                                              const void *value, size_t bytes) {
  require(which == CUBLASLT_MATMUL_DESC_TRANSA || which == CUBLASLT_MATMUL_DESC_TRANSB,
          "an attribute that nobody asks for");
  get(of<Description>(handle)->ops[which == CUBLASLT_MATMUL_DESC_TRANSB], value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t leading) {
  *made = reinterpret_cast<cublasLtMatrixLayout_t>(
      new Matrix{type, int64_t(rows), int64_t(columns), leading});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t handle) {
  delete of<Matrix>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t handle,
                                                cublasLtMatrixLayoutAttribute_t which,
                                                const void *value, size_t bytes) {
  if (which == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
    get(of<Matrix>(handle)->batches, value, bytes);
  else if (which == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
    get(of<Matrix>(handle)->stride, value, bytes);
  else
    require(false, "an attribute that nobody asks for");
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *made) {
  *made = reinterpret_cast<cublasLtMatmulPreference_t>(new Preferred);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t handle) {
  delete of<Preferred>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t handle,
                                                    cublasLtMatmulPreferenceAttributes_t which,
                                                    const void *value, size_t bytes) {
  auto &[workspace, alignments] = *of<Preferred>(handle);
  if (which == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
    get(workspace, value, bytes);
  else
    get(alignments[which - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES], value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

/// The algorithm says what it was chosen for.
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int wanted,
                                              cublasLtMatmulHeuristicResult_t found[], int *count) {
  const Preferred &preferred = of<Preferred>(static_cast<const void *>(preference));
  require(wanted == 1, "more than one algorithm is asked for");
  uint64_t *data = found[0].algo.data;
  data[0] = preferred.workspace;
  for (int k = 0; k < 4; ++k)
    data[1 + k] = preferred.alignments[k];
  data[5] = uint64_t(of<Matrix>(a)->leading);
  data[6] = uint64_t(of<Matrix>(d)->leading);
  *count = 1;
  std::printf("chosen\n");
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t description, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t of_a, const void *b,
                              cublasLtMatrixLayout_t of_b, const void *beta, const void *c,
                              cublasLtMatrixLayout_t, void *d, cublasLtMatrixLayout_t of_d,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t bytes,
                              cudaStream_t stream) {
  const auto &[compute, scale, ops] = *of<Description>(description);
  const Matrix &left = *of<Matrix>(of_a), &right = *of<Matrix>(of_b), &made = *of<Matrix>(of_d);
  const bool turns_left = ops[0] == CUBLAS_OP_T, turns_right = ops[1] == CUBLAS_OP_T;
  const int64_t terms = turns_left ? left.rows : left.columns;
  require_shape(left, turns_left, made.rows, terms);
  require_shape(right, turns_right, terms, made.columns);
  require_shape(made, false, made.rows, made.columns);
  require(left.type == right.type && left.batches == made.batches && right.batches == made.batches,
          "factors are of two kinds");
  require(made.batches == 1 || made.stride != 0, "batches write to one place");
  require(get(scale, alpha, 0) == Number(1) && get(scale, beta, 0) == Number(0),
          "the result is scaled");
  const uint64_t *data = algorithm->data;
  require(workspace && bytes >= data[0] && is_aligned(workspace, 16), "there is no workspace");
  require(is_aligned(a, uint32_t(data[1])) && is_aligned(b, uint32_t(data[2])) &&
              is_aligned(c, uint32_t(data[3])) && is_aligned(d, uint32_t(data[4])),
          "pointers are not aligned as was said");
  require(data[5] == uint64_t(left.leading) && data[6] == uint64_t(made.leading),
          "the algorithm is another product's");
  for (int64_t n = 0; n < made.batches; ++n)
    for (int64_t i = 0; i < made.rows; ++i)
      for (int64_t j = 0; j < made.columns; ++j) {
        Number sum = 0;
        for (int64_t k = 0; k < terms; ++k)
          sum +=
              get(left.type, a,
                  n * left.stride + (turns_left ? k + i * left.leading : i + k * left.leading)) *
              get(right.type, b,
                  n * right.stride + (turns_right ? j + k * right.leading : k + j * right.leading));
        put(made.type, d, n * made.stride + i + j * made.leading, sum);
      }
  std::printf("multiplied %ld by %ld by %ld, %d times, type %d, compute %d, stream %p\n",
              long(made.rows), long(made.columns), long(terms), made.batches, int(left.type),
              int(compute), static_cast<void *>(stream));
  return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
