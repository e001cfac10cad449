// SPDX-License-Identifier: Apache-2.0
// What cuBLASLt chooses for a product is kept with the stream, as are its handle and the memory
// that it works in. Of several loops of batches one is its own, the others are calls.
#include "runtime/libraries/cuda/multiply_by_cublaslt_cuda.h"

#ifdef SHARDC_CUBLASLT

#include "runtime/error.h"
#include "runtime/host/cuda/launch_cuda.h"

#include <cublasLt.h>
#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr size_t kWorkspace = size_t(32) << 20, kAlignment = 256;

void check(cublasStatus_t status, const char *step, const char *what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(Exit::environment, std::string("step ") + step + ": cuBLASLt: " + what +
                                     " failed with status " + std::to_string(int(status)));
}

struct Types {
  cudaDataType_t data, scale;
  cublasComputeType_t compute;
};
Types types_of(Type type) {
  switch (type) {
  case Type::f64:
    return {CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F};
  case Type::c64:
    return {CUDA_C_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F_FAST_TF32};
  case Type::c128:
    return {CUDA_C_64F, CUDA_C_64F, CUBLAS_COMPUTE_64F};
  case Type::bf16:
    return {CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F};
  case Type::f16:
    return {CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
  default:
    return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32};
  }
}

/// One of cuBLASLt's objects, of which functions make one and end it.
template <typename Handle, cublasStatus_t (*End)(Handle)>
struct Owned {
  Handle handle = nullptr;
  Owned() = default;
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() {
    if (handle) End(handle);
  }
};
using Description = Owned<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy>;
using Preference = Owned<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy>;
using LayoutBase = Owned<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;

struct Layout : LayoutBase {
  Layout(const char *step, cudaDataType_t type, int64_t rows, int64_t columns, int64_t leading,
         int64_t count, int64_t stride) {
    check(cublasLtMatrixLayoutCreate(&handle, type, uint64_t(rows), uint64_t(columns), leading),
          step, "a layout");
    const auto number = int32_t(count);
    check(cublasLtMatrixLayoutSetAttribute(handle, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &number,
                                           sizeof number),
          step, "a batch");
    check(cublasLtMatrixLayoutSetAttribute(handle, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                           &stride, sizeof stride),
          step, "a batch's stride");
  }
};
/// Of a factor.
Layout layout_of(const char *step, cudaDataType_t type, int64_t rows, int64_t columns,
                 const ColumnMajor &of, int64_t count, int64_t stride) {
  return of.is_transposed ? Layout(step, type, columns, rows, of.leading, count, stride)
                          : Layout(step, type, rows, columns, of.leading, count, stride);
}

/// All that the choice of an algorithm depends on.
using Key = std::vector<int64_t>;

/// What a stream keeps.
struct Kept {
  cublasLtHandle_t handle = nullptr;
  void *workspace = nullptr;
  std::map<Key, cublasLtMatmulAlgo_t> algorithms;

  Kept() = default;
  Kept(const Kept &) = delete;
  Kept &operator=(const Kept &) = delete;
  ~Kept() {
    if (workspace) cudaFree(workspace);
    if (handle) cublasLtDestroy(handle);
  }
  void open(const char *step, int device) {
    if (handle) return;
    check(cublasLtCreate(&handle), step, "cublasLtCreate");
    runtime::check(cudaMalloc(&workspace, kWorkspace), step, device);
  }
};

int64_t alignment_of(const void *pointer) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(pointer) | kAlignment;
  return int64_t(address & -address);
}

/// A product of one loop of batches at most.
class Call {
public:
  Call(const char *step, const Product &product, const ProductLoop &batch, Type factors, Type made)
      : step(step), all(product), types(types_of(factors)),
        left(
            layout_of(step, types.data, all.terms, all.columns, all.left, batch.count, batch.left)),
        right(
            layout_of(step, types.data, all.rows, all.terms, all.right, batch.count, batch.right)),
        result(step, types_of(made).data, all.rows, all.columns, all.leading, batch.count,
               batch.result),
        key{all.rows,          all.columns,
            all.terms,         all.right.is_transposed,
            all.right.leading, all.left.is_transposed,
            all.left.leading,  all.leading,
            batch.count,       batch.left,
            batch.right,       batch.result,
            int64_t(factors),  int64_t(made)} {
    check(cublasLtMatmulDescCreate(&description.handle, types.compute, types.scale), step,
          "a description");
    set(CUBLASLT_MATMUL_DESC_TRANSA, all.right.is_transposed);
    set(CUBLASLT_MATMUL_DESC_TRANSB, all.left.is_transposed);
  }

  void run(Kept &kept, cudaStream_t stream, const void *of_left, const void *of_right, void *to) {
    const auto algorithm = algorithmFor(kept, of_left, of_right, to);
    // As wide as the widest scale; complex numbers have their imaginary part behind it.
    const float one[2] = {1, 0}, zero[2] = {0, 0};
    const double wide_one[2] = {1, 0}, wide_zero[2] = {0, 0};
    const bool is_wide = types.scale == CUDA_R_64F || types.scale == CUDA_C_64F;
    const void *alpha = is_wide ? static_cast<const void *>(wide_one) : one;
    const void *beta = is_wide ? static_cast<const void *>(wide_zero) : zero;
    check(cublasLtMatmul(kept.handle, description.handle, alpha, of_right, right.handle, of_left,
                         left.handle, beta, to, result.handle, to, result.handle, &algorithm,
                         kept.workspace, kWorkspace, stream),
          step, "cublasLtMatmul");
  }

private:
  const char *step;
  ColumnMajorProduct all;
  Types types;
  Description description;
  Layout left, right, result;
  Key key;

  void set(cublasLtMatmulDescAttributes_t which, bool is_transposed) {
    const cublasOperation_t operation = is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    check(cublasLtMatmulDescSetAttribute(description.handle, which, &operation, sizeof operation),
          step, "a transpose");
  }

  cublasLtMatmulAlgo_t algorithmFor(Kept &kept, const void *of_left, const void *of_right,
                                    const void *to) const {
    const int64_t alignments[] = {alignment_of(of_right), alignment_of(of_left), alignment_of(to)};
    Key own = key;
    own.insert(own.end(), std::begin(alignments), std::end(alignments));
    const auto known = kept.algorithms.find(own);
    if (known != kept.algorithms.end()) return known->second;
    Preference preference;
    check(cublasLtMatmulPreferenceCreate(&preference.handle), step, "a preference");
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t which, const auto &value) {
      check(cublasLtMatmulPreferenceSetAttribute(preference.handle, which, &value, sizeof value),
            step, "a preference");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t(kWorkspace));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, uint32_t(alignments[0]));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, uint32_t(alignments[1]));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, uint32_t(alignments[2]));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, uint32_t(alignments[2]));
    cublasLtMatmulHeuristicResult_t found = {};
    int count = 0;
    check(cublasLtMatmulAlgoGetHeuristic(kept.handle, description.handle, right.handle, left.handle,
                                         result.handle, result.handle, preference.handle, 1, &found,
                                         &count),
          step, "the choice of an algorithm");
    if (count == 0) check(CUBLAS_STATUS_NOT_SUPPORTED, step, "the choice of an algorithm");
    return kept.algorithms.emplace(std::move(own), found.algo).first->second;
  }
};

const void *moved(const void *from, int64_t elements, Type type) {
  return static_cast<const char *>(from) + elements * int64_t(bytes(type));
}

} // namespace

void multiply_by_cublaslt(Stream &stream, const char *step, const Product &product, Type factors,
                          const void *left, const void *right, Type made, void *result) {
  const StepRange range(step);
  const Handle on = use(stream);
  if (is_empty(product)) return;
  Kept &kept = own<Kept>(stream);
  kept.open(step, on.device);
  std::vector<ProductLoop> outer = product.batches;
  const auto most = std::max_element(
      outer.begin(), outer.end(), [](const auto &a, const auto &b) { return a.count < b.count; });
  ProductLoop batch = {1, 0, 0, 0};
  if (most != outer.end()) {
    batch = *most;
    outer.erase(most);
  }
  Call call(step, product, batch, factors, made);
  for_each_of_batch(outer, [&](int64_t left_at, int64_t right_at, int64_t result_at) {
    call.run(kept, on.stream, moved(left, left_at, factors), moved(right, right_at, factors),
             const_cast<void *>(moved(result, result_at, made)));
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

#endif
