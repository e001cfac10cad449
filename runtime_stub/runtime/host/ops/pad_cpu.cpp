// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/pad.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void copy_padded(void *, const PaddedPart &part, bool isOut) {
  for (int64_t element = 0; element < part.elements(); ++element)
    part.copy(element, isOut);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
