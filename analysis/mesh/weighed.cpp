// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/partition.h"

namespace shardc {

const WeighedReduction *weighedFor(const Partitioned &partitioned, const Placed &moved) {
  mlir::Value made = moved.value;
  if (!moved.reduces) {
    if (!moved.because || moved.because->getNumResults() == 0) return nullptr;
    made = moved.because->getResult(0);
  }
  const auto found = partitioned.weighed.find(made);
  return found == partitioned.weighed.end() ? nullptr : &found->second;
}

} // namespace shardc
