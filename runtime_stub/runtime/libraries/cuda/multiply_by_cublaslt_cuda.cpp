// SPDX-License-Identifier: Apache-2.0
// What cuBLASLt chooses for a product is kept with the stream, as are its handle and the memory
// that it works in. Of several loops of batches one is its own, the others are calls.
#include "runtime/libraries/cuda/multiply_by_cublaslt_cuda.h"

#ifdef SHARDC_CUBLASLT

#include "runtime/error.h"
#include "runtime/host/cuda/launch_cuda.h"

#include <cublasLt.h>
#include <map>
#include <optional>

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

cublasLtEpilogue_t epilogue_of(const Epilogue &epilogue) {
  const bool has_bias = epilogue.bias != nullptr;
  switch (epilogue.activation) {
  case Activation::relu:
    return has_bias ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_RELU;
  case Activation::gelu:
    return has_bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
  default:
    return has_bias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
  }
}

/// All that the choice of an algorithm depends on.
using Key = std::vector<int64_t>;

/// What a stream keeps.
struct Kept {
  cublasLtHandle_t handle = nullptr;
  void *workspace = nullptr;
  std::map<Key, std::optional<cublasLtMatmulAlgo_t>> algorithms; // none: there is none

  Kept() = default;
  Kept(const Kept &) = delete;
  Kept &operator=(const Kept &) = delete;
  ~Kept() {
    if (workspace) cudaFree(workspace);
    if (handle) cublasLtDestroy(handle);
  }
  void open(const char *step, const char *where) {
    if (handle) return;
    check(cublasLtCreate(&handle), step, "cublasLtCreate");
    runtime::check(cudaMalloc(&workspace, kWorkspace), step, where);
  }
};

int64_t alignment_of(const void *pointer) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(pointer) | kAlignment;
  return int64_t(address & -address);
}

const void *moved(const void *from, int64_t elements, Type type) {
  return from ? static_cast<const char *>(from) + elements * int64_t(bytes(type)) : nullptr;
}

/// A number as cuBLASLt's scales are: complex ones have their imaginary part behind it.
struct Scale {
  float narrow[2];
  double wide[2];

  explicit Scale(double number) : narrow{float(number), 0}, wide{number, 0} {}
  const void *as(cudaDataType_t type) const {
    const bool is_wide = type == CUDA_R_64F || type == CUDA_C_64F;
    return is_wide ? static_cast<const void *>(wide) : narrow;
  }
};

/// Where the tensors of a product begin.
struct Tensors {
  const void *left, *right, *added, *bias;
  void *result;
};

/// A product of one loop of batches at most.
class Call {
public:
  Call(const char *step, const Product &product, const ProductLoop &batch, Type factors, Type made,
       const Epilogue &epilogue)
      : step(step), all(product), types(types_of(factors)), scale(epilogue.scale),
        share(epilogue.share), left(layout_of(step, types.data, all.terms, all.columns, all.left,
                                              batch.count, batch.left)),
        right(
            layout_of(step, types.data, all.rows, all.terms, all.right, batch.count, batch.right)),
        result(step, types_of(made).data, all.rows, all.columns, all.leading, batch.count,
               batch.result),
        added(step, types_of(made).data, all.rows, all.columns,
              epilogue.added ? std::max({product.rows.added, all.rows, int64_t(1)}) : all.leading,
              batch.count, epilogue.added ? batch.added : batch.result),
        key{all.rows,
            all.columns,
            all.terms,
            all.right.is_transposed,
            all.right.leading,
            all.left.is_transposed,
            all.left.leading,
            all.leading,
            batch.count,
            batch.left,
            batch.right,
            batch.result,
            int64_t(factors),
            int64_t(made),
            product.rows.added,
            batch.added,
            batch.bias,
            epilogue.added != nullptr,
            int64_t(epilogue_of(epilogue))} {
    check(cublasLtMatmulDescCreate(&description.handle, types.compute, types.scale), step,
          "a description");
    const auto operation = [](const ColumnMajor &of) {
      return of.is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    };
    describe(CUBLASLT_MATMUL_DESC_TRANSA, operation(all.right));
    describe(CUBLASLT_MATMUL_DESC_TRANSB, operation(all.left));
    describe(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue_of(epilogue));
    if (epilogue.bias) describe(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, batch.bias);
  }

  bool is_known(Kept &kept, const Tensors &of) { return algorithm_for(kept, of).has_value(); }

  void run(Kept &kept, cudaStream_t stream, const Tensors &of) {
    const cublasLtMatmulAlgo_t algorithm = *algorithm_for(kept, of);
    check(cublasLtMatmul(kept.handle, description.handle, scale.as(types.scale), of.right,
                         right.handle, of.left, left.handle, share.as(types.scale), of.added,
                         added.handle, of.result, result.handle, &algorithm, kept.workspace,
                         kWorkspace, stream),
          step, "cublasLtMatmul");
  }

private:
  const char *step;
  ColumnMajorProduct all;
  Types types;
  Scale scale, share;
  Description description;
  Layout left, right, result, added;
  Key key;

  template <typename Value>
  void describe(cublasLtMatmulDescAttributes_t which, Value value) {
    check(cublasLtMatmulDescSetAttribute(description.handle, which, &value, sizeof value), step,
          "a description");
  }

  /// Once the description has the pointer of this bias.
  const std::optional<cublasLtMatmulAlgo_t> &algorithm_for(Kept &kept, const Tensors &of) {
    if (of.bias) describe(CUBLASLT_MATMUL_DESC_BIAS_POINTER, of.bias);
    const int64_t alignments[] = {alignment_of(of.right), alignment_of(of.left),
                                  alignment_of(of.added), alignment_of(of.result),
                                  of.bias ? alignment_of(of.bias) : 0};
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
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, uint32_t(alignments[3]));
    cublasLtMatmulHeuristicResult_t found = {};
    int count = 0;
    const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
        kept.handle, description.handle, right.handle, left.handle, added.handle, result.handle,
        preference.handle, 1, &found, &count);
    if (status != CUBLAS_STATUS_NOT_SUPPORTED) check(status, step, "the choice of an algorithm");
    auto &known_now = kept.algorithms[std::move(own)];
    if (status == CUBLAS_STATUS_SUCCESS && count > 0) known_now = found.algo;
    return known_now;
  }
};

} // namespace

bool multiply_by_cublaslt(Stream &stream, const char *step, const Product &product, Type factors,
                          const void *left, const void *right, Type made, void *result,
                          const Epilogue &epilogue) {
  const StepRange range(step);
  const Handle on = use(stream);
  if (is_empty(product)) return true;
  Kept &kept = own<Kept>(stream);
  kept.open(step, on.where);
  std::vector<ProductLoop> outer = product.batches;
  const auto most = std::max_element(
      outer.begin(), outer.end(), [](const auto &a, const auto &b) { return a.count < b.count; });
  ProductLoop batch = {1, 0, 0, 0};
  if (most != outer.end()) {
    batch = *most;
    outer.erase(most);
  }
  Call call(step, product, batch, factors, made, epilogue);
  const auto tensors = [&](const ProductOffsets &at) {
    void *to = const_cast<void *>(moved(result, at.result, made));
    // What has no share is not read.
    return Tensors{moved(left, at.left, factors), moved(right, at.right, factors),
                   epilogue.added ? moved(epilogue.added, at.added, made) : to,
                   moved(epilogue.bias, at.bias, made), to};
  };
  bool are_known = true;
  for_each_of_batch(outer, [&](const ProductOffsets &at) {
    are_known = are_known && call.is_known(kept, tensors(at));
  });
  if (!are_known) return false;
  for_each_of_batch(outer,
                    [&](const ProductOffsets &at) { call.run(kept, on.stream, tensors(at)); });
  return true;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

#endif
