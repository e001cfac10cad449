// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/tensor_products.h"

#include "codegen/kernel/forms/tiled_product.h"
#include "runtime/device/product.h"

namespace shardc {

static std::optional<ElementType> tensorFactorsOf(const KernelView &view) {
  const auto tiled = tiledProductOf(view, nestOf(view));
  if (!tiled || mostIndices(view, tiled->product.terms) < runtime::kTileTerms) return std::nullopt;
  return tensorFactorsOf(tiled->product);
}

void useTensorCores(Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  for (Kernel &kernel : function.kernels) {
    if (kernel.call) continue;
    if (kernel.isAttention) continue;
    kernel.tensorFactors = tensorFactorsOf(KernelView(kernel, layout));
  }
}

} // namespace shardc
