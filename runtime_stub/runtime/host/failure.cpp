// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/stream.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void Failure::record(const Error &error) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (any) return;
  line = error.what();
  code = error.code;
  any = true;
}

void Failure::check() const {
  if (!any) return;
  const std::lock_guard<std::mutex> lock(mutex);
  throw Error(code, line);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
