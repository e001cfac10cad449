// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuBLASLt, by its own header, that multiplies on the host. It takes what the manual
// allows, and no more: leading dimensions that reach, memory of the size that was preferred,
// alignments that pointers have, and the algorithm that it gave for these very layouts. There is
// none for 61 columns.
#include "numbers.h"
#include "standin.h"

#include <cmath>
#include <cstdlib>
#include <cublasLt.h>

using namespace emulation;

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
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void *bias = nullptr;
  int64_t biasStride = 0;
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
void read(T &to, const void *from, size_t bytes) {
  require(bytes == sizeof to, "an attribute has another size");
  std::memcpy(&to, from, sizeof to);
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
  Description &to = *of<Description>(handle);
  switch (which) {
  case CUBLASLT_MATMUL_DESC_TRANSA:
  case CUBLASLT_MATMUL_DESC_TRANSB:
    read(to.ops[which == CUBLASLT_MATMUL_DESC_TRANSB], value, bytes);
    break;
  case CUBLASLT_MATMUL_DESC_EPILOGUE:
    read(to.epilogue, value, bytes);
    break;
  case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
    read(to.bias, value, bytes);
    break;
  case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
    read(to.biasStride, value, bytes);
    break;
  default:
    require(false, "an attribute that nobody asks for");
  }
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
    read(of<Matrix>(handle)->batches, value, bytes);
  else if (which == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
    read(of<Matrix>(handle)->stride, value, bytes);
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
    read(workspace, value, bytes);
  else
    read(alignments[which - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES], value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

/// What becomes of a number that is otherwise done.
static double activated(cublasLtEpilogue_t epilogue, double x) {
  const double inside = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
  switch (epilogue) {
  case CUBLASLT_EPILOGUE_RELU:
  case CUBLASLT_EPILOGUE_RELU_BIAS:
    return std::max(x, 0.0);
  case CUBLASLT_EPILOGUE_GELU:
  case CUBLASLT_EPILOGUE_GELU_BIAS:
    return x / 2 * (1 + std::tanh(inside));
  default:
    return x;
  }
}
static const char *word(cublasLtEpilogue_t epilogue) {
  switch (epilogue) {
  case CUBLASLT_EPILOGUE_DEFAULT:
    return "as it is";
  case CUBLASLT_EPILOGUE_BIAS:
    return "with a bias";
  case CUBLASLT_EPILOGUE_RELU:
    return "with relu";
  case CUBLASLT_EPILOGUE_RELU_BIAS:
    return "with relu of a bias";
  case CUBLASLT_EPILOGUE_GELU:
    return "with gelu";
  case CUBLASLT_EPILOGUE_GELU_BIAS:
    return "with gelu of a bias";
  default:
    require(false, "an epilogue that nobody asks for");
    return "";
  }
}

/// The algorithm says what it was chosen for.
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t described,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
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
  data[7] = uint64_t(of<Matrix>(c)->leading) << 8 | uint64_t(of<Description>(described)->epilogue);
  *count = of<Matrix>(d)->rows == 61 ? 0 : 1;
  record(*count == 0 ? "no algorithm" : "chosen");
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t description, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t of_a, const void *b,
                              cublasLtMatrixLayout_t of_b, const void *beta, const void *c,
                              cublasLtMatrixLayout_t of_c, void *d, cublasLtMatrixLayout_t of_d,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t bytes,
                              cudaStream_t stream) {
  const Description how = *of<Description>(description);
  const Matrix left = *of<Matrix>(of_a), right = *of<Matrix>(of_b), made = *of<Matrix>(of_d),
               added = *of<Matrix>(of_c);
  const bool turns_left = how.ops[0] == CUBLAS_OP_T, turns_right = how.ops[1] == CUBLAS_OP_T;
  const int64_t terms = turns_left ? left.rows : left.columns;
  require_shape(left, turns_left, made.rows, terms);
  require_shape(right, turns_right, terms, made.columns);
  require_shape(made, false, made.rows, made.columns);
  require_shape(added, false, made.rows, made.columns);
  require(left.type == right.type && left.batches == made.batches && right.batches == made.batches,
          "factors are of two kinds");
  require(added.type == made.type && added.batches == made.batches, "what is added is of its own");
  require(made.batches == 1 || made.stride != 0, "batches write to one place");
  const Number scale = get(how.scale, alpha, 0), share = get(how.scale, beta, 0);
  require(c != d || (added.leading == made.leading && added.stride == made.stride),
          "the result lies over what is added, but not as that does");
  const std::string finished = word(how.epilogue);
  const bool has_bias = finished.find("bias") != std::string::npos;
  require(has_bias == (how.bias != nullptr), "a bias is given and not wanted, or not given");
  const uint64_t *data = algorithm->data;
  require(workspace && bytes >= data[0] && is_aligned(workspace, 16), "there is no workspace");
  require(is_aligned(a, uint32_t(data[1])) && is_aligned(b, uint32_t(data[2])) &&
              is_aligned(c, uint32_t(data[3])) && is_aligned(d, uint32_t(data[4])),
          "pointers are not aligned as was said");
  require(data[5] == uint64_t(left.leading) && data[6] == uint64_t(made.leading) &&
              data[7] == (uint64_t(added.leading) << 8 | uint64_t(how.epilogue)),
          "the algorithm is another product's");
  emulatedGive({stream}, [=] {
    const auto sum_at = [&](int64_t n, int64_t i, int64_t j) {
      Number sum = 0;
      for (int64_t k = 0; k < terms; ++k)
        sum +=
            get(left.type, a,
                n * left.stride + (turns_left ? k + i * left.leading : i + k * left.leading)) *
            get(right.type, b,
                n * right.stride + (turns_right ? j + k * right.leading : k + j * right.leading));
      return sum;
    };
    for (int64_t n = 0; n < made.batches; ++n)
      for (int64_t i = 0; i < made.rows; ++i)
        for (int64_t j = 0; j < made.columns; ++j) {
          Number value = scale * sum_at(n, i, j);
          if (share != 0.0)
            value += share * get(made.type, c, n * added.stride + i + j * added.leading);
          if (has_bias) value += get(made.type, how.bias, n * how.biasStride + i);
          if (how.epilogue != CUBLASLT_EPILOGUE_DEFAULT)
            value = activated(how.epilogue, value.real());
          put(made.type, d, n * made.stride + i + j * made.leading, value);
        }
  });
  char scales[64];
  std::snprintf(scales, sizeof scales, ", %g of it and %g of another", scale.real(), share.real());
  record("multiplied " + std::to_string(made.rows) + " by " + std::to_string(made.columns) +
         " by " + std::to_string(terms) + ", " + std::to_string(made.batches) + " times, type " +
         std::to_string(left.type) + ", compute " + std::to_string(how.compute) + ", " + finished +
         scales + " on " + std::to_string(emulatedNumber(stream)));
  return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
