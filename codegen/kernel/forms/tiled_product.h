// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs that the runtime's tiled_product() does (runtime/device/cuda/product_cuda.h):
// those that are packed products on CPUs.
#pragma once

#include "codegen/kernel/forms/packed_product.h"
#include "codegen/kernel/grid.h"

namespace shardc {

/// The product, its tile, and the grid of threads that does it, without its body. None where the
/// kernel is no such product.
struct TiledProduct {
  PackedProduct product;
  Threads threads;
};
std::optional<TiledProduct> tiledProductOf(const KernelView &view, const Nest &nest);
/// The type in which tensor cores take the factors, if they know one: bf16 or f16 where both are
/// read as such, else f32.
std::optional<ElementType> tensorFactorsOf(const PackedProduct &product);

/// "of 128 i by 64 j, of which a thread has 8 by 4; 16 terms at a time through shared memory": for
/// people.
std::string tiledText(const KernelView &view, const PackedProduct &product);

} // namespace shardc
