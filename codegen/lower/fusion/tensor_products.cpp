// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/tensor_products.h"

#include "codegen/kernel/forms/attention.h"
#include "codegen/kernel/forms/tiled_product.h"
#include "runtime/device/product.h"

namespace shardc {

static std::optional<ElementType> tensorFactorsOf(const KernelView &view, const Nest &nest) {
  const auto product = packedProductOf(view, nest, tileOf(view, nest));
  if (!product || mostIndices(view, product->terms) < runtime::kTileTerms) return std::nullopt;
  return tensorFactorsOf(*product);
}

void useTensorCores(Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  for (Kernel &kernel : function.kernels) {
    if (kernel.call) continue;
    const KernelView view(kernel, layout);
    const Nest nest = nestOf(view);
    if (kernel.isAttention) {
      kernel.tensorFactors = attentionOf(view, nest)->factors;
      continue;
    }
    kernel.tensorFactors = tensorFactorsOf(view, nest);
    // Of their tiles there may be more than a grid has room for.
    if (kernel.tensorFactors && !tiledProductOf(view, nest)) kernel.tensorFactors.reset();
  }
}

} // namespace shardc
