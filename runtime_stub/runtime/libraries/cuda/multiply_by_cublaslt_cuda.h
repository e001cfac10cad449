// SPDX-License-Identifier: Apache-2.0
// Products by cuBLASLt, in bundles that are built with it (SHARDC_CUBLASLT).
#pragma once

#include "runtime/host/stream.h"
#include "runtime/libraries/product.h"
#include "runtime/type.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Factors of one type, and a result of the same, or of f32 where that is narrower. Those of f32
/// may be rounded to TF32. Tensors of an epilogue are of the
/// result's type: f32, bf16 or f16.
/// False: cuBLASLt has nothing that does it, and nothing has been done.
bool multiply_by_cublaslt(Stream &stream, const char *step, const Product &product, Type factors,
                          const void *left, const void *right, Type made, void *result,
                          const Epilogue &epilogue = {});

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
