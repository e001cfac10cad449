// SPDX-License-Identifier: Apache-2.0
// What the runtime asks of cuBLASLt gives what the products are: each matrix either way, batches by
// one stride and by two, a factor that all of a batch share, all types, epilogues. The host's side
// of GPUs is a stand-in: memory is the host's, a stream a number, and work is done at once.
#include "runtime/host/cuda/launch_cuda.h"
#include "runtime/libraries/cuda/multiply_by_cublaslt_cuda.h"

#include "driver/give.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

StepRange::StepRange(const char *) {}
StepRange::~StepRange() {}
void check(cudaError_t status, const char *, const char *) {
  if (status != cudaSuccess) std::abort();
}
Handle use(Stream &) { return {reinterpret_cast<cudaStream_t>(7), 0, 0, ""}; }
std::shared_ptr<void> &kept(Stream &, const void *) {
  static std::shared_ptr<void> object;
  return object;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

extern "C" cudaError_t cudaMalloc(void **to, size_t bytes) {
  *to = std::aligned_alloc(256, bytes);
  return cudaSuccess;
}
extern "C" cudaError_t cudaFree(void *memory) {
  std::free(memory);
  return cudaSuccess;
}

void emulatedGive(const std::vector<CUstream_st *> &, std::function<void()> work) { work(); }
int emulatedNumber(CUstream_st *stream) { return int(reinterpret_cast<uintptr_t>(stream)); }

using namespace shardc::runtime;

static int wrong = 0;

template <typename T>
constexpr double value_of(T x) {
  return double(float(x));
}
template <>
double value_of(double x) {
  return x;
}

/// Small whole numbers, so that sums are exact. Rows and columns of the factors in either order.
template <typename T>
static void try_product(Stream &stream, Type type, bool left_turned, bool right_turned,
                        bool shared) {
  constexpr int64_t m = 5, n = 7, k = 6, batches = 3, outer = 2;
  const int64_t of_left = m * k, of_right = shared ? 0 : k * n;
  std::vector<T> left(outer * batches * m * k), right(outer * batches * k * n);
  std::vector<T> result(outer * batches * m * n + 1, T(77.0f));
  for (size_t i = 0; i < left.size(); ++i)
    left[i] = T(float(int(i * 5 % 7) - 3));
  for (size_t i = 0; i < right.size(); ++i)
    right[i] = T(float(int(i * 3 % 5) - 2));
  const Product product = {
      .rows = {m, left_turned ? 1 : k, 0, n},
      .columns = {n, 0, right_turned ? k : 1, 1},
      .terms = {k, left_turned ? m : 1, right_turned ? 1 : n, 0},
      .batches = {{outer, batches * of_left, batches * of_right, batches * m * n},
                  {batches, of_left, of_right, m * n}}};
  if (!multiply_by_cublaslt(stream, "step", product, type, left.data(), right.data(), type,
                            result.data()))
    ++wrong;
  for (int64_t b = 0; b < outer * batches; ++b)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t p = 0; p < k; ++p)
          sum +=
              value_of(left[b * of_left + i * product.rows.left + p * product.terms.left]) *
              value_of(right[b * of_right + p * product.terms.right + j * product.columns.right]);
        const double got = value_of(result[(b * m + i) * n + j]);
        if (got == sum) continue;
        std::printf("%s: [%ld, %ld, %ld] is %g, not %g\n", name(type), long(b), long(i), long(j),
                    got, sum);
        ++wrong;
      }
  if (value_of(result.back()) != 77) ++wrong;
}

/// Products of ones: what is added has rows further apart than the result, a bias is for each of a
/// batch.
static void try_epilogue(Stream &stream, Activation activation, bool is_added, bool has_bias) {
  constexpr int64_t m = 5, n = 7, k = 6, batches = 3, outer = 2, pitch = 9;
  const std::vector<float> ones(outer * batches * k * n, 1);
  std::vector<float> added(outer * batches * m * pitch), bias(outer * batches * n);
  std::vector<float> result(outer * batches * m * n);
  for (size_t i = 0; i < added.size(); ++i)
    added[i] = float(int(i * 5 % 17) - 8);
  for (size_t i = 0; i < bias.size(); ++i)
    bias[i] = float(int(i * 3 % 5) - 2);
  const Product product = {
      .rows = {m, k, 0, n, pitch},
      .columns = {n, 0, 1, 1, 1, 1},
      .terms = {k, 1, n, 0},
      .batches = {{outer, batches * m * k, 0, batches * m * n, batches * m * pitch, batches * n},
                  {batches, m * k, 0, m * n, m * pitch, n}}};
  Epilogue epilogue = {.scale = 0.25, .activation = activation};
  if (is_added) epilogue.share = 2, epilogue.added = added.data();
  if (has_bias) epilogue.bias = bias.data();
  if (!multiply_by_cublaslt(stream, "step", product, Type::f32, ones.data(), ones.data(), Type::f32,
                            result.data(), epilogue))
    ++wrong;
  for (int64_t b = 0; b < outer * batches; ++b)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double x = 0.25 * k;
        if (is_added) x += 2 * added[(b * m + i) * pitch + j];
        if (has_bias) x += bias[b * n + j];
        if (activation == Activation::relu) x = std::max(x, 0.0);
        if (activation == Activation::gelu)
          x *= (1 + std::tanh(std::sqrt(2 / std::acos(-1)) * (x + 0.044715 * x * x * x))) / 2;
        const double got = result[(b * m + i) * n + j];
        if (std::abs(got - x) <= 1e-6) continue;
        std::printf("epilogue %d: [%ld, %ld, %ld] is %g, not %g\n", int(activation), long(b),
                    long(i), long(j), got, x);
        ++wrong;
      }
}

int main() {
  alignas(16) static char memory[sizeof(Stream)] = {};
  Stream &stream = reinterpret_cast<Stream &>(memory);
  for (const bool left : {false, true})
    for (const bool right : {false, true}) {
      try_product<float>(stream, Type::f32, left, right, false);
      try_product<double>(stream, Type::f64, left, right, true);
      try_product<bf16>(stream, Type::bf16, left, right, false);
    }
  Product empty = {.rows = {0, 4, 0, 4}, .columns = {4, 0, 1, 1}, .terms = {4, 1, 4, 0}};
  if (!multiply_by_cublaslt(stream, "step", empty, Type::f32, memory, memory, Type::f32, memory))
    ++wrong;
  for (const auto activation : {Activation::none, Activation::relu, Activation::gelu})
    for (const bool is_added : {false, true})
      for (const bool has_bias : {false, true})
        try_epilogue(stream, activation, is_added, has_bias);
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
