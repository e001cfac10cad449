// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/tensor_products.h"

#include "codegen/kernel/forms/tiled_product.h"
#include "runtime/device/product.h"

namespace shardc {

static bool isForTensorCores(const KernelView &view) {
  const auto tiled = tiledProductOf(view, nestOf(view));
  if (!tiled || tiled->product.left->type != ElementType::f32) return false;
  return mostIndices(view, tiled->product.terms) >= runtime::kTileTerms;
}

void useTensorCores(Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  for (Kernel &kernel : function.kernels) {
    if (kernel.call) continue;
    if (kernel.isAttention) continue;
    kernel.isTf32 = true; // tiles are chosen for what does them
    kernel.isTf32 = isForTensorCores(KernelView(kernel, layout));
  }
}

} // namespace shardc
