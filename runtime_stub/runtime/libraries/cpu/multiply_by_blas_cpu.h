// SPDX-License-Identifier: Apache-2.0
// Products by BLAS, in bundles that are built with one (SHARDC_BLAS).
#pragma once

#include "runtime/complex.h"
#include "runtime/host/stream.h"
#include "runtime/libraries/product.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void multiply_by_blas(Stream &stream, const char *step, const Product &product, const float *left,
                      const float *right, float *result);
void multiply_by_blas(Stream &stream, const char *step, const Product &product, const double *left,
                      const double *right, double *result);
void multiply_by_blas(Stream &stream, const char *step, const Product &product, const c64 *left,
                      const c64 *right, c64 *result);
void multiply_by_blas(Stream &stream, const char *step, const Product &product, const c128 *left,
                      const c128 *right, c128 *result);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
