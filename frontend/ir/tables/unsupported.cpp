// SPDX-License-Identifier: Apache-2.0
// Published ops without a definition here, and collectives, which only stand in regions of
// sdy.manual_computation. Add an op, and strike its name.
#include "frontend/ir/tables/registry.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace shardc {

static const StringRef kStablehlo[] = {
    "after_all",
    "all_gather",
    "all_reduce",
    "all_to_all",
    "async_done",
    "async_start",
    "collective_broadcast",
    "collective_permute",
    "collective_reduce",
    "create_token",
    "custom_call",
    "infeed",
    "outfeed",
    "partition_id",
    "recv",
    "reduce_scatter",
    "send",
    "set_dimension_size",
    "uniform_dequantize",
    "uniform_quantize",
};
static const StringRef kChlo[] = {
    "_asin_acos_kernel",
    "dynamic_reshape",
    "rank_specialization_cluster",
    "scan",
};
ArrayRef<StringRef> unsupportedMnemonics(StringRef dialect) {
  return llvm::StringSwitch<ArrayRef<StringRef>>(dialect)
      .Case("stablehlo", kStablehlo)
      .Case("chlo", kChlo)
      .Default({});
}

} // namespace shardc
